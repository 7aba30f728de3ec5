import TestSupport
import Testing
import TrackerCore

/// Moments on the wire: a text, and its milliseconds beside it.
struct MomentTextTests {
    private struct Thing: Codable, Hashable {
        @MomentText var startedAt: String
        @MomentText var endedAt: String?
        var name = "tea"

        init(_ startedAt: String, _ endedAt: String? = nil) {
            self.startedAt = startedAt
            self.endedAt = endedAt
        }
    }

    @Test func theMillisecondsStandBeside() throws {
        let morning = "2026-03-01T09:30:00.250+01:00"
        let all = Thing(morning, "1969-12-31T23:59:59.999+00:00")
        let text = """
            {"started_at":"\(morning)","started_at_ms":1772353800250,\
            "ended_at":"1969-12-31T23:59:59.999+00:00","ended_at_ms":-1,"name":"tea"}
            """
        #expect(try json(all) == text)
        #expect(try decode(Thing.self, text) == all)
        let fewest = #"{"started_at":"\#(morning)","started_at_ms":1772353800250,"name":"tea"}"#
        #expect(try json(Thing(morning)) == fewest)
        #expect(try decode(Thing.self, fewest) == Thing(morning))
        // An older daemon writes none.
        let older = #"{"started_at":"\#(morning)","name":"tea"}"#
        #expect(try decode(Thing.self, older) == Thing(morning))
    }

    /// A day may stand in the place of a moment.
    @Test(arguments: ["2026-03-01", "", "soon", "09:30", "-10m", "2026-03-01T09:30"])
    func noMoment(_ text: String) throws {
        #expect(try json(Thing(text)) == #"{"started_at":"\#(text)","name":"tea"}"#)
    }

    @Test func millisecondsOfTexts() {
        var random = SplitMix(seed: 20)
        for _ in 0..<2000 {
            let ms = Int64.random(in: -62_000_000_000_000...253_000_000_000_000, using: &random)
            let offset = Int.random(in: -1439...1439, using: &random) * 60
            let text = Zone.text(ofMs: ms, offsetS: offset)
            #expect(Zone.ms(ofText: text) == ms, "\(text)")
        }
        // Other forms of RFC 3339, as other programs write them.
        #expect(Zone.ms(ofText: "2026-03-01T08:30:00Z") == 1_772_353_800_000)
        #expect(Zone.ms(ofText: "2026-03-01T09:30:00+01:00") == 1_772_353_800_000)
    }

    // MARK: Events of older versions

    private let at = #""at":"2026-03-01T09:30:00.000+01:00""#
    private let ms = #","at_ms":1772353800000"#

    @Test func olderEventsGetThem() {
        let laps = "{\"id\":\"k3\",\"laps\":[{\(at)},{\(at),\"n\":1}],\"snoozed_until\":"
        let until = "\"2026-03-01T08:30:00.000+00:00\""
        let older = laps + until + "}"
        let newer =
            "{\"id\":\"k3\",\"laps\":[{\(at)\(ms)},{\(at)\(ms),\"n\":1}],\"snoozed_until\":"
            + until + ",\"snoozed_until_ms\":1772353800000}"
        #expect(OlderMoments.completed(older) == newer)
        #expect(OlderMoments.completed(newer) == newer)
    }

    /// What people write isn't touched, nor what is no moment.
    @Test(arguments: [
        "{}", "[]", "", "5", #"{"at":"09:30"}"#, #"{"from":"2026-03-01","to":"2026-03-02"}"#,
        #"{"note":"2026-03-01T09:30:00.000+01:00"}"#, #"{"name":"2026-03-01T09:30:00.000+01:00"}"#,
        #"{"note":"\"at\":\"2026-03-01T09:30:00.000+01:00\""}"#,
        #"["2026-03-01T09:30:00.000+01:00"]"#, #""2026-03-01T09:30:00.000+01:00""#,
        #"{"format":"2026-03-01T09:30:00.000+01:00"}"#,
    ])
    func othersStay(_ json: String) { #expect(OlderMoments.completed(json) == json) }
}
