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

    @Test func defaultsAndSpans() throws {
        #expect(
            try parts(#"[{"label":"Work","duration":"20s","cues":null}]"#)
                == [.interval(Interval(label: "Work", durationMs: 20_000))])
        #expect(
            try parts(
                """
                [{"label":"Off","duration":1500,"kind":"break","confirmation":"manual",\
                "cues":["end","start","end"]},{"label":"a","duration":"1:30","kind":null,\
                "cues":null,"repeat":null}]
                """)
                == [
                    .interval(
                        Interval(
                            label: "Off", durationMs: 1500, kind: .break, confirmation: .manual,
                            cues: [.start, .end])),
                    .interval(Interval(label: "a", durationMs: 90_000)),
                ])
    }

    @Test func groupsNestToDepthThree() throws {
        let interval = #"{"label":"a","duration":100}"#
        func nested(_ depth: Int) -> String {
            (0..<depth).reduce(interval) { inside, _ in
                "{\"repeat\":2,\"intervals\":[\(inside)]}"
            }
        }
        #expect(try parts("[\(nested(3))]").stepCount == 8)
        let place = "intervals[1].intervals[0].intervals[0].intervals[0]"
        #expect(
            try refusal("[\(interval),\(nested(4))]")
                == .invalid(place, "\(place) is nested too deep: the maximum depth is 3"))
        // Nesting this deep is refused before its end.
        #expect(try refusal("[\(nested(60))]")?.kind == .invalidParams)
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

    @Test func aListTooLongIsNotReadToItsEnd() throws {
        let many = Array(repeating: #"{"label":"a","duration":100}"#, count: 1001)
        let refusal = try refusal("[\(many.joined(separator: ","))]")
        #expect(refusal?.kind == .tooLarge && refusal?.field == "intervals")
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

    @Test func aRunningRun() throws {
        let (run, _) = try run()
        #expect(
            try json(RunView(run, at: morning.advanced(byMs: 5000), zone: oneHourEast)) == """
                {"id":"r7naaaaaaaaa","program":"t4baaaaaaaaa","name":"Tabata","state":"running",\
                "index":0,"steps":4,"interval":{"label":"Work","duration_ms":20000,\
                "kind":"work","confirmation":"automatic","cues":["end"]},"next":{"label":"Rest",\
                "duration_ms":10000,"kind":"rest","confirmation":"manual","cues":[]},\
                "round":{"k":1,"n":2},"duration_ms":20000,"remaining_ms":15000,"elapsed_ms":5000,\
                "total_remaining_ms":55000,"worked_ms":5000,"rounds":0,\
                "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,\
                "day":"2026-03-01",\
                "due_at":"2026-03-01T09:30:20.000+01:00","due_at_ms":1772353820000}
                """)
    }

    @Test func aStoppedRunInItsLastStep() throws {
        var (run, plan) = try run()
        _ = try run.jump(to: 3, plan, at: morning.advanced(byMs: 1000))
        _ = try run.stop(at: morning.advanced(byMs: 3000))
        let view = RunView(run, at: morning.advanced(byMs: 9000), zone: oneHourEast)
        #expect(view.state == .stopped && view.index == 3 && view.next == nil)
        #expect(view.remainingMs == 0 && view.totalRemainingMs == 0 && view.elapsedMs == 3000)
        #expect(view.round == .init(k: 2, n: 2) && view.dueAt == nil)
        #expect(view.endedAt == "2026-03-01T09:30:03.000+01:00")
    }

    @Test func extrasOfEvents() throws {
        var (run, plan) = try run()
        let late = run.advance(plan, to: morning.advanced(byMs: 95_000))
        let view = RunView(
            run, at: morning.advanced(byMs: 95_000), zone: oneHourEast, after: late)
        #expect(view.state == .waiting && view.index == 1)
        #expect(view.lateByMs == 65_000 && view.passed == 2 && view.seconds == nil)
        let cue = RunView(run, at: morning, zone: oneHourEast, after: .countdown(3))
        #expect(cue.seconds == 3 && cue.lateByMs == nil)
    }
}
