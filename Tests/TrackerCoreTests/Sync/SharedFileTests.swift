import TestSupport
import Testing
import TrackerCore

struct SharedFileTests {
    private static let writer = "0123456789ab"
    /// Header with the hash that another program computed for it.
    private static let header =
        #"{"trackerd_sync":1,"writer":"0123456789ab","file":12}"# + "\t2a131cfd9ae9e87b"

    private func name(_ text: String = "00000012.log") throws -> SharedFile.Name {
        try #require(SharedFile.Name(text))
    }

    /// Object with its hash.
    private func signed(_ object: String) -> String {
        "\(object)\t\(SharedLine.hexadecimal(SHA256.digest(of: object).prefix(8)))"
    }

    private func line(_ note: String = "x") -> String {
        SharedLine(
            kind: "log_entry", id: Self.writer,
            row: SharedRow(columns: ["note": .text(note)], stamps: Stamps(["*": .zero]))
        ).text
    }

    private func file(
        _ bytes: [UInt8], name text: String = "00000012.log", writer: String = Self.writer
    ) throws -> SharedFile {
        try SharedFile(bytes, name: try name(text), writer: writer)
    }

    private func file(_ text: String) throws -> SharedFile { try file(Array(text.utf8)) }

    /// Error of reading a file; `nil` if it is read.
    private func error(
        _ bytes: [UInt8], name text: String = "00000012.log", writer: String = Self.writer
    ) throws -> SharedFormatError? {
        do {
            _ = try file(bytes, name: text, writer: writer)
            return nil
        } catch let error as SharedFormatError {
            return error
        }
    }

    // MARK: Names

