import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// `trackerctl wait` for what has no name.
    @Suite struct Wait {
        /// Time in which what is waited for is read after the subscription; nothing tells when it was.
        private static let readingUs: UInt32 = 1_000_000

        /// Runs a test with a daemon, a client, and what starts the waiting.
        private func with(
            _ body: (Stage, LineClient, (String) throws -> Program) throws -> Void
        ) throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try body(stage, client) { what in
                    let program = try stage.run(
                        [Built.trackerctl, "wait", what],
                        environment: ["TRACKERD_SOCKET": stage.socket])
                    // The subscription comes first, and what is waited for is read then.
                    try wait(for: "the subscription: \(program.complaints)") {
                        let status = try client.call("status")
                        return program.hasEnded
                            || status.at("health", "subscribers") == .integer(1)
                    }
                    usleep(Self.readingUs)
                    return program
                }
            }
        }

        /// An undo tells of no end of the timer, and still ends the waiting.
        @Test func aTimerThatWasUndone() throws {
            try with { _, client, start in
                try client.call("timer.start", #"{"duration":"1h","name":"tea"}"#)
                let gone = try start("tea")
                try client.call("journal.undo")
                #expect(try gone.waitForEnd() == .exited(1))
                #expect(gone.complaints.contains("it was deleted"))
                try client.call("timer.start", #"{"duration":"1h","name":"tea"}"#)
                try client.call("timer.cancel", #"{"timer":"tea"}"#)
                try client.call("journal.undo")
                let cancelled = try start("tea")
                try client.call("journal.redo")
                #expect(try cancelled.waitForEnd() == .exited(1))
                #expect(cancelled.output.contains("cancelled"))
            }
        }

        @Test func aTraining() throws {
            try with { _, client, start in
                func begin() throws {
                    try client.call("training.start", #"{"mode":"reps","target":5}"#)
                }
                try begin()
                let reached = try start("training")
                try client.call("training.reps", #"{"count":5}"#)
                #expect(try reached.waitForEnd() == .exited(0))
                #expect(reached.output.contains("complete"))
                try begin()
                let stopped = try start("training")
                try client.call("training.stop")
                #expect(try stopped.waitForEnd() == .exited(1))
                try begin()
                let reset = try start("training")
                try client.call("training.reset", #"{"confirm":true}"#)
                #expect(try reset.waitForEnd() == .exited(1))
            }
        }

        @Test(arguments: ["rest", "run", "training"])
        func nothingIsOn(_ what: String) throws {
            try with { _, client, start in
                let never = try start(what)
                #expect(try never.waitForEnd() == .exited(1))
                let noun = what == "training" ? "training session" : what
                #expect(never.complaints.contains("no \(noun) has been started yet"))
                try client.call("rest.start", #"{"duration":"1h"}"#)
                try client.call("rest.skip")
                try client.call("run.start", #"{"program":"tabata"}"#)
                try client.call("run.stop")
                try client.call("training.start", #"{"mode":"reps"}"#)
                try client.call("training.reps", #"{"count":5}"#)
                try client.call("training.stop")
                let over = try start(what)
                #expect(try over.waitForEnd() == .exited(1))
                #expect(over.complaints.contains("no \(what)"))
                #expect(over.complaints.contains("is in progress"))
            }
        }

        @Test func itGoesOnOverARestart() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                try client.call("training.start", #"{"mode":"reps","target":5}"#)
                let program = try stage.run(
                    [Built.trackerctl, "wait", "training"],
                    environment: ["TRACKERD_SOCKET": stage.socket])
                try wait(for: "the subscription") {
                    try client.call("status").at("health", "subscribers") == .integer(1)
                }
                usleep(Self.readingUs)
                try daemon.stop()
                try wait(for: "the absence") { program.complaints.contains("isn't running") }
                let next = try stage.start().connect()
                try next.call("training.reps", #"{"count":5}"#)
                #expect(try program.waitForEnd() == .exited(0))
                #expect(program.complaints.contains("is back"))
            }
        }
    }
}
