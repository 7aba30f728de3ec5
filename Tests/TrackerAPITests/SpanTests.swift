import TestSupport
import Testing
import TrackerAPI
import TrackerCore

struct SpanTests {
    @Test(
        arguments: [
            ("0", 0), ("1500", 1500), ("-90000", -90_000), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("1e3", 1000), ("\"90s\"", 90_000),
            ("\"25m\"", 1_500_000),
            ("\"1h30m\"", 5_400_000), ("\"1h 30m\"", 5_400_000), ("\"1:30\"", 90_000),
            ("\"1:30:00\"", 5_400_000), ("\"2d\"", 172_800_000), ("\"-90s\"", -90_000),
        ] as [(String, Int64)])
    func read(_ json: String, _ ms: Int64) throws {
        #expect(try decode(Span.self, json) == Span(ms: ms))
    }

    /// A bare number in a text could mean anything.
    @Test(arguments: ["\"25\"", "\"\"", "\"tea\"", "null", "true", "1.5", "[]", "{}"])
    func refused(_ json: String) {
        let refusal = #expect(throws: Rejection.self) { try decode(Span.self, json) }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "value")
        #expect(refusal?.message.contains(DurationText.allowed) == true)
    }

    @Test func itIsWrittenInMilliseconds() throws {
        #expect(try json([Span(ms: 1500), Span(ms: -1)]) == "[1500,-1]")
    }
}
