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
                == "Enter set  a add  f finish  n new  u undo  U redo  m bell  ? keys  q leave")
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

    private func next(_ parts: String...) throws -> LiveWorkout? {
        LiveWorkout(try Sample.read(Sample.workout(exercises: parts)))
    }

    /// The target comes first, then the same set of the last time, then the set before, without its effort.
    @Test func theNextSetHasItsOwnTargetAndLastTime() throws {
        let heavy = #"{"sets":3,"reps":5,"load":60,"load_unit":"kg"}"#
        let planned = try next(part("bench", sets: 1, former: 2, target: heavy))
        #expect(planned?.label == "bench, set 2 of 3" && planned?.notation == "5x60kg")
        #expect(
            planned?.lines == ["target 5x60kg, last time 5x51kg@9", "done 5x100kg@9"])
        // A target without a load takes that of the last time.
        let light = try next(part("bench", sets: 1, former: 2, target: #"{"sets":3,"reps":5}"#))
        #expect(light?.notation == "5x51kg")
        #expect(try next(part("bench", sets: 1, former: 2))?.lines[0] == "last time 5x51kg@9")
        let free = try next(part("bench", sets: 2))
        #expect(free?.label == "bench, set 3" && free?.notation == "5x101kg")
        #expect(free?.lines == ["done 5x100kg@9  5x101kg@9"])
        let first = try next(part("bench", sets: 0))
        #expect(first?.label == "bench, set 1" && first?.notation == nil && first?.lines == [])
        #expect(try next(part("bench", sets: 8))?.lines[0].hasPrefix("done … 5x102kg@9") == true)
        #expect(try next() == nil)
    }

    /// The type and distance of a set come along when it is offered again.
    @Test func aSetIsOfferedWholly() throws {
        func notation(_ members: String) throws -> String? {
            let former = Sample.set("f", 1, members, at: "2026-03-01T09:20:00.000+01:00")
            return try next(
                """
                {"exercise":"bench","name":"bench","previous":[\(former)],"sets":[]}
                """)?.notation
        }
        #expect(try notation(#""reps":3,"load":80,"type":"warmup""#) == "3x80kg --warmup")
        #expect(try notation(#""reps":8,"load":60,"type":"drop""#) == "8x60kg --drop")
        #expect(try notation(#""reps":8,"load":60,"type":"working""#) == "8x60kg")
        #expect(try notation(#""seconds":480,"distance_m":2000"#) == "8m --distance 2000")
    }

    @Test func theNextExerciseIsTheOneThatIsLeft() throws {
        let three = #"{"sets":3}"#
        let (row, dip) = (part("row", sets: 0, target: three), part("dip", sets: 0, target: three))
        #expect(try next(part("bench", sets: 3, target: three), row, dip)?.part.name == "row")
        #expect(try next(part("bench", sets: 2, target: three), row)?.part.name == "bench")
        // A superset goes round.
        let turn = part("bench", sets: 1, target: three, superset: "a")
        let partner = part("dip", sets: 0, target: three, superset: "a")
        #expect(try next(turn, row, partner)?.part.name == "dip")
    }

    /// A set is typed as on the command line, also while the rest after the one before is on.
    @Test(arguments: [LiveScene.workout, .setRest, .setRestOver])
    func setsAreTyped(_ scene: LiveScene) throws {
        var model = try scene.model().pressing("5", "x", "1", "0", "0")
        #expect(model.ran(by: .enter) == ["set bench-pr-ess 5x100"])
        model.take(
            .init(status: 1, output: "trackerctl: no\ntrackerctl: say which\n"), at: LiveScene.start
        )
        #expect(model.prompt?.trouble == "no; say which")
        #expect(model.prompt?.line(model.names) == "set bench-pr-ess 5x100_")
        // Enter alone offers the set as planned.
        model = try scene.model()
        #expect(model.ran(by: .enter).isEmpty)
        #expect(model.prompt?.line(model.names) == "set bench-pr-ess 5x100kg_")
        #expect(model.pressing("@", "9").prompt?.line([]) == "set bench-pr-ess 5x100kg@9_")
        #expect(model.ran(by: .enter) == ["set bench-pr-ess 5x100kg"])
        let answer = """
            Bench Press 3  5x100kg  last time 5x90kg  [s3aaaaaaaaaa]
              record: heaviest load 100 kg
            rest (Bench Press): running, 1:30 left
              'trackerctl undo' takes it back

            """
        model.take(.init(status: 0, output: answer), at: LiveScene.start)
        #expect(model.prompt == nil)
        #expect(
            model.notice?.text
                == "Bench Press 3, 5x100kg, last time 5x90kg; record: heaviest load 100 kg")
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
        #expect(model.prompt?.line([]) == "set bench-pr-ess 5_")
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
        #expect(lines.last?.hasPrefix("k skip  Enter set  a add  f finish  p pause") == true)
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

    @Test func itHidesNothingThatMattersMore() throws {
        var model = try LiveScene.model(training: Sample.holding, workout: Sample.workout())
        #expect(model.main?.id == "t7a9x2m4q7wd")
        model.take(
            try LiveScene.event("workout.started", Sample.workout()), at: LiveScene.start)
        model.take(
            .status(try LiveScene.status(training: Sample.holding, workout: Sample.workout())),
            at: LiveScene.start)
        #expect(model.main?.id == "t7a9x2m4q7wd")
    }
}
