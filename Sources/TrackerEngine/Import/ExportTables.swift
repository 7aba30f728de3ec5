import TrackerAPI
import TrackerCore
import TrackerStore

/// A kind that is exported as a table for other programs, such as a spreadsheet.
protocol Tabular: StoredEntity {
    /// Columns of the table; columns with names come first.
    static var exportColumns: [ExportColumn] { get }

    /// View of the entity as on the wire, with names beside its ids. Its times are local, at the UTC offset
    /// that the row was written with, if it has one.
    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue
}

/// Column of an exported table, which holds one member of the rows' views.
struct ExportColumn: ExpressibleByStringLiteral {
    let title: String
    private let member: String
    private let isSpan: Bool

    /// Column with the same name as its member.
    init(stringLiteral member: String) {
        self.init(title: member, member: member)
    }

    private init(title: String, member: String, isSpan: Bool = false) {
        (self.title, self.member, self.isSpan) = (title, member, isSpan)
    }

    /// Column whose name differs from that of its member.
    static func named(_ title: String, of member: String) -> ExportColumn {
        ExportColumn(title: title, member: member)
    }

    /// Column with a span in seconds, from a member in milliseconds: `rest_s` from `rest_ms`.
    static func seconds(_ name: String) -> ExportColumn {
        ExportColumn(title: "\(name)_s", member: "\(name)_ms", isSpan: true)
    }

    /// The cell of a row; empty where its view has no such member.
    func cell(of view: JSONValue) throws -> Cell {
        switch view[member] {
        case .null, nil: .null
        case .bool(let value): .text(value ? "true" : "false")
        case .integer(let value): isSpan ? .number(Double(value) / 1000) : .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .text(value)
        case .array(let values): values.isEmpty ? .null : .text(try Self.text(of: values))
        case .object(let members): .text(try JSONText.of(members))
        }
    }

    /// Names in a list, separated by semicolons; a list of things without names as JSON.
    private static func text(of values: [JSONValue]) throws -> String {
        let names = values.compactMap { $0["name"]?.string ?? $0.string }
        return names.count == values.count
            ? names.joined(separator: "; ") : try JSONText.of(values)
    }
}

/// The names that ids stand for, each read once.
struct ExportNames {
    private var exercises: [String: String] = [:]
    private var workouts: [String: String] = [:]
    private var templates: [String: String] = [:]

    /// The name of an exercise; empty for one that isn't there.
    mutating func exercise(_ id: String, _ context: Context) throws -> String {
        if let name = exercises[id] { return name }
        let name = try context.name(ofExercise: id) ?? ""
        exercises[id] = name
        return name
    }

    mutating func workout(_ id: String, _ context: Context) throws -> String {
        if let name = workouts[id] { return name }
        let name = try context.transaction.workout(id: id)?.name ?? ""
        workouts[id] = name
        return name
    }

    mutating func template(_ id: String, _ context: Context) throws -> String {
        if let name = templates[id] { return name }
        let name = try context.transaction.entity(Template.self, id: id)?.name ?? ""
        templates[id] = name
        return name
    }
}

extension JSONValue {
    /// JSON of a view, with added members that the view itself doesn't have.
    fileprivate init(_ view: some Encodable, with added: [String: JSONValue] = [:]) throws {
        let value = try JSONText.value(JSONValue.self, from: JSONText.of(view))
        guard case .object(let members) = value else {
            self = value
            return
        }
        self = .object(members.merging(added) { own, _ in own })
    }
}

// MARK: - Strength

extension WorkoutSet: Tabular {
    static var exportColumns: [ExportColumn] {
        [
            "exercise_name", "workout_name", "index", "type", "reps", "load", "load_unit",
            "load_mode", "seconds", "distance_m", "rpe", "rir",
            .seconds("rest"), "note", "at",
            "day", "updated_at", "id", "workout", "exercise", "block", "drop_of",
            "body_weight", "body_weight_unit",
        ]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        let view = try SetView(
            self, exerciseName: names.exercise(exercise, context),
            index: context.transaction.index(of: self), restMs: context.restMs(after: self),
            body: context.transaction.bodyWeight(of: fields, atMs: atMs), zone: day.zone)
        return try JSONValue(
            view, with: ["workout_name": .string(names.workout(workout, context))])
    }
}

extension Workout: Tabular {
    static var exportColumns: [ExportColumn] {
        [
            "name", "template_name", "state", "started_at", "ended_at", "day", .seconds("duration"),
            "sets", "exercises", "deload", "note", "id", "template",
        ]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        let view = try context.view(self, hasPrevious: false)
        var added: [String: JSONValue] = [
            "sets": .integer(view.exercises.reduce(0) { $0 + Int64($1.sets.count) })
        ]
        added["duration_ms"] = (view.summary?.durationMs).map(JSONValue.integer)
        added["template_name"] = try template.map {
            .string(try names.template($0, context))
        }
        return try JSONValue(
            WorkoutView(
                self, exercises: view.exercises, summary: view.summary, zone: day.zone),
            with: added)
    }
}

