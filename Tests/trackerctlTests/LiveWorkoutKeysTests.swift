import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

/// Keys in a workout and in the rests between its sets.
@Suite struct LiveWorkoutKeysTests {
    private static let squats = """
        {"exercise":"s7aaaaaaaaaa","name":"Squats","sets":[],"target":{"groups":[{"sets":3,"type":"working"}]}}
        """
    private static let dips = #"{"exercise":"d7aaaaaaaaaa","name":"Dips","sets":[]}"#

    /// A workout of three exercises, of which the bench press is next.
    private func three(rest: String? = nil) throws -> LiveModel {
        try LiveScene.model(rest: rest, workout: Self.workout)
    }

    private static var workout: String {
        get throws { Sample.workout(exercises: [Sample.benchPart, squats, dips]) }
    }

    private func face(_ model: LiveModel) throws -> LiveFace {
        model.face(of: try #require(model.main), at: LiveScene.start)
    }

    /// Whether the effect is the next set as it is planned.
    private func isSet(_ effects: [LiveModel.Effect]) -> Bool {
        guard case .run(["set"])? = effects.first else { return false }
        return effects.count == 1
    }

    @Test(arguments: [LiveScene.workout, .setRest, .setRestOver])
    func enterLogsTheNextSet(_ scene: LiveScene) throws {
        var model = try scene.model()
        // The rest may have ended by itself just now.
        #expect(isSet(model.press(.enter, at: LiveScene.later(300))))
        let now = LiveScene.later(400)
        model.take(LiveAnswer(.done, ["Bench Press 3, 5x100kg"]), at: now)
        #expect(model.notice?.text == "Bench Press 3, 5x100kg")
        // Pressed twice, it is one set.
        #expect(model.press(.enter, at: LiveScene.later(1399)).isEmpty)
        #expect(model.notice?.text == "this has just changed: press the key again")
        #expect(isSet(model.press(.enter, at: LiveScene.later(1400))))
    }

    /// A set that can't be logged as it is can be completed.
    @Test func aRefusedSetIsToBeTyped() throws {
        var model = try LiveScene.workout.model()
        _ = model.ran(by: .enter)
        model.take(LiveAnswer(.refused, ["load is missing"]), at: LiveScene.start)
        #expect(model.prompt?.line([]) == "set _")
        #expect(model.prompt?.trouble == "load is missing")
        model = try three().pressing("n")
        try model.takeNext(Self.next("s7aaaaaaaaaa"))
        _ = model.ran(by: .enter)
        model.take(LiveAnswer(.refused, ["load is missing"]), at: LiveScene.start)
        #expect(model.prompt?.line([]) == "set --exercise s7aaaaaaaaaa _")
    }

    @Test func withoutAPlanEnterBeginsALine() throws {
        for next in [#"{"why":"done"}"#, ""] {
            var model = try LiveScene.model(workout: Sample.workout(), next: next)
            #expect(model.ran(by: .enter).isEmpty)
            #expect(model.prompt?.line([]) == "set _")
        }
    }

    /// The line of a set is the command's: alone it is the next set, too.
    @Test func theLineOfASet() throws {
        var model = try LiveScene.setRest.model().pressing("s", "+", "2", ".", "5")
        #expect(model.ran(by: .enter) == ["set +2.5"])
        model = try LiveScene.setRest.model().pressing("s")
        #expect(model.ran(by: .enter) == ["set"])
        // It was typed, so that its refusal stays with it.
        model.take(LiveAnswer(.refused, ["no"]), at: LiveScene.start)
        #expect(model.prompt?.trouble == "no" && model.prompt?.line([]) == "set _")
    }

    @Test func aRestAfterTheLastSet() throws {
        let rest = try LiveScene.model(
            rest: Sample.setRest, workout: Self.workout, next: #"{"why":"done"}"#)
        #expect(try face(rest).details[1] == "everything planned is done")
    }

    /// The rest after its last set doesn't hide the end of a workout; a rest of its own does.
    @Test func theEndOfTheWorkoutIsShownDuringItsRest() throws {
        let over = try LiveScene.event("workout.finished", Sample.finishedWorkout)
        var model = try three(rest: Sample.setRest)
        model.take(over, at: LiveScene.start)
        #expect(model.outcome?.id == "w7aaaaaaaaaa")
        model = try three(rest: Sample.rest)
        model.take(over, at: LiveScene.start)
        #expect(model.outcome == nil)
    }

    @Test func anEmptyWorkoutAsksForAnExercise() throws {
        var model = try LiveScene.workoutBegun.model()
        #expect(model.ran(by: .enter).isEmpty)
        #expect(model.prompt?.line([]) == "workout add _")
        #expect(try LiveScene.workoutBegun.model().pressing("s").prompt?.line([]) == "set _")
    }

    private static func next(_ exercise: String) -> String {
        LiveScene.nextSet.replacing("b7aaaaaaaaaa", with: exercise)
    }

    /// The exercises go round, and what is typed is of the one that is shown.
    @Test func nextAndPreviousExercise() throws {
        var model = try three()
        #expect(try face(model).label == "Bench Pr\\u{1b}ess, set 3 of 4")
        model = model.pressing("n")
        // Until the daemon has told.
        #expect(try face(model).label == "Squats, set 1")
        #expect(
            try model.takeNext(Self.next("s7aaaaaaaaaa"))
                == #"{"exercise":"s7aaaaaaaaaa","workout":"w7aaaaaaaaaa"}"#)
        #expect(try face(model).label == "Squats, set 3 of 4")
        #expect(try face(model).rows[1].hasPrefix("> Squats"))
        var typed = model.pressing("5")
        #expect(typed.prompt?.line([]) == "set squats 5_")
        #expect(typed.ran(by: .enter) == ["set squats 5"])
        #expect(model.pressing("@").prompt?.line([]) == "set squats @_")
        #expect(model.pressing("+").prompt?.line([]) == "set squats +_")
        var logged = model
        #expect(logged.ran(by: .enter) == ["set --exercise s7aaaaaaaaaa"])
        #expect(try face(model.pressing("n")).label == "Dips, set 1")
        #expect(try face(model.pressing("n", "n")).label == "Bench Pr\\u{1b}ess, set 3")
        #expect(try face(model.pressing("p", "p")).label == "Dips, set 1")
        // A set goes on from there, where the daemon says.
        model.take(try LiveScene.event("set.logged", Sample.heavy, seq: 813), at: LiveScene.start)
        model.take(.status(try LiveScene.status(workout: Self.workout)), at: LiveScene.start)
        #expect(try model.takeNext() == #"{"workout":"w7aaaaaaaaaa"}"#)
        #expect(try face(model).label == "Bench Pr\\u{1b}ess, set 3 of 4")
    }

    /// In rests between sets, the keys go through the exercises, too; Space pauses and N begins.
    @Test func theKeysInARest() throws {
        var model = try three(rest: Sample.setRest)
        #expect(try face(model.pressing("n")).details.contains("next: Squats, set 1"))
        #expect(try face(model.pressing("p")).details.contains("next: Dips, set 1"))
        #expect(try model.sent(by: .character(" ")).map(\.method) == ["rest.pause"])
        #expect(try model.sent(by: .character("+")).map(\.method) == ["rest.extend"])
        #expect(model.pressing("N").prompt == LivePrompt())
        let free = try LiveScene.rest.model()
        #expect(free.pressing("n").prompt == LivePrompt())
        #expect(free.pressing("N").prompt == LivePrompt())
        model = try LiveScene.rest.model()
        #expect(try model.sent(by: .character("p")).map(\.method) == ["rest.pause"])
    }

    /// The exercise that was added is the one that is meant.
    @Test func anAddedExerciseIsMeant() throws {
        var model = try LiveScene.workout.model()
        model.take(.status(try LiveScene.status(workout: Self.workout)), at: LiveScene.start)
        #expect(try model.takeNext() == #"{"workout":"w7aaaaaaaaaa"}"#)
        let more = Sample.workout(
            exercises: [
                Sample.benchPart, Self.squats, Self.dips, Self.dips.replacing("d7", with: "e7"),
            ])
        model.take(.status(try LiveScene.status(workout: more)), at: LiveScene.start)
        #expect(
            try model.takeNext(#"{"why":"done"}"#)
                == #"{"exercise":"e7aaaaaaaaaa","workout":"w7aaaaaaaaaa"}"#)
        #expect(try face(model).label == "Dips, set 1")
        // Gone again, it isn't meant any more.
        model.take(.status(try LiveScene.status(workout: Self.workout)), at: LiveScene.start)
        #expect(try model.takeNext() == #"{"workout":"w7aaaaaaaaaa"}"#)
        model.take(.status(try LiveScene.status()), at: LiveScene.start)
        #expect(try model.takeNext() == nil)
    }

    @Test func theNewestSetIsEdited() throws {
        var model = try LiveScene.workout.model().pressing("e")
        #expect(model.prompt?.line([]) == "set edit last 5x100kg@8_")
        _ = model.press(.backspace, at: LiveScene.start)
        #expect(model.pressing("9").prompt?.line([]) == "set edit last 5x100kg@9_")
        model = model.pressing("9")
        #expect(model.ran(by: .enter) == ["set edit last 5x100kg@9"])
        #expect(try LiveScene.workoutBegun.model().pressing("e").prompt == nil)
    }

    /// A load that is taken off is no option.
    @Test func aNegativeChangeIsUnderstood() throws {
        var model = try LiveScene.workout.model().pressing("-", "2", ".", "5")
        #expect(model.prompt?.line([]) == "set -2.5_")
        #expect(model.ran(by: .enter) == ["set -- -2.5"])
        model = try LiveScene.workout.model().pressing("5", " ", "-", "5")
        #expect(model.ran(by: .enter) == ["set 5 -- -5"])
        model = try LiveScene.workout.model().pressing("8", " ", "x", " ", "-", "5")
        #expect(model.ran(by: .enter) == ["set 8 x-5"])
    }

    @Test func notesAndTheEnd() throws {
        var model = try LiveScene.workout.model().pressing("t", "h", "o", "t")
        #expect(model.ran(by: .enter) == ["workout note hot"])
        model = try LiveScene.workout.model()
        #expect(try model.sent(by: .character("D")).isEmpty)
        #expect(model.question?.text == "discard Pu\\u{1b}sh with its 2 sets?")
        let sent = try model.sent(by: .character("y"))
        #expect(sent.map(\.method) == ["workout.discard"])
        #expect(sent.map(\.params) == [#"{"confirm":true,"workout":"w7aaaaaaaaaa"}"#])
        // Without a set there is nothing to finish.
        model = try LiveScene.workoutBegun.model().pressing("f")
        #expect(model.question == nil)
        #expect(model.notice?.text == "nothing is logged yet: D discards it")
        #expect(
            try LiveScene.workoutBegun.model().pressing("D").question?.text
                == "discard Pu\\u{1b}sh?")
    }

    /// Enter was meant for the set that was shown before another device logged it.
    @Test func aSetThatChangesByItselfIsSeenFirst() throws {
        var model = try LiveScene.workout.model()
        let later = LiveScene.later(5000)
        model.take(.status(try LiveScene.status(workout: Sample.workout())), at: later)
        try model.takeNext(
            LiveScene.nextSet.replacing("\"index\":3", with: "\"index\":4"), at: later)
        #expect(model.press(.enter, at: later).isEmpty)
        #expect(model.notice?.text == "this has just changed: press the key again")
        #expect(!model.press(.enter, at: LiveScene.later(5300)).isEmpty)
    }
}
