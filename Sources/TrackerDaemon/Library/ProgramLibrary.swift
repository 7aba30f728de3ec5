import TextFiles
import TrackerAPI
import TrackerCore
import TrackerEngine
import UserFiles

/// The shipped programs and the person's own, one file each.
package nonisolated struct ProgramLibrary {
    struct Source: Sendable {
        let file: TextFolder.File
        var origin = LibraryProgram.Origin.shipped
    }

    private(set) var programs: [LibraryProgram] = []
    private(set) var warnings: [TextProblem]
    /// Whether the whole library could be read. A program that was left out because another has its name
    /// counts as read.
    private(set) var isWhole: Bool
    /// A text that changes with the content.
    let fingerprint: String
    private let sources: [Source]

    /// - Parameter own: folder of the person's own programs, which may be missing. A file with the name of a
    ///   shipped one replaces it.
    init(shipped: [Source], own folder: String?) {
        var bySlug = Dictionary(uniqueKeysWithValues: shipped.map { ($0.file.slug, $0) })
        let own = TextFolder(folder, of: "programs")
        warnings = own.problems
        isWhole = own.problems.isEmpty
        // If a person's own file can't be read, a shipped program doesn't take its place.
        if own.isLost { for slug in bySlug.keys { bySlug[slug]?.origin = .fallback } }
        for slug in own.lost { bySlug[slug] = nil }
        for file in own.files { bySlug[file.slug] = Source(file: file, origin: .own) }
        sources = bySlug.values.sorted { $0.file.slug < $1.file.slug }
        let parts = sources.map { "\($0.file.slug)\0\($0.file.text)" } + warnings.map(\.description)
        fingerprint = parts.joined(separator: "\0")
    }

    /// Reads the programs' texts. Faulty programs are left out with a warning.
    mutating func read() {
        for source in sources {
            let file = source.file
            do throws(TextProblem) {
                let program = try ProgramFile.read(file.text, file: file.path)
                programs.append(
                    LibraryProgram(
                        slug: file.slug,
                        fields: Program.Fields(
                            name: program.name, icon: program.icon, sound: program.sound,
                            ringAgainMs: program.ringAgain?.ms, parts: program.intervals.parts),
                        origin: source.origin))
            } catch {
                isWhole = false
                warnings.append(error)
            }
        }
        warnOfTwins()
    }

    /// Problems of the sounds in the person's own programs whose files can't be read.
    var soundProblems: [TextProblem] {
        sources.filter { $0.origin == .own }.flatMap { source in
            ProgramFile.soundProblems(source.file.text, file: source.file.path) {
                Sounds.fault(ofFile: $0)
            }
        }
    }

    /// Reads a program from a text that a client has sent.
    package static func program(_ text: String) throws(Rejection) -> ProgramCreate {
        do throws(TextProblem) {
            return try ProgramFile.read(text)
        } catch {
            throw error.rejection
        }
    }

    /// Warns about programs with the same name, all but one of which are left out, since a name means one
    /// program.
    private mutating func warnOfTwins() {
        let paths = Dictionary(uniqueKeysWithValues: sources.map { ($0.file.slug, $0.file.path) })
        var holders: [String: LibraryProgram] = [:]
        for program in programs.sorted(by: LibraryProgram.precedes) {
            let key = NameKey.of(program.fields.name)
            guard let holder = holders[key] else {
                holders[key] = program
                continue
            }
            let (path, other) = (paths[program.slug] ?? "", paths[holder.slug] ?? "")
            let isOwn = program.origin == .own
            warnings.append(
                TextProblem(
                    file: isOwn ? path : other, key: "name",
                    message: isOwn
                        ? "name is already used by \(other), so this program is left out: "
                            + "choose another one"
                        : "name is that of a shipped program, which this one replaces: call this "
                            + "file \(path), so that it always does"))
        }
    }

    @MainActor static var shipped: [Source] {
        [
            ("tabata", PackageResources.tabata_toml),
            ("seven-minute-circuit", PackageResources.seven_minute_circuit_toml),
            ("pomodoro", PackageResources.pomodoro_toml),
            ("stretch", PackageResources.stretch_toml),
        ].map { slug, bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            return Source(file: .init(slug: slug, path: slug + TextFolder.ending, text: text))
        }
    }
}
