import TestSupport
import TrackerAPI

// Undo and redo.

extension Model {
    func isReversal(_ type: String) -> Bool { ["journal.undone", "journal.redone"].contains(type) }

    /// Numbers of the last undoings and redoings, by the numbers of the events that they reverse.
    private var lastReversals: [Int64: Int64] {
        var last: [Int64: Int64] = [:]
        for seq in 1..<seq + 1 where isReversal(event(seq).type) {
            last[Int64(event(seq).subject) ?? 0] = seq
        }
        return last
    }

    /// True for an event that may be undone, unless something has changed since.
    private func isUndoable(_ seq: Int64, _ last: [Int64: Int64]) -> Bool {
        isStep(seq, last) && hasChanges(seq)
    }

    /// True where what the event changed can be put back; a rest only where skipping it was all that was asked for,
    /// and never what made way for a test.
    private func hasChanges(_ seq: Int64) -> Bool {
        guard event(seq).type == "rest.skipped" else {
            let isTested =
                event(seq).type == "reminder.expired" && event(seq).data["reason"] == "test"
            return !event(seq).changes.isEmpty && !isTested
        }
        let isFirst = event(seq).request == seq
        let isLast = seq == self.seq || event(seq + 1).request != seq
        return !event(seq).changes.isEmpty && isFirst && isLast
    }

    /// True for an event of a request that doesn't stand undone.
    private func isStep(_ seq: Int64, _ last: [Int64: Int64]) -> Bool {
        let event = event(seq)
        return (event.isStep || event.type == RecordChange.memoType)
            && (event.type != "import.added" || !isImportUndone(event.subject))
            && last[seq].map { self.event($0).type == "journal.redone" } ?? true
    }

    /// True where nothing of the request can be undone, or something that it did never can.
    private func isIrreversible(_ step: [Int64], _ types: [String]? = nil) -> Bool {
        let bare = step.filter { !hasWayBack($0) }.map(event)
        return bare.count == step.count
            || bare.contains { event in
                Self.isCourse(event.type)
                    && types?.contains { Self.matches($0[...], event.type) } ?? true
            }
    }

    /// True for an event that an undo can reverse, unless something has changed since.
    private func hasWayBack(_ seq: Int64) -> Bool {
        hasChanges(seq) || event(seq).type == "import.committed"
    }

    /// True for an event that only followed from others of its request.
    private func isFollowing(_ event: EventModel) -> Bool {
        (event.changes.isEmpty || event.type == "rest.skipped") && !Self.isCourse(event.type)
            && event.type != "import.added"
    }

    /// Numbers of the first events of requests of which something was ever undone.
    private func requestsBegunToUndo(_ last: [Int64: Int64]) -> Set<Int64> {
        let imports = (1..<seq + 1).filter {
            event($0).type == "import.added" && isImportUndone(event($0).subject)
        }
        return Set((last.keys.filter { $0 > 0 } + imports).map { event($0).request })
    }

    /// True for the type of an event that doesn't follow from others, and has no way back. How a run continues
    /// follows from what confirms it.
    private static func isCourse(_ type: String) -> Bool {
        ["training.", "run."].contains { type.hasPrefix($0) }
            && !["run.interval_started", "run.confirmation_needed", "run.completed"].contains(type)
    }

    /// The requests that may be undone or redone, the newest first, each with its events: their own
    /// numbers, and those of the events whose changes are reversed.
    private func steps(isRedo: Bool, _ types: [String]?) -> [[(own: Int64, reversed: Int64)]] {
        let last = lastReversals
        // What was redone is undone next, however old it is.
        let reversal = isRedo ? "journal.undone" : "journal.redone"
        let begun = requestsBegunToUndo(last)
        let candidates = (1..<seq + 1).filter { seq in
            guard event(seq).type == reversal else {
                let isGone = begun.contains(event(seq).request) && isFollowing(event(seq))
                return !isRedo && last[seq] == nil && isStep(seq, last) && !isGone
            }
            return Int64(event(seq).subject).map { last[$0] == seq } ?? false
        }
        let pairs = candidates.reversed().map { seq in
            let isOwn = event(seq).type != reversal
            return (own: isOwn ? seq : Int64(event(seq).subject) ?? 0, reversed: seq)
        }
        let isMeant = { (own: Int64) in
            types?.contains { Self.matches($0[...], event(own).type) } ?? true
        }
        var steps: [[(own: Int64, reversed: Int64)]] = []
        var known: Set<Int64> = []
        for pair in pairs where isMeant(pair.own) {
            let request = event(pair.reversed).request
            guard known.insert(request).inserted else { continue }
            steps.append(pairs.filter { event($0.reversed).request == request })
        }
        return steps
    }

