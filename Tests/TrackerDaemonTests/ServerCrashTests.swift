import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// Acknowledged changes survive everything.
    @Suite struct Crashes {
        /// One of several clients that start timers as fast as they can, over crashes.
        private final class Worker {
            let number: Int
            /// Ids of the acknowledged timers, by their names.
            var acknowledged: [String: String] = [:]
            /// Number of the next name; its request may have been sent already, without a reply.
            var next = 0
            var client: LineClient?

            init(number: Int) { self.number = number }

            var name: String { "w\(number)-\(next)" }

            /// Sends the present request, for the first time or again.
            func post() throws {
                try client?.post(
                    "timer.start",
                    "{\"duration\":\"2h\",\"name\":\"\(name)\",\"request_id\":\"\(name)\"}")
            }

            /// Takes a reply if there is one, and returns whether the next request may be sent.
            func take() throws -> Bool {
                guard let client, try !client.isSilent() else { return false }
                guard let line = try client.line() else { throw StageError("gone") }
                let reply = try JSONValue(text: line)
                guard reply.at("result", "name") == .string(name),
                    let id = reply.at("result", "id")?.string
                else { throw Surprise(reply: line) }
                acknowledged[name] = id
                next += 1
                return true
            }
        }

        private struct Surprise: Error { let reply: String }

        /// Lets the workers work until `total` starts are acknowledged, then kills the daemon.
        private func work(_ workers: [Worker], until total: Int, then kill: () -> Void) throws {
            let end = awakeSeconds() + 30
            while workers.reduce(0, { $0 + $1.acknowledged.count }) < total {
                guard awakeSeconds() < end else { throw StageError("the workers are stuck") }
                for worker in workers where try worker.take() { try worker.post() }
            }
            kill()
            // Replies up to the very end count as acknowledged.
            for worker in workers {
                do {
                    while try worker.take() { try worker.post() }
                } catch let surprise as Surprise { throw surprise } catch {}
                worker.client = nil
            }
        }

        @Test func aCrashWhileManyEventsFallDueTellsEachOnce() throws {
            try Stage.with { stage in
                var daemon = try stage.start()
                let start = "{\"method\":\"timer.start\",\"params\":{\"duration\":\"1s\"}}"
                let list = Array(repeating: start, count: 500).joined(separator: ",")
                let client = try daemon.connect()
                try client.send(line: "[\(list)]")
                try client.call("hello")
                for _ in 1...8 {
                    usleep(150_000)
                    try daemon.crash()
                    daemon = try stage.start()
                }
                let after = try daemon.connect()
                try wait(for: "all of them to finish") {
                    try after.call("timer.list")["timers"]?.list.allSatisfy {
                        $0["state"] == .string("finished")
                    } == true
                }
                let events = try after.call(
                    "events.list", "{\"types\":[\"timer.finished\"],\"limit\":1000}")
                let subjects = events["events"]?.list.compactMap { $0["subject"]?.string } ?? []
                #expect(subjects.count == 500)
                #expect(Set(subjects).count == 500)
                #expect(try after.call("journal.verify")["ok"] == .bool(true))
            }
        }

        @Test func whatItHasStartedEndsWithIt() throws {
            try Stage.with { stage in
                let note = stage.file("note")
                let script = "echo $$ >\(note).new; mv \(note).new \(note); exec sleep 100"
                try stage.configure(
                    """
                    [[hooks]]
                    on = ["timer.started"]
                    run = ["sh", "-c", "\(script)"]
                    """)
                let daemon = try stage.start()
                try daemon.connect().call("stopwatch.start")
                try wait(for: "the hook") { File.exists(note) }
                let pid = try #require(pid_t(File.lines(note).first ?? ""))
                #expect(kill(pid, 0) == 0)
                try daemon.crash()
                try wait(for: "the hook's end") {
                    // The process that inherits it may take time to reap it.
                    let state = File.text("/proc/\(pid)/stat").split(separator: ")").last
                    return state?.split(separator: " ").first ?? "Z" == "Z"
                }
            }
        }
    }
}