    @Test(arguments: [
        ("00000001.log", 1, false), ("00000012.log", 12, false), ("00010000.log", 10_000, false),
        ("00010001.log", 10_001, false), ("99999999.log", 99_999_999, false),
        ("00000012.sync-conflict-20260301-101112-ABCDEFG.log", 12, true),
        ("00000012.sync-conflict-.log", 12, true),
        ("00000012.sync-conflict-a.sync-conflict-b.log", 12, true),
    ]) func namesOfFiles(text: String, number: Int, isCopy: Bool) throws {
        let name = try name(text)
        #expect(name.number == number && name.isCopy == isCopy && name.text == text)
        if !isCopy { #expect(SharedFile.Name(number: number) == name) }
    }

    @Test(arguments: [
        "", ".log", "log", "1.log", "0000001.log", "000000001.log", "00000000.log",
        "100000000.log", "+0000001.log", "-0000001.log", " 0000001.log", "0000001a.log",
        "00000001.LOG", "00000001.log ", "00000001.log\n", "00000001log", "00000001", "00000001.",
        "00000001.txt", ".00000001.log", ".00000001.log.tmp", "00000001.log.tmp", "00000001.log~",
        "~syncthing~00000001.log.tmp", ".syncthing.00000001.log.tmp", "00000001.sync-conflict.log",
        "00000001.sync-conflict-x", "00000001.sync-conflict-x.log.tmp", "00000001.conflict-x.log",
        "00000001.sync-conflict-/../../x.log", "00000001.sync-conflict-\n.log",
        "00000001.sync-conflict-\u{0}.log", "00000001.sync-conflict-\u{fffd}.log",
        "../00000001.log", "00000001/.log", "about.json", "٠٠٠٠٠٠٠١.log", "00000001.log\u{301}",
    ]) func otherNamesAreNone(text: String) {
        #expect(SharedFile.Name(text) == nil)
    }

    @Test func ownFilesComeBeforeConflictCopies() throws {
        let sorted = [
            "00000002.log", "00000010.log", "00000001.sync-conflict-a.log",
            "00000001.sync-conflict-b.log", "00000003.sync-conflict-a.log",
        ]
        let names = try sorted.map { try name($0) }
        #expect(names.reversed().sorted().map(\.text) == sorted)
    }

    // MARK: Content

    @Test func theFormatOfAFileStays() throws {
        var draft = SharedFile.Draft(writer: Self.writer, name: try name())
        #expect(draft.bytes == Array("\(Self.header)\n".utf8))
        let lines = [line("a"), line("b\n💪")]
        // A mutating call can't stand in an expectation.
        let fit = lines.map { draft.add($0) }
        #expect(fit == [true, true])
        #expect(draft.count == 2)
        #expect(draft.bytes == Array("\(Self.header)\n\(lines[0])\n\(lines[1])\n".utf8))
        let read = try file(draft.bytes)
        #expect(read.lines == lines && read.damaged == 0)
        #expect(read.lines.allSatisfy { SharedLine($0) != nil })
    }

    @Test func onlyTheHeaderOfThisFileCounts() throws {
        let body = "\n\(line())\n"
        let ours = #"{"trackerd_sync":1,"writer":"0123456789ab","file":12}"#
        #expect(signed(ours) == Self.header)
        for header in [
            "", line(), ours, "\(ours)\t", "\(ours)\t2a131cfd9ae9e87c", "\(Self.header) ",
            " \(Self.header)", "\(Self.header)\r", "\u{feff}\(Self.header)",
            signed(#"{"trackerd_sync":1,"writer":"0123456789ab","file":13}"#),
            signed(#"{"trackerd_sync":1,"writer":"zzzzzzzzzzzz","file":12}"#),
            signed(#"{"trackerd_sync":1,"writer":"0123456789ab"}"#),
            signed(#"{"trackerd_sync":"2","writer":"0123456789ab","file":12}"#),
            signed(#"{"writer":"0123456789ab","file":12}"#), signed("[2]"), signed("2"), signed(""),
            #"{"trackerd_sync":2,"writer":"0123456789ab","file":12}"# + "\t2a131cfd9ae9e87b",
        ] {
            #expect(try error(Array((header + body).utf8)) == .damaged, "\(header)")
        }
        let bytes = Array((Self.header + body).utf8)
        #expect(try error(bytes) == nil)
        #expect(try error(bytes, name: "00000013.log") == .damaged)
        #expect(try error(bytes, writer: "zzzzzzzzzzzz") == .damaged)
    }

    @Test func aNewerFormatIsNamed() throws {
        let header = signed(#"{"trackerd_sync":2,"later":true}"#)
        #expect(try error(Array("\(header)\n\(line())\n".utf8)) == .otherFormat(2))
        #expect(SharedFormatError.otherFormat(2).description.contains("format 2"))
    }

    @Test func aFileThatIsCutAnywhereLosesOnlyWhatWasCut() throws {
        let lines = [line("a"), line("b"), line("c")]
        let bytes = Array(([Self.header] + lines).joined(separator: "\n").utf8) + [0x0a]
        let ends = bytes.indices.filter { bytes[$0] == 0x0a }
        for count in 0..<bytes.count {
            let whole = ends.filter { $0 < count }.count
            guard whole > 0 else {
                #expect(try error(Array(bytes[..<count])) == .damaged, "\(count) bytes")
                continue
            }
            let read = try file(Array(bytes[..<count]))
            #expect(read.lines == Array(lines[..<(whole - 1)]), "\(count) bytes")
            #expect(read.damaged == (bytes[count - 1] == 0x0a ? 0 : 1), "\(count) bytes")
        }
    }

    @Test func bytesThatAreNotUTF8DamageOnlyTheirLine() throws {
        for wrong: [UInt8] in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0x80]] {
            let bytes =
                Array("\(Self.header)\n\(line("a"))\n".utf8) + wrong
                + Array("\n\(line("b"))\n".utf8)
            let read = try file(bytes)
            #expect(read.lines == [line("a"), line("b")] && read.damaged == 1)
            #expect(try error(wrong + bytes) == .damaged)
        }
    }

    /// Empty lines and wrong hashes are found where the lines are read.
    @Test func linesComeAsTheyAre() throws {
        let texts = ["", "garbage", "\u{0}\u{0}", "\(line())\r", String(line().dropLast())]
        let read = try file(([Self.header] + texts).joined(separator: "\n") + "\n")
        #expect(read.lines.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
        #expect(read.damaged == 0)
        #expect(read.lines.allSatisfy { SharedLine($0) == nil })
    }

    // MARK: Sizes

    @Test func aFileHasAtMostOneMebibyte() throws {
        #expect(SharedFile.maximumBytes == 1 << 20)
        let start = Array("\(Self.header)\n".utf8)
        let rest = [UInt8](repeating: UInt8(ascii: "x"), count: (1 << 20) - start.count - 1)
        let full = start + rest + [0x0a]
        #expect(try file(full).lines.count == 1)
        #expect(try error(full + [0x0a]) == .tooLarge)
    }

    @Test func aDraftTakesWhatFits() throws {
        var draft = SharedFile.Draft(writer: Self.writer, name: try name())
        let free = SharedFile.maximumBytes - draft.bytes.count
        let before = draft.bytes
        let large = String(repeating: "x", count: free)
        let fitsWhole = draft.add(large)
        #expect(!fitsWhole && draft.bytes == before && draft.count == 0)
        let fits = draft.add(String(large.dropLast()))
        #expect(fits && draft.bytes.count == SharedFile.maximumBytes && draft.count == 1)
        let fitsMore = draft.add("")
        #expect(!fitsMore)
        #expect(try file(draft.bytes).lines.count == 1)
    }

    @Test func aFileOver64KibibytesIsFinal() throws {
        var draft = SharedFile.Draft(writer: Self.writer, name: try name())
        #expect(!draft.isFinal)
        let free = 65_536 - draft.bytes.count
        let fits = draft.add(String(repeating: "x", count: free - 1))
        #expect(fits && draft.bytes.count == 65_536 && !draft.isFinal)
        let fitsMore = draft.add("")
        #expect(fitsMore && draft.isFinal)
    }
}
