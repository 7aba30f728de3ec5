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
    }
}
