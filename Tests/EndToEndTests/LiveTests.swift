import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// trackerctl live on a real terminal.
    @Suite struct Live {
        /// Runs the view after saving the terminal's modes.
        private static let command =
            "stty -g > before; \(Built.trackerctl) live --color always"

        /// Runs a test with a daemon and a terminal on which the view is open.
        func with(
            _ words: String..., body: (Stage, TestedDaemon, Tmux) throws -> Void
        ) throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                for line in words { try ctl(stage, line) }
                let tmux = try Tmux(stage)
                try open(tmux, stage)
                try body(stage, daemon, tmux)
            }
        }

        private func open(_ tmux: Tmux, _ stage: Stage) throws {
            try tmux.type("cd \(stage.folder.path); clear; " + Self.command)
            try wait(for: "the screen") { try tmux.isOnScreen }
        }

        func ctl(_ stage: Stage, _ line: String) throws {
            let result = try stage.result(
                [Built.trackerctl] + line.split(separator: " ").map(String.init),
                environment: ["TRACKERD_SOCKET": stage.socket])
            guard result.ending == .exited(0) else { throw StageError(result.complaints) }
        }

        func training(_ daemon: TestedDaemon) throws -> JSONValue {
            try daemon.connect().call("training.get")
        }

        /// The processes of a view that runs in this stage.
        private func pids(_ stage: Stage, _ word: String) -> [pid_t] {
            File.names(in: "/proc").compactMap { pid_t($0) }.filter { pid in
                let words = File.text("/proc/\(pid)/cmdline").split(separator: "\0")
                return words.contains { $0 == word } && words.first?.hasSuffix("trackerctl") == true
                    && isIn(stage, pid)
            }
        }

        /// Whether a process belongs to this stage, by its working folder.
        private func isIn(_ stage: Stage, _ pid: pid_t) -> Bool {
            var buffer = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/\(pid)/cwd", &buffer, buffer.count)
            let path = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
            return String(decoding: path, as: UTF8.self) == stage.folder.path
        }

        private func expectAllAsItWas(_ stage: Stage, _ tmux: Tmux, status: String) throws {
            try tmux.waitUntilLeft()
            try tmux.type("echo left $?; stty -g > after")
            try tmux.waitForText("left \(status)\n")
            try wait(for: "the terminal's modes") { !File.text(stage.file("after")).isEmpty }
            #expect(File.text(stage.file("after")) == File.text(stage.file("before")))
            try wait(for: "it to end") { pids(stage, "live").isEmpty }
        }

        // MARK: Display and keys

        @Test func aHoldCountsAndIsBailed() throws {
            try with("train time --target 60 --rest 30 --adjustment 1 --exercise plank") {
                stage, daemon, tmux in
                try tmux.waitForText("Plank")
                try tmux.waitForText("hold 1")
                // The bar is green, drawn with blocks.
                #expect(try tmux.paintedText.contains("\u{1b}[38;5;41m"))
                #expect(try tmux.text.contains("████"))
                try tmux.waitForText("counts 0:01.")
                try tmux.press("b")
                try tmux.waitForText("then hold 2")
                #expect(try training(daemon)["state"] == .string("resting"))
                #expect(try tmux.paintedText.contains("\u{1b}[38;5;208m"))
                try tmux.press("k")
                // A hold of less than a second is none.
                try tmux.waitForText("counts 0:01.")
                try tmux.press("s")
                try tmux.waitForText("complete")
                try tmux.waitForText("in 2 attempts")
                #expect(try tmux.paintedText.contains("\u{1b}[38;5;75m"))
                try tmux.press("w")
                try tmux.waitForText("nothing is running")
                try tmux.waitForText("today: Plank")
            }
        }

        @Test func aRefusalIsALine() throws {
            try with("train time") { _, daemon, tmux in
                let client = try daemon.connect()
                try wait(for: "a refusal") {
                    // Each hold has a first second.
                    try client.call("training.stop")
                    try client.call("training.start", "{\"mode\":\"time\"}")
                    // A key just after the view has changed was meant for what was there before.
                    usleep(500_000)
                    try tmux.press("b")
                    return try watch(seconds: 0.5) {
                        try !tmux.text.contains("the hold has only just begun")
                    } == false
                }
            }
        }

        @Test func repsAreTyped() throws {
            try with("train reps --target 50 --rest 0") { _, daemon, tmux in
                try tmux.waitForText("50 reps to go")
                try tmux.press("1", "2", "3", "BSpace")
                try tmux.waitForText("how many reps? 12_")
                try tmux.press("Enter")
                try tmux.waitForText("36 reps to go")
                #expect(try training(daemon)["accumulated"] == .integer(14))
                try tmux.press("r")
                try tmux.waitForText("discard the session?")
                try tmux.press("n")
                try wait(for: "the question to go") {
                    try !tmux.text.contains("discard the session?")
                }
                try tmux.press("r", "y")
                try tmux.waitForText("nothing is running")
            }
        }

        @Test func aWorkoutWithItsRests() throws {
            try with("workout start --name push", "set bench press 5x100") { stage, daemon, tmux in
                try tmux.waitForText("rest (Bench Press)")
                try tmux.waitForText("done 5x100kg")
                try tmux.waitForText("push: 1 set, 5 reps, 500 kg")
                #expect(try tmux.text.contains("████"))
                try ctl(stage, "set 5x102.5")
                try tmux.waitForText("done 5x100kg  5x102.5kg")
                // A key that comes just as the rest has changed would be taken for the item before.
                usleep(400_000)
                try tmux.press("k")
                try tmux.waitForText("f finish")
                #expect(try daemon.connect().call("rest.get")["state"] == .string("skipped"))
                try tmux.press("f")
                try tmux.waitForText("finish push?")
                try tmux.press("y")
                try tmux.waitForText("finished")
                try tmux.waitForText("2 sets, 10 reps, 1012.5 kg")
            }
        }

        @Test func aRunIsConfirmedSkippedAndStopped() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let program = """
                    {"name":"Hills","intervals":[\
                    {"label":"Up","duration":"1s","confirmation":"manual"},\
                    {"label":"Down","duration":"1h","kind":"rest"},{"label":"Home","duration":"1h"}]}
                    """
                let client = try daemon.connect()
                try client.call("program.create", program)
                let tmux = try Tmux(stage)
                try open(tmux, stage)
                try tmux.waitForText("nothing is running")
                try client.call("run.start", "{\"program\":\"Hills\"}")
                try tmux.waitForText("Up is over")
                try tmux.press("c")
                try tmux.waitForText("next: Home")
                try tmux.press("k")
                try tmux.waitForText("the last interval")
                try tmux.press("s", "y")
                try tmux.waitForText("stopped")
                #expect(try client.call("run.get")["state"] == .string("stopped"))
            }
        }

        @Test(arguments: [
            (
                200, 60, 28,
                "k skip  p pause  +/- 15 s  n new  u undo  U redo  m bell  ? keys  q leave"
            ),
            (20, 5, 3, "k skip  ? keys"), (12, 2, 0, "k skip"),
        ])
        func followsTheWindow(_ columns: Int, _ rows: Int, _ height: Int, _ keys: String) throws {
            try with("rest start 30m") { _, _, tmux in
                func waitFor(_ columns: Int, _ rows: Int, _ height: Int, _ keys: String) throws {
                    try tmux.resize(columns: columns, rows: rows)
                    try wait(for: "\(columns)x\(rows)") {
                        let lines = try tmux.text.split(
                            separator: "\n", omittingEmptySubsequences: false
                        ).dropLast()
                        return lines.count == rows && lines.last.map(String.init) == keys
                            && lines.count { $0.contains { "█▀".contains($0) } } == height
                    }
                }
                try tmux.waitForText("k skip")
                try waitFor(columns, rows, height, keys)
                try waitFor(
                    80, 24, 10,
                    "k skip  p pause  +/- 15 s  n new  u undo  U redo  m bell  ? keys  q leave")
            }
        }

        @Test func followsTheDaemon() throws {
            try with("rest start 1h") { stage, daemon, tmux in
                try tmux.waitForText("k skip")
                try daemon.crash()
                try tmux.waitForText("trackerd isn't running")
                #expect(try tmux.isOnScreen)
                let second = try stage.start()
                try tmux.waitForText("k skip")
                try wait(for: "all to be well") { try !tmux.text.contains("isn't running") }
                try tmux.press("k")
                try tmux.waitForText("nothing is running")
                try second.stop()
                try tmux.waitForText("trackerd isn't running")
            }
        }

        @Test func waitsForTheDaemon() throws {
            try Stage.with { stage in
                let tmux = try Tmux(stage)
                try open(tmux, stage)
                try tmux.waitForText("waiting for trackerd")
                _ = try stage.start()
                try tmux.waitForText("nothing is running")
            }
        }

        // MARK: The terminal

        @Test(arguments: ["q", "C-c"]) func leavesByAKey(_ key: String) throws {
            try with { stage, _, tmux in
                try tmux.waitForText("nothing is running")
                try tmux.press(key)
                try expectAllAsItWas(stage, tmux, status: "0")
            }
        }

        @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGILL])
        func leavesBySignals(_ signal: Int32) throws {
            try with("rest start 1h") { stage, _, tmux in
                try tmux.waitForText("k skip")
                let pid = try #require(pids(stage, "live").first)
                #expect(try tmux.tell("#{alternate_on}") == "1")
                kill(pid, signal)
                try expectAllAsItWas(stage, tmux, status: "\(128 + signal)")
            }
        }

        @Test func nothingOutlivesTheTerminal() throws {
            try with("rest start 1h") { stage, _, tmux in
                try tmux.waitForText("k skip")
                #expect(pids(stage, "live").count == 1)
                try tmux.close()
                try wait(for: "it to end") { pids(stage, "live").isEmpty }
            }
        }

        /// A terminal that takes no more output blocks its writer.
        @Test func endsThoughNobodyReadsIt() throws {
            try with("train time --target 600") { stage, _, tmux in
                try tmux.waitForText("hold 1")
                let pid = try #require(pids(stage, "live").first)
                let reader = try #require(pid_t(try tmux.tell("#{pid}")))
                kill(reader, SIGSTOP)
                defer { kill(reader, SIGCONT) }
                // Ten frames a second fill the terminal's buffer; then the process wakes no more.
                try wait(for: "the terminal to be full") {
                    let before = wakings(pid)
                    usleep(700_000)
                    return wakings(pid) == before
                }
                kill(pid, SIGTERM)
                try wait(for: "it to end") { pids(stage, "live").isEmpty }
                kill(reader, SIGCONT)
                try expectAllAsItWas(stage, tmux, status: "143")
            }
        }

        private func wakings(_ pid: pid_t) -> Substring? {
            File.text("/proc/\(pid)/status").split(separator: "\n")
                .first { $0.hasPrefix("voluntary_ctxt_switches") }
        }

        @Test func theBellRingsIfAsked() throws {
            try with { stage, daemon, tmux in
                let rung = stage.file("rung")
                try tmux.makeOnBell(rung)
                let client = try daemon.connect()
                func finishATimer() throws {
                    try client.call("timer.start", "{\"duration\":\"1h\",\"name\":\"tea\"}")
                    try tmux.waitForText("finish")
                    try client.call("timer.finish", "{\"timer\":\"tea\"}")
                    try tmux.waitForText("any key continues")
                }
                try finishATimer()
                #expect(!File.exists(rung))
                try tmux.press("m")
                try tmux.waitForText("the bell is on")
                try finishATimer()
                try wait(for: "the bell") { File.exists(rung) }
            }
        }

        @Test func suspendsAndGoesOn() throws {
            try Stage.with { stage in
                _ = try stage.start()
                try ctl(stage, "rest start 1h")
                let tmux = try Tmux(stage)
                try tmux.type("cd \(stage.folder.path); set -m; clear; \(Built.trackerctl) live")
                try tmux.waitForText("k skip")
                try tmux.press("C-z")
                try tmux.waitUntilLeft()
                try tmux.waitForText("Stopped")
                try tmux.type("stty -a | grep -o ' icanon'; fg")
                try tmux.waitForText("k skip")
                try wait(for: "the screen") { try tmux.isOnScreen }
            }
        }

        @Test func needsATerminal() throws {
            try Stage.with { stage in
                let piped = try stage.result(
                    [Built.trackerctl, "live"],
                    environment: ["TRACKERD_SOCKET": stage.socket, "TERM": "xterm"])
                #expect(piped.ending == .exited(64) && piped.output.isEmpty)
                #expect(piped.complaints.contains("trackerctl status"))
                let json = try stage.result(
                    [Built.trackerctl, "live", "--json"],
                    environment: ["TRACKERD_SOCKET": stage.socket])
                #expect(json.ending == .exited(64))
                #expect(json.complaints.contains("trackerctl watch --json"))
                let tmux = try Tmux(stage)
                try tmux.type("clear; TERM=dumb \(Built.trackerctl) live; echo left $?")
                try tmux.waitForText("left 64")
                try tmux.type("clear; unset TERM; \(Built.trackerctl) live; echo left $?")
                try tmux.waitForText("left 64")
            }
        }

        @Test func withoutColoursOrUTF8() throws {
            try Stage.with { stage in
                _ = try stage.start()
                try ctl(stage, "rest start 1h")
                let tmux = try Tmux(stage)
                try tmux.type("clear; NO_COLOR=1 LC_ALL=C \(Built.trackerctl) live")
                try tmux.waitForText("####")
                #expect(try !tmux.paintedText.contains("\u{1b}[3"))
                #expect(try tmux.text.allSatisfy { $0.isASCII })
            }
        }
    }
}
