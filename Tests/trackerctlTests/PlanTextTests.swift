import ArgumentParser
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Plans and the coming workout as they are shown.
@Suite struct PlanTextTests {
    private func text<Thing: Shown & Decodable>(
        _ type: Thing.Type, _ json: String
    ) throws -> String {
        try Sample.read(json, as: type).text(in: .plain).replacing(" [p1anaaaaaaaa]", with: "")
    }

    @Test func aPlan() throws {
        let shown = try text(PlanView.self, Sample.plan)
        #expect(shown.hasPrefix("fi"))
        let lines = shown.split(separator: "\n").dropFirst()
        #expect(
            Array(lines) == [
                "   TEMPLATE  EXERCISES", "1  five A    Back Squat, Bench Press",
                "2  five B    Back Squat", "progress together: Back Squat",
                "progress apart: Bench Press",
            ])
        let bare = #"{"id":"p1anaaaaaaaa","name":"w","templates":[],"shared":[],"apart":[]}"#
        #expect(try text(PlanView.self, bare) == "w: 0 templates\n")
    }

    /// Loads, with the plates on each side of the bar.
    @Test func theComingWorkout() throws {
        let lines = try text(WorkoutPropose.Response.self, Sample.proposal)
            .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.first?.hasPrefix("next in five: five B (last done ") == true)
        #expect(
            Array(lines.dropFirst()) == [
                "slowly", "EXERCISE SETS PLATES REST SUPERSET",
                "Back Squat w 1x5x20kg bar alone 3:00", "5x5x122.5kg 2 x 25 + 1.25 a side",
                "Plank 3x1:00 no a",
            ])
    }

    @Test func nothingComes() throws {
        let none = try text(WorkoutPropose.Response.self, #"{"why":"none"}"#)
        #expect(none.hasPrefix("no templates: "))
        let gone = try text(WorkoutPropose.Response.self, #"{"why":"none","plan":"five"}"#)
        #expect(gone == "all templates of five have been deleted\n")
    }

    @Test func whatIsTyped() throws {
        let added = try PlanCommands.Add.parse(["w", "a", "b", "--apart", "squat"]).request()
        #expect(added.templates == ["a", "b"] && added.apart == ["squat"])
        let edited = try PlanCommands.Update.parse(["w", "--shared"]).request()
        #expect(edited.apart == [] && edited.templates == nil)
        let moved = try WorkoutCommands.MoveExercise.parse(["overhead", "press", "3"]).request()
        #expect(moved.exercise == "overhead press" && moved.position == 3)
        let swapped = try WorkoutCommands.Swap.parse(["bench", "dips", "--block", "2"]).request()
        #expect(swapped.with == "dips" && swapped.block == 2)
    }
}