    /// Leaves one event of each import, that of its commit.
    private func folded(
        _ step: [(own: Int64, reversed: Int64)], besides imports: inout Set<String>
    ) -> [(own: Int64, reversed: Int64)] {
        step.compactMap { pair in
            guard event(pair.own).type == "import.added" else { return pair }
            let id = event(pair.own).subject
            guard imports.insert(id).inserted else { return nil }
            let committed = (1..<seq + 1).first {
                event($0).type == "import.committed" && event($0).subject == id
            }
            return committed.map { ($0, $0) }
        }
    }

    fileprivate mutating func reverse(isRedo: Bool, _ params: Params) throws -> Expected {
        let wanted = try params.optionalInt("seq")
        let types = isRedo ? nil : try params.optionalTexts("types")
        if let wanted {
            let answers = isRedo ? answersUndone(with: wanted) : answers(by: wanted)
            let events = isRedo ? [wanted] + answers : answers + [wanted]
            let shown = try events.map { (seq: $0, shown: try reverse(isRedo: isRedo, seq: $0)) }
                .sorted { $0.seq > $1.seq }.map(\.shown)
            return .result(result(isRedo, shown))
        }
        guard let step = steps(isRedo: isRedo, types).first else { throw Refusal.conflict("none") }
        var imports: Set<String> = []
        let parts = folded(step, besides: &imports).map(\.own)
        try require(isRedo || !isIrreversible(parts, types), .conflict("irreversible"))
        let seqs = parts.filter(hasWayBack)
        let shown = try seqs.map { (seq: $0, shown: try reverse(isRedo: isRedo, seq: $0)) }
        return .result(result(isRedo, shown.sorted { $0.seq > $1.seq }.map(\.shown)))
    }

    private func result(_ isRedo: Bool, _ shown: [Json]) -> Json {
        .members([
            isRedo ? "redone" : "undone": shown[0],
            "others": shown.count > 1 ? .list(Array(shown.dropFirst())) : nil, "seq": .int(seq),
        ])
    }

    fileprivate func listReversals(_ params: Params) throws -> Expected {
        let limit = try params.limit(10, upTo: 100)
        let lists = [false, true].map { isRedo in
            var imports: Set<String> = []
            let steps = steps(isRedo: isRedo, nil).map { folded($0, besides: &imports).map(\.own) }
            return steps.filter { isRedo ? !$0.isEmpty : !isIrreversible($0) }.prefix(Int(limit))
                .map { step in shown(step.filter(hasWayBack)) }
        }
        var imports: Set<String> = []
        let last = steps(isRedo: false, nil).first.map {
            folded($0, besides: &imports).map(\.own)
        }
        let reasons = last.map { $0.filter { Self.isCourse(event($0).type) } }
        let blocked = last.flatMap { step in
            isIrreversible(step) ? shown(reasons.flatMap { $0.isEmpty ? nil : $0 } ?? step) : nil
        }
        return .result(
            .members(["undo": .list(lists[0]), "redo": .list(lists[1]), "last": blocked]))
    }

    private func shown(_ step: [Int64]) -> Json {
        ["events": .list(step.sorted(by: >).map(shownEvent))]
    }

    /// Numbers of the answers to reminders that went with an effort when it was undone, the oldest first.
    private func answersUndone(with effort: Int64) -> [Int64] {
        guard (1..<seq + 1).contains(effort),
            ["log.added", "set.logged"].contains(event(effort).type)
        else { return [] }
        let last = lastReversals
        func request(_ seq: Int64) -> Int64? {
            last[seq].flatMap { event($0).type == "journal.undone" ? event($0).request : nil }
        }
        guard let undoing = request(effort) else { return [] }
        let later = (effort + 1..<seq + 1).filter { request($0) == undoing }
        return answers(among: later) { _ in false }
    }

