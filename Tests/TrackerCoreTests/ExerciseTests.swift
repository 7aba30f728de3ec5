import TestSupport
import Testing
import TrackerCore

struct ExerciseTests {
    static func exercise(
        _ name: String = "Push-ups", unit: Exercise.Unit = .reps, id: String = "0push0000001",
        slug: String? = nil
    ) throws -> Exercise {
        try Exercise(id: id, fields: .init(name: name, unit: unit), slug: slug)
    }

    @Test func whatNobodySaysIsUsual() throws {
        let reps = try Self.exercise()
        #expect(reps.fields.defaultCount == 10)
        #expect(reps.fields.category == "other")
        #expect(reps.isCustom && !reps.isEdited && !reps.isArchived)
        let seconds = try Self.exercise("Plank", unit: .seconds, slug: "plank")
        #expect(seconds.fields.defaultCount == 30)
        #expect(!seconds.isCustom)
    }

    @Test(arguments: [1, 100_000] as [Int64]) func countsWithinTheLimits(count: Int64) throws {
        #expect(throws: Never.self) { try Exercise.check(count: count, field: "count") }
        _ = try Exercise(id: "x", fields: .init(name: "x", unit: .reps, defaultCount: count))
    }

    @Test(arguments: [0, -1, 100_001, .min, .max] as [Int64]) func countsBeyond(count: Int64) {
        let refusal = #expect(throws: Rejection.self) {
            try Exercise(id: "x", fields: .init(name: "x", unit: .reps, defaultCount: count))
        }
        #expect(refusal?.field == "default_count")
        #expect(refusal?.message.contains("1 to 100000") == true)
    }

    @Test(arguments: ["#1A9FFF", "#000000", "#abcdef"]) func colors(_ color: String) throws {
        let exercise = try Exercise(
            id: "x", fields: .init(name: "x", unit: .reps, color: color))
        #expect(exercise.fields.color == color.lowercased())
    }

    @Test(arguments: ["red", "#12345", "#1234567", "#12345g", "", "1a9fff0", "#１２３４５６"])
    func noColors(_ color: String) {
        let refusal = #expect(throws: Rejection.self) {
            try Exercise(id: "x", fields: .init(name: "x", unit: .reps, color: color))
        }
        #expect(refusal?.field == "color")
    }

    @Test func textsAreChecked() {
        func field(_ change: (inout Exercise.Fields) -> Void) -> String? {
            var fields = Exercise.Fields(name: "x", unit: .reps)
            change(&fields)
            return #expect(throws: Rejection.self) { try Exercise(id: "x", fields: fields) }?.field
        }
        #expect(field { $0.name = "" } == "name")
        #expect(field { $0.name = "a\nb" } == "name")
        #expect(field { $0.name = String(repeating: "x", count: 201) } == "name")
        #expect(field { $0.category = "" } == "category")
        #expect(field { $0.equipment = "\u{7}" } == "equipment")
        #expect(field { $0.icon = String(repeating: "x", count: 201) } == "icon")
    }

    @Test func onlyTheLibrarysAreMarkedAsEdited() throws {
        var seeded = try Self.exercise(slug: "push-ups")
        try seeded.edit(seeded.fields)
        #expect(!seeded.isEdited)
        var fields = seeded.fields
        fields.defaultCount = 20
        try seeded.edit(fields)
        #expect(seeded.isEdited && seeded.fields.defaultCount == 20)
        var own = try Self.exercise()
        try own.edit(fields)
        #expect(!own.isEdited)
    }

    @Test func aRefusedEditChangesNothing() throws {
        var exercise = try Self.exercise(slug: "push-ups")
        let before = exercise
        var fields = exercise.fields
        fields.name = ""
        #expect(throws: Rejection.self) { try exercise.edit(fields) }
        #expect(exercise == before)
    }

    @Test func rows() throws {
        var whole = try Exercise(
            id: "0push0000001",
            fields: .init(
                name: "Élévation", unit: .seconds, category: "core", equipment: "bench",
                defaultCount: 45, icon: "up", color: "#010203", variantOf: "0pull0000002"),
            slug: "elevation", isArchived: true)
        var fields = whole.fields
        fields.defaultCount = 46
        try whole.edit(fields)
        #expect(try reread(whole) == whole)
        #expect(try json(whole).contains(#""name_key":"elevation""#))
        let bare = try Self.exercise()
        #expect(try reread(bare) == bare)
        #expect(Exercise.isUndoable && !Exercise.isTimed)
        #expect(LogEntry.isUndoable && !LogEntry.isTimed)
    }

    @Test func derivedIDs() {
        let id = Movement.id(ofSlug: "push-ups")
        // The value may never change, since databases contain it.
        #expect(id == "1fk9v77e2k6p")
        #expect(Identifier.isWhole(id))
        let ids = (0..<20_000).map { Movement.id(ofSlug: "movement-\($0)") }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy(Identifier.isWhole))
        // Prefixes tell derived ids apart, as they do random ones.
        #expect(Set(ids.map { $0.prefix(1) }).count == 32)
        #expect(Set(ids.prefix(150).map { $0.prefix(4) }).count > 145)
    }
}

struct LogEntryTests {
    private let now = Machine().now

    private func entry(
        count: Int64 = 20, atMs: Int64? = nil, note: String? = nil
    ) throws -> LogEntry {
        try LogEntry(
            id: "0entry000001", exercise: ExerciseTests.exercise(), count: count,
            time: .utc(atMs ?? now.wallMs), note: note, order: 7, at: now)
    }

    @Test func limits() throws {
        let day: Int64 = 86_400_000
        #expect(try entry(atMs: now.wallMs + day).atMs == now.wallMs + day)
        #expect(try entry(atMs: 0).atMs == 0)
        for atMs in [now.wallMs + day + 1, -1, .min, .max] {
            #expect(#expect(throws: Rejection.self) { try entry(atMs: atMs) }?.field == "at")
        }
        for count in [0, -5, 100_001] as [Int64] {
            #expect(#expect(throws: Rejection.self) { try entry(count: count) }?.field == "count")
        }
        let note = String(repeating: "x", count: 4001)
        let refusal = #expect(throws: Rejection.self) { try entry(note: note) }
        #expect(refusal?.kind == .tooLarge && refusal?.field == "note")
        #expect(try entry(note: "").note == nil)
        #expect(try entry(note: "a\nb").note == "a\nb")
    }

    @Test func edits() throws {
        var entry = try entry(note: "first")
        let plank = try ExerciseTests.exercise("Plank", unit: .seconds, id: "0plank000002")
        try entry.edit(at: now)
        #expect(try entry == self.entry(note: "first"))
        try entry.edit(exercise: plank, count: 60, time: .utc(5), note: "", at: now)
        #expect(entry.exercise == plank.id && entry.unit == .seconds)
        #expect(entry.count == 60 && entry.atMs == 5 && entry.note == nil && entry.addOrder == 7)
        #expect(throws: Rejection.self) { try entry.edit(count: 0, at: now) }
        #expect(throws: Rejection.self) {
            try entry.edit(time: .utc(Bounds.times.upperBound), at: now)
        }
        #expect(throws: Rejection.self) { try entry.edit(note: "\u{1b}", at: now) }
        #expect(try reread(entry) == entry)
        #expect(try reread(self.entry(note: "n")) == self.entry(note: "n"))
    }
}
