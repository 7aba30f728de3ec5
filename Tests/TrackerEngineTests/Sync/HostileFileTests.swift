import Glibc
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// What somebody could put into the folder to do harm. None of it stops another file, the clock or a start.
@Suite struct HostileFileTests {
    /// Id of a machine that doesn't exist.
    private static let foreign = "aaaaaaaaaaaa"
    private static let stamp = "001772352000000.00000.aaaaaaaaaaaa"

    let pair: DiskPair
    var here: SyncDisk { pair.here }
    var there: SyncDisk { pair.there }

    init() throws { pair = try DiskPair() }

    private var folder: String { "\(here.path)/\(Self.foreign)" }

    // MARK: Lines

    /// Object with its hash.
    private static func signed(_ object: String) -> String {
        "\(object)\t\(SharedLine.hexadecimal(SHA256.digest(of: object).prefix(8)))"
    }

    private static func row(
        _ kind: String = "log_entry", id: String = Self.foreign, stamp: String = Self.stamp,
        columns: String = #"{"note":"x"}"#
    ) -> String {
        signed(#"{"k":"\#(kind)","i":"\#(id)","s":"\#(stamp)","r":\#(columns)}"#) + "\n"
    }

    private static func rows(stamps: [String]) -> String {
        stamps.map { row(stamp: $0) }.joined()
    }

    private static func columns(_ count: Int) -> String {
        let members = (1...count).map { #""c\#($0)":1"# }
        return "{\(members.joined(separator: ","))}"
    }

    private static func nested(_ depth: Int, isWhole: Bool) -> String {
        let end = isWhole ? String(repeating: "]", count: depth) + "}" : ""
        return #"{"note":"# + String(repeating: "[", count: depth) + end
    }

    private static func header(of writer: String = Self.foreign, number: Int = 1) -> String {
        signed(#"{"trackerd_sync":1,"writer":"\#(writer)","file":\#(number)}"#) + "\n"
    }

    /// What comes after the header of a file.
    struct Lines: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        /// Number of lines that can't be read.
        let damaged: Int64
        /// Number of rows that wait for another version.
        let held: Int64

        init(_ name: String, _ text: String, damaged: Int64 = 0, held: Int64 = 0) {
            self.init(name, bytes: Array(text.utf8), damaged: damaged, held: held)
        }

        init(_ name: String, bytes: [UInt8], damaged: Int64 = 0, held: Int64 = 0) {
            testDescription = name
            self.bytes = bytes
            self.damaged = damaged
            self.held = held
        }
    }

    static let lines: [Lines] = [
        Lines("no end", String(repeating: "x", count: 1_000_000), damaged: 1),
        Lines("a row without end", String(row().dropLast()), damaged: 1),
        Lines("a million lines", String(repeating: "\n", count: 1_000_000), damaged: 1_000_000),
        Lines("no UTF-8", bytes: [0xff, 0xfe, 0x0a, 0xc3, 0x0a], damaged: 2),
        Lines("NUL", bytes: [0, 0, 0x0a], damaged: 1),
        Lines("no rows", ["[]", "{}", ""].map { signed($0) + "\n" }.joined(), damaged: 3),
        Lines(
            "the end of time",
            rows(stamps: ["999999999999999.00000.\(foreign)", "127000000000000.00000.\(foreign)"]),
            damaged: 2),
        Lines(
            "counters beyond their end",
            rows(stamps: ["001772352000000.65536.\(foreign)", "001772352000000.99999.\(foreign)"]),
            damaged: 2),
        Lines(
            "no stamps",
            rows(stamps: ["", "1", "-01772352000000.00000.\(foreign)", "001772352000000.00000."]),
            damaged: 4),
        Lines("depth within bounds", row("kind", columns: nested(200, isWhole: true)), held: 1),
        Lines("depth", row(columns: nested(10_000, isWhole: true)), damaged: 1),
        Lines("depth without end", row(columns: nested(10_000, isWhole: false)), damaged: 1),
        Lines(
            "no ids",
            ["", "x", "../../../etc", "AAAAAAAAAAAA", #"aaaaaaaaaaa\u0000"#, "' OR 1=1; --"]
                .map { row(id: $0) }.joined(), damaged: 6),
        Lines("too many columns", row(columns: columns(129)), damaged: 1),
        Lines(
            "unknown kinds",
            (1...1000).map { row("kind_\($0)", id: Identifier.derived(from: "\($0)")) }.joined(),
            held: 1000),
        Lines(
            "tables that aren't shared",
            ["sqlite_master", "meta", "shared_row", "event"].map { row($0) }.joined(), held: 4),
        Lines("unknown columns", row(columns: columns(100)), held: 1),
    ]

    @Test(arguments: HostileFileTests.lines)
    func linesStopNothing(_ lines: Lines) throws {
        try File.makeFolder(folder)
        try File.write(
            Array(Self.header().utf8) + lines.bytes, to: folder + "/00000001.log")
        let theirs = try there.log(8)
        try there.settle()
        try takeIn()
        try here.read()
        let status = try here.status()
        #expect(status["state"] == .string("on"))
        #expect(status["problem"] == nil)
        #expect(status["damaged"] == .integer(lines.damaged))
        #expect(status["held"]?["version"] == .integer(lines.held))
        #expect(try here.count(of: theirs) == 8)
        try expectWork()
    }

    /// Takes in the folder as a start does, which has a second.
    private func takeIn() throws {
        let engine = here.engine
        let folder = try #require(engine.folderSync?.folder)
        engine.folderMayHaveChanged()
        let clock = ContinuousClock()
        let end = clock.now + .seconds(1)
        here.bench.take(
            engine.takeInFolder(now: { here.bench.clock }, perform: folder.perform) {
                clock.now < end
            })
        // One step may be longer than what was left.
        #expect(clock.now < end + .seconds(5))
    }

    /// Expects that both machines go on as before.
    private func expectWork() throws {
        let writers = pair.both.map(\.writer)
        let ours = try here.log(9)
        try pair.exchange()
        #expect(try there.count(of: ours) == 9)
        #expect(pair.both.map(\.writer) == writers)
        for machine in pair.both {
            let (last, order) = try machine.engine.store.read(at: machine.bench.clock) {
                (try $0.meta(.lastStamp, as: String.self), try $0.nextOrder(of: LogEntry.self))
            }
            #expect((last ?? "") < "126000000000001")
            #expect(order <= 1 << 53)
        }
    }

    // MARK: Rows

    /// Puts a changed row of the other machine into the folder, under another id.
    private func put(_ change: (inout SharedRow) -> Void) throws {
        let entry = try there.log(8)
        let found = try there.engine.store.read(at: there.bench.clock) {
            try $0.entry(LogEntry.self, id: entry)
        }
        var row = try #require(found).row
        change(&row)
        let line = SharedLine(kind: LogEntry.table, id: Self.foreign, row: row)
        try File.makeFolder(folder)
        try File.write(Self.header() + line.text + "\n", to: folder + "/00000001.log")
        try there.settle()
        try here.read()
    }

    @Test(arguments: ["125999999999999", "126000000000000", "126500000000000"])
    func theClockStaysBeforeTheEndOfTime(_ ms: String) throws {
        let far = try #require(Stamp("\(ms).65535.\(Self.foreign)"))
        try put { $0.stamps = Stamps([SharedParts.others: far]) }
        #expect(try here.count(of: Self.foreign) == 8)
        try expectWork()
        // What was edited last by somebody who knew it wins all the same.
        try here.bench.call("log.update", #"{"entry":"\#(Self.foreign)","count":3}"#)
        try pair.exchange()
        #expect(try pair.both.map { try $0.count(of: Self.foreign) } == [3, 3])
    }

    @Test(arguments: [Int64.min, -1, 1 << 53, 1 << 53 + 1, .max])
    func orderNumbersAreKeptWithinBounds(_ order: Int64) throws {
        let stamp = try #require(Stamp(Self.stamp))
        try put {
            $0.columns["add_order"] = .integer(order)
            $0.stamps = Stamps([SharedParts.others: stamp])
        }
        #expect(try here.count(of: Self.foreign) == 0)
        #expect(try here.status()["state"] == .string("on"))
        here.bench.advance(ms: 1000)
        try expectWork()
    }

    // MARK: Files

    /// What lies in the folder beside the files of the two machines.
    struct Thing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var damaged: Int64 = 0
        var problem: String?
        /// Whether the subfolder is there before.
        var isInFolder = true
        /// Puts it there.
        ///
        /// - Parameter path: the subfolder of a machine that doesn't exist.
        let put: @Sendable (_ path: String) throws -> Void
    }

    private static func expect(_ result: Int32) throws { try #require(result == 0) }

    static let things: [Thing] = [
        Thing(testDescription: "FIFOs") { path in
            for name in ["about.json", "00000001.log"] {
                try expect(mkfifo("\(path)/\(name)", 0o600))
            }
        },
        Thing(testDescription: "a FIFO in place of a subfolder", isInFolder: false) { path in
            try expect(mkfifo(path, 0o600))
        },
        Thing(testDescription: "sockets") { path in
            for name in ["about.json", "00000001.log"] {
                try expect(mknod("\(path)/\(name)", S_IFSOCK | 0o600, 0))
            }
        },
        Thing(testDescription: "links") { path in
            try expect(symlink("/dev/zero", path + "/about.json"))
            try expect(symlink("/dev/zero", path + "/00000001.log"))
            try expect(symlink("00000002.log", path + "/00000002.log"))
            try expect(symlink("nowhere", path + "/00000003.log"))
        },
        Thing(testDescription: "a link in place of a subfolder", isInFolder: false) { path in
            try expect(symlink("/", path))
        },
        Thing(testDescription: "a sparse file of 10 GB", problem: "limits") { path in
            try File.write("", to: path + "/00000001.log")
            try expect(truncate(path + "/00000001.log", 10 << 30))
        },
        Thing(testDescription: "a note of 10 MB") { path in
            try File.write(String(repeating: " ", count: 10 << 20), to: path + "/about.json")
        },
        Thing(testDescription: "a header of another machine", damaged: 1) { path in
            try File.write(
                header(of: "bbbbbbbbbbbb") + row(), to: path + "/00000001.log")
        },
        Thing(testDescription: "a header with another number", damaged: 1) { path in
            try File.write(header(number: 2) + row(), to: path + "/00000001.log")
        },
        Thing(testDescription: "nothing", damaged: 2) { path in
            try File.write("", to: path + "/00000001.log")
            try File.write("", to: path + "/99999999.log")
        },
        Thing(testDescription: "times far away", damaged: 2) { path in
            for (number, seconds) in [Int.min, .max].enumerated() {
                let file = "\(path)/0000000\(number + 1).log"
                try File.write("", to: file)
                let time = timespec(tv_sec: seconds, tv_nsec: 999_999_999)
                // A file system may refuse the time or take the nearest one that it knows.
                _ = [time, time].withUnsafeBufferPointer {
                    utimensat(AT_FDCWD, file, $0.baseAddress, 0)
                }
            }
        },
        // Whoever runs this may read everything, or not these.
        Thing(testDescription: "a file without permission", damaged: 1) { path in
            try File.write("", to: path + "/00000001.log", mode: 0)
        },
        Thing(testDescription: "a folder without permission") { path in
            try expect(chmod(path, 0))
        },
        Thing(testDescription: "a folder of another user") { path in
            try File.write(header() + row(), to: path + "/00000001.log")
            try expect(chown(path, 65_534, 65_534))
        },
        Thing(testDescription: "names") { path in
            let texts = [
                "00000000.log", "100000000.log", " ", "-rf", "a\nb", "00000001.log\n",
                "٠٠٠٠٠٠٠١.log", "\u{202e}gol.10000000", String(repeating: "a", count: 255),
                "00000001.sync-conflict-\u{fffd}.log",
            ]
            let copy: [UInt8] = Array("00000001.sync-conflict-".utf8) + [0xff]
            let names: [[UInt8]] =
                texts.map { Array($0.utf8) } + [[0xff, 0xfe], [0xc3, 0x28], copy]
            for name in names {
                var bytes = Array(path.utf8)
                bytes.append(UInt8(ascii: "/"))
                bytes += name
                bytes.append(0)
                let whole = bytes.map { CChar(bitPattern: $0) }
                let file = open(whole, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
                try #require(file >= 0)
                close(file)
            }
        },
    ]

    @Test(arguments: HostileFileTests.things)
    func filesStopNothing(_ thing: Thing) throws {
        if thing.isInFolder { try File.makeFolder(folder) }
        try thing.put(folder)
        let theirs = try there.log(8)
        try there.settle()
        try takeIn()
        try here.read()
        let status = try here.status()
        #expect(status["state"] == .string("on"))
        _ = try here.bench.call("daemon.check")
        let problem = thing.problem.map { JSONValue.string($0) }
        #expect(status["problem"]?["kind"] == problem)
        #expect(status["damaged"] == .integer(thing.damaged))
        #expect(try here.count(of: theirs) == 8)
        try expectWork()
        // What isn't as it should be isn't read again before it changes.
        here.forget()
        try here.read()
        #expect(!here.tasks.contains("read"))
    }

    @Test func moreFilesThanAreReadStopNothing() throws {
        try File.makeFolder(folder)
        for number in 1...10_050 {
            let name = try #require(SharedFile.Name(number: number))
            try File.write("x\n", to: "\(folder)/\(name.text)")
        }
        let theirs = try there.log(8)
        try there.settle()
        try takeIn()
        try here.read()
        let status = try here.status()
        #expect(status["state"] == .string("on"))
        #expect(status["problem"]?["kind"] == .string("limits"))
        #expect(status["damaged"] == .integer(10_000))
        #expect(try here.count(of: theirs) == 8)
        // Once they are gone, nothing is wrong any more.
        File.remove(folder)
        try here.read()
        #expect(try here.status()["problem"] == nil)
        #expect(try here.status()["damaged"] == .integer(0))
        try expectWork()
    }

    @Test func aFileInOurFolderIsRemoved() throws {
        let entry = try here.log(7)
        try here.settle()
        try File.write("nonsense", to: here.folder + "/99999999.log")
        try here.read()
        try here.read()
        #expect(!here.files.contains("99999999.log"))
        #expect(try here.status()["damaged"] == .integer(0))
        try expectWork()
        #expect(try there.count(of: entry) == 7)
    }
}
