import Glibc
import Rig
import TestSupport

// Rules for reminders, checked by their events and by replies, whatever the model says.

extension Auditor {
    /// All reminders, as their events and the replies to requests show them.
    struct WatchedReminders {
        private struct Fields {
            let schedule: WatchedSchedule
            /// Milliseconds after a firing.
            let followUpAfterMs: [Int64]
            let exercise: String?
            /// The place for which the next due time was calculated; `nil` after a journey, since nobody
            /// knows at which of its places it was.
            var place: Place?
        }

        /// A due time that was announced.
        private struct Promise {
            let dueMs: Int64
            /// The error of the clock at that time; if the clock was set since, the due time may have
            /// changed.
            let setMs: Int64
        }

        private var fields: [String: Fields] = [:]
        private var promises: [String: Promise] = [:]
        private var occurrences: [String: WatchedOccurrence] = [:]
        /// Error of the clock at each firing, by reminder and due time.
        private var fired: [String: Int64] = [:]
        private var quiet: (untilMs: Int64, end: Announced)?
        /// Ids of occurrences that an effort has to answer, since it came after they fired.
        private var owed: Set<String> = []

        /// What should have happened by now and hasn't; `nil` for nothing.
        func missed(at now: Instant) -> String? {
            if let id = owed.first { return "\(id) was done and isn't answered" }
            return promises.first { $0.value.setMs == now.setMs && $0.value.dueMs <= now.wallMs }
                .map { "\($0.key) was due and hasn't fired" }
        }

        mutating func note(_ event: EventModel, at now: Instant, in place: Place) throws {
            let parts = event.type.split(separator: ".").map(String.init)
            switch (parts[0], parts[1]) {
            case ("reminder", "created"), ("reminder", "updated"), ("reminder", "enabled"),
                ("reminder", "disabled"):
                learn(event.data, now, place)
            case ("reminder", "deleted"):
                (fields[event.subject], promises[event.subject]) = (nil, nil)
            case ("reminder", let change):
                try follow(change, event, now, place)
            case ("do_not_disturb", "set"):
                guard let until = event.data["until"]?.wallMs else { throw Mismatch("no end") }
                quiet = (until, Announced(inMs: until - now.wallMs, now))
            case ("do_not_disturb", _):
                if event.byTime, isQuiet(now) { throw Mismatch("too early") }
                quiet = nil
            case ("clock", _), ("break", _): promises = [:]
            // Changes of reminders by these have no events of their own.
            case ("journal", _), ("import", _):
                (fields, promises) = ([:], [:])
                let undone = event.data["undone"] ?? event.data["redone"]
                switch undone?["type"]?.text?.split(separator: ".").first {
                case "reminder": occurrences[undone?["data"]?["id"]?.text ?? ""]?.forget()
                case "do_not_disturb": quiet = nil
                default: break
                }
            // An exercise that is done moves its reminders.
            case ("log", let change), ("set", let change), ("training", let change):
                for id in fields.keys where fields[id]?.exercise != nil { promises[id] = nil }
                if ["added", "logged"].contains(change) { owe(event.data, now) }
            default: break
            }
        }

        /// Notes what an effort has to answer: what waits for its exercise or any.
        private mutating func owe(_ effort: Json, _ now: Instant) {
            guard let exercise = effort["exercise"]?.text, let at = effort["at"]?.wallMs else {
                return
            }
            for (id, occurrence) in occurrences where occurrence.waits(since: at, now) {
                let asked = fields[occurrence.reminder]?.exercise
                if asked == exercise || asked == "any" { owed.insert(id) }
            }
        }

        /// Calendar times change with the place.
        mutating func move() {
            promises = [:]
            for reminder in fields.keys { fields[reminder]?.place = nil }
        }

        mutating func hear(_ view: Json, at now: Instant, in place: Place) throws {
            if let next = view["next_at"]?.wallMs, next <= now.wallMs {
                throw Mismatch("\(view["id"]?.text ?? "") is due and hasn't fired")
            }
            learn(view, now, place)
        }

        private mutating func learn(_ view: Json, _ now: Instant, _ place: Place) {
            guard let id = view["id"]?.text, let schedule = view["schedule"] else { return }
            promises[id] = view["next_at"]?.wallMs.map { Promise(dueMs: $0, setMs: now.setMs) }
            fields[id] = Fields(
                schedule: WatchedSchedule(schedule),
                followUpAfterMs: view["follow_up"]?["after_ms"]?.list.compactMap(\.int) ?? [],
                exercise: view["exercise"]?.text, place: place)
        }

        /// Whether the person isn't to be disturbed, by the wall clock and by the elapsed time.
        private func isQuiet(_ now: Instant) -> Bool {
            guard let quiet else { return false }
            return now.wallMs < quiet.untilMs && quiet.end.isEarly(at: now)
        }

