import TestSupport
import Testing
import TrackerCore

struct MemberNamesTests {
    private struct Thing: Codable, Hashable {
        struct Inner: Codable, Hashable { var totalRemainingMs = 5 }

        var startedAt: Int? = 1
        var best1RM: Double? = 2.5
        var innerThing = Inner()
        var namesOfPeople = ["McCoy": Inner()]
    }

    private struct Whole: Codable {
        var requestID: String
        var theLists: [[String: [Int]]]?
    }

    @Test(arguments: [
        ("", ""), ("name", "name"), ("durationMs", "duration_ms"), ("requestID", "request_id"),
        ("best1RM", "best_1rm"), ("rolling7d", "rolling_7d"), ("distanceM", "distance_m"),
        ("late_by_ms", "late_by_ms"), ("totalRemainingMs", "total_remaining_ms"), ("URL", "url"),
        ("p90Ms", "p90_ms"), ("p5", "p5"), ("x2y3", "x2y_3"),
    ])
    func snakeCase(_ property: String, _ name: String) {
        #expect(property.inSnakeCase == name)
    }

    @Test func propertiesAreInSnakeCaseAndKeysOfDictionariesAsTheyAre() throws {
        let text = """
            {"started_at":1,"best_1rm":2.5,"inner_thing":{"total_remaining_ms":5},\
            "names_of_people":{"McCoy":{"total_remaining_ms":5}}}
            """
        #expect(try json(Thing()) == text)
        #expect(try reread(Thing()) == Thing())
        #expect(try reread(["aB": ["c1D": 5]]) == ["aB": ["c1D": 5]])
        #expect(try json(["aB": 5]) == #"{"aB":5}"#)
    }

    @Test func theNameOfThePropertyIsNoMember() throws {
        let text = #"{"startedAt":3,"inner_thing":{"total_remaining_ms":7},"names_of_people":{}}"#
        let thing = try decode(Thing.self, text)
        #expect(thing.startedAt == nil)
        #expect(thing.innerThing.totalRemainingMs == 7)
    }

    @Test func errorsNameTheMember() {
        let missing = #expect(throws: DecodingError.self) { try decode(Whole.self, "{}") }
        guard case .keyNotFound(let key, _) = missing else {
            Issue.record("\(String(describing: missing))")
            return
        }
        #expect(key.stringValue == "request_id")
        let deep = #"{"request_id":"x","the_lists":[{"aB":["c"]}]}"#
        let mismatch = #expect(throws: DecodingError.self) { try decode(Whole.self, deep) }
        guard case .typeMismatch(_, let context) = mismatch else {
            Issue.record("\(String(describing: mismatch))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["the_lists", "0", "aB", "0"])
    }
}
