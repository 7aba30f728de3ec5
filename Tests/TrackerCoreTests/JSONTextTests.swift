import FoundationEssentials
import TestSupport
import Testing
import TrackerCore

struct JSONTextTests {
    private struct Thing: Codable, Hashable {
        var zeta = 1
        var alpha: String?
        var list: [Thing] = []
        var numbers: [String: Double] = [:]
        var isGood = false
        var byte: UInt8 = 255
        var large: UInt64 = .max
        var least: Int64 = .min
        var half: Float = 0.5
    }

    @Test func membersStandInTheOrderOfTheirDeclarationWithoutThoseThatAreNil() throws {
        let thing = Thing(alpha: "x", list: [Thing()], numbers: ["a": 1.5])
        let bare = """
            {"zeta":1,"list":[],"numbers":{},"is_good":false,"byte":255,\
            "large":18446744073709551615,"least":-9223372036854775808,"half":0.5}
            """
        #expect(
            try JSONText.of(thing) == """
                {"zeta":1,"alpha":"x","list":[\(bare)],"numbers":{"a":1.5},"is_good":false,\
                "byte":255,"large":18446744073709551615,"least":-9223372036854775808,"half":0.5}
                """)
        #expect(try reread(thing) == thing)
    }

    @Test(
        arguments: [
            (0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (1e30, "1e+30"), (1e-7, "1e-07"),
            (1e15, "1000000000000000"), (9_007_199_254_740_992, "9007199254740992"),
        ] as [(Double, String)])
    func numbers(_ value: Double, _ text: String) throws {
        #expect(try JSONText.of(value) == text)
        #expect(try JSONDecoder().decode(Double.self, from: Data(text.utf8)) == value)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func noNumbers(_ value: Double) {
        #expect(throws: EncodingError.self) { try JSONText.of(value) }
        #expect(throws: EncodingError.self) { try JSONText.of(["a": value]) }
    }

    @Test(arguments: [
        ("", "\"\""), ("a/b", "\"a/b\""), ("\"\\", "\"\\\"\\\\\""),
        ("\n\r\t", "\"\\n\\r\\t\""), ("\u{0}\u{1f}\u{7f}", "\"\\u0000\\u001f\u{7f}\""),
        ("Größe 🍵\u{2028}", "\"Größe 🍵\u{2028}\""),
    ])
    func texts(_ value: String, _ text: String) throws {
        #expect(try JSONText.of(value) == text)
        #expect(try reread(value) == value)
    }

    /// Written texts are read back by another reader, and take one line.
    @Test(arguments: 0..<30 as Range<UInt64>) func everyTextComesBack(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<100 {
            let most: UInt32 = Bool.random(using: &random) ? 0x7f : 0x10_ffff
            let scalars = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...most, using: &random))
            }
            let text = String(String.UnicodeScalarView(scalars))
            let written = try JSONText.of([text: [text]])
            let read = try JSONDecoder().decode([String: [String]].self, from: Data(written.utf8))
            #expect(read == [text: [text]])
            #expect(try reread(read) == read)
            #expect(!written.utf8.contains { $0 < 0x20 })
        }
    }
}
