import TestSupport
import Testing
import TrackerCore

struct StampsTests {
    private static let stamps = (1...4).map {
        Stamp(ms: Int64($0), count: 0, writer: "0123456789ab")
    }
    private let one = StampsTests.stamps[0]
    private let two = StampsTests.stamps[1]
    private let three = StampsTests.stamps[2]

    // MARK: Parts

    @Test func aPartWithoutAStampHasThatOfTheOthers() {
        var stamps = Stamps(["*": one, "note": two])
        #expect(stamps["note"] == two)
        #expect(stamps["name"] == one)
        #expect(stamps["*"] == one)
        #expect(stamps.own("note") == two)
        #expect(stamps.own("name") == nil)
        #expect(Set(stamps.parts) == ["*", "note"])
        #expect(stamps.latest == two)
        stamps["name"] = three
        #expect(stamps.own("name") == three)
        stamps.remove("name")
        #expect(stamps["name"] == one)
        stamps.remove("*")
        #expect(stamps["name"] == Stamp.zero)
        #expect(stamps["*"] == Stamp.zero)
        #expect(Stamps().isEmpty)
        #expect(Stamps().latest == nil)
        #expect(Stamps()["note"] == Stamp.zero)
    }

    @Test func stampsAreSpreadOverExactlyTheseParts() {
        let stamps = Stamps(["*": one, "note": two, "name": three])
        #expect(
            stamps.expanded(to: ["note", "enabled", "*"])
                == Stamps(["note": two, "enabled": one, "*": one]))
        #expect(stamps.expanded(to: ["enabled"]) == Stamps(["enabled": one]))
        #expect(stamps.expanded(to: []) == Stamps())
        #expect(
            Stamps().expanded(to: ["note", "*"]) == Stamps(["note": .zero, "*": .zero]))
        let once = stamps.expanded(to: ["note", "*"])
        #expect(once.expanded(to: ["note", "*"]) == once)
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func raisingIsAJoin(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let names = ["*", "note", "name", "later"]
        func stamps() -> Stamps {
            var stamps = Stamps()
            for name in names where Bool.random(using: &random) {
                stamps[name] = Self.stamps.randomElement(using: &random) ?? .zero
            }
            return stamps
        }
        func raised(_ stamps: Stamps, to others: Stamps...) -> Stamps {
            var stamps = stamps
            for other in others { stamps.mergeLatest(of: other) }
            return stamps
        }
        let (first, second, third) = (stamps(), stamps(), stamps())
        #expect(raised(first, to: first) == first)
        #expect(raised(first, to: second) == raised(second, to: first))
        #expect(
            raised(first, to: second, third) == raised(first, to: raised(second, to: third)))
        for name in names + ["unnamed"] {
            #expect(raised(first, to: second)[name] == max(first[name], second[name]))
        }
    }

    // MARK: JSON

    @Test func stampsThatAreTheSameAreOneText() {
        #expect(Stamps().json == #""0""#)
        #expect(Stamps(["*": .zero, "note": .zero]).json == #""0""#)
        #expect(Stamps(["*": one]).json == "\"\(one.text)\"")
        #expect(Stamps(["*": one, "note": one]).json == "\"\(one.text)\"")
    }

    @Test func othersAreAnObject() {
        #expect(
            Stamps(["*": one, "note": two, "name": one, "b": three]).json
                == #"{"*":"\#(one.text)","b":"\#(three.text)","note":"\#(two.text)"}"#)
        #expect(
            Stamps(["*": .zero, "name": two]).json == #"{"*":"0","name":"\#(two.text)"}"#)
        #expect(
            Stamps(["unit+bar+plates": two, "a \"b\"": one]).json
                == #"{"a \"b\"":"\#(one.text)","unit+bar+plates":"\#(two.text)"}"#)
    }

    @Test func anObjectNamesExactlyThePartsWithAStamp() {
        #expect(Stamps().object == "{}")
        #expect(Stamps(["note": one]).object == #"{"note":"\#(one.text)"}"#)
        #expect(
            Stamps(["note": one, "*": one]).object
                == #"{"*":"\#(one.text)","note":"\#(one.text)"}"#)
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func stampsAreReadBack(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var stamps = Stamps()
        let names = ["*", "note", "unit+bar+plates", "a \"b\"\n"]
        for name in names {
            stamps[name] = (Self.stamps + [.zero]).randomElement(using: &random) ?? .zero
        }
        let read = try #require(Stamps(json: stamps.json))
        #expect(read.expanded(to: Set(names)) == stamps)
        #expect(Stamps(Cell.json(stamps.object)) == stamps)
        stamps.remove("*")
        #expect(Stamps(json: stamps.object) == stamps)
    }

    @Test(
        arguments: [
            .null, .integer(0), .number(1.5), .text(""), .text("now"), .text("{}"), .json(""),
            .json("[]"), .json("{"), .json(#"["0"]"#), .json(#"{"*":0}"#), .json(#"{"*":null}"#),
            .json(#"{"*":"now"}"#), .json(#"{"*":"0","note":""}"#), .json(#"{"*":{"*":"0"}}"#),
            .json(#"{"*":"127000000000000.00000.0123456789ab"}"#),
        ] as [Cell]) func garbageIsRefused(cell: Cell)
    {
        #expect(Stamps(cell) == nil)
    }
}
