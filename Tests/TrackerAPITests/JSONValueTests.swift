import TestSupport
import Testing
import TrackerAPI

struct JSONValueTests {
    @Test(
        arguments: [
            ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
            ("1", .integer(1)), ("-1", .integer(-1)), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)), ("1.5", .number(1.5)),
            ("1e+30", .number(1e30)),
            ("\"\"", .string("")), ("\"1\"", .string("1")), ("\"true\"", .string("true")),
            ("\"a/b \\\"c\\\" \\\\ \\n 🍵\"", .string("a/b \"c\" \\ \n 🍵")), ("[]", .array([])),
            ("{}", .object([:])),
            (
                "[1,[true,null],{}]",
                .array([
                    .integer(1), .array([.bool(true), .null]), .object([:]),
                ])
            ),
            (
                "{\"\":0,\"a\":{\"b\":[]},\"c\":null}",
                .object([
                    "": .integer(0), "a": .object(["b": .array([])]), "c": .null,
                ])
            ),
        ] as [(String, JSONValue)])
    func bothWays(_ text: String, _ value: JSONValue) throws {
        #expect(try decode(JSONValue.self, text) == value)
        #expect(try json(value) == text)
    }

    @Test func membersAndScalars() {
        let value = JSONValue.object(["a": .string("x"), "b": .integer(5), "c": .null])
        #expect(value["a"]?.string == "x" && value["b"]?.integer == 5 && value["c"] == .null)
        #expect(value["d"] == nil && value["a"]?["x"] == nil && JSONValue.array([])["a"] == nil)
        #expect(value["b"]?.string == nil && value["a"]?.integer == nil)
        #expect(JSONValue.number(5).integer == nil && value.string == nil)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func randomValues(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<50 {
            let value = Self.value(depth: 4, &random)
            #expect(try decode(JSONValue.self, json(value)) == value)
        }
    }

    private static func value(depth: Int, _ random: inout SplitMix) -> JSONValue {
        func text() -> String {
            let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x10_ffff, using: &random))
            }
            return String(String.UnicodeScalarView(scalars))
        }
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(.random(in: .min ... .max, using: &random))
        case 3: return .number(Double(Int.random(in: -9999...9999, using: &random)) + 0.5)
        case 4: return .string(text())
        case 5:
            return .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    value(depth: depth - 1, &random)
                })
        default:
            var members: [String: JSONValue] = [:]
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                members[text()] = value(depth: depth - 1, &random)
            }
            return .object(members)
        }
    }
}
