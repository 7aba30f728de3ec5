import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

@Suite struct LiveWorkoutTests {
    private func text(_ model: LiveModel, laterMs: Int64 = 0) -> [String] {
        LivePage(columns: 80, rows: 24, isUTF8: true)
            .lines(of: model, at: LiveScene.later(laterMs)).map(\.text)
    }

    private func face(_ model: LiveModel, laterMs: Int64 = 0) throws -> LiveFace {
        model.face(of: try #require(model.main), at: LiveScene.later(laterMs))
    }

    @Test func theWorkoutCountsFromItsStart() throws {
        let model = try LiveScene.workout.model()
        let face = try face(model, laterMs: 1500)
        #expect(face.title == "Pu\\u{1b}sh" && face.label == "Bench Pr\\u{1b}ess, set 3 of 4")
        #expect(face.figures == "15:01" && face.changesInMs == 500)
        #expect(
            face.details == [
                "target 5x100kg", "done 8x60kg, warm-up  5x100kg@8", "1 set, 5 reps, 500 kg",
            ])
        #expect(
            text(model).last
                == "Enter log  s set  n/p exercise  e edit  a add  f finish  t note  ? keys  q leave"
        )
        let begun = try self.face(try LiveScene.workoutBegun.model())
        #expect(begun.label == "no exercise yet" && begun.details == ["no sets"])
    }

    private func part(
        _ name: String, sets: Int, former: Int = 0, target: String? = nil, superset: String? = nil
    ) -> String {
        func list(_ count: Int, _ load: Int) -> String {
            (0..<count).map { index in
                Sample.set(
                    "\(name)\(load)\(index)", index + 1,
                    "\"reps\":5,\"load\":\(load + index),\"rpe\":9",
                    at: "2026-03-01T09:2\(index):00.000+01:00"
                ).replacing("b7aaaaaaaaaa", with: name)
            }.joined(separator: ",")
        }
        let members =
            (target.map { "\"target\":\($0)," } ?? "")
            + (superset.map { "\"superset\":\"\($0)\"," } ?? "")
        return """
            {"exercise":"\(name)","name":"\(name)",\(members)"previous":[\(list(former, 50))],\
            "sets":[\(list(sets, 100))]}
            """
    }

    private func live(_ next: String, _ parts: String...) throws -> LiveWorkout? {
        let workout: WorkoutView = try Sample.read(Sample.workout(exercises: parts))
        var plan = LivePlan()
        plan.read(workout)
        plan.take(try Sample.read(next))
        return LiveWorkout(workout, plan)
    }

    /// The daemon's answer about the next set.
    private func next(
        _ why: String, _ set: String = #""reps":5,"load":60,"unit":"kg","load_mode":"external""#,
        type: String = "working", former: String? = nil
    ) -> String {
        let former = former.map { former in
            let at = "2026-02-22T09:20:00.000+01:00"
            return ",\"last_time\":\(Sample.set("f", 1, former, at: at))"
        }
        return """
            {"set":{"exercise":"bench","exercise_name":"bench","index":2,"of":3,"type":"\(type)",\
            \(set)},"why":"\(why)"\(former ?? "")}
            """
    }

    /// The next set is the daemon's, with the same one of the last time.
    @Test func theNextSetHasItsOwnTargetAndLastTime() throws {
        let bench = part("bench", sets: 1)
        let former = #""reps":5,"load":51,"rpe":9"#
        let planned = try live(next("template", former: former), bench)
        #expect(planned?.label == "bench, set 2 of 3" && planned?.notation == "5x60kg")
        #expect(planned?.isKnown == true)
        #expect(planned?.lines == ["target 5x60kg, last time 5x51kg@9", "done 5x100kg@9"])
        #expect(try live(next("template"), bench)?.lines[0] == "target 5x60kg")
        let like = try live(next("last_time", former: former), bench)
        #expect(like?.lines[0] == "as last time 5x51kg@9")
        #expect(try live(next("previous"), bench)?.lines[0] == "same as before: 5x60kg")
        let unknown = try live(#"{"why":"done"}"#, part("bench", sets: 0))
        #expect(unknown?.label == "bench, set 1" && unknown?.notation == nil)
        #expect(unknown?.lines == [] && unknown?.isKnown == false)
        let three = #"{"groups":[{"sets":3,"type":"working"}]}"#
        let done = try live(#"{"why":"done"}"#, part("bench", sets: 3, target: three))
        #expect(done?.label == "everything planned is done")
        #expect(
            try live(#"{"why":"done"}"#, part("bench", sets: 8))?.lines[0]
                .hasPrefix("done … 5x102kg@9") == true)
        #expect(try live(#"{"why":"done"}"#) == nil)
    }

    /// The type and distance of a set come along when it is offered.
    @Test func aSetIsOfferedWholly() throws {
        func notation(_ set: String, _ type: String = "working") throws -> String? {
            try live(next("previous", set, type: type), part("bench", sets: 1))?.notation
        }
        let heavy = #""reps":3,"load":80,"unit":"kg","load_mode":"external""#
        #expect(try notation(heavy, "warmup") == "w 3x80kg")
        #expect(try notation(heavy, "drop") == "d 3x80kg")
        #expect(try notation(heavy, "partial") == "3x80kg --partial")
        #expect(try notation(heavy) == "3x80kg")
        #expect(try notation(#""seconds":480,"distance_m":2000"#) == "8:00 --distance 2000")
        #expect(try notation(#""distance_m":2000"#) == "2km")
        #expect(try notation(#""load":80,"unit":"kg","load_mode":"external""#) == nil)
    }

    /// The list tells what is left of each exercise, around the present one.
    @Test func theListHasAllExercises() throws {
        let three = #"{"groups":[{"sets":3,"type":"working"}]}"#
        let live = try live(
            next("template"), part("row", sets: 3, target: three),
            part("bench", sets: 1, target: three), part("dip", sets: 0))
        #expect(
            live?.rows == [
                "  row    done    5x100kg@9  5x101kg@9  5x102kg@9",
                "> bench  2 left  5x100kg@9", "  dip            ",
            ])
        #expect(try self.live(next("template"), part("bench", sets: 1))?.rows == [])
        let many = (0..<9).map { part("e\($0)", sets: 0) }
        let workout: WorkoutView = try Sample.read(Sample.workout(exercises: many))
        var plan = LivePlan()
        plan.read(workout)
        #expect(LiveWorkout(workout, plan)?.rows.count == 7)
        #expect(LiveWorkout(workout, plan)?.rows.first == "> e0    ")
        plan.move(by: -1, in: workout)
        let rows = try #require(LiveWorkout(workout, plan)?.rows)
        #expect(rows.suffix(2) == ["> e8    ", "  and 3 more"])
    }

    /// What was done more the last time isn't planned, so that nothing is left of it.
    @Test func theLastTimeIsNoPlan() throws {
        let two = #"{"groups":[{"sets":2,"type":"working"}]}"#
        func rows(_ sets: Int) throws -> [String]? {
            try live(
                next("template"), part("bench", sets: sets, former: 5, target: two),
                part("dip", sets: 0))?.rows
        }
        #expect(try rows(0)?.first == "> bench  2 left  ")
        #expect(try rows(1)?.first == "> bench  1 left  5x100kg@9")
        #expect(try rows(2)?.first == "> bench  done  5x100kg@9  5x101kg@9")
        // Without a plan, the last time is what is likely to come.
        let bench = part("bench", sets: 1, former: 5)
        let free = try live(next("last_time"), bench, part("dip", sets: 0))
        #expect(free?.rows.first == "> bench  4 left  5x100kg@9")
    }

    /// A set is typed as on the command line, also while the rest after the one before is on.
    @Test(arguments: [LiveScene.workout, .setRest, .setRestOver])
    func setsAreTyped(_ scene: LiveScene) throws {
        var model = try scene.model().pressing("5", "x", "1", "0", "0")
        #expect(model.ran(by: .enter) == ["set 5x100"])
        model.take(LiveAnswer(.refused, ["no", "say which"]), at: LiveScene.start)
        #expect(model.prompt?.trouble == "no; say which")
        #expect(model.prompt?.line(model.names) == "set 5x100_")
        // The planned one can be changed.
        model = try scene.model().pressing("s")
        #expect(model.prompt?.line(model.names) == "set _")
        _ = model.press(.down, at: LiveScene.start)
        #expect(model.prompt?.line(model.names) == "set bench-pr-ess 5x100kg_")
        #expect(model.pressing("@", "9").prompt?.line([]) == "set bench-pr-ess 5x100kg@9_")
        #expect(model.ran(by: .enter) == ["set bench-pr-ess 5x100kg"])
        let lines = ["Bench Press 3, 5x100kg", "  record: heaviest load 100 kg"]
        let answer = LiveAnswer(.done, lines, whole: lines + ["rest (Bench Press): running"])
        model.take(answer, at: LiveScene.start)
        #expect(model.prompt == nil)
        #expect(
            model.notice?.text
                == "Bench Press 3, 5x100kg; record: heaviest load 100 kg")
        #expect(model.ran(by: .character("u")) == ["undo"])
        model = try scene.model().pressing("a", "d", "i", "p", "s")
        #expect(model.ran(by: .enter) == ["workout add dips"])
    }

    /// A typed line survives events, as long as there is a workout.
    @Test func aSetThatIsTypedStays() throws {
        var model = try LiveScene.setRest.model().pressing("5")
        model.take(
            try LiveScene.event(
                "rest.finished", Sample.setRest.replacing("running", with: "finished")),
            at: LiveScene.start)
        model.take(.status(try LiveScene.status(workout: Sample.workout())), at: LiveScene.start)
        #expect(model.prompt?.line([]) == "set 5_")
        model.take(.status(try LiveScene.status()), at: LiveScene.start)
        #expect(model.prompt == nil)
    }

    /// The rest has large figures as ever, with the sets that were done beneath.
    @Test func aRestBetweenSets() throws {
        let model = try LiveScene.setRest.model()
        let face = try face(model)
        #expect(face.figures == "1:05" && face.title == "rest (Bench Press)")
        #expect(
            face.details.dropFirst() == [
                "next: Bench Pr\\u{1b}ess, set 3 of 4", "target 5x100kg",
                "done 8x60kg, warm-up  5x100kg@8", "Pu\\u{1b}sh: 1 set, 5 reps, 500 kg",
            ])
        let lines = text(model)
        #expect(lines[0].hasSuffix("1 of 2"))
        #expect(lines.contains { $0.contains("Pu\\u{1b}sh  15:00") })
        #expect(lines.last?.hasPrefix("k skip  Enter log  s set  n/p exercise  e edit") == true)
        // A rest after no set has none of these lines.
        let free = try LiveScene.model(rest: Sample.rest, workout: Sample.workout())
        #expect(try self.face(free).details.count == 1)
    }

    @Test func theEndOfTheRestStaysUntilTheNextSet() throws {
        var model = try LiveScene.setRestOver.model()
        #expect(model.outcome != nil)
        #expect(try face(model).label == "over")
        model.take(try LiveScene.event("set.logged", Sample.heavy, seq: 813), at: LiveScene.start)
        #expect(model.outcome == nil)
        #expect(try face(model).title == "Pu\\u{1b}sh")
    }

    /// The rest comes to the front although the person was looking at the workout.
    @Test func theNextRestComesToTheFront() throws {
        var model = try LiveScene.workout.model()
        model.take(
            try LiveScene.event("workout.started", Sample.workout()), at: LiveScene.start)
        model.take(
            .status(try LiveScene.status(workout: Sample.workout())), at: LiveScene.start)
        model.take(try LiveScene.event("rest.started", Sample.setRest), at: LiveScene.start)
        model.take(
            .status(try LiveScene.status(rest: Sample.setRest, workout: Sample.workout())),
            at: LiveScene.start)
        #expect(model.main?.id == "r3s7aaaaaaaa")
        #expect(try model.sent(by: .character("k")).map(\.method) == ["rest.skip"])
    }

    @Test func finishingIsAskedFor() throws {
        var model = try LiveScene.workout.model()
        #expect(try model.sent(by: .character("f")).isEmpty)
        #expect(model.question?.text == "finish Pu\\u{1b}sh?")
        let sent = try model.sent(by: .character("y"))
        #expect(sent.map(\.method) == ["workout.finish"])
        #expect(sent.map(\.params) == [#"{"workout":"w7aaaaaaaaaa"}"#])
        let over = try LiveScene.workoutFinished.model()
        let face = try face(over, laterMs: 5000)
        #expect(face.label == "finished" && face.figures == "45:00" && face.changesInMs == nil)
        #expect(face.details == ["1 set, 5 reps, 500 kg"])
        #expect(face.rows == ["Bench Pr\\u{1b}ess: 8x60kg, warm-up  5x100kg@8"])
    }

    /// What a workout came to is told on its last screen, too.
    @Test func theEndTellsWhatItCameTo() throws {
        let more = """
            "volume":500,"unit":"kg","average_rest_ms":95000,"difference":{"workout":"w1",\
            "day":"2026-02-22","work":50,"sets":0,"reps":1},"muscles":[{"muscle":"chest","sets":1}],\
            "records":[{"exercise":"b7aaaaaaaaaa","exercise_name":"Bench Press",\
            "kind":"heaviest_load","value":60,"unit":"kg","previous":50,"first":false}]}
            """
        let json = Sample.finishedWorkout.replacing(
            #""volume":500,"unit":"kg"}"#, with: more)
        let workout: WorkoutView = try Sample.read(json)
        let rows = LiveFace(workout, LivePlan(), now: 1_772_350_000_000).rows
        #expect(rows.first == "rest 1:35 on average")
        #expect(rows.contains { $0.hasSuffix(": +50 kg, +1 rep") })
        #expect(
            rows.contains("sets: chest 1") && rows.contains { $0.contains("heaviest load 60 kg") })
    }

    /// Warm-ups alone aren't nothing.
    @Test func warmupsAreCountedWhereThereIsNothingElse() throws {
        let part = """
            {"exercise":"b","name":"B","sets":[\(Sample.warmup)]}
            """
        let workout: WorkoutView = try Sample.read(Sample.workout(exercises: [part]))
        #expect(workout.totals == "1 warm-up")
    }

    @Test func anExerciseIsRemoved() throws {
        var model = try LiveScene.workout.model()
        #expect(try model.sent(by: .character("R")).isEmpty)
        #expect(model.question?.text == "remove Bench Pr\\u{1b}ess with its 2 sets?")
        let sent = try model.sent(by: .character("y"))
        #expect(sent.map(\.method) == ["workout.remove_exercise"])
        #expect(
            sent.map(\.params) == [
                #"{"block":1,"confirm":true,"exercise":"b7aaaaaaaaaa","workout":"w7aaaaaaaaaa"}"#
            ])
        model = try LiveScene.workout.model().pressing("5", "x").pressing("6")
        _ = model.press(.clear, at: LiveScene.start)
        #expect(model.prompt?.line([]) == "set _")
        var reader = KeyReader()
        #expect(reader.keys(from: [0x15], at: 0) == [.clear])
    }
}
