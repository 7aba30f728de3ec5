import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// A bar that is followed, as bars run it.
    @Suite struct Bar {
        private static let command = [Built.trackerctl, "bar", "--style", "json", "--follow"]

        /// The texts of the lines so far.
        private func texts(_ bar: Program) throws -> [String] {
            try bar.output.split(separator: "\n").compactMap { line in
                try JSONValue(text: String(line)).at("text")?.string
            }
        }

        private func waitForText(_ bar: Program, _ what: String, _ wanted: (String) -> Bool) throws
        {
            try wait(for: "\(what): \(bar.output)") {
                guard !bar.hasEnded, let text = try texts(bar).last else { return false }
                return wanted(text)
            }
        }

        @Test func itFollowsTheDaemonThroughKillsAndStops() throws {
            try Stage.with { stage in
                let bar = try crashAndStop(stage)
                #expect(bar.complaints.isEmpty)
                bar.send(SIGTERM)
                #expect(try bar.waitForEnd() == .killed(by: SIGTERM))
            }
        }

        private func crashAndStop(_ stage: Stage) throws -> Program {
            let daemon = try stage.start()
            let bar = try stage.run(Self.command, environment: ["TRACKERD_SOCKET": stage.socket])
            try waitForText(bar, "nothing") { $0.isEmpty }
            try daemon.connect().call("timer.start", #"{"duration":"1h","name":"tea"}"#)
            try waitForText(bar, "the timer") { $0.hasPrefix("tea ") }
            try daemon.crash()
            try waitForText(bar, "the absence") { $0 == "trackerd offline" }
            try stopAndStart(stage, bar)
            return bar
        }

        private func stopAndStart(_ stage: Stage, _ bar: Program) throws {
            let daemon = try stage.start()
            try waitForText(bar, "the return") { $0.hasPrefix("tea ") }
            try daemon.stop()
            try waitForText(bar, "the stop") { $0 == "trackerd offline" }
            _ = try stage.start()
            try waitForText(bar, "the start") { $0.hasPrefix("tea ") }
        }

        /// The last second ends with the line of what comes, without one of the event alone before it.
        @Test func theLastSecondHasOneLine() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                let variables = ["TRACKERD_SOCKET": stage.socket]
                let bar = try stage.run(Self.command, environment: variables)
                try waitForText(bar, "nothing") { $0.isEmpty }
                for _ in 1...5 {
                    try client.call("timer.start", #"{"duration":"2s","name":"tea"}"#)
                    try waitForText(bar, "the timer") { $0.hasPrefix("tea 0:0") }
                    try waitForText(bar, "its end") { $0 == "tea over, just now" }
                    try client.call("timer.answer", #"{"timer":"tea"}"#)
                    try waitForText(bar, "the answer") { $0.isEmpty }
                }
                let over = try texts(bar).filter { $0.hasSuffix("0:00") }
                #expect(over.isEmpty, "\(bar.output)")
            }
        }

        /// Clicks and the wheel act on what the line shows first, whatever began last.
        @Test func clicksActOnWhatIsShown() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                let variables = ["TRACKERD_SOCKET": stage.socket]
                func act(_ move: String, exit: CInt = 0) throws {
                    let result = try stage.result(
                        [Built.trackerctl, "bar", "--do", move], environment: variables)
                    #expect(result.ending == .exited(exit), "\(move): \(result.complaints)")
                }
                func timer(_ name: String, _ member: String) throws -> JSONValue? {
                    try client.call("timer.get", "{\"timer\":\"\(name)\"}")[member]
                }
                try act("next", exit: 1)
                try client.call("timer.start", #"{"duration":"10m","name":"tea"}"#)
                try client.call("timer.start", #"{"duration":"20m","name":"eggs"}"#)
                try act("more")
                #expect(try timer("tea", "duration_ms")?.integer == 660_000)
                try act("less")
                #expect(try timer("tea", "duration_ms")?.integer == 600_000)
                try act("snooze", exit: 1)
                try act("next")
                #expect(try timer("tea", "state") == .string("paused"))
                // What is paused comes behind what runs.
                try act("more")
                #expect(try client.call("timer.list")["timers"]?.list.count == 2)
                try client.call("rest.start", #"{"duration":"90s"}"#)
                try act("more")
                #expect(try client.call("status").at("rest", "duration_ms")?.integer == 105_000)
                // Within a second of the rest's beginning, a click would be taken for a second press.
                usleep(1_200_000)
                try act("next")
                #expect(try client.call("status")["rest"] == nil)
                try client.call("timer.start", #"{"duration":"1s","name":"milk"}"#)
                try wait(for: "its end") { try timer("milk", "waiting_ms") != nil }
                // Neither may a click in the moment in which a timer ends be meant for it.
                usleep(1_200_000)
                try act("next")
                #expect(try timer("milk", "answered_at") != nil)
            }
        }

        /// Once a second while something counts, and not at all while nothing does.
        @Test func itSleepsWhileNothingCounts() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                let bar = try stage.run(
                    Self.command, environment: ["TRACKERD_SOCKET": stage.socket])
                try client.call("timer.start", #"{"duration":"20m","name":"tea"}"#)
                try waitForText(bar, "the timer") { $0 == "tea 19:59" }
                let before = try texts(bar).count
                try waitForText(bar, "three seconds") { $0 == "tea 19:56" }
                #expect(try texts(bar).count == before + 3)
                try client.call("timer.pause", #"{"timer":"tea"}"#)
                // The pause has to be printed; then the absence of wake-ups can only be watched.
                try waitForText(bar, "the pause") { !$0.isEmpty && bar.output.contains("paused") }
                usleep(300_000)
                let facts = ProcessFacts(bar.pid)
                let wakes = facts.status("voluntary_ctxt_switches")
                usleep(2_500_000)
                #expect(facts.status("voluntary_ctxt_switches") == wakes)
            }
        }

        /// tmux draws a line that comes soon after another only with the next one.
        @Test func tmuxGetsALineOnceMore() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.call("timer.start", #"{"duration":"20m","name":"tea"}"#)
                try client.call("timer.pause", #"{"timer":"tea"}"#)
                let bar = try stage.run(
                    [Built.trackerctl, "bar", "--style", "tmux", "--follow"],
                    environment: ["TRACKERD_SOCKET": stage.socket])
                try wait(for: "two lines: \(bar.output)") {
                    bar.output.split(separator: "\n").count == 2
                }
                usleep(2_500_000)
                let lines = bar.output.split(separator: "\n")
                #expect(lines.count == 2 && Set(lines).count == 1)
            }
        }

        /// A reader that goes away ends it, though nothing happens that it would print.
        @Test func itEndsWithItsReader() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let pipe = try stage.run(
                    ["/bin/sh", "-c", Self.command.joined(separator: " ") + " | head -n 1"],
                    environment: ["TRACKERD_SOCKET": stage.socket, "PATH": "/usr/bin:/bin"])
                #expect(try pipe.waitForEnd(upTo: 10) == .exited(0))
                #expect(pipe.output.contains("idle") && pipe.complaints.isEmpty)
                _ = daemon
            }
        }

        /// Editors and file managers may have used up what the person has of inotify.
        @Test func itNeedsNoInotify() throws {
            try Stage.with { stage in
                let none = Stage.inotify(instances: 0)
                let variables = ["TRACKERD_SOCKET": stage.socket]
                func line() throws -> String {
                    let result = try stage.result(
                        none + [Built.trackerctl, "bar"], environment: variables)
                    #expect(result.ending == .exited(0) && result.complaints.isEmpty)
                    return result.output
                }
                #expect(try line() == "trackerd offline\n")
                let bar = try stage.run(none + Self.command, environment: variables)
                try waitForText(bar, "the absence") { $0 == "trackerd offline" }
                let daemon = try stage.start()
                try waitForText(bar, "the start") { $0.isEmpty }
                #expect(try line() == "\n")
                try daemon.stop()
                try waitForText(bar, "the stop") { $0 == "trackerd offline" }
                _ = try stage.start()
                try waitForText(bar, "the next start") { $0.isEmpty }
                #expect(bar.complaints.isEmpty)
            }
        }

        /// With the socket of the service manager any connection would start the service again.
        @Test func aStoppedServiceStaysStopped() throws {
            try Session.with { session in
                try session.systemctl("start", "trackerd.socket")
                // A bar may start the service when it begins.
                let bar = try session.start(Self.command)
                try session.waitForProperty("ActiveState", "active")
                try waitForText(bar, "nothing") { $0.isEmpty }
                try session.systemctl("stop", "trackerd.service")
                try waitForText(bar, "the stop") { $0 == "trackerd offline" }
                #expect(
                    try watch(seconds: 3) { try session.property("ActiveState") == "inactive" })
                let line = try session.succeed("trackerctl", "bar")
                #expect(line == "trackerd offline\n")
                #expect(try session.property("ActiveState") == "inactive")
                try session.systemctl("start", "trackerd.service")
                try waitForText(bar, "the start") { $0.isEmpty }
                bar.end()
            }
        }
    }
}
