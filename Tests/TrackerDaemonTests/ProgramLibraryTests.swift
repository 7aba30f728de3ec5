import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine
import UserFiles

@testable import TrackerDaemon

/// The shipped programs, and a person's own files.
@MainActor @Suite struct ProgramLibraryTests {
    private func read(own folder: String? = nil) -> ProgramLibrary {
        var library = ProgramLibrary(shipped: ProgramLibrary.shipped, own: folder)
        library.read()
        return library
    }

    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }

    private let hills = "name = \"Hills\"\nintervals = [{ label = \"Up\", duration = \"45s\" }]\n"

    @Test func theShippedOnes() throws {
        let library = read()
        #expect(library.warnings == [])
        let programs = Dictionary(
            uniqueKeysWithValues: library.programs.map { ($0.slug, $0.fields) })
        #expect(
            programs.keys.sorted() == ["pomodoro", "seven-minute-circuit", "stretch", "tabata"])
        let tabata = try #require(programs["tabata"])
        #expect(tabata.parts.steps.filter { $0.interval.kind == .work }.count == 8)
        #expect(tabata.parts.steps[1].interval.durationMs == 20_000)
        #expect(tabata.parts.steps[2].interval.durationMs == 10_000)
        let circuit = try #require(programs["seven-minute-circuit"])
        #expect(circuit.parts.steps.filter { $0.interval.kind == .work }.count == 12)
        #expect(circuit.parts.totalMs == 420_000)
        let pomodoro = try #require(programs["pomodoro"]).parts.steps.map(\.interval)
        #expect(pomodoro.filter { $0.durationMs == 1_500_000 }.count == 4)
        #expect(pomodoro.last?.durationMs == 1_200_000 && pomodoro.last?.kind == .break)
        let waiting = pomodoro.filter { $0.confirmation == .manual }
        #expect(waiting.map(\.durationMs) == [300_000, 300_000, 300_000])
        #expect(waiting.allSatisfy { $0.kind == .break })
        #expect(ProgramChanges(of: library.programs, present: []).written.count == 4)
    }

    @Test func aPersonsOwnFilesAddToThemAndTakeTheirPlaces() throws {
        let folder = try TemporaryFolder()
        try write(hills, to: folder.path + "/hills.toml")
        try write(hills.replacing("Hills", with: "My Tabata"), to: folder.path + "/tabata.toml")
        try write("", to: folder.path + "/notes.txt")
        let library = read(own: folder.path)
        #expect(library.warnings == [] && library.programs.count == 5)
        #expect(library.programs.first { $0.slug == "tabata" }?.fields.name == "My Tabata")
        #expect(library.fingerprint != read().fingerprint)
        #expect(read(own: folder.path + "/none").fingerprint == read().fingerprint)
    }

    @Test func whatIsWrongIsLeftOutWithAWarning() throws {
        let folder = try TemporaryFolder()
        try write(hills.replacing("45s", with: "45"), to: folder.path + "/a.toml")
        try write("name = ", to: folder.path + "/b.toml")
        try write("\n[:b]\n", to: folder.path + "/c.toml")
        try write(hills, to: folder.path + "/No Good.toml")
        try write(hills, to: folder.path + "/hills.toml")
        let library = read(own: folder.path)
        #expect(library.programs.count == 5)
        #expect(library.warnings.count == 4)
        let texts = library.warnings.map(\.description).sorted()
        #expect(texts[0].hasPrefix("\(folder.path)/No Good.toml: the file's name"))
        #expect(texts[1].hasPrefix("\(folder.path)/a.toml:2: intervals[0].duration must be"))
        #expect(texts[2].hasPrefix("\(folder.path)/b.toml:1: not valid TOML"))
        #expect(texts[3].hasPrefix("\(folder.path)/c.toml:2: not valid TOML: a table's name"))
        let whole = LibraryFile.library(.init(programs: folder.path)) { _ in }
        let content = whole.read()
        #expect(!content.isWhole && content.programs.count == 5)
        #expect(LibraryFile.warnings(.init(programs: folder.path)).count == 4)
    }

    private func names(_ library: ProgramLibrary) -> [String] {
        ProgramChanges(of: library.programs, present: []).written.map(\.name).sorted()
    }

    /// Nothing is known of the content of a folder that can't be read.
    @Test func aFolderThatCannotBeReadLeavesEverythingAsItIs() throws {
        let folder = try TemporaryFolder()
        let programs = folder.path + "/programs"
        mkdir(programs, 0o700)
        try write(hills, to: programs + "/hills.toml")
        try write(hills.replacing("Hills", with: "My Tabata"), to: programs + "/tabata.toml")
        let before = LibraryFile.library(.init(programs: programs)) { _ in }
        let present = ProgramChanges(of: before.read().programs, present: []).written
        #expect(present.count == 5)
        // A file in the folder's place, since no permission would keep root from reading.
        #expect(rename(programs, folder.path + "/elsewhere") == 0)
        try write("", to: programs)
        var told: [TextProblem] = []
        let after = LibraryFile.library(.init(programs: programs)) { told.append($0) }
        #expect(after.fingerprint != before.fingerprint)
        #expect(after.fingerprint != LibraryFile.library(.init()) { _ in }.fingerprint)
        let content = after.read()
        let text = "\(programs): can't be read, so the programs stay as they are: Not a directory"
        #expect(told.map(\.description) == [text])
        #expect(!content.isWhole && content.programs.count == 4)
        let changes = ProgramChanges(
            of: content.programs, isWhole: content.isWhole, present: present)
        #expect(changes.isEmpty)
        #expect(ProgramChanges(of: content.programs, present: []).written.count == 4)
    }

    /// The program is used all the same.
    @Test func soundsThatCannotBeReadAreTold() throws {
        let folder = try TemporaryFolder()
        let gong = folder.path + "/gong.wav"
        let gone = folder.path + "/gone.wav"
        try write("RIFF", to: gong)
        let text = """
            name = "Hills"
            sound = "\(gone)"
            intervals = [
                { label = "Up", duration = "45s", sound = "\(gong)" },
                { repeat = 2, intervals = [
                    { label = "Down", duration = "15s", sound = "\(folder.path)" },
                    { label = "Up", duration = "15s", sound = "timer-finished" },
                ] },
            ]

            """
        try write(text, to: folder.path + "/hills.toml")
        try write("name = ", to: folder.path + "/b.toml")
        let library = read(own: folder.path)
        #expect(library.programs.contains { $0.slug == "hills" })
        let hills = "\(folder.path)/hills.toml"
        #expect(
            LibraryFile.soundWarnings(.init(programs: folder.path)).map(\.description) == [
                "\(hills):2: sound: \(gone) can't be read: No such file or directory",
                "\(hills):6: intervals[1].intervals[0].sound: \(folder.path) can't be read: "
                    + "it is a folder",
            ])
        #expect(LibraryFile.soundWarnings(.init()).isEmpty)
    }

    @Test func aFileThatCannotBeReadIsNotReplacedByAShippedOne() throws {
        let folder = try TemporaryFolder()
        mkdir(folder.path + "/tabata.toml", 0o700)
        let library = read(own: folder.path)
        #expect(!library.isWhole && library.warnings.count == 1)
        #expect(
            library.programs.map(\.slug) == ["pomodoro", "seven-minute-circuit", "stretch"])
    }
}
