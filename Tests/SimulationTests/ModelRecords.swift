import TestSupport
import TrackerAPI

/// A record that a person keeps, and whose changes can be undone.
enum RecordModel: Hashable {
    case memo(String)
    case exercise(ExerciseModel)
    case entry(EntryModel)
    case weight(WeightModel)
    case reminder(ReminderModel)
    case preset(PresetModel)
    case program(ProgramModel)
    case settings(SettingsModel)
    case pause(PauseModel)
    case template(TemplateModel)
    case workout(WorkoutModel)
    case set(SetModel)
    /// A session as a correction found or left it.
    case training(TrainingModel)

    var reminder: ReminderModel? {
        guard case .reminder(let reminder) = self else { return nil }
        return reminder
    }
}

/// The change of a record by an event, which an undo reverses.
struct RecordChange: Hashable {
    static let memoType = "memo.changed"

    let id: String
    let was: RecordModel?
    let row: RecordModel?
}

extension Model {
    /// The memos.
    var memos: [String: String] {
        records.compactMapValues { record in
            guard case .memo(let text) = record else { return nil }
            return text
        }
    }

    var exercises: [ExerciseModel] {
        records.values.compactMap { record in
            guard case .exercise(let exercise) = record else { return nil }
            return exercise
        }
    }

    var entries: [EntryModel] {
        records.values.compactMap { record in
            guard case .entry(let entry) = record else { return nil }
            return entry
        }
    }

    var programs: [ProgramModel] {
        records.values.compactMap { record in
            guard case .program(let program) = record else { return nil }
            return program
        }
    }

    /// Reminders in the order of their creation.
    var reminders: [ReminderModel] {
        records.values.compactMap(\.reminder).sorted { $0.order < $1.order }
    }

    /// Changes records; those that are `nil` are removed.
    mutating func change(
        _ rows: [String: RecordModel?], type: String, _ subject: String, _ data: Json
    ) {
        let changes = rows.map { RecordChange(id: $0, was: kept($0), row: $1) }
        for change in changes { keep(change.row, change.id) }
        record(type, subject, data)
        fresh[fresh.count - 1].changes = changes
    }

