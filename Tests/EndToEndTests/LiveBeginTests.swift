import Glibc
import Stage
import Testing
import TrackerAPI

/// Trainings and workouts that are begun in the view, and lived there.
extension EndToEndTests.Live {
    /// A session from its beginning by `n` to its attempts and the next one like it, in 40 columns.
    @Test func aTrainingIsBegunAndLivedAndBegunAgain() throws {
        try with { _, daemon, tmux in
            try tmux.resize(columns: 40, rows: 14)
            try tmux.waitForText("press n to begin")
            try tmux.press("n")
            try tmux.waitForText("2 train          plank 120")
            try tmux.press("2")
            try tmux.typeKeys("plankk 90")
            try tmux.waitForText("train plankk 90_")
            try tmux.press("Enter")
            // The refusal of the command itself, below the line that can be corrected.
            try tmux.waitForText("exercise")
            try tmux.press("BSpace", "BSpace", "BSpace", "BSpace")
            try tmux.typeKeys(" 90 --adjustment 1 --rest 60")
            try tmux.press("Enter")
            try tmux.waitForText("hold 1")
            try tmux.waitForText("counts 0:01.")
            try tmux.press("b")
            try tmux.waitForText("then hold 2")
            try tmux.press("u")
            try tmux.waitForText("taken back")
            try tmux.waitForText("hold 1")
            try tmux.waitForText("counts 0:01.")
            try tmux.press("b")
            try tmux.waitForText("then hold 2")
            usleep(400_000)
            try tmux.press("k")
            try tmux.waitForText("hold 2")
            try tmux.waitForText("counts 0:01.")
            try tmux.press("s")
            try tmux.waitForText("complete")
            try tmux.waitForText("held")
            #expect(try tmux.text.contains("counted"))
            let over = try training(daemon)
            #expect(over["state"] == .string("complete") && over["target"] == .integer(90))
            guard case .array(let attempts)? = over["attempts"] else {
                Issue.record("no attempts")
                return
            }
            #expect(attempts.count == 2)
            usleep(400_000)
            try tmux.press("a")
            try tmux.waitForText("hold 1")
            let again = try training(daemon)
            #expect(again["id"] != over["id"] && again["target"] == .integer(90))
            #expect(again["rest_ms"] == .integer(60_000))
        }
    }

    /// A workout of three sets, all of it by keys.
    @Test func aWorkoutIsLived() throws {
        try with { _, daemon, tmux in
            try tmux.waitForText("press n to begin")
            try tmux.press("n", "4")
            try tmux.typeKeys("push")
            try tmux.press("Enter")
            try tmux.waitForText("no exercise yet")
            try tmux.press("a")
            try tmux.typeKeys("bench press")
            try tmux.press("Enter")
            try tmux.waitForText("Bench Press, set 1")
            try tmux.typeKeys("5x100")
            try tmux.waitForText("set bench-press 5x100_")
            try tmux.press("Enter")
            try tmux.waitForText("Bench Press 1, 5x100kg")
            usleep(400_000)
            // As the one before.
            try tmux.press("Enter")
            try tmux.waitForText("set bench-press 5x100kg_")
            try tmux.press("Enter")
            try tmux.waitForText("done 5x100kg  5x100kg")
            usleep(400_000)
            try tmux.press("u")
            try tmux.waitForText("taken back")
            try wait(for: "the set to go") { try !tmux.text.contains("5x100kg  5x100kg") }
            try tmux.press("C-r")
            try tmux.waitForText("done 5x100kg  5x100kg")
            try tmux.press("f", "y")
            try tmux.waitForText("finished")
            try tmux.waitForText("Bench Press: 5x100kg  5x100kg")
            let workout = try daemon.connect().call("workout.get")
            #expect(workout["state"] == .string("finished"))
        }
    }
}
