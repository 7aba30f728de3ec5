import TestSupport
import Testing
import TrackerCore

struct MachineNoteTests {
    private static let writer = "0123456789ab"
    private static let life = "zzzzzzzzzzzz"

    private func note(_ json: String) throws -> MachineNote {
        try MachineNote(Array(json.utf8), writer: Self.writer)
    }

    /// Error of reading a note; `nil` if it is read.
    private func error(_ bytes: [UInt8]) -> SharedFormatError? {
        do throws(SharedFormatError) {
            _ = try MachineNote(bytes, writer: Self.writer)
            return nil
        } catch {
            return error
        }
    }

    private func error(_ json: String) -> SharedFormatError? {
        error(Array(json.utf8))
    }

    /// JSON of a note. Members that aren't given have a default.
    private func json(
        format: String = "1", writer: String = #""0123456789ab""#, name: String = #""laptop""#,
        program: String = #""1.4.0""#, schema: String = "18", life: String = #""zzzzzzzzzzzz""#,
        more: String = ""
    ) -> String {
        #"{"trackerd_sync":\#(format),"writer":\#(writer),"name":\#(name),"#
            + #""program":\#(program),"schema":\#(schema),"life":\#(life)\#(more)}"#
    }

    @Test func theFormatStays() throws {
        let plain = MachineNote(
            writer: Self.writer, name: "laptop", program: "1.4.0", schema: 18, life: Self.life)
        #expect(try plain.bytes() == Array("\(json())\n".utf8))
        #expect(try note(json()) == plain)
        let full = MachineNote(
            writer: Self.writer, name: "Küche 💪 \"x\"", program: "1.4.0", schema: 18,
            life: Self.life, formerIDs: ["aaaaaaaaaaaa", "bbbbbbbbbbbb"], hasLeft: true)
        let more = #","formerly":["aaaaaaaaaaaa","bbbbbbbbbbbb"],"left":true"#
        let text = json(name: #""Küche 💪 \"x\"""#, more: more)
        #expect(try full.bytes() == Array("\(text)\n".utf8))
        #expect(try note(text) == full)
    }

    @Test func unknownMembersAreIgnored() throws {
        let later = #","later":{"a":[1,2]},"left":false,"formerly":[]"#
        #expect(try note(json(more: later)) == note(json()))
    }

    @Test func aNewerFormatIsNamed() throws {
        #expect(error(#"{"trackerd_sync":2}"#) == .otherFormat(2))
        #expect(error(json(format: "0")) == .otherFormat(0))
        for format in ["null", #""1""#, "1.5", "[1]", "true"] {
            #expect(error(json(format: format)) == .damaged, "\(format)")
        }
    }

    @Test func whatIsNotANoteIsDamaged() throws {
        for text in [
            "", "{}", "[]", "null", "1", #"{"trackerd_sync":1}"#, String(json().dropLast()),
            json() + "}", String(repeating: "[", count: 10_000),
        ] {
            #expect(error(text) == .damaged, "\(text.prefix(40))")
        }
        #expect(error(Array(json().utf8) + [0xff]) == .damaged)
        var bytes = Array(json().utf8)
        let place = try #require(bytes.firstIndex(of: UInt8(ascii: "p")))
        bytes[place] = 0xff
        #expect(error(bytes) == .damaged)
        let whole = Array("\(json())\n".utf8)
        for count in 0..<whole.count - 1 {
            #expect(error(Array(whole[..<count])) == .damaged, "\(count) bytes")
        }
    }

    @Test func idsAreWhole() throws {
        for id in [
            "\"\"", #""0123456789a""#, #""0123456789abc""#, #""0123456789AB""#, #""settings""#,
            #""../../../etc""#, "null", "1",
        ] {
            #expect(error(json(writer: id)) == .damaged, "\(id)")
            #expect(error(json(life: id)) == .damaged, "\(id)")
            #expect(error(json(more: #","formerly":[\#(id)]"#)) == .damaged, "\(id)")
        }
        // The note of another machine.
        #expect(error(json(writer: #""zzzzzzzzzzzz""#)) == .damaged)
        #expect(throws: SharedFormatError.damaged) {
            try MachineNote(Array(json(writer: #""settings""#).utf8), writer: "settings")
        }
    }

    @Test func valuesOfTheWrongKindAreDamaged() throws {
        for text in [
            json(name: "null"), json(name: "5"), json(program: "null"), json(program: "[]"),
            json(schema: "null"), json(schema: #""18""#), json(schema: "0"), json(schema: "-1"),
            json(schema: "1.5"), json(schema: "9223372036854775807"), json(schema: "1e99"),
            json(more: #","left":1"#), json(more: #","left":"yes""#),
            json(more: #","formerly":"aaaaaaaaaaaa""#), json(more: #","formerly":{}"#),
        ] {
            #expect(error(text) == .damaged, "\(text)")
        }
    }

    @Test func aNameIsShortAndVisibleOnOneLine() throws {
        let longest = String(repeating: "ü", count: 64)
        for name in ["a", "💪", longest, "a b"] {
            #expect(MachineNote.isName(name), "\(name)")
            #expect(try note(json(name: "\"\(name)\"")).name == name)
        }
        for name in [
            "", longest + "x", "a\\u0000", "a\\nb", "a\\u001b[31m", "a\\u2028b", "a\\u007f",
            // One character of many bytes.
            "a" + String(repeating: "\u{301}", count: 3000),
        ] {
            #expect(error(json(name: "\"\(name)\"")) == .damaged, "\(name.prefix(20))")
            #expect(error(json(program: "\"\(name)\"")) == .damaged, "\(name.prefix(20))")
        }
        #expect(!MachineNote.isName("") && !MachineNote.isName("a\nb"))
        #expect(!MachineNote.isName(longest + "x"))
    }

    @Test func formerIDsAreAtMost64() throws {
        func former(_ count: Int) -> [String] {
            (0..<count).map { Identifier.derived(from: "\($0)") }
        }
        func list(_ count: Int) -> String {
            let ids = former(count).map { "\"\($0)\"" }
            return ",\"formerly\":[\(ids.joined(separator: ","))]"
        }
        #expect(try note(json(more: list(64))).formerIDs == former(64))
        #expect(error(json(more: list(65))) == .damaged)
        // A machine with more of them still writes a note that is read.
        let written = MachineNote(
            writer: Self.writer, name: "laptop", program: "1.4.0", schema: 18, life: Self.life,
            formerIDs: former(70))
        let read = try MachineNote(written.bytes(), writer: Self.writer)
        #expect(read.formerIDs == Array(former(70).suffix(64)))
    }

    @Test func aNoteHasAtMost64Kibibytes() throws {
        let text = json()
        let blanks = String(repeating: " ", count: 65_536 - text.utf8.count)
        #expect(error(text + blanks) == nil)
        #expect(error(text + blanks + " ") == .tooLarge)
    }
}