    /// Numbers of the answers to reminders that stand or fall with an effort, newest first.
    private func answers(by effort: Int64) -> [Int64] {
        guard (1..<seq + 1).contains(effort),
            ["log.added", "set.logged"].contains(event(effort).type)
        else { return [] }
        let last = lastReversals
        guard isUndoable(effort, last) else { return [] }
        let later = (effort + 1..<seq + 1).filter {
            event($0).request == event(effort).request && isStep($0, last)
        }
        return answers(among: later) {
            !hasChanges($0) && !Self.isCourse(event($0).type)
        }.reversed()
    }

    /// Numbers of the answers at the beginning of some events, and of the deletions of reminders for once that
    /// follow from them.
    private func answers(among events: [Int64], passing isPassed: (Int64) -> Bool) -> [Int64] {
        var found: [Int64] = []
        var answered: Set<String> = []
        for seq in events {
            let event = event(seq)
            if event.type == "reminder.answered" { answered.insert(event.subject) }
            let isAnswer = ["reminder.answered", "reminder.deleted"].contains(event.type)
            if isAnswer, answered.contains(event.subject) {
                found.append(seq)
            } else if !isPassed(seq) {
                break
            }
        }
        return found
    }

    /// Undoes or redoes one event.
    ///
    /// - Returns: the event as it is shown.
    private mutating func reverse(isRedo: Bool, seq: Int64) throws -> Json {
        try require((1..<self.seq + 1).contains(seq), Refusal("not_found", field: "seq"))
        if !isRedo, let answer = try undoImport(ofEvent: seq) { return answer }
        let last = lastReversals
        let undoing = last[seq].flatMap { event($0).type == "journal.undone" ? $0 : nil }
        guard let number = isRedo ? undoing : isUndoable(seq, last) ? seq : nil else {
            // Which of several reasons it is, nobody promises.
            throw Refusal.conflict(Refusal.anyState)
        }
        let reversed = event(number)
        do {
            try checkReversing(reversed)
        } catch var refusal as Refusal {
            // Which of several reasons it is that keeps it, nobody promises.
            refusal.state = refusal.state ?? Refusal.anyState
            throw refusal
        }
        let changes = reversed.changes.filter { !$0.isFollowing || kept($0.id) == $0.row }
        let former = try changes.map { ($0.id, try putBack($0.was)) }
        let shown = shownEvent(seq)
        for change in reversed.changes {
            guard change.was?.reminder != nil || change.row?.reminder != nil else { continue }
            follow(change.id, change.was?.reminder, change.row?.reminder)
        }
        endRest(after: reversed.changes.filter { $0.was == nil }.map(\.id))
        change(
            Dictionary(uniqueKeysWithValues: former),
            type: isRedo ? "journal.redone" : "journal.undone", String(seq),
            [isRedo ? "redone" : "undone": shown])
        if changes.contains(where: { $0.id == Self.quietID || $0.was?.isOccurrence == true }) {
            rearmLives()
        }
        return shown
    }

