import TestSupport
import Testing
import TrackerCore

struct SharedLineTests {
    private static let id = "0123456789ab"
    private static let early = "001772353700000.00000.0123456789ab"
    private static let late = "001772353800000.00007.0123456789ab"
    private static let other = "001772353900000.00000.zzzzzzzzzzzz"

    /// Line with a cell of each kind, and the hash that another program computed for it.
    private static let golden =
        #"{"k":"log_entry","i":"0123456789ab","s":{"*":"\#(late)","note":"\#(other)"},"#
        + #""d":"\#(early)","b":{"note":"\#(late)"},"r":{"add_order":3,"#
        + #""exercise":"k7m2p9q4r6st","later":[1,{"a":"b"}],"#
        + #""note":"\"heavy\",\nand \t \\ \u0001 💪","occurrence":null,"share":2.5}}"#
        + "\t552bc951d85d27aa"

    private func stamp(_ text: String) throws -> Stamp { try #require(Stamp(text)) }

    private func goldenLine() throws -> SharedLine {
        let (early, late) = (try stamp(Self.early), try stamp(Self.late))
        let other = try stamp(Self.other)
        return SharedLine(
            kind: "log_entry", id: Self.id,
            row: SharedRow(
                columns: [
                    "add_order": .integer(3), "exercise": .text("k7m2p9q4r6st"),
                    "later": .json(#"[1,{"a":"b"}]"#),
                    "note": .text("\"heavy\",\nand \t \\ \u{1} 💪"), "occurrence": .null,
                    "share": .number(2.5),
                ], stamps: Stamps(["*": late, "note": other]), deleted: Stamps(["*": early]),
                replaced: Stamps(["note": late])))
    }

    /// Object with its hash.
    private func signed(_ object: String) -> String {
        let digits = SHA256.digest(of: object).prefix(8).map { byte in
            let text = String(byte, radix: 16)
            return text.utf8.count < 2 ? "0" + text : text
        }
        return "\(object)\t\(digits.joined())"
    }

    /// Line with these members. Members that aren't given have a default.
    private func line(
        k: String = #""log_entry""#, i: String = #""0123456789ab""#, s: String = #""0""#,
        more: String = "", r: String = #"{"note":null}"#
    ) -> String {
        signed(#"{"k":\#(k),"i":\#(i),"s":\#(s)\#(more),"r":\#(r)}"#)
    }

    // MARK: Whole lines

    @Test func theFormatOfALineStays() throws {
        let line = try goldenLine()
        #expect(line.text == Self.golden)
        #expect(SharedLine(Self.golden) == line)
        #expect(SharedLine(Self.golden[...]) == line)
    }

    @Test func allKindsOfCellsComeBack() throws {
        let columns: [String: Cell] = [
            "null": .null, "zero": .integer(0), "negative": .integer(-7),
            "largest": .integer(.max), "smallest": .integer(.min), "half": .number(0.5),
            "small": .number(1e-300), "large": .number(1.5e300), "empty": .text(""),
            "text": .text("\"\\\n\r\t\u{0}\u{1f}\u{7f} Übung 💪 {}[],:"), "list": .json("[]"),
            "object": .json(#"{"a":[1,null,"\"b\"\t"],"c":{}}"#), "a \"name\"\n": .integer(1),
            "": .integer(2),
        ]
        let row = SharedRow(columns: columns, stamps: Stamps(["*": try stamp(Self.late)]))
        let line = SharedLine(kind: "log_entry", id: Self.id, row: row)
        #expect(!line.text.contains("\n"))
        #expect(SharedLine(line.text) == line)
    }

    @Test func anUnknownKindIsRead() throws {
        let row = SharedRow(
            columns: ["what": .text("x")], stamps: Stamps(["*": try stamp(Self.late)]))
        for kind in ["later_kind", "", "a \"kind\"\n", "*"] {
            let line = SharedLine(kind: kind, id: Self.id, row: row)
            #expect(SharedLine(line.text) == line)
        }
        let settings = SharedLine(kind: "settings", id: Settings.onlyID, row: row)
        #expect(SharedLine(settings.text) == settings)
    }

    @Test func membersThatThisVersionDoesNotKnowAreLeftOut() throws {
        let read = try #require(SharedLine(line(more: #","x":[1],"b":{}"#)))
        #expect(read.row.replaced.isEmpty && read.row.deleted.isEmpty)
        #expect(read.row.columns == ["note": .null])
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func randomLinesComeBack(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let stamps = [Stamp.zero, try stamp(Self.early), try stamp(Self.late)]
        let cells: [Cell] = [
            .null, .integer(5), .number(0.1), .text("\"x\"\n"), .json("[]"), .json(#"{"a":1}"#),
        ]
        let names = ["*", "note", "at_ms", "a \"name\""]
        func drawn() -> Stamps {
            Stamps(
                Dictionary(
                    uniqueKeysWithValues: names.map {
                        ($0, stamps.randomElement(using: &random) ?? .zero)
                    }))
        }
        let columns = names.dropFirst().map { ($0, cells.randomElement(using: &random) ?? .null) }
        let row = SharedRow(
            columns: Dictionary(uniqueKeysWithValues: columns), stamps: drawn(),
            deleted: Bool.random(using: &random) ? drawn() : Stamps(),
            replaced: Bool.random(using: &random) ? drawn() : Stamps())
        let line = SharedLine(kind: "log_entry", id: Self.id, row: row)
        let read = try #require(SharedLine(line.text))
        #expect(read.kind == line.kind && read.id == line.id)
        #expect(read.row.columns == row.columns)
        #expect(read.row.stamps.expanded(to: Set(names)) == row.stamps)
        #expect(read.row.replaced == row.replaced)
        #expect(read.row.deleted.isEmpty == row.deleted.isEmpty)
        if !row.deleted.isEmpty {
            #expect(read.row.deleted.expanded(to: Set(names)) == row.deleted)
        }
        #expect(read.text == line.text)
    }

    // MARK: Damaged lines

    @Test(arguments: [1, 0x20] as [UInt8]) func aLineWithAByteChangedIsDamaged(mask: UInt8) {
        let bytes = Array(Self.golden.utf8)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= mask
            #expect(
                SharedLine(String(decoding: changed, as: UTF8.self)) == nil, "byte \(index)")
        }
    }

    @Test func aLineThatIsCutIsDamaged() {
        let bytes = Array(Self.golden.utf8)
        for count in 0..<bytes.count {
            #expect(
                SharedLine(String(decoding: bytes[..<count], as: UTF8.self)) == nil,
                "\(count) bytes")
        }
        #expect(SharedLine(Self.golden.dropFirst()) == nil)
    }

    @Test func aHashInAnotherFormIsDamaged() throws {
        let tab = try #require(Self.golden.lastIndex(of: "\t"))
        let object = String(Self.golden[..<tab])
        let hash = String(Self.golden[Self.golden.index(after: tab)...])
        #expect(SharedLine("\(object)\t\(hash)") != nil)
        for line in [
            object, "\(object)\t", "\(object)\(hash)", "\(object) \(hash)", "\(object)\t\t\(hash)",
            "\(object)\t\(hash.dropLast())", "\(object)\t\(hash)0", "\(object)\t\(hash) ",
            "\(object)\t\(hash)\n", "\(object)\t\(hash)\r", "\(object)\t \(hash)",
            "\(object)\t\(hash.uppercased())", "\(object)\n\t\(hash)", " \(object)\t\(hash)",
            "\t\(hash)", "", "\t", "\n", hash,
        ] {
            #expect(SharedLine(line) == nil, "\(line)")
        }
    }

    @Test func anIdThatIsNoneIsDamaged() {
        #expect(SharedLine(line()) != nil)
        for id in [
            "", "0123456789a", "0123456789abc", "0123456789ai", "0123456789AB", "settings ",
            "do_not_disturb", "../../../etc", "0123456789a\\u0000",
        ] {
            #expect(SharedLine(line(i: "\"\(id)\"")) == nil, "\(id)")
        }
        for id in ["null", "5", "[]", "{}", #"["0123456789ab"]"#] {
            #expect(SharedLine(line(i: id)) == nil, "\(id)")
        }
    }

    @Test func aLineThatLacksAMemberIsDamaged() {
        for object in [
            #"{"i":"0123456789ab","s":"0","r":{}}"#, #"{"k":"log_entry","s":"0","r":{}}"#,
            #"{"k":"log_entry","i":"0123456789ab","r":{}}"#,
            #"{"k":"log_entry","i":"0123456789ab","s":"0"}"#,
            #"{"trackerd_sync":1,"writer":"0123456789ab","file":12}"#, "{}", "[]", "null", "", "5",
            #"{"k":"log_entry","i":"0123456789ab","s":"0","r":{}"#,
            #"{"k":"log_entry","i":"0123456789ab","s":"0","r":{}}}"#,
        ] {
            #expect(SharedLine(signed(object)) == nil, "\(object)")
        }
        for kind in ["null", "5", "[]", "{}"] {
            #expect(SharedLine(line(k: kind)) == nil, "k: \(kind)")
        }
        for row in ["null", "5", "[]", #""{}""#, #"[{"note":null}]"#] {
            #expect(SharedLine(line(r: row)) == nil, "r: \(row)")
        }
        #expect(SharedLine(line(r: "{}")) != nil)
    }

    // MARK: Limits

    @Test func aRowHasAtMost128Columns() {
        func row(_ count: Int) -> String {
            "{\((0..<count).map { "\"c\($0)\":null" }.joined(separator: ","))}"
        }
        #expect(SharedLine(line(r: row(128)))?.row.columns.count == 128)
        #expect(SharedLine(line(r: row(129))) == nil)
        #expect(SharedLine.maximumColumns == 128)
    }

