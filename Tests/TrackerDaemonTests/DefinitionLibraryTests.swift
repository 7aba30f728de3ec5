import Stage
import TestSupport
import Testing
import TrackerCore
import TrackerEngine
import UserFiles

@testable import TrackerDaemon

/// The shipped achievements and challenges, and a person's own files.
@MainActor @Suite struct DefinitionLibraryTests {
    private let folder: TemporaryFolder
    private let paths: LibraryPaths

    init() throws {
        folder = try TemporaryFolder()
        paths = LibraryPaths(folder: folder.path)
    }

    private func read(_ paths: LibraryPaths = .init()) -> Library.Content {
        LibraryFile.library(paths) { _ in }.read()
    }

    private func fingerprint(_ paths: LibraryPaths = .init()) -> String {
        LibraryFile.library(paths) { _ in }.fingerprint
    }

    private func write(_ name: String, _ text: String) throws {
        try File.write(text, to: folder.file(name))
    }

    private let ringRows = """
        [ring-rows-today]
        kind = "daily"
        text = "{target} ring rows"
        measure = "reps"
        exercise = "ring-rows"

        """
    private let month = """
        [my-month]
        name = "My Month"
        text = "{n} days"
        category = "consistency"
        measure = "done_days"
        within_days = 30
        bronze = 25

        """

    // MARK: Shipped content

    @Test func theShippedAchievements() throws {
        #expect(LibraryFile.warnings(.init()) == [])
        let content = read()
        let achievements = content.definitions.achievements
        #expect(content.isWhole && (36...100).contains(achievements.count))
        #expect(Set(achievements.map(\.name)).count == achievements.count)
        for category in Achievement.Category.allCases {
            #expect(achievements.count { $0.category == category } >= 4, "\(category)")
        }
        #expect(Set(achievements.map(\.measured.measure)) == Set(Measure.allCases))
        #expect(achievements.count { $0.steps.count > 1 } >= 20)
        let first = try #require(achievements.first { $0.id == "first-steps" })
        #expect(first.measured == Measured(.efforts) && first.steps == [.init(.bronze, at: 1)])
        let streak = try #require(achievements.first { $0.measured == Measured(.streakBest) })
        #expect(streak.steps.map(\.threshold) == [7, 30, 365, 1000])
        #expect(streak.steps.map(\.tier) == Achievement.Tier.allCases)
        // The sentence of several tiers has each one's threshold.
        #expect(achievements.allSatisfy { $0.steps.count == 1 || $0.text.contains("{n}") })
        let options = achievements.map(\.measured)
        #expect(options.contains { $0.exercise != nil } && options.contains { $0.from != nil })
        #expect(options.contains { $0.categoryOf != nil })
        #expect(options.contains { $0.withinDays != nil })
    }

    @Test func theShippedChallenges() {
        let challenges = read().definitions.challenges
        #expect(challenges.count { $0.kind == .daily } >= 8)
        #expect(challenges.count { $0.kind == .weekly } >= 4)
        for kind in ChallengeDraw.Kind.allCases {
            // Some have targets of one's own, and others are there for a newcomer.
            #expect(challenges.contains { $0.kind == kind && $0.target == nil })
            #expect(challenges.contains { $0.kind == kind && $0.target != nil })
        }
        #expect(Set(challenges.map(\.text)).count == challenges.count)
    }

    @Test func theyCountShippedMovementsInTheirUnits() throws {
        let content = read()
        let movements = Dictionary(
            uniqueKeysWithValues: content.movements.map { (Movement.id(ofSlug: $0.slug), $0) })
        let categories = Set(content.movements.map(\.fields.category))
        let measured =
            content.definitions.achievements.map(\.measured)
            + content.definitions.challenges.map(\.measured)
        for measured in measured {
            if let category = measured.categoryOf { #expect(categories.contains(category)) }
            guard let exercise = measured.exercise else { continue }
            let unit = try #require(movements[exercise]?.fields.unit, "\(measured)")
            #expect(measured.measure != .reps || unit == .reps, "\(measured)")
            #expect(measured.measure != .seconds || unit == .seconds, "\(measured)")
        }
    }

    // MARK: A person's own

    /// The examples on the page for people are right.
    @Test func theExamplesAreRead() throws {
        let page = File.text(Checkout.path("config/doc/progress.md"))
        let section = try #require(
            page.split(separator: "\n## ").first {
                $0.hasPrefix("Achievements and challenges of your own\n")
            })
        let blocks = section.split(separator: "In `challenges.toml`:").map { part in
            part.split(separator: "\n").filter { $0.hasPrefix("    ") }.joined(separator: "\n")
        }
        try #require(blocks.count == 2)
        try write("achievements.toml", blocks[0])
        try write("challenges.toml", blocks[1])
        #expect(LibraryFile.warnings(paths) == [])
        let (shipped, own) = (read().definitions, read(paths).definitions)
        #expect(own.achievements.count == shipped.achievements.count + 1)
        #expect(own.challenges.count == shipped.challenges.count + 2)
    }