extension Template: Tabular {
    static var exportColumns: [ExportColumn] {
        ["name", "days_per_week", .seconds("rest"), "deload", "exercises", "plan", "note", "id"]
    }

    /// The column `plan` has the plan of each exercise, as a person types it.
    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        let view = try view(in: context)
        return try JSONValue(
            view, with: ["plan": .string(view.exercises.map(PlanText.of).joined(separator: "; "))])
    }
}

extension Exercise: Tabular {
    static var exportColumns: [ExportColumn] {
        [
            "name", "aliases", "unit", "category", "equipment", "default_count", "variant_of_name",
            "icon", "color", "custom", "archived", "id", "variant_of", "muscles", "load_unit",
            "bar", "bar_unit", "pair", "steps", "step", "start",
        ]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        let parent = try fields.variantOf.map { try names.exercise($0, context) }
        let view = try ExerciseView(self, aliases: context.aliases(of: self), last: nil)
        let whole = try JSONValue(
            view, with: parent.map { ["variant_of_name": .string($0)] } ?? [:])
        guard let muscles = view.muscles, case .object(var members) = whole else { return whole }
        // Primary muscles come first.
        let all = muscles.primary + muscles.secondary
        members["muscles"] = .string(all.map(\.rawValue).joined(separator: "; "))
        return .object(members)
    }
}

extension Settings: Tabular {
    static var exportColumns: [ExportColumn] {
        [
            "unit", .seconds("rest"), "bar", "plates", "day_starts_at", "week_starts",
            "active_days", "streak", "achievements", "xp", "challenges", "reports",
        ]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        try JSONValue(SettingsView(fields, today: context.presentDay()))
    }
}

// MARK: - Log, measurements and training

extension LogEntry: Tabular {
    static var exportColumns: [ExportColumn] {
        [
            "exercise_name", "count", "unit", "at", "day", "note", "source", "id", "exercise",
            "occurrence",
        ]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        let name = try names.exercise(exercise, context)
        return try JSONValue(
            LogEntryView(self, name: name, zone: day.zone),
            with: ["exercise_name": .string(name)])
    }
}

extension Measurement: Tabular {
    static var exportColumns: [ExportColumn] { ["what", "value", "unit", "at", "day", "id"] }
    static var weightColumns: [ExportColumn] {
        [.named("weight", of: "value"), "unit", "at", "day", "id"]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        try JSONValue(MeasurementView(self, zone: day.zone), with: ["day": .string(day.text)])
    }
}

extension TrainingMax: Tabular {
    static var exportColumns: [ExportColumn] {
        ["exercise_name", "load", "unit", "at", "day", "id", "exercise"]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        let name = try names.exercise(exercise, context)
        return try JSONValue(
            TrainingMaxView(self, name: name, zone: day.zone), with: ["day": .string(day.text)])
    }
}

extension Training: Tabular {
    static var exportColumns: [ExportColumn] {
        [
            "exercise_name", "mode", "state", "target", "accumulated", "adjustment",
            .seconds("rest"), "attempts", "started_at", "ended_at", "day", .seconds("ready"), "id",
            "exercise",
        ]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        let name = try fields.exercise.map { try names.exercise($0, context) }
        return try JSONValue(
            TrainingView(
                self, exerciseName: name, rest: nil, last: nil, at: context.now, zone: day.zone))
    }
}

// MARK: - Plans and timers

extension Reminder: Tabular {
    static var exportColumns: [ExportColumn] {
        [
            "name", "message", "enabled", "exercise_name", "count", "schedule", "follow_up",
            .seconds("snooze"), "missed", .seconds("grace"), "unless_done", .seconds("break"),
            "off_until", "id", "exercise",
        ]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        try JSONValue(context.view(of: self))
    }
}

extension Program: Tabular {
    static var exportColumns: [ExportColumn] {
        [
            "name", "icon", .seconds("total"), "steps", "intervals", "sound", "id",
            .seconds("ring_again"),
        ]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        try JSONValue(ProgramView(self))
    }
}

extension Run: Tabular {
    static var exportColumns: [ExportColumn] {
        [
            "name", "state", "started_at", "ended_at", "day", .seconds("elapsed"),
            .seconds("worked"), "rounds", "pause_when_away", "away", "id", "program",
        ]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        try JSONValue(RunView(self, at: context.now, zone: day.zone))
    }
}

extension Timer: Tabular {
    static var exportColumns: [ExportColumn] {
        [
            "name", "message", "kind", "state", .seconds("duration"), .seconds("elapsed"),
            "started_at", "paused_at", "ended_at", .seconds("late_by"), "on_suspend",
            "pause_when_away", "away", "sound", .seconds("ring_again"), "answered_at", "laps", "id",
        ]
    }

    func exportView(_ context: Context, _ names: inout ExportNames) throws -> JSONValue {
        try JSONValue(view(in: context))
    }
}
