import Stage
import TestSupport
import Testing

extension EndToEndTests {
    /// A command is one request on one connection, so that it is quick, and nothing comes between.
    @Suite struct RequestCounts {
        /// Command lines in an order in which each of them succeeds.
        private static let lines = [
            "status", "timer 25m tea", "timer pause tea", "timer resume tea", "timer extend tea 5m",
            "tea +1m", "pause tea", "resume tea", "timer until noon eggs", "timer 9m soup",
            "timer pause eggs soup", "cancel eggs soup", "timers",
            "stopwatch start walk", "stopwatch lap walk", "stopwatch pause", "stopwatch resume",
            "stopwatch lap", "stopwatch stop walk", "stopwatch start", "stopwatch stop",
            "stopwatch start walk", "stopwatch start bike", "stopwatch pause walk bike",
            "stopwatch resume walk bike", "stopwatch stop walk bike",
            "timer cancel tea", "log 20 push-ups", "log 60s plank",
            "log 20 push-ups --at 00:00", "log 20 push-ups --at yesterday",
            "log list", "log list yesterday", "log list --from monday",
            "log list --limit 1", "log edit last --count 30", "log delete last", "undo", "redo",
            "remind add stand --every 30m",
            "reminders", "remind disable stand", "remind enable stand",
            "remind disable stand --until monday", "remind enable stand",
            "remind once tomorrow 9am bins", "timer until monday jam", "cancel jam",
            "workout start --name push",
            "workout next", "plans", "set bench 5x100", "set 5x100",
            "set bench 5x100 5x100 5x95", "set", "set +2.5", "set 5 @9", "set again",
            "set bench 8x60 8x60 7x60", "set 12x60 --drop", "set 10x60 d",
            "set bench 5 x 100 kg rpe 8", "set 5 f",
            "set edit last +2.5", "set plank 2m", "set next", "set rm last",
            "workout add squat", "workout move squat 1", "workout swap squat lunges",
            "rest 90", "rest extend 15", "rest 60", "rest +15", "rest skip",
            "workout", "workout deload 60%", "workout finish", "workouts", "workout show push",
            "records bench", "train plank 120", "train", "stop",
            "train start --mode reps --rest 0", "done 12", "next 2", "stop",
            "remind test stand", "snooze", "dismiss", "remind test stand", "dismiss stand",
            "remind test stand", "done",
            "remind test stand", "remind done", "run tabata", "run",
            "pause", "resume", "run stop", "streak", "streak push-ups",
            "goal add push-ups 50", "goals", "goal show push-ups", "level", "achievements",
            "challenges", "report", "report last week", "report yesterday", "timeline",
            "timeline yesterday", "calendar", "calendar 2026-03", "calendar last month", "volume",
            "answers", "weight 80kg --at yesterday", "weight 80kg",
            "weight list", "measure waist 80cm", "max bench 140kg", "max bench", "max",
            "exercises", "programs", "presets", "templates", "settings", "settings set --unit lb",
            "events",
            "pause 1h", "pause off", "pause monday", "pause off", "streak pause --until sunday",
            "streak resume", "remind add pills --at 8", "remind rm stand pills",
            "timer 9m soup", "stopwatch start walk", "stop --all", "hello",
        ]

        @Test func aCommandIsOneRequest() throws {
            try Stage.with { stage in
                try stage.configure("")
                _ = try stage.start()
                let gate = try CountingGate(at: stage.file("gate"), before: stage.socket)
                for line in Self.lines {
                    let words = line.split(separator: " ").map(String.init)
                    let result = try stage.result(
                        [Built.trackerctl] + words,
                        environment: ["TRACKERD_SOCKET": stage.file("gate")])
                    #expect(result.ending == .exited(0), "\(line): \(result.output)")
                    let count = gate.take()
                    #expect(count == .init(connections: 1, requests: 1), "\(line): \(count)")
                }
            }
        }
    }
}
