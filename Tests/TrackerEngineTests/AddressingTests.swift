import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

/// `timer` is resolved in this order: exact id, exact name, name with case ignored, unique id prefix of at
/// least 4 characters, `last`.
@Suite struct AddressingTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func start(_ name: String? = nil) throws -> String {
        let member = name.map { ",\"name\":\"\($0)\"" } ?? ""
        return try bench.call("timer.start", "{\"duration\":\"1h\"\(member)}").id()
    }

    private func find(_ text: String) throws -> String {
        try bench.call("timer.get", "{\"timer\":\"\(text)\"}").id()
    }

    @Test func anExactIDComesBeforeANameThatReadsTheSame() throws {
        let id = try start()
        let named = try start(id)
        #expect(try find(id) == id)
        #expect(try find(named) == named)
    }

    @Test func aNameComesBeforeAPrefixThatReadsTheSame() throws {
        let id = try start()
        let prefix = String(id.prefix(4))
        #expect(try find(prefix) == id)
        let named = try start(prefix)
        #expect(try find(prefix) == named)
    }

    @Test func ofManyNamesakesTheNewestAreTold() throws {
        let ids = try (0..<12).map { _ in try start("tea") }
        bench.advance(ms: 60_400)
        let refusal = try bench.refusal("timer.pause", #"{"timer":"TEA"}"#)
        #expect(refusal.matches == Array(ids.reversed().prefix(10)))
        #expect(refusal.message.hasSuffix("(59m left) and 6 more"))
    }

    @Test func namesAreWholeButForCase() throws {
        let tea = try start("tea")
        #expect(try find("Tea") == tea)
        let upper = try start("TEA")
        #expect(try find("TEA") == upper && find("tea") == tea)
        // Names that differ in case only may be meant alike.
        #expect(try bench.refusal("timer.get", #"{"timer":"Tea"}"#).matches == [upper, tea])
        try bench.call("timer.cancel", #"{"timer":"TEA"}"#)
        #expect(try find("Tea") == tea)
        let umlaut = try start("Übung")
        #expect(try find("übung") == umlaut)
        for other in ["te", "tea ", "teas", "ubung"] {
            let refusal = try bench.refusal("timer.get", "{\"timer\":\"\(other)\"}")
            #expect(refusal.kind == .notFound, "\(other)")
            #expect(refusal.field == "timer")
        }
    }

    @Test func aPrefixMustBeUnique() throws {
        // There are so many ids that two of them begin alike.
        let call = #"{"id":1,"method":"stopwatch.start"}"#
        let batch = Array(repeating: call, count: 100).joined(separator: ",")
        let ids = try (0..<40).flatMap { _ in
            try bench.send("[\(batch)]").map { try Bench.result(of: $0).id() }
        }
        let byBeginning = Dictionary(grouping: ids) { $0.prefix(Identifier.shortestPrefix) }
        let first = try #require(byBeginning.values.first { $0.count > 1 })
        let refusal = try bench.refusal("timer.get", "{\"timer\":\"\(first[0].prefix(4))\"}")
        #expect(refusal.kind == .ambiguous)
        #expect(refusal.field == "timer")
        #expect(refusal.matches == first.sorted())
        let other = try #require(byBeginning.values.first { $0.count == 1 })
        #expect(try find(String(other[0].prefix(4))) == other[0])
    }

    @Test func oddTextsFindNothing() throws {
        _ = try start("tea")
        for odd in [
            "%", "_", "*", "~", "' OR 1=1 --", "\u{fffd}", String(repeating: "x", count: 9000),
        ] {
            #expect(try bench.refusal("timer.get", "{\"timer\":\"\(odd)\"}").kind == .notFound)
        }
    }
}
