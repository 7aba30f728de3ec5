import TextFiles
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The shipped programs and those of the person, one file each.
nonisolated struct ProgramLibrary {
    /// The file of one program.
    struct Source: Sendable {
        let file: TextFolder.File
        var origin = LibraryProgram.Origin.shipped
    }

    private(set) var programs: [LibraryProgram] = []
    private(set) var warnings: [TextProblem]
    /// Whether the whole library could be read. A program that is left out for another one's name counts as
    /// read.
    private(set) var isWhole: Bool
    /// A text that changes with the content.
    let fingerprint: String
    private let sources: [Source]

    /// - Parameter own: the folder of the person's own programs, which needn't exist. A file with the name
    ///   of a shipped one replaces it.
    init(shipped: [Source], own folder: String?) {
        var bySlug = Dictionary(uniqueKeysWithValues: shipped.map { ($0.file.slug, $0) })
        let own = TextFolder(folder, of: "programs")
        warnings = own.problems
        isWhole = own.problems.isEmpty
        // A file of the person that can't be read isn't replaced by a shipped one.
        if own.isLost { for slug in bySlug.keys { bySlug[slug]?.origin = .fallback } }
        for slug in own.lost { bySlug[slug] = nil }
        for file in own.files { bySlug[file.slug] = Source(file: file, origin: .own) }
        sources = bySlug.values.sorted { $0.file.slug < $1.file.slug }
        let parts =
            sources.map { "\($0.file.slug)\0\($0.file.text)" } + warnings.map(\.description)
        fingerprint = parts.joined(separator: "\0")
    }

    /// Reads the texts. Faulty programs are left out with a warning.
    mutating func read() {
        for source in sources {
            let file = source.file
            do throws(TextProblem) {
                let program = try ProgramFile.read(file.text, file: file.path)
                programs.append(
                    LibraryProgram(
                        slug: file.slug,
                        fields: Program.Fields(
                            name: program.name, icon: program.icon, parts: program.intervals.parts),
                        origin: source.origin))
            } catch {
                isWhole = false
                warnings.append(error)
            }
        }
        warnOfTwins()
    }

    /// Warns of programs with equal names, of which one is left out, since a name stands for one program.
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
                        ? "name is that of \(other), too, so this program is left out: give it "
                            + "another one"
                        : "name is that of a shipped program, which is left out for it: call this "
                            + "file \(path), and it takes its place for good"))
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
