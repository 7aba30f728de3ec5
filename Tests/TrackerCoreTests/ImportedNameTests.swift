import Testing
import TrackerCore

@Suite struct ImportedNameTests {
    @Test(arguments: [
        ("Bench Press (Barbell)", ["bench", "press"], ImportedName.Equipment.barbell),
        ("BENCH PRESS - barbell", ["bench", "press"], .barbell),
        ("Barbell Bench Press", ["bench", "press"], .barbell),
        ("Squats", ["squat"], nil), ("Pullups", ["pull", "up"], nil),
        ("Pull-Up", ["pull", "up"], nil), ("Lunges (Dumbbells)", ["lunge"], .dumbbell),
        ("Squat (Smith Machine)", ["squat"], .smithMachine),
        ("Deadlift (Hex Bar)", ["deadlift"], .trapBar), ("EZ-Bar Curl", ["curl"], .ezBar),
        ("Chest Flyes", ["chest", "fly"], nil), ("Calves", ["calf"], nil),
        ("Single-Legged Press", ["leg", "press", "single"], nil),
        ("Farmer's Walk", ["farmer", "walk"], nil), ("Cable", ["cable"], nil),
        ("Barbell Machine Row", ["machine", "row"], .barbell), ("Élévations", ["elevation"], nil),
        ("Weighted", ["weighted"], nil), ("", [], nil),
    ])
    func takenApart(
        _ name: String, _ words: [String], _ equipment: ImportedName.Equipment?
    ) {
        let found = ImportedName(name)
        #expect(found.words == words && found.equipment == equipment)
    }

    @Test(arguments: [
        ("Pull Up (Assisted)", ImportedName.Mode.assisted), ("Assisted Dips", .assisted),
        ("Pull Up (Weighted)", .weighted), ("Unassisted Dips", .plain), ("Dips", .plain),
    ])
    func meaningOfLoads(_ name: String, _ mode: ImportedName.Mode) throws {
        #expect(ImportedName(name).mode == mode)
        let modes: [ImportedName.Mode: WorkoutSet.LoadMode] = [
            .assisted: .assisted, .weighted: .bodyweight, .plain: .external,
        ]
        #expect(try exercise(name).usualLoadMode() == modes[mode])
        // The name by which it is called tells, too: that of one that was merged into it.
        #expect(try exercise("Dips").usualLoadMode(called: name) == modes[mode])
    }

    @Test(arguments: [
        ("pull-up bar", WorkoutSet.LoadMode.bodyweight), ("Dip Bars", .bodyweight),
        ("bodyweight", .bodyweight), ("rings", .bodyweight), ("barbell", .external),
        ("machine", .external), ("band", .external), ("none", .external),
    ])
    func loadsComeOnTopOfTheBody(_ equipment: String, _ mode: WorkoutSet.LoadMode) throws {
        #expect(try exercise("Dips", equipment).usualLoadMode() == mode)
        #expect(try exercise("Dips").usualLoadMode() == .external)
        #expect(try exercise("Assisted Dips", equipment).usualLoadMode() == .assisted)
    }

    private func exercise(
        _ name: String, _ equipment: String? = nil, isArchived: Bool = false
    ) throws -> Exercise {
        try Exercise(
            id: name, fields: .init(name: name, unit: .reps, equipment: equipment),
            isArchived: isArchived)
    }

    private func match(
        _ name: String, among exercises: [Exercise], aliases: [String: [String]] = [:]
    ) -> ImportMatch? {
        ImportMatching(exercises, aliases: aliases).match(name, unit: .reps, hasLoads: true)
    }

    /// A word is a whole word: a curl isn't in `Curler`, nor a row in `Throw`.
    @Test(arguments: ["Throw", "Rows", "Row Machines", "Arrow", "Throws (Barbell)"])
    func neverInsideAWord(_ name: String) throws {
        let found = match(name, among: [try exercise("Row", "barbell")])
        #expect((found?.isSure ?? false) == (name == "Rows"))
    }

    @Test func unknownEquipmentIsAskedFor() throws {
        let ours = [try exercise("Ring Row")]
        let found = try #require(match("Ring Rows (Bodyweight)", among: ours))
        #expect(!found.isSure && found.why == "the equipment isn't known here")
        #expect(match("Ring Rows", among: ours)?.isSure == true)
    }

    @Test func whatItHangsFromIsNoEquipment() throws {
        let ours = [try exercise("Pull-ups", "pull-up bar"), try exercise("Twist", "roman chair")]
        #expect(match("Pull Up (Bodyweight)", among: ours)?.isSure == true)
        #expect(match("Twist (Bodyweight)", among: ours) == nil)
    }

    @Test func archivedOnesArePassedOver() throws {
        let gone = try exercise("Bench Press", "barbell", isArchived: true)
        #expect(match("Bench Press (Barbell)", among: [gone]) == nil)
    }

    @Test func anAliasOfOnesOwn() throws {
        let ours = [try exercise("Overhead Press", "barbell")]
        let found = try #require(
            match("Strict (Barbell)", among: ours, aliases: ["Overhead Press": ["strict"]]))
        #expect(found.isSure && found.why == "alias strict")
    }

    @Test func amongEqualsNobodyGuesses() throws {
        let two = [try exercise("Row Barbell"), try exercise("Barbell Row!")]
        #expect(match("Row (Barbell)", among: two)?.isSure == true)
        let three = [try exercise("Row - Barbell 1"), try exercise("1 Row Barbell")]
        let found = try #require(match("Row 1 (Barbell)", among: three))
        #expect(!found.isSure && found.why == "others have the same name")
    }
}
