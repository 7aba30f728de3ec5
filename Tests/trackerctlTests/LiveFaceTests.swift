import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

@Suite struct LiveFaceTests {
    private func face(_ scene: LiveScene, laterMs: Int64 = 0) throws -> LiveFace {
        let model = try scene.model()
        return model.face(of: try #require(model.main), at: LiveScene.later(laterMs))
    }

    @Test func aHoldCountsOn() throws {
        let begun = try face(.holding)
        #expect(begun.figures == "0:12.3" && begun.tone == .hold && begun.changesInMs == 21)
        #expect(try face(.holding, laterMs: 20).figures == "0:12.3")
        #expect(try face(.holding, laterMs: 21).figures == "0:12.4")
        #expect(try face(.holding, laterMs: 21).changesInMs == 100)
        let late = try face(.holding, laterMs: 60_000)
        #expect(late.figures == "1:12.3")
        #expect(late.details[1] == "counts 1:09.8, total 1:42.3 of 2:00")
        #expect(late.share.map { abs($0 - 102.379 / 120) < 0.0001 } == true)
        let over = try face(.holding, laterMs: 80_000)
        #expect(over.label == "target reached: stop to count it all")
        #expect(over.details[0] == "target 2:00")
    }

    /// A hold that is shorter than the adjustment counts nothing, and leaves what was counted before.
    @Test func aShortHoldCountsNothing() throws {
        let short = Sample.holding.replacing("\"elapsed\":12.379", with: "\"elapsed\":1.2")
        let model = try LiveScene.model(training: short)
        let face = model.face(of: try #require(model.main), at: LiveScene.start)
        #expect(face.details[1] == "counts 0:00.0, total 0:32.5 of 2:00")
    }

    /// Target, total and remainder add up as they are shown, in one notation.
    @Test func figuresAddUp() throws {
        let short = Sample.holding.replacing("\"target\":120", with: "\"target\":50")
        let model = try LiveScene.model(training: short)
        let main = try #require(model.main)
        for laterMs: Int64 in stride(from: 0, to: 7600, by: 7) {
            let details = model.face(of: main, at: LiveScene.later(laterMs)).details
            func tenths(_ text: some StringProtocol) -> Int? {
                Int(String(text.filter(\.isNumber)))
            }
            let left = try #require(tenths(details[0]))
            let total = try #require(tenths(details[1].split(separator: " ")[3]))
            #expect(left + total == 500, "\(details)")
        }
        #expect(model.face(of: main, at: LiveScene.start).details[1].hasSuffix("of 0:50"))
    }

    /// The wall clock may be set, but the elapsed time is as before.
    @Test func theStartIsOnTheClockThatIsNeverSet() throws {
        let model = try LiveScene.holding.model()
        let main = try #require(model.main)
        let set = LiveTime(
            bootMs: LiveScene.start.bootMs + 5000, wallMs: LiveScene.start.wallMs - 3_600_000)
        #expect(model.face(of: main, at: set).details.contains("1:40 since start"))
    }

    @Test(arguments: [Sample.holding, Sample.resting, Sample.repping])
    func theLastSessionStandsBeside(_ json: String) throws {
        let last = #","last":{"id":"t7c","total":62,"attempts":4,"started_at":"2026-02-27"}}"#
        let model = try LiveScene.model(training: String(json.dropLast()) + last)
        let details = model.face(of: try #require(model.main), at: LiveScene.start).details
        #expect(details.contains { $0.hasPrefix("last time ") && $0.hasSuffix(" in 4 attempts") })
    }

    @Test func whatIsPausedStandsStill() throws {
        for scene in [LiveScene.holdPaused, .paused, .runPaused] {
            let face = try face(scene, laterMs: 60_000)
            #expect(try face.figures == self.face(scene).figures)
            #expect(face.changesInMs == nil && face.tone == .setup, "\(scene)")
        }
    }

    @Test func repsAndRests() throws {
        let reps = try face(.repping)
        #expect(reps.figures == "1/20" && reps.tone == .reps && reps.changesInMs == nil)
        #expect(reps.label == "set 2" && reps.details[0] == "19 reps to go")
        let rest = try face(.resting)
        #expect(rest.figures == "0:15" && rest.tone == .rest && rest.changesInMs == 200)
        #expect(rest.label == "rest" && rest.details[0] == "then hold 2, 1:27.5 to go")
        #expect(try face(.resting, laterMs: 200).figures == "0:14")
        #expect(try face(.resting, laterMs: 200).changesInMs == 1000)
        let over = try face(.resting, laterMs: 99_000)
        #expect(over.figures == "0:00" && over.share == 1 && over.changesInMs == nil)
    }

    @Test func runs() throws {
        let run = try face(.running)
        #expect(run.title == "Tabata" && run.label == "Work (2 of 8)" && run.figures == "0:12")
        #expect(run.tone == .hold && run.changesInMs == 1000 && run.share == 0.4)
        #expect(
            run.details == ["next: Rest 0:10", "step 4 of 18, 0:48 done, 4:22 left in total"])
        let later = try face(.running, laterMs: 2500)
        #expect(later.details[1] == "step 4 of 18, 0:50 done, 4:20 left in total")
        let waiting = try face(.confirming, laterMs: 5000)
        #expect(waiting.label == "Work (2 of 8) is over" && waiting.changesInMs == nil)
        let since = #""waiting_since":"2026-03-01T09:29:00.000+01:00","#
        let model = try LiveScene.model(run: Sample.run("waiting_for_confirmation", more: since))
        let long = model.face(of: try #require(model.main), at: LiveScene.later(2300))
        #expect(long.details.first == "waiting 1:02 for confirmation" && long.changesInMs == 700)
    }

    @Test func openIntervalsAndEndlessRuns() throws {
        let json = Sample.run("waiting_for_confirmation")
            .replacing(#""Work","duration_ms":20000"#, with: #""20 dips","duration_ms":0"#)
            .replacing(#""k":2,"n":8"#, with: #""k":2"#)
            .replacing(#""steps":18,"#, with: "")
            .replacing(#""total_remaining_ms":262000,"#, with: "")
        let model = try LiveScene.model(run: json)
        let face = model.face(of: try #require(model.main), at: LiveScene.start)
        #expect(face.label == "20 dips (2)")
        #expect(face.details == ["next: Rest 0:10", "step 4, 0:48 done"])
    }

    @Test(arguments: [
        ("work", Tone.hold), ("rest", .rest), ("break", .rest), ("prepare", .setup),
        ("cooldown", .setup),
    ])
    func intervalsHaveColours(_ kind: String, _ tone: Tone) throws {
        let json = Sample.run().replacing(#""kind":"work""#, with: #""kind":"\#(kind)""#)
        let model = try LiveScene.model(run: json)
        #expect(model.main.map { model.face(of: $0, at: LiveScene.start).tone } == tone)
    }

    /// An extended interval is longer than its program says.
    @Test func theBarOfAnExtendedInterval() throws {
        let model = try LiveScene.model(run: Sample.run(more: #""duration_ms":48000,"#))
        #expect(model.main.map { model.face(of: $0, at: LiveScene.start).share } == 0.75)
    }

    @Test func timersAndStopwatches() throws {
        let tea = try face(.timer)
        #expect(tea.figures == "12:05" && tea.changesInMs == 1000 && tea.tone == .hold)
        #expect(tea.details == ["of 25:00, ends 09:42"])
        #expect(try face(.timer, laterMs: 1).figures == "12:05")
        #expect(try face(.timer, laterMs: 1000).figures == "12:04")
        let watch = try face(.stopwatch)
        #expect(watch.figures == "1:02:03" && watch.changesInMs == 1 && watch.share == nil)
        #expect(watch.details.first == "lap 2: 1:01.2 (2:01.2)")
        #expect(try face(.rest).details == ["of 1:30, ends 09:31"])
    }

    @Test func aTimerThatIsOverCountsUp() throws {
        let model = try LiveScene.model(timers: [Sample.tea, Sample.over])
        #expect(model.main?.id == "0verx2m4q7wd")
        func face(_ laterMs: Int64) throws -> LiveFace {
            model.face(of: try #require(model.main), at: LiveScene.later(laterMs))
        }
        #expect(try face(0).figures == "3:00" && face(0).label == "over, 3 min ago")
        #expect(try face(0).details == ["of 4:00, ended 09:27"] && face(0).changesInMs == 1000)
        #expect(try face(60_500).figures == "4:00" && face(60_500).label == "over, 4 min ago")
        #expect(try face(60_500).changesInMs == 500)
    }

    @Test func whatHasEnded() throws {
        let session = try face(.sessionComplete, laterMs: 5000)
        #expect(session.figures == "0:32.5" && session.tone == .complete)
        #expect(
            session.details == [
                "total 0:32.5 of 2:00 in 1 attempt", "work 0:35, rest 0:20, took 1:35",
            ])
        let run = try face(.runComplete)
        #expect(run.label == "complete" && run.figures == "0:48" && run.tone == .complete)
        #expect(try face(.runStopped).label == "stopped")
        #expect(try face(.timerFinished).figures == "0:00")
        #expect(try face(.timerFinished).tone == .complete)
        #expect(try face(.restFinished).label == "over")
    }

    /// The moment at which the daemon replied counts, not the one at which the reply arrived.
    @Test func anAnswerThatTookAWhile() throws {
        var model = LiveScene.fresh()
        let status = try LiveScene.status(timers: [Sample.tea])
        model.take(.online(status, seq: 1), at: LiveScene.later(1500))
        #expect(model.passed(at: LiveScene.later(1500)) == 1500)
        #expect(model.passed(at: LiveScene.later(2000)) == 2000)
        // If the wall clocks disagree, the moment of the reply's arrival is used.
        for lag: Int64 in [-5, 60_000] {
            var model = LiveScene.fresh()
            model.take(.online(status, seq: 1), at: LiveScene.later(lag))
            #expect(model.passed(at: LiveScene.later(lag)) == 0)
        }
    }

    @Test func figuresThatMakeNoSenseAreShown() throws {
        let evil = Sample.holding.replacing("\"elapsed\":12.379", with: "\"elapsed\":1e300")
            .replacing("\"target\":120", with: "\"target\":0")
        let model = try LiveScene.model(training: evil)
        for rows in 1...30 {
            _ = LivePage(columns: 80, rows: rows, isUTF8: true)
                .lines(of: model, at: LiveScene.start)
        }
    }
}
