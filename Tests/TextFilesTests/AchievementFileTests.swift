import TestSupport
import Testing
import TextFiles
import TrackerCore
import UserFiles

struct AchievementFileTests {
    private let shipped = """
        [first-steps]
        name = "First Steps"
        text = "The first effort"
        category = "milestone"
        measure = "efforts"
        bronze = 1
        """

    private func read(_ own: String, shipped: String? = nil) -> Definitions<Achievement> {
        AchievementFile.read(
            shipped: shipped ?? self.shipped, own: UserFile(path: "own.toml", text: own),
            movements: ["push-ups", "plank", "strengthened"])
    }

    /// An entry in line 1 with these lines from line 5 on.
    private func entry(_ lines: String, measure: String = "reps") -> String {
        """
        [mine]
        name = "Mine"
        text = "{n} of it"
        category = "volume"
        measure = "\(measure)"
        \(lines)
        """
    }

    private func measured(_ lines: String, measure: String = "reps") -> Measured? {
        let read = read(entry("bronze = 1\n" + lines, measure: measure))
        #expect(read.warnings == [])
        return read.entries.last?.measured
    }

    // MARK: What is read

    @Test func allKeysOfAnEntry() throws {
        let read = read(
            """
            [push-up-month]
            name = " Push-up Month\\u00a0"
            text = "{n} push-ups within 30 days"
            icon = "🏅"
            category = "volume"
            measure = "reps"
            exercise = "push-ups"
            within_days = 30
            from = 6
            until = 22
            bronze = 500
            silver = 1_000
            gold = 2000
            platinum = 4000
            """)
        #expect(read.warnings == [])
        #expect(read.entries.map(\.id) == ["first-steps", "push-up-month"])
        #expect(
            read.entries.last
                == Achievement(
                    id: "push-up-month", name: "Push-up Month",
                    text: "{n} push-ups within 30 days", icon: "🏅", category: .volume,
                    measured: Measured(
                        .reps, exercise: Movement.id(ofSlug: "push-ups"), withinDays: 30, from: 6,
                        until: 22),
                    steps: [
                        .init(.bronze, at: 500), .init(.silver, at: 1000), .init(.gold, at: 2000),
                        .init(.platinum, at: 4000),
                    ]))
    }

    @Test func tiersMayBeLeftOut() {
        let read = read(entry("silver = 5\nplatinum = 1_000_000_000"))
        #expect(
            read.entries.last?.steps == [
                .init(.silver, at: 5), .init(.platinum, at: 1_000_000_000),
            ])
    }

    @Test(arguments: Measure.allCases) func eachMeasureCanBeNamed(_ measure: Measure) {
        #expect(measured("", measure: measure.rawValue) == Measured(measure))
    }

    @Test func anExerciseIsNamedByItsKeyOrItsID() {
        #expect(measured("exercise = 'plank'")?.exercise == Movement.id(ofSlug: "plank"))
        #expect(measured("exercise = 'abcd0123wxyz'")?.exercise == "abcd0123wxyz")
        // A key that has the form of an id.
        #expect(Identifier.isWhole("strengthened"))
        #expect(
            measured("exercise = 'strengthened'")?.exercise == Movement.id(ofSlug: "strengthened"))
    }

    @Test func theEdgesOfEachOption() {
        #expect(measured("within_days = 1")?.withinDays == 1)
        #expect(measured("within_days = 366")?.withinDays == 366)
        #expect(measured("from = 0\nuntil = 24") == Measured(.reps, from: 0, until: 24))
        #expect(measured("from = 23") == Measured(.reps, from: 23))
        #expect(measured("until = 1") == Measured(.reps, until: 1))
        #expect(measured("from = 7\nuntil = 8") == Measured(.reps, from: 7, until: 8))
        #expect(measured("category_of = ' legs '")?.categoryOf == "legs")
        #expect(read(entry("within_days = 7\nbronze = 7", measure: "done_days")).warnings == [])
        #expect(read(entry("within_days = 7\nbronze = 8", measure: "efforts")).warnings == [])
    }

    // MARK: What is wrong

    static let wrong: [(lines: String, line: Int?, key: String?, message: String)] = [
        ("", 1, "mine", "mine needs a threshold: give bronze, silver, gold or platinum"),
        ("bronze = 0", 6, "mine.bronze", "an integer from 1 to 1000000000, not 0"),
        ("bronze = 1000000001", 6, "mine.bronze", "an integer from 1 to 1000000000"),
        ("bronze = 1.5", 6, "mine.bronze", "an integer"),
        ("bronze = '5'", 6, "mine.bronze", "an integer"),
        ("silver = 5\nbronze = 5", 6, "mine.silver", "must be more than bronze (5), not 5"),
        ("bronze = 5\nplatinum = 4", 7, "mine.platinum", "must be more than bronze (5), not 4"),
        ("bronze = 1\nwithin_days = 0", 7, "mine.within_days", "from 1 to 366"),
        ("bronze = 1\nwithin_days = 367", 7, "mine.within_days", "from 1 to 366"),
        ("bronze = 1\nfrom = 24", 7, "mine.from", "from 0 to 23"),
        ("bronze = 1\nfrom = -1", 7, "mine.from", "from 0 to 23"),
        ("bronze = 1\nuntil = 0", 7, "mine.until", "from 1 to 24"),
        ("bronze = 1\nuntil = 25", 7, "mine.until", "from 1 to 24"),
        ("bronze = 1\nfrom = 8\nuntil = 8", 8, "mine.until", "must be more than from (8), not 8"),
        ("bronze = 1\nexercise = 'pusch-ups'", 7, "mine.exercise", "did you mean push-ups?"),
        (
            "bronze = 1\nexercise = ''", 7, "mine.exercise",
            "names an unknown exercise: \"\"; give its key"
        ),
        ("bronze = 1\nexercise = 5", 7, "mine.exercise", "a string"),
        ("bronze = 1\ncategory_of = ' '", 7, "mine.category_of", "mine.category_of is blank"),
        (
            "bronze = 1\nexercise = 'plank'\ncategory_of = 'core'", 8, "mine.category_of",
            "has no effect next to exercise"
        ),
        ("bronze = 1\nicon = ' '", 7, "mine.icon", "is blank"),
    ]

    @Test(arguments: wrong.indices) func whatIsWrongIsLeftOut(_ index: Int) throws {
        let (lines, line, key, message) = Self.wrong[index]
        let read = read(entry(lines))
        let warning = try #require(read.warnings.first)
        #expect(read.warnings.count == 1 && read.entries.map(\.id) == ["first-steps"])
        #expect(warning.file == "own.toml" && warning.line == line && warning.key == key)
        #expect(warning.message.contains(message), "\(warning)")
    }

    @Test(arguments: ["name", "text", "category", "measure"])
    func whatIsMissingIsNamed(_ key: String) throws {
        let lines = entry("bronze = 1").split(separator: "\n").filter { !$0.hasPrefix(key) }
        let read = read(lines.joined(separator: "\n"))
        #expect(read.entries.count == 1 && read.warnings.count == 1)
        let warning = try #require(read.warnings.first)
        #expect(warning.line == 1 && warning.message.hasPrefix("mine needs a \(key)"))
    }

    @Test(arguments: [
        ("name", "\"\""), ("name", "5"), ("name", "\"a\\nb\""), ("text", "' '"),
        ("text", "'\(String(repeating: "x", count: 201))'"), ("category", "'legs'"),
        ("measure", "'steps'"), ("measure", "[]"),
    ]) func neededKeysAreChecked(_ key: String, _ value: String) throws {
        let lines = entry("bronze = 1").split(separator: "\n").map {
            $0.hasPrefix(key) ? "\(key) = \(value)" : String($0)
        }
        let read = read(lines.joined(separator: "\n"))
        #expect(read.entries.count == 1 && read.warnings.map(\.key) == ["mine.\(key)"])
        #expect(read.warnings.first?.line == lines.firstIndex { $0.hasPrefix(key) }.map { $0 + 1 })
    }

    @Test func optionsHaveAMeaningOrAreRefused() {
        let options = [
            "exercise": "'plank'", "category_of": "'legs'", "within_days": "7", "from": "8",
            "until": "20",
        ]
        let all = Set(options.keys)
        let noExercise = all.subtracting(["exercise"])
        let neither = noExercise.subtracting(["category_of"])
        let allowed: [Measure: Set<String>] = [
            .efforts: all, .doneDays: all, .reps: all, .seconds: all, .sets: all, .sessions: all,
            .volumeKg: all, .records: all, .exercises: noExercise, .workouts: neither,
            .categories: neither, .answers: neither, .fastAnswers: neither, .focus: neither,
            .challenges: ["within_days"], .dayTotal: all.subtracting(["within_days"]),
            .streakBest: [], .weeksBest: [], .comeback: [],
        ]
        for measure in Measure.allCases {
            for (option, value) in options {
                let own = entry("bronze = 1\n\(option) = \(value)", measure: measure.rawValue)
                let read = read(own)
                if allowed[measure]?.contains(option) == true {
                    #expect(read.warnings == [] && read.entries.count == 2)
                } else {
                    let text = "mine.\(option) has no meaning for \(measure.rawValue): leave it out"
                    #expect(read.warnings.map(\.description) == ["own.toml:7: \(text)"])
                    #expect(read.entries.count == 1)
                }
            }
        }
    }

    @Test func misspeltKeysAreWarnedOfAndTheRestIsRead() {
        let read = read(entry("bronze = 1\nwithin_day = 7"))
        #expect(read.entries.map(\.id) == ["first-steps", "mine"])
        #expect(
            read.warnings.map(\.description) == [
                "own.toml:7: mine.within_day is unknown and has no effect; did you mean within_days?"
            ])
    }

    // MARK: Files

    @Test func aShippedOneStays() {
        let own = entry("bronze = 3").replacing("[mine]", with: "\n[first-steps]")
        let read = read(own)
        #expect(read.entries.map(\.steps) == [[.init(.bronze, at: 1)]])
        #expect(
            read.warnings.map(\.description) == [
                "own.toml:2: first-steps is the key of an achievement that comes with the program: "
                    + "choose another key"
            ])
    }

    @Test(arguments: ["Mine", "my.own", "", String(repeating: "a", count: 65)])
    func keysAreOfPlainLetters(_ key: String) {
        let read = read(entry("bronze = 1").replacing("[mine]", with: "[\"\(key)\"]"))
        #expect(read.entries.count == 1)
        #expect(read.warnings.first?.message.contains("a-z, 0-9 and -") == true)
    }

    @Test func whatIsNoTableIsWarnedOf() {
        let read = read("name = 5\n[[list]]\n" + entry("bronze = 1"))
        #expect(read.entries.map(\.id) == ["first-steps", "mine"])
        #expect(read.warnings.map(\.line) == [1, 2])
        #expect(read.warnings.allSatisfy { $0.message.contains("must be a table") })
    }

    @Test func atMostFiveHundred() {
        let own = (1...501).map {
            entry("bronze = 1").replacing("[mine]", with: "[mine-\($0 + 1000)]")
        }
        let read = read(own.joined(separator: "\n"))
        #expect(read.entries.count == 500)
        #expect(read.entries.first?.id == "first-steps")
        #expect(read.warnings.map(\.key) == ["mine-1500", "mine-1501"])
        #expect(read.warnings.first?.message.contains("one too many: at most 500") == true)
    }
}
