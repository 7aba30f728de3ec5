import TestSupport

// What undo puts back: records, and what goes on with time.

extension Model {
    /// A record as it is now, or what goes on with time.
    func kept(_ id: String) -> RecordModel? {
        if let record = records[id] { return record }
        if let training = trainings.first(where: { $0.id == id }) {
            return .training(training.withoutAlarm)
        }
        if let timer = timers.first(where: { $0.id == id }) { return .timer(timer.withoutAlarm) }
        if let rest = rests.first(where: { $0.id == id }) { return .rest(rest.withoutAlarm) }
        if id == Self.quietID { return quiet.map(RecordModel.quiet) }
        let all = past + lives.values + nexts.values
        return all.first { $0.key == id }.map { .occurrence($0.withoutAlarm) }
    }

    static let quietID = "do_not_disturb"

    /// Writes a record or what goes on with time; `nil` removes it.
    mutating func keep(_ row: RecordModel?, _ id: String) {
        trainings.removeAll { $0.id == id }
        timers.removeAll { $0.id == id }
        switch row {
        case .training(var training)?:
            training.arm(now)
            let place = trainings.firstIndex { $0.start > training.start }
            trainings.insert(training, at: place ?? trainings.count)
        case .timer(var timer)?:
            timer.arm(now)
            timers.append(timer)
        case .rest(var rest)?:
            rest.arm(now)
            put(rest)
        case .quiet(let row)?: quiet = row
        case nil where id == Self.quietID: quiet = nil
        case .occurrence(let occurrence)?: keep(occurrence)
        case nil:
            for gone in past where gone.key == id { fallen.remove("\(gone.reminder) \(gone.due)") }
            past.removeAll { $0.key == id }
            for (reminder, next) in nexts where next.key == id { nexts[reminder] = nil }
            records[id] = nil
        default: records[id] = row
        }
    }

    private mutating func keep(_ row: OccurrenceModel) {
        var occurrence = row
        past.removeAll { $0.key == row.key }
        if lives[row.reminder]?.key == row.key { lives[row.reminder] = nil }
        occurrence.arm(now, quiet: nil)
        switch row.state {
        case "scheduled":
            nexts[row.reminder] = occurrence
            fallen.remove("\(row.reminder) \(row.due)")
        case "pending", "snoozed": lives[row.reminder] = occurrence
        default: past.append(occurrence)
        }
        let isKnown = row.state != "scheduled" && !row.isTest && row.reason != "missed"
        if isKnown { fallen.insert("\(row.reminder) \(row.due)") }
    }

    /// What an undo puts back, with the time that has passed since.
    func putBack(_ was: RecordModel?) throws -> RecordModel? {
        var steps: [Int64] = []
        switch was {
        case .training(let training)?: return try putBack(training)
        case .timer(var timer)?:
            _ = timer.carry(now)
            _ = timer.since?.followBase(now, &steps)
            _ = timer.asked?.carry(now)
            _ = timer.asked?.followBase(now, &steps)
            var later = timer
            let listedMs = timer.asked == nil ? dayMs : TimerModel.waitsForMs
            let isListed = later.isLive || later.ended.map { now.ms(since: $0) < listedMs } ?? true
            let change = later.state == "running" ? elapseRunning(&later) : nil
            if change == "timer.paused" { return .timer(later.withoutAlarm) }
            try require(change == nil && isListed, .conflict("over"))
            if let ended = timer.ended, ended.boot != now.boot {
                timer.ended?.bootNs = now.bootNs - now.ms(since: ended) * msNs
                timer.ended?.boot = now.boot
            }
            return .timer(timer.withoutAlarm)
        case .rest(var rest)?:
            _ = rest.carry(now)
            _ = rest.since?.followBase(now, &steps)
            try require(
                rest.state != "running" || rest.elapsed(now) < rest.duration, .conflict("over"))
            return .rest(rest.withoutAlarm)
        case .quiet(var quiet)?:
            _ = quiet.since?.carry(now)
            _ = quiet.since?.followBase(now, &steps)
            try require(!quiet.isOver(now), .conflict("over"))
            return .quiet(quiet)
        case .occurrence(var occurrence)?:
            _ = occurrence.base?.carry(now, ahead: dayMs)
            _ = occurrence.began?.carry(now)
            _ = occurrence.since?.carry(now)
            _ = occurrence.began?.followBase(now, &steps)
            _ = occurrence.since?.followBase(now, &steps)
            _ = occurrence.base?.followBase(now, &steps)
            let wasSettled = past.contains {
                $0.reminder == occurrence.reminder && $0.due == occurrence.due
                    && ["done_ahead", "skipped"].contains($0.reason)
            }
            if occurrence.state == "scheduled", wasSettled, occurrence.due <= now.wallMs {
                throw Refusal.conflict("over")
            }
            guard ["pending", "snoozed"].contains(occurrence.state) else {
                return .occurrence(occurrence)
            }
            let owner = owner(occurrence.reminder)
            let isOff = owner?.isEnabled == false && !occurrence.isTest
            let other = lives[occurrence.reminder].map { $0.key != occurrence.key } ?? false
            guard owner == nil || isOff || other else { return .occurrence(occurrence) }
            occurrence.reason = owner == nil ? "deleted" : isOff ? "disabled" : nil
            occurrence.expiredMs = now.wallMs
            occurrence.end("expired")
            return .occurrence(occurrence.withoutAlarm)
        default: return was
        }
    }

    /// Notes what the last event has changed of a timer.
    mutating func noteChange(of timer: TimerModel?, to new: TimerModel?) {
        let rows = [timer, new].map { $0.map { RecordModel.timer($0.withoutAlarm) } }
        fresh[fresh.count - 1].changes = [
            RecordChange(id: timer?.id ?? new?.id ?? "", was: rows[0], row: rows[1])
        ]
    }

    /// Notes what the last event has changed of the period in which the person isn't disturbed.
    mutating func noteChange(of former: QuietModel?) {
        fresh[fresh.count - 1].changes = [
            RecordChange(
                id: Self.quietID, was: former.map(RecordModel.quiet),
                row: quiet.map(RecordModel.quiet))
        ]
    }

    /// Notes what the last event has changed of an occurrence that was answered or snoozed.
    mutating func noteChange(of former: OccurrenceModel) {
        fresh[fresh.count - 1].changes.insert(
            RecordChange(
                id: former.key, was: .occurrence(former.withoutAlarm), row: kept(former.key)),
            at: 0)
    }

    /// Notes the next occurrences that the last event has moved.
    mutating func noteMoves(from former: [String: OccurrenceModel]) {
        for (id, was) in former where nexts[id]?.withoutAlarm != was.withoutAlarm {
            fresh[fresh.count - 1].changes.append(
                RecordChange(
                    id: was.key, was: .occurrence(was.withoutAlarm), row: kept(was.key),
                    isFollowing: true))
        }
    }
}

extension OccurrenceModel {
    /// The id, or what stands for it as long as nobody was told it.
    var key: String { id ?? "next \(reminder)" }

    /// Without what is derived from the rest, so that equal occurrences are equal.
    var withoutAlarm: OccurrenceModel {
        var occurrence = self
        (occurrence.bootNs, occurrence.wallMs) = (nil, nil)
        return occurrence
    }
}
