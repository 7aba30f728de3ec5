import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// Tests of a program's intervals as people write them, and of the views of runs.
struct ProgramsTests {
    private func parts(_ intervals: String) throws -> [ProgramPart] {
        let params = "{\"name\":\"x\",\"intervals\":\(intervals)}"
        let request = try request("program.create", params)
        return try #require(request as? ProgramCreate).intervals.parts
    }

    private func refusal(_ intervals: String) throws -> Rejection? {
        try TrackerAPITests.refusal(
            of: "program.create", "{\"name\":\"x\",\"intervals\":\(intervals)}")
    }

    static let wrong: [(intervals: String, field: String, message: String)] = [
        ("[5]", "intervals[0]", "must be an object: an interval or a group"),
        ("[[]]", "intervals[0]", "must be an object: an interval or a group"),
        (#"[{"duration":100}]"#, "intervals[0].label", "is missing"),
        (#"[{"label":"a"}]"#, "intervals[0].duration", "is missing"),
        (#"[{"label":5,"duration":100}]"#, "intervals[0].label", "must be a string"),
        (
            #"[{"label":"a","duration":"5"}]"#, "intervals[0].duration",
            "must be an integer in milliseconds or \(DurationText.allowed)"
        ),
        (
            #"[{"label":"a","duration":1,"kind":"run"}]"#, "intervals[0].kind",
            "must be one of: prepare, work, rest, break, cooldown"
        ),
        (
            #"[{"label":"a","duration":1,"confirmation":true}]"#, "intervals[0].confirmation",
            "must be one of: automatic, manual"
        ),
        (
            #"[{"label":"a","duration":1,"cues":["bell"]}]"#, "intervals[0].cues",
            "must be a list of: start, half, countdown, end"
        ),
        (
            #"[{"label":"a","duration":1,"cues":"start"}]"#, "intervals[0].cues",
            "must be a list of: start, half, countdown, end"
        ),
        (#"[{"intervals":[]}]"#, "intervals[0].repeat", "is missing"),
        (#"[{"repeat":2}]"#, "intervals[0].intervals", "is missing"),
        (#"[{"repeat":2,"intervals":{}}]"#, "intervals[0].intervals", "must be a list"),
        (
            #"[{"repeat":"2","intervals":[]}]"#, "intervals[0].repeat",
            "must be a whole number from 1 to 1000, or endless"
        ),
        (
            #"[{"repeat":2,"intervals":[],"label":"a"}]"#, "intervals[0].label",
            "belongs to an interval, but this is a group: it has no label"
        ),
        (
            #"[{"label":"a","duration":1},{"repeat":2,"intervals":[{"label":"b"}]}]"#,
            "intervals[1].intervals[0].duration", "is missing"
        ),
    ]

    @Test(arguments: wrong.indices) func whatIsWrongIsNamedWithItsPlace(_ index: Int) throws {
        let (intervals, field, message) = Self.wrong[index]
        #expect(try refusal(intervals) == .invalid(field, "\(field) \(message)"))
    }

    // MARK: Runs

    private func run() throws -> (Run, RunPlan) {
        let parts: [ProgramPart] = [
            .group(
                repeats: 2,
                [
                    .interval(Interval(label: "Work", durationMs: 20_000, cues: [.end])),
                    .interval(
                        Interval(
                            label: "Rest", durationMs: 10_000, kind: .rest, confirmation: .manual,
                            cues: [])),
                ])
        ]
        let program = try Program(
            id: "t4baaaaaaaaa", fields: .init(name: "Tabata", parts: parts))
        let plan = RunPlan(run: "r7naaaaaaaaa", parts: parts)
        return (
            try Run(
                plan, of: program, order: 1, day: LocalInstant.utc(morning.wallMs).day,
                at: morning), plan
        )
    }
}