    @Test(arguments: ["achievements.toml", "challenges.toml"])
    func theShippedOnesHoldWhereAnOwnFileCannotBeRead(_ name: String) throws {
        let shipped = read().definitions
        for (text, place) in [(month + "[", "8: not valid TOML"), ("a\n\0", "2: is not UTF-8")] {
            try write(name, text)
            var told: [TextProblem] = []
            let content = LibraryFile.library(paths) { told.append($0) }.read()
            #expect(content.definitions == shipped && !content.isWhole)
            #expect(told.count == 1 && told == LibraryFile.warnings(paths))
            let place = "\(folder.file(name)):\(place)"
            #expect(told.first?.description.hasPrefix(place) == true, "\(told)")
        }
        File.remove(folder.file(name))
        try File.makeFolder(folder.file(name))
        #expect(read(paths).definitions == shipped && !read(paths).isWhole)
        #expect(
            LibraryFile.warnings(paths).map(\.description) == [
                "\(folder.file(name)): is a directory; it must be a text file"
            ])
        // What can't be read isn't taken for what isn't there.
        #expect(fingerprint(paths) != fingerprint())
    }

    @Test func faultsOfAllFilesAreWarnedOf() throws {
        try write("exercises.toml", "[x]\nA = {}\n")
        try write("achievements.toml", month.replacing("my-month", with: "first-steps"))
        try write("challenges.toml", ringRows)
        let content = read(paths)
        #expect(content.definitions == read().definitions && !content.isWhole)
        let places = LibraryFile.warnings(paths).map {
            ($0.file ?? "").split(separator: "/").last.map { String($0) } ?? ""
        }
        #expect(places == ["exercises.toml", "achievements.toml", "challenges.toml"])
    }

    @Test func eachFileIsInTheFingerprint() throws {
        var prints = [fingerprint()]
        #expect(fingerprint(paths) == prints[0])
        for name in ["achievements.toml", "challenges.toml", "exercises.toml"] {
            try write(name, "# mine\n")
            prints.append(fingerprint(paths))
        }
        #expect(Set(prints).count == 4)
        // The same text in another file is another library.
        File.remove(folder.file("achievements.toml"))
        File.remove(folder.file("exercises.toml"))
        #expect(!prints.contains(fingerprint(paths)))
    }

    /// A daemon that knew movements and programs alone reads the library anew.
    @Test func anUpgradeReadsTheLibraryAgain() {
        let programs = ProgramLibrary(shipped: ProgramLibrary.shipped, own: nil)
        let former = "\(LibraryFile.shipped)\0\0\(programs.fingerprint)"
        #expect(fingerprint() != Identifier.derived(from: former))
    }

    @Test func theOwnFilesLieBesideTheMovements() throws {
        let places = try Paths(
            configuration: nil, state: nil, socket: nil,
            environment: [
                "HOME": "/home/me", "XDG_DATA_HOME": "/data", "XDG_RUNTIME_DIR": "/run/me",
            ])
        #expect(
            places.own.files == [
                "/data/trackerd/exercises.toml", "/data/trackerd/achievements.toml",
                "/data/trackerd/challenges.toml",
            ])
        #expect(places.own.programs == "/data/trackerd/programs")
        let homeless = try Paths(
            configuration: "/c", state: "/s", socket: "/r", environment: [:])
        #expect(homeless.own.files == [] && homeless.own.programs == nil)
    }
}
