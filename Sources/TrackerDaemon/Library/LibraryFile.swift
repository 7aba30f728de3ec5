import TextFiles
import TrackerCore
import TrackerEngine

/// The shipped movements and programs and those of the person: their places and their reading.
package enum LibraryFile {
    nonisolated static let shippedName = "exercises.toml"

    /// The text of the shipped movements, which is part of the program.
    static var shipped: String {
        String(decoding: PackageResources.exercises_toml, as: UTF8.self)
    }

    /// The library in the form that the engine takes.
    ///
    /// - Parameters:
    ///   - own: the path of the person's own file, which needn't exist.
    ///   - programs: the folder of the person's own programs, which needn't exist.
    ///   - warn: gets the faults of those files, once they are read.
    static func library(
        own path: String?, programs folder: String? = nil,
        warn: @escaping (TextProblem) -> Void
    ) -> Library {
        let shipped = shipped
        let own = UserFile(path)
        let unread = ProgramLibrary(shipped: ProgramLibrary.shipped, own: folder)
        let all = "\(shipped)\0\(own.text)\0\(unread.fingerprint)"
        return Library(fingerprint: Identifier.derived(from: all)) {
            let read = LibraryReader.read(shipped: shipped, own: own)
            var programs = unread
            programs.read()
            let warnings = read.warnings + programs.warnings
            warnings.forEach(warn)
            return Library.Content(
                movements: read.movements, programs: programs.programs,
                isWhole: read.warnings.isEmpty && programs.isWhole)
        }
    }

    /// The faults of the person's own files.
    package static func warnings(
        own path: String?, programs folder: String? = nil
    ) -> [TextProblem] {
        var programs = ProgramLibrary(shipped: ProgramLibrary.shipped, own: folder)
        programs.read()
        return LibraryReader.read(shipped: shipped, own: UserFile(path)).warnings
            + programs.warnings
    }

    /// The person's own file of movements.
    package nonisolated struct UserFile {
        let path: String
        /// The content; empty where the file is missing or can't be read.
        let text: String
        let warning: TextProblem?

        package init(path: String, text: String) {
            self.path = path
            self.text = text
            warning = nil
        }

        init(_ path: String?) {
            self.path = path ?? ""
            do throws(TextProblem) {
                text =
                    try path.map { path throws(TextProblem) in
                        try TextFile.text(of: path, mustExist: false) ?? ""
                    } ?? ""
                warning = nil
            } catch {
                text = ""
                warning = error
            }
        }
    }
}
