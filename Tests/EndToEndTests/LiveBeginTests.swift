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
            try tmux.waitForText("press n to start")
            try tmux.press("n")
            try tmux.waitForText("2 train          plank 120")
            try tmux.press("2", "Enter")
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
            try tmux.waitForText("undone")
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

    /// A workout by a template from its beginning to its end, all of it by keys.
    @Test func aWorkoutIsLived() throws {
        try with { _, daemon, tmux in
            _ = try daemon.connect().call(
                "template.create",
                """
                {"name":"Push","exercises":[{"exercise":"bench press","sets":2,"reps":5,"load":100},\
                {"exercise":"pull-ups","sets":1,"reps":8}]}
                """)
            try tmux.waitForText("press n to start")
            try tmux.press("n", "4", "Enter")
            try tmux.typeKeys("pu")
            try tmux.waitForText("workout start pu_  (Push)")
            try tmux.press("Enter")
            try tmux.waitForText("Bench Press, set 1 of 2")
            try tmux.waitForText("target 5x100kg")
            try tmux.waitForText("> Bench Press  2 left")
            usleep(400_000)
            // As it is planned, and the next one with more.
            try tmux.press("Enter")
            try tmux.waitForText("next: Bench Press, set 2 of 2")
            try tmux.waitForText("> Bench Press  1 left")
            usleep(1_100_000)
            try tmux.press("5")
            try tmux.typeKeys("x102.5")
            try tmux.waitForText("set 5x102.5_")
            try tmux.press("Enter")
            try tmux.waitForText("next: Pull-ups, set 1 of 1")
            usleep(400_000)
            try tmux.press("u")
            try tmux.waitForText("Undone")
            try tmux.waitForText("Bench Press, set 2 of 2")
            usleep(400_000)
            try tmux.press("C-r")
            try tmux.waitForText("Pull-ups, set 1 of 1")
            usleep(400_000)
            // Back to the bench, for what is there now.
            try tmux.press("p")
            try tmux.waitForText("Bench Press, set 3 of 3")
            try tmux.press("e")
            try tmux.waitForText("set edit last 5x102.5kg_")
            try tmux.typeKeys("@9")
            try tmux.press("Enter")
            try tmux.waitForText("done 5x100kg  5x102.5kg@9")
            usleep(400_000)
            try tmux.press("n")
            try tmux.waitForText("Pull-ups, set 1 of 1")
            usleep(1_100_000)
            try tmux.press("Enter")
            try tmux.waitForText("everything planned is done")
            usleep(1_100_000)
            try tmux.press("a")
            try tmux.typeKeys("plank")
            try tmux.press("Enter")
            try tmux.waitForText("Plank, set 1")
            usleep(400_000)
            try tmux.press("s")
            try tmux.typeKeys("60s")
            try tmux.press("Enter")
            try tmux.waitForText("> Plank        done  1:00")
            usleep(1_100_000)
            try tmux.press("f")
            try tmux.waitForText("finish Push?")
            try tmux.press("y")
            try tmux.waitForText("finished")
            try tmux.waitForText("Bench Press: 5x100kg  5x102.5kg@9")
            let workout = try daemon.connect().call("workout.get")
            #expect(workout["state"] == .string("finished"))
            #expect(workout["summary"]?["sets"] == .integer(4))
        }
    }
}
