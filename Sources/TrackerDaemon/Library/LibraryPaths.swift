/// Paths of the person's own library files; `nil` if unknown. Any of them may be missing.
package nonisolated struct LibraryPaths: Sendable {
    package var movements: String?
    /// A folder with one file for each program.
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

    init(folder: String) {
        self.init(
            movements: folder + "/exercises.toml", programs: folder + "/programs",
            achievements: folder + "/achievements.toml", challenges: folder + "/challenges.toml")
    }

    /// The paths of single files, without the programs' folder.
    var files: [String] { [movements, achievements, challenges].compactMap { $0 } }
}
