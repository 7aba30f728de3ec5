import Testing
import TextFiles
import TrackerCore
import UserFiles

struct ChallengeFileTests {
    private let shipped = """
        [efforts-today]
        kind = "daily"
        text = "{target} efforts"
        measure = "efforts"
        target = 3
        """

    private func read(_ own: String) -> Definitions<ChallengeTemplate> {
        ChallengeFile.read(
            shipped: shipped, own: UserFile(path: "own.toml", text: own),
            movements: ["push-ups", "plank"])
    }

    /// An entry in line 1 with these lines from line 4 on.
    private func entry(_ lines: String, kind: String = "daily") -> String {
        """
        [mine]
        kind = "\(kind)"
        text = "{target} of it"
        \(lines)
        """
    }

    // MARK: What is read

    @Test func allKeysOfAnEntry() {
        let read = read(
            """
            [early-push-ups]
            kind = "daily"
            text = " {target} push-ups before 9 "
            measure = "reps"
            exercise = "push-ups"
            from = 4
            until = 9
            target = 20
            [early-core]
            kind = "weekly"
            text = "The core on three mornings"
            measure = "done_days"
            category_of = "core"
            until = 9
            target = 3
            """)
        #expect(read.warnings == [])
        #expect(read.entries.map(\.id) == ["early-core", "early-push-ups", "efforts-today"])
        #expect(
            read.entries.prefix(2) == [
                ChallengeTemplate(
                    id: "early-core", kind: .weekly, text: "The core on three mornings",
                    measured: Measured(.doneDays, categoryOf: "core", until: 9), target: 3),
                ChallengeTemplate(
                    id: "early-push-ups", kind: .daily, text: "{target} push-ups before 9",
                    measured: Measured(
                        .reps, exercise: Movement.id(ofSlug: "push-ups"), from: 4, until: 9),
                    target: 20),
            ])
    }

    @Test(arguments: [
        ("daily", "measure = 'reps'\nexercise = 'push-ups'"),
        ("daily", "measure = 'seconds'\nexercise = 'plank'"), ("weekly", "measure = 'done_days'"),
    ]) func targetsOfOnesOwn(_ kind: String, _ lines: String) {
        let read = read(entry(lines, kind: kind))
        #expect(read.warnings == [])
        #expect(read.entries.count == 2 && read.entries.last?.target == nil)
    }

    static let measures: Set<Measure> = [
        .efforts, .doneDays, .reps, .seconds, .sets, .workouts, .sessions, .volumeKg, .exercises,
        .categories, .answers, .fastAnswers, .records, .focus,
    ]

    @Test(arguments: Measure.allCases) func measuresOfAPeriod(_ measure: Measure) throws {
        let lines = "measure = '\(measure.rawValue)'\ntarget = 2"
        let read = read(entry(lines, kind: "weekly"))
        #expect(read.entries.count == (Self.measures.contains(measure) ? 2 : 1))
        guard !Self.measures.contains(measure) else { return #expect(read.warnings == []) }
        let warning = try #require(read.warnings.first)
        #expect(warning.line == 4 && warning.key == "mine.measure")
        #expect(warning.message.hasPrefix("mine.measure must be \"efforts\" or \"done_days\" or"))
        #expect(warning.message.hasSuffix(", not \"\(measure.rawValue)\""))
    }

    // MARK: What is wrong

    static let wrong: [(kind: String, lines: String, line: Int?, key: String?, message: String)] = [
        ("daily", "measure = 'efforts'", 1, "mine", "mine needs a target: only the reps"),
        ("daily", "measure = 'reps'", 1, "mine", "needs a target"),
        ("daily", "measure = 'reps'\ncategory_of = 'legs'", 1, "mine", "needs a target"),
        (
            "daily", "measure = 'reps'\nexercise = 'plank'\nuntil = 9", 1, "mine",
            "needs a target"
        ),
        ("weekly", "measure = 'reps'\nexercise = 'push-ups'", 1, "mine", "needs a target"),
        ("weekly", "measure = 'done_days'\nexercise = 'plank'", 1, "mine", "needs a target"),
        ("weekly", "measure = 'done_days'\nfrom = 8", 1, "mine", "needs a target"),
        ("daily", "measure = 'efforts'\ntarget = 0", 5, "mine.target", "from 1 to 1000000000"),
        ("daily", "measure = 'efforts'\ntarget = 1000000001", 5, "mine.target", "an integer"),
        ("weekly", "measure = 'done_days'\ntarget = 8", 5, "mine.target", "from 1 to 7"),
        (
            "daily", "measure = 'done_days'\ntarget = 1", 4, "mine.measure",
            "can't be done_days in a daily challenge"
        ),
        ("daily", "measure = 'steps'\ntarget = 1", 4, "mine.measure", "not \"steps\""),
        (
            "weekly", "measure = 'answers'\nexercise = 'plank'\ntarget = 5", 5, "mine.exercise",
            "has no meaning for answers"
        ),
        ("daily", "target = 5", 1, "mine", "needs a measure"),
        ("monthly", "measure = 'efforts'\ntarget = 5", 2, "mine.kind", "\"daily\" or \"weekly\""),
    ]

    @Test(arguments: wrong.indices) func whatIsWrongIsLeftOut(_ index: Int) throws {
        let (kind, lines, line, key, message) = Self.wrong[index]
        let read = read(entry(lines, kind: kind))
        let warning = try #require(read.warnings.first)
        #expect(read.warnings.count == 1 && read.entries.map(\.id) == ["efforts-today"])
        #expect(warning.file == "own.toml" && warning.line == line && warning.key == key)
        #expect(warning.message.contains(message), "\(warning)")
    }

    @Test func aTargetOfOnesOwnIsInTheText() {
        let own = entry("measure = 'reps'\nexercise = 'plank'")
        let read = read(own.replacing("{target}", with: "many"))
        #expect(read.entries.count == 1)
        #expect(
            read.warnings.map(\.description) == [
                "own.toml:3: mine.text must have {target}, since each person's is different"
            ])
    }
}
