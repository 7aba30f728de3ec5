import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Exports that somebody has edited by hand. Whatever they contain, the daemon must be as sound afterwards
/// as before.
@Suite struct ForeignRowTests {
    let bench: Bench
    private let file: String

    init() throws {
        let source = try Bench()
        try ExportAllTests.live(source)
        file = try source.export(#""what":"all","format":"json""#)
        bench = try Bench(seed: 9)
        bench.clock = source.clock
    }

    /// The file with an edited row.
    private func edited(_ from: String, _ to: String) throws -> String {
        try #require(file.contains(from), "no \(from) in \(file)")
        return file.replacing(from, with: to)
    }

    @Test func isLeftOut() throws {
        for (from, to, why) in [
            (#""reps":5,"load":102.5"#, #""reps":0,"load":102.5"#, "reps must be a whole number"),
            (
                #""reps":5,"load":102.5"#, #""reps":5,"load":10001"#,
                "this isn't a valid workout_set"
            ),
            (#""rpe":8.5"#, #""rpe":7.3"#, "rpe must be 5 to 10 in steps of 0.5"),
            (#""count":5,"#, #""count":100001,"#, "count must be a whole number"),
            (#""name":"Legs","name_key""#, #""name":"","name_key""#, "name is empty"),
            (#""id":"settings""#, #""id":"aaaaaaaaaaaa""#, "this settings has an invalid id"),
            (
                #""duration_ms":1500000"#, #""duration_ms":40000000000"#,
                "duration_ms is out of range"
            ),
            (#""name":"tea""#, #""name":"te\u0007a""#, "control characters"),
            (#""step":0"#, #""step":2"#, "its intervals don't match its program"),
            (#""duration_ms":1500000"#, #""duration_ms":9223372036854775807"#, "is out of range"),
            (#""count":5,"#, #""count":-5,"#, "count must be a whole number"),
            (#""elapsed_ms":"#, #""elapsed_ms":123456789012345"#, "laps is out of range"),
            (#""load":102.5"#, #""load":1e300"#, "this isn't a valid workout_set"),
            (#""state":"completed""#, #""state":"paused""#, "ended_ms doesn't fit"),
            (#""name":"Front Squats""#, #""name":"squats""#, "another exercise here is called"),
        ] {
            let id = try bench.open(edited(from, to), piece: 10_000)
            let skipped = try bench.preview(id)["skipped"]?.list ?? []
            #expect(
                skipped.contains { $0["reason"]?.string?.contains(why) == true }, "\(skipped)")
        }
    }

    /// An id goes into the journal as it is.
    @Test func anIDThatIsNone() throws {
        for id in ["", "a\\\"b", "AAAAAAAAAAAA", "../../etc", String(repeating: "a", count: 99)] {
            let row = #"{"id":"\#(id)","name":"x","name_key":"x","unit":"reps","#
            let file = #"{"trackerd":{"format":1},"exercise":[\#(row)"category":"other","#
            let pending = try bench.open(
                file + #""default_count":5,"edited":0,"archived":0}]}"#, piece: 10_000)
            let reason = try bench.preview(pending)["skipped"]?.list.first?["reason"]?.string
            #expect(reason == "this exercise has an invalid id")
        }
    }

    /// The file with some of its numbers changed, also within texts.
    private func changed(_ dice: inout SplitMix) -> String {
        let figures = [
            0, 1, 2, 60, 999, 100_000, 86_400_000, bench.clock.wallMs, 4_000_000_000_000,
        ]
        var text = ""
        var number = ""
        for character in file {
            if character.isASCII, character.isNumber {
                number.append(character)
                continue
            }
            if !number.isEmpty {
                let isOther = Int.random(in: 0..<150, using: &dice) == 0
                text += isOther ? "\(figures.randomElement(using: &dice) ?? 0)" : number
                number = ""
            }
            text.append(character)
        }
        return text
    }
}