    fileprivate func isReversal(_ type: String) -> Bool {
        ["journal.undone", "journal.redone"].contains(type)
    }

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
        let event = event(seq)
        return !isReversal(event.type) && event.type != "import.removed" && !event.changes.isEmpty
            && (event.type != "import.added" || !isImportUndone(event.subject))
            && last[seq].map { self.event($0).type == "journal.redone" } ?? true
    }

    /// The requests that may be undone or redone, the newest first, each with its events: their own
    /// numbers, and those of the events whose changes are reversed.
    private func steps(isRedo: Bool, _ types: [String]?) -> [[(own: Int64, reversed: Int64)]] {
        let last = lastReversals
        // What was redone is undone next, however old it is.
        let reversal = isRedo ? "journal.undone" : "journal.redone"
        let candidates = (1..<seq + 1).filter { seq in
            guard event(seq).type == reversal else {
                return !isRedo && last[seq] == nil && isUndoable(seq, last)
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
            let shown = try reverse(isRedo: isRedo, seq: wanted)
            return .result(result(isRedo, [shown]))
        }
        guard let step = steps(isRedo: isRedo, types).first else {
            throw Refusal.conflict("none")
        }
        var imports: Set<String> = []
        let seqs = folded(step, besides: &imports).map(\.own)
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
        let limit = try params.optionalInt("limit") ?? 10
        guard (1...100).contains(limit) else { throw Refusal.invalid("limit") }
        let lists = [false, true].map { isRedo in
            var imports: Set<String> = []
            let steps = steps(isRedo: isRedo, nil).map { folded($0, besides: &imports) }
            return steps.filter { !$0.isEmpty }.prefix(Int(limit)).map { step -> Json in
                ["events": .list(step.map(\.own).sorted(by: >).map(shownEvent))]
            }
        }
        return .result(["undo": .list(lists[0]), "redo": .list(lists[1])])
    }

    /// Undoes or redoes one event.
    ///
    /// - Returns: the event as it is shown.
    private mutating func reverse(isRedo: Bool, seq: Int64) throws -> Json {
        guard (1..<self.seq + 1).contains(seq) else { throw Refusal("not_found", field: "seq") }
        if !isRedo, let answer = try undoImport(ofEvent: seq) { return answer }
        let last = lastReversals
        let undoing = last[seq].flatMap { event($0).type == "journal.undone" ? $0 : nil }
        guard let number = isRedo ? undoing : isUndoable(seq, last) ? seq : nil else {
            throw Refusal("conflict")
        }
        let reversed = event(number)
        do {
            try checkReversing(reversed)
        } catch var refusal as Refusal {
            // Which of several reasons it is that keeps it, nobody promises.
            refusal.state = refusal.state ?? Refusal.anyState
            throw refusal
        }
        let former = try reversed.changes.map { ($0.id, try putBack($0.was)) }
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
        return shown
    }

    /// Checks that an event's records haven't changed since, and that after its reversal every reference
    /// still has its record.
    private func checkReversing(_ event: EventModel) throws {
        guard event.changes.allSatisfy({ kept($0.id) == $0.row }) else {
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
                let isTaken = reminders.contains {
                    $0.id != reminder.id
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
            case (.preset(let preset), _): try checkPuttingBack(preset)
            case (.training(let training), _): try checkPuttingBack(training)
            case (.program(let program), _):
                let isTaken = programs.contains { $0.key == program.key && $0.id != program.id }
                guard !isTaken else { throw Refusal("conflict") }
            case (nil, .exercise(let exercise)):
                if let state = use(of: exercise.id) { throw Refusal.conflict(state) }
            default: break
            }
        }
    }

    private func checkPuttingBack(_ exercise: ExerciseModel) throws {
        let isTaken = exercises.contains { $0.key == exercise.key && $0.id != exercise.id }
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
            isFittingPresets(exercise)
        else { throw Refusal("conflict") }
    }
}

extension Arm {
    static let records: [Arm] = [
        Arm("journal.undo", 8) { dice, model in
            if dice.chance(25) {
                let types: [Json] = [
                    ["log.*"], ["exercise.*"], ["preset.*"], ["program.*"], ["workout.*"],
                    ["set.*"], ["weight.*"], ["import.*"], ["training.*"], ["streak.*"],
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
        } expect: {
            try $0.reverse(isRedo: false, $1)
        },
        Arm("journal.redo", 6) { dice, model in
            guard dice.chance(20) else { return [:] }
            guard !dice.chance(30) else {
                return ["seq": .int(Int64.random(in: -1...model.seq + 2, using: &dice))]
            }
            let undone = (1..<model.seq + 1).filter { model.event($0).type == "journal.undone" }
            let seq = dice.pick(undone.suffix(4)).flatMap { Int64(model.event($0).subject) }
            return ["seq": .int(seq ?? 1)]
        } expect: {
            try $0.reverse(isRedo: true, $1)
        },
        Arm("journal.undoable", 2, .none) { dice, _ in
            guard dice.chance(60) else { return [:] }
            return ["limit": dice.pick([1, 3, 100, dice.spoils(30) ? 0 : 5] as [Json]) ?? 1]
        } expect: {
            try $0.listReversals($1)
        },
    ]
}

extension World {
    /// Changes one memo or several.
    func changeMemos(_ dice: inout Dice) throws {
        guard !isFaulty else { return }
        var texts: [String: String?] = [:]
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            let id = "memo\(Int.random(in: 0..<6, using: &dice))"
            let isGone = model.memos[id] != nil && dice.chance(30)
            texts[id] = .some(isGone ? nil : "text \(Int.random(in: 0..<4, using: &dice))")
        }
        note("memos \(texts)")
        let events = try machine.keep(texts, at: now)
        let rows = texts.mapValues { $0.map(RecordModel.memo) }
        try settle(events) { $0.change(rows, type: RecordChange.memoType, "", [:]) }
    }
}
