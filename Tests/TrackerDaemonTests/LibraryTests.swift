import Stage
import TestSupport
import Testing
import TrackerCore
import TrackerEngine
import UserFiles

@testable import TrackerDaemon

/// The shipped movements, and a person's own file.
@MainActor @Suite struct LibraryTests {
    private func read(_ own: String, shipped: String? = nil) -> LibraryReader {
        LibraryReader.read(
            shipped: shipped ?? LibraryFile.shipped,
            own: UserFile(path: "own.toml", text: own))
    }

    private func movement(_ slug: String, in reader: LibraryReader) throws -> Exercise.Fields {
        try #require(reader.movements.first { $0.slug == slug }?.fields)
    }

    // MARK: Shipped content

    @Test func theShippedOnesAreAllThere() throws {
        let library = read("")
        #expect(library.warnings == [])
        #expect((150...200).contains(library.movements.count))
        let names = Set(library.movements.map(\.fields.name))
        for name in [
            "Squats", "Push-ups", "Lunges", "Plank", "Pull-ups", "Bench Press",
            "Paused Bench Press",
        ] {
            #expect(names.contains(name))
        }
        #expect(Set(library.movements.map { NameKey.of($0.fields.name) }).count == names.count)
        #expect(Set(library.movements.map { Movement.id(ofSlug: $0.slug) }).count == names.count)
        #expect(Set(library.movements.map(\.fields.category)).count >= 8)
        #expect(library.movements.contains { $0.fields.unit == .seconds })
        // No movement is skipped.
        let changes = LibraryChanges(of: library.movements, present: [], used: [])
        #expect(changes.written.count == names.count && changes.skipped.isEmpty)
    }

