/// An entry of the log: a count of one exercise at a time.
package struct LogEntry: Dated {
    /// The way in which the entry was made.
    package enum Source: String, ColumnValue { case manual, reminder, training, `import` }

    /// How far ahead of now an entry may lie, in milliseconds: a day, for wrong clocks and for exercise
    /// planned for tonight.
    package static let maximumAheadMs: Int64 = 86_400_000

    package static let table = "log_entry"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    /// Id of the exercise.
    package private(set) var exercise: String
    package private(set) var count: Int64
    /// Unit of the exercise.
    package private(set) var unit: Exercise.Unit
    /// Time of the exercise, UTC milliseconds.
    package private(set) var atMs: Int64
    package private(set) var day: LocalDay
    package private(set) var note: String?
    package let source: Source
    /// Id of the occurrence (firing of a reminder) that the entry answered; `nil` for none.
    package let occurrence: String?
    /// Number of the entry in the order of adding: later entries have larger numbers.
    package let addOrder: Int64

    /// - Parameter order: a number larger than that of every earlier entry.
    package init(
        id: String, exercise: Exercise, count: Int64, time: LocalInstant, note: String? = nil,
        source: Source = .manual, occurrence: String? = nil, order: Int64, at now: Moment
    ) throws(Rejection) {
        self.id = id
        self.exercise = exercise.id
        unit = exercise.unit
        self.source = source
        self.occurrence = occurrence
        addOrder = order
        try Exercise.check(count: count, field: "count")
        self.count = count
        try now.check(near: time.ms)
        atMs = time.ms
        day = time.day
        try Self.check(note: note)
        self.note = note.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Changes the given members; `nil` leaves a member as it is, and an empty note removes the note.
    package mutating func edit(
        exercise: Exercise? = nil, count: Int64? = nil, time: LocalInstant? = nil,
        note: String? = nil,
        at now: Moment
    ) throws(Rejection) {
        if let exercise {
            self.exercise = exercise.id
            unit = exercise.unit
        }
        if let count {
            try Exercise.check(count: count, field: "count")
            self.count = count
        }
        if let time {
            try now.check(near: time.ms)
            atMs = time.ms
            day = time.day
        }
        if let note {
            try Self.check(note: note)
            self.note = note.isEmpty ? nil : note
        }
    }

    /// Moves the entry to another exercise with the same unit.
    package mutating func move(toExercise id: String) { exercise = id }

    package var datedMs: Int64 { atMs }

    static func check(note: String?) throws(Rejection) {
        if let note { try Text.checkMessage(note, field: "note") }
    }
}

// MARK: - Rules

extension LogEntry {
    package static let rules = Rules<LogEntry>(
        references: [
            .init(
                to: Exercise.self, "its exercise", column: "exercise",
                use: .init("logged", "the log has entries for it"), watching: \.unit,
                ids: { [$0.exercise] },
                mismatch: {
                    Exercise.mismatch(
                        $0.unit, $1, state: "logged",
                        reason: "the log has entries for it in \($0.unit.rawValue): create another "
                            + "exercise")
                })
        ])
    package static let sharing: Sharing<LogEntry>? = Sharing([["note"]])
}

// MARK: - Row

extension LogEntry {
    package init(_ row: inout RowVisitor, writing entity: LogEntry?) throws {
        id = try row.column("id", entity?.id)
        exercise = try row.column("exercise", entity?.exercise)
        count = try row.column("count", entity?.count)
        unit = try row.column("unit", entity?.unit)
        atMs = try row.column("at_ms", entity?.atMs)
        note = try row.optional("note", entity?.note)
        source = try row.column("source", entity?.source)
        occurrence = try row.optional("occurrence", entity?.occurrence)
        addOrder = try row.column("add_order", entity?.addOrder)
        day = try row.day(entity?.day, of: atMs)
    }
}
