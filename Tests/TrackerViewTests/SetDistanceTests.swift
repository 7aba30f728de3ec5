import Testing
import TrackerCore

@testable import TrackerView

/// Metres, minutes, and a distance with its time.
@Suite struct SetDistanceTests {
    private func texts(_ words: String) throws -> [String] {
        try SetNotation.line(words.split(separator: " ").map(String.init), isNamed: true)
            .sets.map(\.text)
    }

    @Test(
        arguments: [
            ("5km", ["5km"]), ("25:00", ["25:00"]), ("25min", ["25:00"]), ("1h", ["1h"]),
            ("1m30s", ["1m30s"]), ("40metresx32kg@8", ["40metresx32kg@8"]),
            ("5km 25:00", ["25:00 5km"]), ("25:00 5km", ["25:00 5km"]), ("5km 25m", ["25:00 5km"]),
            ("25min 5km", ["25:00 5km"]), ("400m 90s", ["1m30s 400metres"]),
            ("90s 400m", ["1m30s 400metres"]), ("3mi 1h2m", ["1h2m 4.828032km"]),
            ("400m 90s 400m 95s", ["1m30s 400metres", "1m35s 400metres"]),
            ("5km@8 25:00", ["25:00@8 5km"]), ("40metresx32 30s", ["30sx32 40metres"]),
            ("40m 30sx32", ["30sx32 40metres"]), ("5km 6km", ["5km", "6km"]),
            ("20:00 25:00", ["20:00", "25:00"]),
        ] as [(String, [String])])
    func aDistanceAndItsTimeAreOneSet(_ words: String, _ sets: [String]) throws {
        #expect(try texts(words) == sets)
    }

    /// The exercise tells minutes from metres.
    @Test(
        arguments: [
            ("40m", [40]), ("2000m", [2000]), ("40M", [40]), ("40mx32kg@8", [40]),
            ("40m 40m", [40, 40]), ("3x40m", [40, 40, 40]), ("3x2m", [2, 2, 2]),
        ] as [(String, [Int64])])
    func aBareNumberStaysOpen(_ words: String, _ numbers: [Int64]) throws {
        let sets = try SetNotation.line(
            words.split(separator: " ").map(String.init), isNamed: true
        ).sets
        #expect(sets.map(\.minutesOrMetres) == numbers)
        #expect(sets.allSatisfy { $0.seconds == nil && $0.distance == nil })
    }

    @Test(arguments: [
        ("5km 25:00 5km", "write each distance with its time"),
        ("25:00 5km 26:00", "write each distance with its time"),
        ("40metresx32 30sx32", "write its load and its effort once"),
        ("5km@8 25:00@9", "write its load and its effort once"),
    ])
    func whatBelongsTogetherIsAsked(_ words: String, _ message: String) {
        let refusal = #expect(throws: Rejection.self) { try texts(words) }
        #expect(refusal?.message.contains(message) == true, "\(refusal?.message ?? "")")
    }

    /// A plan has no distances, so that nothing tells minutes from metres.
    @Test func aPlanAsksForMinutes() throws {
        for word in ["3x40m", "1x5m", "3x2mx20"] {
            let refusal = #expect(throws: Rejection.self) { try GroupNotation.read(word) }
            #expect(refusal?.message.contains("can be minutes or metres") == true)
        }
        #expect(try GroupNotation.read("3x2min").text == "3x2:00")
        #expect(try GroupNotation.read("3x2:00").text == "3x2:00")
        #expect(try GroupNotation.read("3x1m30s").text == "3x1m30s")
    }

    @Test(arguments: ["running 5km", "5km running", "walk 3.1mi", "farmers walk 40metres"])
    func theLogHasNoDistances(_ line: String) {
        let refusal = #expect(throws: Rejection.self) {
            try LogNotation(line.split(separator: " ").map(String.init))
        }
        #expect(refusal?.message.contains("is a distance, which only sets can have") == true)
        #expect(refusal?.message.contains("trackerctl set \(line)") == true)
    }

    @Test func aBareNumberOfMinutesMayBeMetres() throws {
        #expect(try LogNotation(["walk", "10m"]).metres == 10)
        #expect(try LogNotation(["10", "m", "walk"]).metres == 10)
        #expect(try LogNotation(["walk", "10min"]).metres == nil)
        #expect(try LogNotation(["walk", "10:00"]).metres == nil)
        #expect(try LogNotation(["walk", "10"]).metres == nil)
    }
}