    @Test func eachNamesItsMuscles() throws {
        let library = read("")
        for movement in library.movements {
            #expect(movement.fields.muscles != nil, "\(movement.slug)")
            try movement.fields.muscles?.check()
        }
        let press = try movement("bench-press", in: library).muscles
        #expect(press == Muscles(primary: [.chest], secondary: [.triceps, .frontDelts]))
        #expect(try movement("paused-bench-press", in: library).muscles == press)
        #expect(
            try movement("close-grip-bench-press", in: library).muscles?.primary == [.triceps])
        let used = Set(library.movements.flatMap { $0.fields.muscles?.primary ?? [] })
        #expect(used == Set(Muscle.allCases))
    }

    @Test func someAreDoneOverADistance() throws {
        let library = read(
            """
            [cardio]
            sled = { name = "Sled Push", distance = true }
            heavy-sled = { name = "Heavy Sled Push", variant_of = "sled" }
            cycling = { distance = false }
            bad = { name = "Bad", distance = "far" }
            """)
        let over = Set(library.movements.filter(\.isOverDistance).map(\.slug))
        #expect(over.isSuperset(of: ["running", "walking", "farmers-walk", "sled", "heavy-sled"]))
        #expect(over.isDisjoint(with: ["cycling", "plank", "squats", "bad"]))
        #expect(library.warnings.count == 1)
    }

    @Test func musclesOfOnesOwn() throws {
        let own = """
            [arms]
            ring-curl = { name = "Ring Curl", primary = ["biceps"], secondary = ["Front-Delts"] }
            push-ups = { primary = ["triceps"] }
            bad = { name = "Bad", primary = ["heart"] }
            twice = { name = "Twice", primary = ["abs"], secondary = ["abs"] }
            helper = { name = "Helper", secondary = ["abs"] }
            """
        let library = read(own)
        #expect(
            try movement("ring-curl", in: library).muscles
                == Muscles(primary: [.biceps], secondary: [.frontDelts]))
        #expect(try movement("push-ups", in: library).muscles == Muscles(primary: [.triceps]))
        // Variants go with the movement that they vary.
        #expect(try movement("knee-push-ups", in: library).muscles?.primary == [.triceps])
        #expect(library.warnings.map(\.line) == [4, 5, 6])
        #expect(library.warnings.first?.description.contains("heart") == true)
        #expect(!library.movements.contains { ["bad", "twice", "helper"].contains($0.slug) })
    }

    @Test func variantsHaveTheirParents() throws {
        let library = read("")
        let paused = try movement("paused-bench-press", in: library)
        #expect(paused.variantOf == "bench-press")
        #expect(paused.equipment == "barbell" && paused.category == "chest")
        #expect(paused.defaultCount == 5)
        let side = try movement("side-plank", in: library)
        #expect(side.unit == .seconds && side.variantOf == "plank")
    }

    @Test func theNameIsTheKeyInMostLines() {
        for movement in read("").movements {
            let words = NameKey.of(movement.fields.name.filter { $0 != "'" }).split(separator: " ")
            #expect(movement.slug == words.joined(separator: "-"))
        }
    }

    @Test(arguments: [
        ("bench", "Bench Press"), ("bp", "Bench Press"), ("squat", "Back Squat"),
        ("ohp", "Overhead Press"), ("military press", "Overhead Press"),
        ("rdl", "Romanian Deadlift"), ("db bench", "Dumbbell Bench Press"),
        ("bb row", "Barbell Row"), ("kb swing", "Kettlebell Swing"),
        ("bulgarian", "Bulgarian Split Squat"), ("lat pulldown", "Lat Pulldown"),
        ("skullcrusher", "Skull Crushers"), ("hip thrust", "Hip Thrust"),
    ])
    func theGymsWordsAreKnown(_ word: String, _ name: String) {
        let meaning = ExerciseMeaning(word)
        let meant = read("").movements.filter { movement in
            ([movement.fields.name] + movement.aliases).contains {
                meaning.fit(.init(key: NameKey.of($0))) == .whole
            }
        }
        // Squats are done without a load, and so never meant where there is one.
        #expect(meant.map(\.fields.name).filter { $0 != "Squats" } == [name])
    }

    // MARK: A person's own

    @Test func otherWords() throws {
        let library = read(
            """
            [chest]
            bench-press = { aliases = [" flat bench ", "fb"] }
            push-ups = { default_count = 25, aliases = ["press-ups"] }
            [back]
            deadlift = { aliases = [" "] }
            shrugs = { aliases = "traps" }
            barbell-row = { aliases = [\((0...20).map { "\"a\($0)\"" }.joined(separator: ","))] }
            """)
        func aliases(_ slug: String) -> [String]? {
            library.movements.first { $0.slug == slug }?.aliases
        }
        #expect(aliases("bench-press") == ["flat bench", "fb"])
        #expect(aliases("push-ups") == ["press-ups"])
        #expect(aliases("overhead-press")?.prefix(2) == ["ohp", "military press"])
        // Faulty lines are left out with a warning, and the shipped line stays.
        #expect(library.warnings.map(\.line) == [5, 6, 7])
        #expect(aliases("barbell-row")?.first == "bb row")
        #expect(aliases("shrugs")?.first == "trap shrug")
        #expect(library.warnings[0].message.contains("aliases is blank"))
    }

    @Test func itAddsAndChanges() throws {
        let library = read(
            """
            [back]
            ring-rows = { name = "Ring Rows", equipment = "rings", default_count = 8 }
            [chest]
            push-ups = { default_count = 25, icon = "p", color = "#1A9FFF" }
            [core.copenhagen-plank]
            name = "Copenhagen Plank"
            variant_of = "side-plank"
            """)
        #expect(library.warnings == [])
        #expect(library.movements.count == read("").movements.count + 2)
        let rows = try movement("ring-rows", in: library)
        #expect(rows.category == "back" && rows.equipment == "rings" && rows.defaultCount == 8)
        let pushUps = try movement("push-ups", in: library)
        #expect(pushUps.name == "Push-ups" && pushUps.defaultCount == 25)
        #expect(pushUps.icon == "p" && pushUps.color == "#1a9fff")
        let plank = try movement("copenhagen-plank", in: library)
        #expect(plank.unit == .seconds && plank.equipment == "bodyweight")
        #expect(plank.defaultCount == 30)
    }

    @Test(arguments: [
        ("[x]\nROWS = { name = \"Rows\" }", 2, "a-z, 0-9 and -"),
        ("[x]\nrows = { equipment = \"rings\" }", 2, "needs a name"),
        ("[x]\n\nrows = { name = \"\" }", 3, "name is blank"),
        ("[x]\nrows = { name = \"Rows\", unit = \"metres\" }", 2, "\"reps\" or \"seconds\""),
        ("[x]\nrows = { name = \"Rows\", default_count = 0 }", 2, "from 1 to 100000"),
        ("[x]\nrows = { name = \"Rows\", default_count = \"8\" }", 2, "from 1 to 100000"),
        ("[x]\nrows = { name = 5 }", 2, "a string"),
        ("[x]\nrows = { name = \"Rows\", color = \"red\" }", 2, "six hex digits"),
        ("[x]\nrows = { name = \"Rows\", variant_of = \"nothing\" }", 2, "unknown exercise"),
        ("[x]\nrows = { name = \"Rows\", variant_of = \"rows\" }", 2, "circle"),
        ("[x]\nrows = { name = \"Rows\", nmae = \"x\" }", 2, "did you mean name?"),
        ("[x]\nrows = \"Rows\"", 2, "a table"),
        ("x = 5", 1, "a table"),
        ("[x]\nrows = { name = ", 2, "not valid TOML"),
        ("[x]\n[:b]", 2, "a table's name begins with"),
        ("[x]\nrows = [[ }", 2, "an array ends with ]"),
        ("[\"\"]\nrows = { name = \"Rows\" }", 2, "category"),
    ]) func whatIsWrongIsLeftOut(_ own: String, _ line: Int, _ words: String) throws {
        let library = read(own)
        let warning = try #require(library.warnings.first)
        #expect(library.warnings.count == 1)
        #expect(warning.description.hasPrefix("own.toml:\(line): "), "\(warning)")
        #expect(warning.description.contains(words), "\(warning)")
        #expect(library.movements.count >= read("").movements.count)
    }

    @Test func theRestIsReadAllTheSame() throws {
        let library = read(
            """
            [x]
            bad = { name = "Bad", default_count = -1 }
            good = { name = "Good" }
            [y]
            worse = 5
            fine = { name = "Fine" }
            """)
        #expect(library.warnings.compactMap(\.line) == [2, 5])
        #expect(try movement("good", in: library).category == "x")
        #expect(try movement("fine", in: library).category == "y")
    }

    @Test func circlesOfSeveralAreFound() {
        let library = read(
            """
            [x]
            a = { name = "A", variant_of = "b" }
            b = { name = "B", variant_of = "c" }
            c = { name = "C", variant_of = "a" }
            d = { name = "D", variant_of = "a" }
            """)
        #expect(library.warnings.count == 4)
    }

    // MARK: Files

    /// The changes of an own file to a shipped movement stay until the file can be read again.
    @Test func aFileThatCannotBeReadLeavesEverythingAsItIs() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("exercises.toml")
        let own = "[chest]\npush-ups = { default_count = 25 }\n"
        try File.write(own, to: path)
        let before = LibraryFile.library(.init(movements: path)) { _ in }.read()
        let present = LibraryChanges(of: before.movements, present: [], used: []).written
        #expect(present.contains { $0.slug == "push-ups" && $0.fields.defaultCount == 25 })
        for broken in [own + "[", own + "\u{0}"] {
            try File.write(broken, to: path)
            let after = LibraryFile.library(.init(movements: path)) { _ in }.read()
            #expect(!after.isWhole && after.movements.count == before.movements.count)
            let changes = LibraryChanges(
                of: after.movements, isWhole: after.isWhole, present: present, used: [])
            #expect(changes.isEmpty)
        }
    }

    @Test func anotherTextHasAnotherFingerprint() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("exercises.toml")
        var prints: Set<String> = []
        for text in ["", "[x]\na = { name = \"A\" }", "[x]\na = { name = \"B\" }"] {
            try File.write(text, to: path)
            prints.insert(LibraryFile.library(.init(movements: path)) { _ in }.fingerprint)
        }
        #expect(prints.count == 3)
    }
}