        private mutating func follow(
            _ change: String, _ event: EventModel, _ now: Instant, _ place: Place
        ) throws {
            guard let id = event.data["id"]?.text else { throw Mismatch("there is no id") }
            let isFirst = occurrences[id] == nil
            if event.byTime, ["fired", "followed_up"].contains(change), isQuiet(now) {
                throw Mismatch("nobody was to be disturbed")
            }
            if isFirst, event.data["test"] != true {
                try checkDue(change, event, now, place)
            } else if event.data["test"] != true, fields[event.subject]?.schedule.isFixed != true {
                // The interval counts from the answer.
                promises[event.subject] = nil
            }
            var occurrence =
                occurrences[id]
                ?? WatchedOccurrence(
                    reminder: event.subject, followUpAfterMs: fields[event.subject]?.followUpAfterMs
                )
            try occurrence.note(change, event, now)
            occurrences[id] = occurrence
            owed.remove(id)
        }

        /// Checks that an occurrence falls due when that was announced, at a time of the schedule, and
        /// fires once.
        private mutating func checkDue(
            _ change: String, _ event: EventModel, _ now: Instant, _ place: Place
        ) throws {
            let reminder = event.subject
            guard let due = event.data["due_at"]?.wallMs else { throw Mismatch("no due time") }
            if change == "fired" {
                guard due <= now.wallMs else {
                    throw Mismatch("it came \(due - now.wallMs) ms too early")
                }
                guard fired.updateValue(now.setMs, forKey: "\(reminder) \(due)") != now.setMs else {
                    throw Mismatch("it fired for \(due) before")
                }
            }
            if let promise = promises[reminder], promise.setMs == now.setMs,
                promise.dueMs != due
            {
                throw Mismatch("it is due at \(due), but \(promise.dueMs) was promised")
            }
            promises[reminder] = nil
            if let known = fields[reminder], known.place == place,
                !known.schedule.mayBeDue(at: due, in: place)
            {
                throw Mismatch("\(place.text(due)) is no time of \(known.schedule)")
            }
            fields[reminder]?.place = place
        }
    }

    /// One occurrence, from its firing to its end.
    fileprivate struct WatchedOccurrence {
        private enum State { case none, pending, snoozed, expired, over, unknown }

        private var state = State.none
        let reminder: String
        /// The follow-ups; `nil` where no reply has shown them.
        private let followUpAfterMs: [Int64]?
        private var firstFired: Instant?
        private var fired: Instant?
        private var followUps = 0
        private var snooze: Announced?

        init(reminder: String, followUpAfterMs: [Int64]?) {
            self.reminder = reminder
            self.followUpAfterMs = followUpAfterMs
        }

        /// Whether it waits for an answer, and fired before a moment by a clock that wasn't set since.
        func waits(since ms: Int64, _ now: Instant) -> Bool {
            guard [.pending, .snoozed].contains(state), let firstFired else { return false }
            return firstFired.setMs == now.setMs && firstFired.wallMs <= ms
        }

        /// What an undoing has made of it isn't told by an event.
        mutating func forget() { state = .unknown }

        mutating func note(_ change: String, _ event: EventModel, _ now: Instant) throws {
            switch (change, state) {
            case (_, .unknown): break
            case ("fired", .none): begin(now)
            case ("fired", .snoozed):
                guard let snooze, !snooze.isEarly(at: now) else { throw Mismatch("too early") }
                begin(now)
            case ("followed_up", .pending): try followUp(now)
            case ("snoozed", .pending), ("snoozed", .snoozed), ("snoozed", .none):
                // One for once that falls due in a pause is snoozed until its end.
                if state == .none { begin(now) }
                guard let until = event.data["snoozed_until"]?.wallMs else {
                    throw Mismatch("no end of the snooze")
                }
                (state, snooze) = (.snoozed, Announced(inMs: until - now.wallMs, now))
            case ("suppressed", .none): state = .over
            case ("expired", .pending), ("expired", .snoozed): state = .expired
            case ("answered", .expired) where event.data["late"] == true: state = .over
            case ("answered", .pending), ("dismissed", .pending), ("answered", .snoozed),
                ("dismissed", .snoozed):
                state = .over
            default: throw Mismatch("it is \(state)")
            }
        }

        private mutating func begin(_ now: Instant) {
            (state, fired, followUps, snooze) = (.pending, now, 0, nil)
            firstFired = firstFired ?? now
        }

        private mutating func followUp(_ now: Instant) throws {
            followUps += 1
            guard let followUpAfterMs, let fired else { return }
            guard followUps <= followUpAfterMs.count else {
                throw Mismatch("it was followed up \(followUps) times of \(followUpAfterMs.count)")
            }
            let step = Announced(inMs: followUpAfterMs[followUps - 1], fired)
            guard !step.isEarly(at: now) else { throw Mismatch("too early") }
        }
    }
}

extension Json {
    /// UTC milliseconds of a time such as `2026-03-01T08:00:00.000+01:00`; `nil` for any other text.
    var wallMs: Int64? {
        guard let text, text.count == 29 else { return nil }
        let parts = text.split { !$0.isNumber }.compactMap { Int64($0) }
        guard parts.count == 9 else { return nil }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) =
            (Int32(parts[0]) - 1900, Int32(parts[1]) - 1, Int32(parts[2]))
        (time.tm_hour, time.tm_min, time.tm_sec) =
            (Int32(parts[3]), Int32(parts[4]), Int32(parts[5]))
        let offset = (parts[7] * 60 + parts[8]) * (text.dropLast(5).last == "-" ? -60 : 60)
        return (Int64(timegm(&time)) - offset) * 1000 + parts[6]
    }
}
