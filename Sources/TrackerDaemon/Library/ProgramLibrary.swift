import Glibc
import TextFiles
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The shipped programs and those of the person, one file each.
nonisolated struct ProgramLibrary {
    /// The file of one program.
    struct Source: Sendable {
        /// The file's name without its extension.
        let slug: String
        /// The path, for warnings.
        let path: String
        let text: String
        var origin = LibraryProgram.Origin.shipped
    }

    fileprivate static let ending = ".toml"

    private(set) var programs: [LibraryProgram] = []
    private(set) var warnings: [ConfigurationWarning]
    /// Whether the whole library could be read. A program that is left out for another one's name counts as
    /// read.
    private(set) var isWhole: Bool
    /// A text that changes with the content.
    let fingerprint: String
    private let sources: [Source]

    /// - Parameter own: the folder of the person's own programs, which needn't exist. A file with the name
    ///   of a shipped one replaces it.
    init(shipped: [Source], own folder: String?) {
        var bySlug = Dictionary(uniqueKeysWithValues: shipped.map { ($0.slug, $0) })
        let own = NativePrograms(in: folder)
        warnings = own.warnings
        isWhole = own.warnings.isEmpty
        // A file of the person that can't be read isn't replaced by a shipped one.
        if own.isLost { for slug in bySlug.keys { bySlug[slug]?.origin = .fallback } }
        for slug in own.lost { bySlug[slug] = nil }
        for source in own.sources { bySlug[source.slug] = source }
        sources = bySlug.values.sorted { $0.slug < $1.slug }
        let parts = sources.map { "\($0.slug)\0\($0.text)" } + warnings.map(\.description)
        fingerprint = parts.joined(separator: "\0")
    }

    /// Reads the texts. Faulty programs are left out with a warning.
    mutating func read() {
        for source in sources {
            do throws(ProgramFileError) {
                let program = try ProgramFile.read(source.text)
                programs.append(
                    LibraryProgram(
                        slug: source.slug,
                        fields: Program.Fields(
                            name: program.name, icon: program.icon, parts: program.intervals.parts),
                        origin: source.origin))
            } catch {
                isWhole = false
                warnings.append(
                    ConfigurationWarning(
                        file: source.path, line: error.line, key: error.key ?? "",
                        message: error.message))
            }
        }
        warnOfTwins()
    }

    /// Warns of programs with equal names, of which one is left out, since a name stands for one program.
    private mutating func warnOfTwins() {
        let paths = Dictionary(uniqueKeysWithValues: sources.map { ($0.slug, $0.path) })
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
                ConfigurationWarning(
                    file: isOwn ? path : other, line: nil, key: "name",
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
            Source(
                slug: slug, path: slug + ending, text: String(decoding: bytes, as: UTF8.self))
        }
    }
}

/// The content of the person's folder of programs.
private nonisolated struct NativePrograms {
    /// Most files, which is more than a person has; each is read at every start.
    private static let maximumFiles = 500

    private(set) var sources: [ProgramLibrary.Source] = []
    /// Names, without their extensions, of files that can't be read.
    private(set) var lost: [String] = []
    /// Whether the folder is there, but can't be read.
    private(set) var isLost = false
    private(set) var warnings: [ConfigurationWarning] = []

    init(in folder: String?) {
        guard let folder else { return }
        let names = names(in: folder)
        if names.count > Self.maximumFiles {
            warn(folder, "has more than \(Self.maximumFiles) programs: the others are left out")
        }
        for name in names.prefix(Self.maximumFiles) { take(name, in: folder) }
    }

    /// The names of program files. A missing folder counts as empty.
    private mutating func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else {
            if errno != ENOENT { lose(folder, errno) }
            return []
        }
        defer { closedir(directory) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(ProgramLibrary.ending), !name.hasPrefix(".") { names.append(name) }
            errno = 0
        }
        guard errno == 0 else {
            lose(folder, errno)
            return []
        }
        return names.sorted()
    }

    private mutating func lose(_ folder: String, _ code: CInt) {
        isLost = true
        warn(
            folder,
            "can't be read, so the programs stay as they are: \(String(cString: strerror(code)))")
    }

    private mutating func take(_ name: String, in folder: String) {
        let path = "\(folder)/\(name)"
        let slug = String(name.dropLast(ProgramLibrary.ending.count))
        let isPlain = slug.utf8.allSatisfy { byte in
            (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isPlain, (1...64).contains(slug.utf8.count) else {
            return warn(
                path, "the file's name may have a-z, 0-9 and - only, such as my-sprints.toml")
        }
        do throws(ConfigurationError) {
            guard let text = try ConfigurationFile.text(of: path, mustExist: true) else { return }
            sources.append(
                ProgramLibrary.Source(slug: slug, path: path, text: text, origin: .own))
        } catch {
            lost.append(slug)
            warnings.append(ConfigurationWarning(error))
        }
    }

    private mutating func warn(_ file: String, _ message: String) {
        warnings.append(ConfigurationWarning(file: file, line: nil, key: "", message: message))
    }
}