    /// Checks that an event's records haven't changed since, and that after its reversal every reference
    /// still has its record.
    private func checkReversing(_ event: EventModel) throws {
        guard event.changes.allSatisfy({ $0.isFollowing || kept($0.id) == $0.row }) else {
            throw Refusal("conflict")
        }
        for change in event.changes {
            try checkUndoing(change, among: event.changes)
            switch (change.was, change.row) {
            case (.exercise(let exercise), _): try checkPuttingBack(exercise)
            case (.entry(let entry), _):
                guard
                    exercises.contains(where: { $0.id == entry.exercise && $0.unit == entry.unit })
                else { throw Refusal("conflict") }
            case (.reminder(let reminder), _):
                let made = event.changes.filter { $0.was == nil }.map(\.id)
                let isTaken = reminders.contains {
                    $0.id != reminder.id && !made.contains($0.id)
                        && ExerciseModel.key($0.fields.name)
                            == ExerciseModel.key(reminder.fields.name)
                }
                let present = reminders.first { $0.id == reminder.id }
                let isSame =
                    present.map {
                        ExerciseModel.key($0.fields.name) == ExerciseModel.key(reminder.fields.name)
                    } ?? false
                if isTaken, !isSame { throw Refusal("conflict") }
                guard let id = reminder.fields.exercise, id != "any",
                    !exercises.contains(where: { $0.id == id })
                else { continue }
                throw Refusal("conflict")
            case (.measurement(let entry), _):
                try require(isAlike(entry), Refusal("conflict"))
            case (.trainingMax(let entry), _):
                try require(
                    exercises.contains(where: { $0.id == entry.exercise }), Refusal("conflict"))
            case (.preset(let preset), _): try checkPuttingBack(preset)
            case (.goal(let goal), _): try checkPuttingBack(goal)
            case (.plan(let plan), _):
                try require(!plan.isTaken(among: plans), Refusal("conflict"))
            case (.training(let training), _): try checkPuttingBack(training)
            case (.rest(let rest), _):
                let isOther = liveRest.map { $0.id != rest.id } ?? false
                try require(!rest.isLive || !isOther, Refusal("conflict"))
            case (.program(let program), _):
                try require(!program.isTaken(among: programs), Refusal("conflict"))
            case (nil, .exercise(let exercise)):
                if let state = use(of: exercise.id) { throw Refusal.conflict(state) }
            default: break
            }
        }
    }

    private func checkPuttingBack(_ exercise: ExerciseModel) throws {
        let isTaken = exercise.isTaken(among: exercises)
        let isRing = Self.isRing(exercise.id) { id in
            id == exercise.id ? exercise.parent : exercises.first { $0.id == id }?.parent
        }
        let hasParent = exercise.parent.map { parent in exercises.contains { $0.id == parent } }
        let isFitting = entries.allSatisfy {
            $0.exercise != exercise.id || $0.unit == exercise.unit
        }
        let isTrained =
            liveTraining?.fields.exercise == exercise.id
            && liveTraining?.fields.unit != exercise.unit
        guard !isTaken, !isRing, hasParent ?? true, isFitting, !isTrained,
            isFittingPresets(exercise), isFittingGoals(exercise)
        else { throw Refusal("conflict") }
    }
}

extension Arm {
    static let records: [Arm] = [
        Arm("journal.undo", 8, expect: { try $0.reverse(isRedo: false, $1) }) { dice, model in
            if dice.chance(25) {
                let types: [Json] = [
                    ["log.*"], ["exercise.*"], ["preset.*"], ["program.*"], ["workout.*"],
                    ["set.*"], ["weight.*"], ["measurement.*"], ["import.*"], ["training.*"],
                    ["streak.*"], ["goal.*"], ["plan.*"], ["max.*"],
                    ["storage.*"],
                ]
                return ["types": dice.pick(types)].compactMapValues { $0 }
            }
            guard dice.chance(60) else { return [:] }
            guard !dice.chance(30) else {
                return ["seq": .int(Int64.random(in: -1...model.seq + 2, using: &dice))]
            }
            let changes = (1..<model.seq + 1).filter { !model.event($0).changes.isEmpty }
            return ["seq": .int(dice.pick(changes.suffix(8)) ?? 1)]
        },
        Arm("journal.redo", 6, expect: { try $0.reverse(isRedo: true, $1) }) { dice, model in
            guard dice.chance(20) else { return [:] }
            guard !dice.chance(30) else {
                return ["seq": .int(Int64.random(in: -1...model.seq + 2, using: &dice))]
            }
            let undone = (1..<model.seq + 1).filter { model.event($0).type == "journal.undone" }
            let seq = dice.pick(undone.suffix(4)).flatMap { Int64(model.event($0).subject) }
            return ["seq": .int(seq ?? 1)]
        },
        Arm("journal.undoable", 2, .none, expect: { try $0.listReversals($1) }) { dice, _ in
            guard dice.chance(60) else { return [:] }
            return ["limit": dice.one(of: 1, 3, 100, dice.spoils(30) ? 0 : 5)]
        },
    ]
}
