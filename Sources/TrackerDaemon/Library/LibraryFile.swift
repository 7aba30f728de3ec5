import TextFiles
import TrackerCore
import TrackerEngine
import UserFiles

/// The shipped exercises, programs, achievements and challenges, and the person's own.
package enum LibraryFile {
    nonisolated static let shippedName = "exercises.toml"

    /// Text of the shipped exercises; like the other shipped texts, it is part of the program.
    static var shipped: String { String(decoding: PackageResources.exercises_toml, as: UTF8.self) }

    static var shippedAchievements: String {
        String(decoding: PackageResources.achievements_toml, as: UTF8.self)
    }

    static var shippedChallenges: String {
        String(decoding: PackageResources.challenges_toml, as: UTF8.self)
    }

    package static func templates() throws(TextProblem) -> [ShippedTemplate] {
        try TemplateFile.read(
            String(decoding: PackageResources.templates_toml, as: UTF8.self),
            file: "templates.toml")
    }

    /// The library for the engine.
    ///
    /// - Parameters:
    ///   - paths: paths of the person's own files.
    ///   - warn: gets the faults in those files, once they are read.
    package static func library(
        _ paths: LibraryPaths, warn: @escaping (TextProblem) -> Void
    ) -> Library {
        let texts = Texts(paths)
        return Library(fingerprint: texts.fingerprint) {
            let (content, warnings) = texts.read()
            warnings.forEach(warn)
            return content
        }
    }

    /// Faults in the person's own files.
    package static func warnings(_ paths: LibraryPaths) -> [TextProblem] {
        Texts(paths).read().warnings
    }

    /// Sounds in the person's own programs whose files can't be read. The programs are used all the same, with the
    /// usual sounds.
    package static func soundWarnings(_ paths: LibraryPaths) -> [TextProblem] {
        Texts(paths).programs.soundProblems
    }

    /// All texts of the library, shipped and the person's own.
    private struct Texts {
        let movements: UserFile
        let achievements: UserFile
        let challenges: UserFile
        let programs: ProgramLibrary

        init(_ paths: LibraryPaths) {
            movements = UserFile(paths.movements)
            achievements = UserFile(paths.achievements)
            challenges = UserFile(paths.challenges)
            programs = ProgramLibrary(shipped: ProgramLibrary.shipped, own: paths.programs)
        }

        /// A text that changes whenever one of the texts does.
        var fingerprint: String {
            let own = [movements, achievements, challenges].map(\.fingerprint)
            let all = [shipped, shippedAchievements, shippedChallenges] + own
            return Identifier.derived(from: (all + [programs.fingerprint]).joined(separator: "\0"))
        }

        func read() -> (content: Library.Content, warnings: [TextProblem]) {
            let exercises = LibraryReader.read(shipped: shipped, own: movements)
            let slugs = Set(exercises.movements.map(\.slug))
            let earned = AchievementFile.read(
                shipped: shippedAchievements, own: achievements, movements: slugs)
            let offered = ChallengeFile.read(
                shipped: shippedChallenges, own: challenges, movements: slugs)
            var programs = programs
            programs.read()
            let faults = exercises.warnings + earned.warnings + offered.warnings
            let content = Library.Content(
                movements: exercises.movements, programs: programs.programs,
                definitions: ProgressDefinitions(
                    achievements: earned.entries, challenges: offered.entries),
                isWhole: faults.isEmpty && programs.isWhole)
            return (content, faults + programs.warnings)
        }
    }
}
