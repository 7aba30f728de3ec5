/// The places of a person's own files beside the shipped ones; `nil` where none is known. Each may be
/// missing.
package nonisolated struct LibraryPaths: Sendable {
    package var movements: String?
    /// A folder with one file a program.
    package var programs: String?
    package var achievements: String?
    package var challenges: String?

    package init(
        movements: String? = nil, programs: String? = nil, achievements: String? = nil,
        challenges: String? = nil
    ) {
        self.movements = movements
        self.programs = programs
        self.achievements = achievements
        self.challenges = challenges
    }

    /// The places in a folder.
    init(folder: String) {
        self.init(
            movements: folder + "/exercises.toml", programs: folder + "/programs",
            achievements: folder + "/achievements.toml", challenges: folder + "/challenges.toml")
    }

    /// All of them that are one file.
    var files: [String] { [movements, achievements, challenges].compactMap { $0 } }
}
