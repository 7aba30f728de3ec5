import TestSupport
import TrackerAPI

/// A record that a person keeps, and whose changes can be undone.
enum RecordModel: Hashable {
    case memo(String)
    case exercise(ExerciseModel)
    case entry(EntryModel)
    case reminder(ReminderModel)
    case preset(PresetModel)
    case program(ProgramModel)
    case settings(SettingsModel)
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

    private static let undoneType = "journal.undone"

    fileprivate mutating func undo(_ params: Params) throws -> Expected {
        let wanted = try params.optionalInt("seq")
        let types = try params.optionalTexts("types")
        let all = 1..<self.seq + 1
        let undone = Set(all.map(event).filter { $0.type == Self.undoneType }.map(\.subject))
        let newest = all.last { seq in
            let isMeant = types?.contains { Self.matches($0[...], event(seq).type) } ?? true
            return isMeant && (try? checkUndoing(seq, undone)) != nil
        }
        guard let seq = wanted ?? newest else { throw Refusal("conflict") }
        guard all.contains(seq) else { throw Refusal("not_found", field: "seq") }
        if let answer = try undoImport(ofEvent: seq) { return answer }
        try checkUndoing(seq, undone)
        let former = event(seq).changes.map { ($0.id, putBack($0.was)) }
        let shown = shownEvent(seq)
        for change in event(seq).changes {
            guard change.was?.reminder != nil || change.row?.reminder != nil else { continue }
            follow(change.id, change.was?.reminder, change.row?.reminder)
        }
        endRest(after: event(seq).changes.filter { $0.was == nil }.map(\.id))
        change(
            Dictionary(uniqueKeysWithValues: former), type: Self.undoneType, String(seq),
            ["undone": shown])
        return .result(["undone": shown, "seq": .int(self.seq)])
    }

    /// Checks an undo: a person's event whose records haven't changed since, not undone before, and after
    /// which every reference still has its record.
    private func checkUndoing(_ seq: Int64, _ undone: Set<String>) throws {
        let event = event(seq)
        guard ![Self.undoneType, "import.removed"].contains(event.type), !event.changes.isEmpty,
            !undone.contains(String(seq)),
            event.type != "import.added" || !isImportUndone(event.subject),
            event.changes.allSatisfy({ kept($0.id) == $0.row })
        else { throw Refusal("conflict") }
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
                guard let id = reminder.fields.exercise, !exercises.contains(where: { $0.id == id })
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
                    ["set.*"], ["import.*"], ["training.*"], ["none"],
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
            try $0.undo($1)
        }
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
