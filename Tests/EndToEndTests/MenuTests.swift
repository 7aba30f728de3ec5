import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// The lines for a menu, and what is done with the chosen one.
    @Suite struct Menu {
        private func with(
            _ body: (LineClient, ([String], [String: String]) throws -> Program.Result) throws ->
                Void
        ) throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.call("timer.start", #"{"duration":"25m","name":"tea time"}"#)
                try body(client) { arguments, environment in
                    try stage.result(
                        [Built.trackerctl, "menu"] + arguments,
                        environment: environment.merging(["TRACKERD_SOCKET": stage.socket]) { $1 })
                }
            }
        }

        private func timer(_ client: LineClient) throws -> JSONValue? {
            try client.call("timer.get", #"{"timer":"tea time"}"#)["state"]
        }

        @Test func theChosenLineIsDone() throws {
            try with { client, menu in
                let lines = try menu([], [:]).output.split(separator: "\n").map(String.init)
                let pause = try #require(lines.first { $0.hasPrefix("Pause tea time\t") })
                #expect(lines.first == pause)
                #expect(lines.contains { $0.hasPrefix("Run Tabata\trun start ") })
                #expect(lines.count <= 20 && lines.last == "More…\tmenu --all")
                // What was never used is in the whole menu alone.
                #expect(!lines.contains { $0.contains(" Push-ups\tlog ") })
                let all = try menu(["--run", "More…\tmenu --all"], [:]).output
                #expect(all.contains(" Push-ups\tlog "))
                #expect(try menu(["--all"], [:]).output == all)
                #expect(try menu(["--run", pause], [:]).ending == .exited(0))
                #expect(try timer(client) == .string("paused"))
                // The label alone is what some menus give back.
                #expect(try menu(["--run", "Resume tea time"], [:]).ending == .exited(0))
                #expect(try timer(client) == .string("running"))
                // A line that was printed before is refused like the command that it stands for.
                #expect(
                    try menu(["--run", "Resume tea time\ttimer resume tea"], [:]).ending
                        == .exited(1))
            }
        }

        @Test func aTimerThatIsOverIsAnsweredFirst() throws {
            try with { client, menu in
                try client.call("timer.start", #"{"duration":"1s","name":"eggs"}"#)
                func eggs() throws -> JSONValue {
                    try client.call("timer.get", #"{"timer":"eggs"}"#)
                }
                try wait(for: "its end") { try eggs()["waiting_ms"] != nil }
                let lines = try menu([], [:]).output.split(separator: "\n").map(String.init)
                let done = try #require(lines.first { $0.hasPrefix("Done: eggs\ttimer done ") })
                #expect(lines.first == done)
                #expect(lines.contains { $0.hasPrefix("Again: eggs\ttimer restart ") })
                #expect(lines.contains { $0.hasPrefix("5 min more: eggs\ttimer extend ") })
                #expect(try menu(["--run", done], [:]).ending == .exited(0))
                #expect(try eggs()["answered_at"] != nil)
            }
        }

        @Test func aReminderThatIsOffIsSwitchedOn() throws {
            try with { client, menu in
                let made = try client.call(
                    "reminder.create", #"{"name":"stretch","every":"1h","enabled":false}"#)
                let lines = try menu([], [:]).output.split(separator: "\n").map(String.init)
                let line = try #require(
                    lines.first { $0.hasPrefix("Switch on: stretch\tremind enable ") })
                #expect(try menu(["--run", line], [:]).ending == .exited(0))
                let id = try #require(made["id"]?.string)
                let now = try client.call("reminder.get", "{\"reminder\":\"\(id)\"}")
                #expect(now["enabled"] == .bool(true))
            }
        }

        @Test func theNextReminderIsSkipped() throws {
            try with { client, menu in
                try client.call("reminder.create", #"{"name":"walk","once":"72h"}"#)
                try client.call(
                    "reminder.create", #"{"name":"stretch","every":"1h","days":"daily"}"#)
                func coming() throws -> [String] {
                    try menu([], [:]).output.split(separator: "\n").map(String.init)
                        .filter { $0.hasPrefix("Skip the next ") }
                }
                func nextAt() throws -> String? {
                    try client.call("reminder.get", #"{"reminder":"stretch"}"#)["next_at"]?.string
                }
                // The second one is skipped, too, though the first one is still to come.
                for _ in 1...2 {
                    let lines = try coming()
                    #expect(lines.count == 1, "\(lines)")
                    let line = try #require(lines.first)
                    #expect(line.hasPrefix("Skip the next stretch ("))
                    let before = try nextAt()
                    #expect(try menu(["--run", line], [:]).ending == .exited(0))
                    #expect(try nextAt() != before)
                }
                try client.call("do_not_disturb.set", #"{"for":"200h"}"#)
                #expect(try coming().isEmpty)
            }
        }

        @Test func nothingIsDoneWithoutAChoice() throws {
            try with { client, menu in
                let seq = try client.call("hello")["seq"]
                #expect(try menu(["--run", ""], [:]).ending == .exited(0))
                let unknown = try menu(["--run", "Skip the moon"], [:])
                #expect(
                    unknown.ending == .exited(1) && unknown.complaints.contains("Skip the moon"))
                #expect(try menu(["Skip the moon"], [:]).ending == .exited(64))
                #expect(try menu(["--run", "x\tmenu"], [:]).ending == .exited(64))
                #expect(try menu(["--what", "moon"], [:]).ending == .exited(64))
                #expect(try client.call("hello")["seq"] == seq)
            }
        }

        @Test func theTimerThatBeganLastIsOfferedFirst() throws {
            try with { client, menu in
                for name in ["eggs", "soup"] {
                    try client.call("timer.start", "{\"duration\":90500,\"name\":\"\(name)\"}")
                    try client.call("timer.cancel", "{\"timer\":\"\(name)\"}")
                    // Starts have whole milliseconds.
                    usleep(5000)
                }
                let output = try menu(["--what", "timers"], [:]).output
                let lines = output.split(separator: "\n").map(String.init)
                // Times are rounded up to whole seconds, as in 'status'.
                #expect(lines.first?.hasPrefix("Timer 1m31s soup\t") == true, "\(lines)")
            }
        }

        @Test func onlyTheAskedParts() throws {
            try with { _, menu in
                let programs = try menu(["--what", "programs"], [:]).output
                #expect(programs.split(separator: "\n").allSatisfy { $0.hasPrefix("Run ") })
            }
        }

        /// rofi calls the program again with the line, and the command in a variable.
        @Test func rofisScriptMode() throws {
            try with { client, menu in
                let lines = try menu(["--style", "rofi"], ["ROFI_RETV": "0"]).output
                let first = try #require(lines.split(separator: "\n").first)
                let parts = first.split(separator: "\0", maxSplits: 1)
                #expect(parts[0] == "Pause tea time")
                let info = try #require(parts[1].split(separator: "\u{1f}").last)
                let done = try menu(
                    ["--style", "rofi", "Pause tea time"],
                    ["ROFI_RETV": "1", "ROFI_INFO": String(info)])
                #expect(done.ending == .exited(0) && done.output.isEmpty)
                #expect(try timer(client) == .string("paused"))
            }
        }

        /// rofi shows what a choice prints as entries of another menu, and ends where that is nothing.
        @Test(arguments: ["log PUSHUPS 5", "timer 5m", "set", "run tabata", "rest 90", "pause 1h"])
        func nothingIsPrintedAfterAChoice(_ info: String) throws {
            try with { client, menu in
                let pushUps = try client.call("exercise.get", #"{"exercise":"push-ups"}"#)
                let words = info.replacing("PUSHUPS", with: pushUps["id"]?.string ?? "")
                let done = try menu(
                    ["--style", "rofi", "chosen"], ["ROFI_RETV": "1", "ROFI_INFO": words])
                #expect(done.output.isEmpty, "\(done.output)")
            }
        }
    }
}
