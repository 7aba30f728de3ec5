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
        #expect(face.title == "Pu\\u{1b}sh" && face.label == "Bench Pr\\u{1b}ess")
        #expect(face.figures == "15:01" && face.changesInMs == 500)
        #expect(
            face.details == [
                "Bench Pr\\u{1b}ess: 8x60kg, warm-up  5x100kg@8", "target 3x5x100kg",
                "last time 8x57.5kg", "1 set, 5 reps, 500 kg",
            ])
        #expect(text(model).last == "f finish  m bell  ? keys  q leave")
        let begun = try self.face(try LiveScene.workoutBegun.model())
        #expect(begun.label == "no exercise yet" && begun.details == ["no sets"])
    }

    /// Of many former sets, the ones up to the place of the next set are shown, since the next set is
    /// compared with the former one at its place.
    @Test(arguments: [
        (0, "1x10  2x10  3x10  4x10  5x10  6x10 …"), (5, "1x10  2x10  3x10  4x10  5x10  6x10 …"),
        (6, "… 2x10  3x10  4x10  5x10  6x10  7x10 …"), (7, "… 3x10  4x10  5x10  6x10  7x10  8x10"),
        (20, "… 3x10  4x10  5x10  6x10  7x10  8x10"),
    ])
    func theLastTimeIsShownAtThePlace(_ place: Int, _ expected: String) throws {
        let sets: [SetView] = try (1...8).map { reps in
            try Sample.read(
                Sample.heavy.replacing("\"reps\":5", with: "\"reps\":\(reps)")
                    .replacing("\"load\":100", with: "\"load\":10"))
        }
        let short = expected.replacing("x10", with: "x10kg@8")
        #expect(LiveWorkout.list(sets, around: place) == short)
    }

    @Test func theFirstExerciseIsNamed() throws {
        let workout = Sample.workout(exercises: [Sample.plankPart])
        let face = try face(try LiveScene.model(workout: workout))
        #expect(face.label == "Plank")
        #expect(face.details.first == "first Plank")
    }

    /// The rest has large figures as ever, with the sets that were done beneath.
    @Test func aRestBetweenSets() throws {
        let model = try LiveScene.setRest.model()
        let face = try face(model)
        #expect(face.figures == "1:05" && face.title == "rest (Bench Press)")
        #expect(
            face.details.dropFirst() == [
                "Bench Pr\\u{1b}ess: 8x60kg, warm-up  5x100kg@8", "target 3x5x100kg",
                "last time 8x57.5kg", "Pu\\u{1b}sh: 1 set, 5 reps, 500 kg",
            ])
        let lines = text(model)
        #expect(lines[0].hasSuffix("1 of 2"))
        #expect(lines.contains { $0.contains("Pu\\u{1b}sh  15:00") })
        #expect(lines.last?.hasPrefix("k skip  p pause") == true)
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