    @Test func aLineOverOneMebibyteIsDamaged() {
        // The hash is right: another program computed it.
        let note = String(repeating: "x", count: 1_048_500)
        let object = #"{"k":"log_entry","i":"0123456789ab","s":"0","r":{"note":"\#(note)"}}"#
        let line = "\(object)\t01140ea709ee8741"
        #expect(line.utf8.count == SharedLine.maximumBytes + 1)
        // Hashing such a long text takes a while, so it isn't done.
        #expect(SharedLine(line) == nil)
    }

    @Test(arguments: [255, 256, 300, 10_000]) func aRowThatIsTooDeepIsDamaged(depth: Int) {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        // The line and its row are two of the levels.
        #expect(JSONDocument.maximumDepth == 256)
        #expect(SharedLine(line(r: "{\"note\":\(nested(254))}")) != nil)
        #expect(SharedLine(line(r: "{\"note\":\(nested(depth))}")) == nil)
        #expect(SharedLine(line(s: nested(depth))) == nil)
        let levels = depth + 1
        let objects =
            String(repeating: "{\"a\":", count: levels) + "1"
            + String(repeating: "}", count: levels)
        #expect(SharedLine(line(r: objects)) == nil)
        #expect(SharedLine(signed(nested(depth))) == nil)
    }
}
