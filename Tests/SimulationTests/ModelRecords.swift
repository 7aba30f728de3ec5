import TestSupport
import TrackerAPI

/// A record that a person keeps, and whose changes can be undone.
enum RecordModel: Hashable {
    case memo(String)
    case exercise(ExerciseModel)
    case entry(EntryModel)
    case measurement(MeasurementModel)
    case reminder(ReminderModel)
    case preset(PresetModel)
    case goal(GoalModel)
    case trainingMax(MaxModel)
    case program(ProgramModel)
    case settings(SettingsModel)
    case pause(PauseModel)
    case template(TemplateModel)
    case plan(PlanModel)
    case workout(WorkoutModel)
    case set(SetModel)
    /// A session as a correction found or left it.
    case training(TrainingModel)
    case timer(TimerModel)
    case rest(RestModel)
    case quiet(QuietModel)
    case occurrence(OccurrenceModel)

    var isOccurrence: Bool {
        if case .occurrence = self { true } else { false }
    }

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
    /// Whether it only followed from another change of its event: where it has gone on since, it stays.
    var isFollowing = false
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
