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

    // The row, if it is of that kind; `nil` for another.
    var exercise: ExerciseModel? { if case .exercise(let row) = self { row } else { nil } }
    var entry: EntryModel? { if case .entry(let row) = self { row } else { nil } }
    var measurement: MeasurementModel? { if case .measurement(let row) = self { row } else { nil } }
    var reminder: ReminderModel? { if case .reminder(let row) = self { row } else { nil } }
    var preset: PresetModel? { if case .preset(let row) = self { row } else { nil } }
    var goal: GoalModel? { if case .goal(let row) = self { row } else { nil } }
    var trainingMax: MaxModel? { if case .trainingMax(let row) = self { row } else { nil } }
    var program: ProgramModel? { if case .program(let row) = self { row } else { nil } }
    var template: TemplateModel? { if case .template(let row) = self { row } else { nil } }
    var plan: PlanModel? { if case .plan(let row) = self { row } else { nil } }
    var workout: WorkoutModel? { if case .workout(let row) = self { row } else { nil } }
    var set: SetModel? { if case .set(let row) = self { row } else { nil } }
    var memo: String? { if case .memo(let row) = self { row } else { nil } }
    var pause: PauseModel? { if case .pause(let row) = self { row } else { nil } }
    var isOccurrence: Bool { if case .occurrence = self { true } else { false } }
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
    var memos: [String: String] { records.compactMapValues(\.memo) }

    var exercises: [ExerciseModel] { records.values.compactMap(\.exercise) }

    var entries: [EntryModel] { records.values.compactMap(\.entry) }

    var programs: [ProgramModel] { records.values.compactMap(\.program) }

    /// Reminders in the order of their creation.
    var reminders: [ReminderModel] {
        records.values.compactMap(\.reminder).sorted { $0.order < $1.order }
    }

    /// Writes a row, or removes it if the type says so, and answers with what the event tells.
    mutating func write(
        _ row: RecordModel, _ id: String, _ type: String, _ view: Json
    ) -> Expected {
        change([id: type.hasSuffix(".deleted") ? nil : row], type: type, id, view)
        return .result(view)
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

    /// The records that a set or a workout has made, from the event that tells them, which the model takes;
    /// none where no such event comes next. Which ones they are is derived.
    ///
    /// - Parameters:
    ///   - subject: id of the set, or of the workout.
    ///   - members: what the event tells besides.
    @discardableResult
    mutating func takeRecords(of subject: String, _ members: [String: Json]) -> Json {
        guard let clue = nextClue, clue.type == "record.set", clue.subject == subject,
            let made = clue.data["records"], !made.list.isEmpty
        else { return [] }
        let soFar = clue.data["so_far"]?.list ?? []
        var data = members
        data["records"] = made
        data["so_far"] = .list(soFar)
        record(
            "record.set", subject, .object(data),
            alert: soFar.isEmpty ? nil : soFar.count == 1 ? "New record" : "New records")
        return made
    }
}

/// A kept thing that its name names, so that no other of its kind has that.
protocol NamedModel {
    var id: String { get }
    var name: String { get }
}

extension NamedModel {
    var key: String { ExerciseModel.key(name) }

    func isTaken(among all: [Self]) -> Bool { all.contains { $0.key == key && $0.id != id } }

    func requireFree(among all: [Self]) throws {
        try require(!isTaken(among: all), Refusal("conflict", field: "name", state: "taken"))
    }
}

extension World {
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
