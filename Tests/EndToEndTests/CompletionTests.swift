import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// The Tab key in real shells.
    @Suite struct Completion {
        enum Shell: String, CaseIterable { case bash, zsh, fish }

        /// The typed text, and the line after Tab.
        static let lines: [(typed: String, done: String)] = [
            ("trackerctl train ti", "trackerctl train time "),
            ("trackerctl remind hist", "trackerctl remind history "),
            ("trackerctl recor", "trackerctl record"),
            ("trackerctl workout sh", "trackerctl workout show "),
            ("trackerctl set ben", "trackerctl set bench-"),
            ("trackerctl records plank-", "trackerctl records plank-shoulder-taps "),
            ("trackerctl run taba", "trackerctl run tabata "),
            ("trackerctl log push-u", "trackerctl log push-ups "),
            ("trackerctl timer cancel t", "trackerctl timer cancel tea "),
            ("trackerctl timer pause 'my t", "trackerctl timer pause 'my tea' "),
            ("trackerctl train time --preset lo", #"trackerctl train time --preset long\ plank "#),
            (
                "trackerctl train time --preset 'lo",
                "trackerctl train time --preset 'long plank' "
            ),
            ("trackerctl preset rm \"lo", "trackerctl preset rm \"long plank\" "),
            ("trackerctl preset rm '$(", "trackerctl preset rm '$(touch ran)' "),
            ("trackerctl preset rm \\$", #"trackerctl preset rm \$\(touch\ ran\) "#),
            ("trackerctl train time --tar", "trackerctl train time --target "),
            (
                "trackerctl timer start 5 --on-suspend pa",
                "trackerctl timer start 5 --on-suspend pause "
            ),
            ("trackerctl plates 100 --unit l", "trackerctl plates 100 --unit lb "),
        ]

        private func with(_ body: (Stage) throws -> Void) throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                for (name, end) in [("tea", ""), ("my tea", ""), ("toast", "timer.cancel")] {
                    try client.call("timer.start", "{\"duration\":\"1h\",\"name\":\"\(name)\"}")
                    if !end.isEmpty { try client.call(end, "{\"timer\":\"\(name)\"}") }
                }
                for name in ["long plank", "$(touch ran)"] {
                    try client.call("preset.save", "{\"name\":\"\(name)\",\"mode\":\"time\"}")
                }
                for shell in Shell.allCases {
                    let script = try stage.result([
                        Built.trackerctl, "--generate-completion-script", shell.rawValue,
                    ])
                    try #require(script.ending == .exited(0), "\(script.complaints)")
                    try File.write(script.output, to: stage.file("complete.\(shell)"))
                }
                try body(stage)
            }
        }

        private func environment(_ stage: Stage, socket: String? = nil) -> [String: String] {
            let folder = Built.trackerctl.split(separator: "/").dropLast().joined(separator: "/")
            return [
                "PATH": "/\(folder):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                "TRACKERD_SOCKET": socket ?? stage.socket,
            ]
        }

        /// A terminal with a shell that has the completion script.
        private func open(_ shell: Shell, _ stage: Stage) throws -> Tmux {
            let tmux = try Tmux(stage, columns: 120, rows: 30)
            let script = stage.file("complete.\(shell)")
            for (name, value) in environment(stage) { try tmux.type("export \(name)=\(value)") }
            try tmux.type("cd \(stage.folder.path); clear")
            switch shell {
            case .bash:
                try tmux.type("exec bash --norc --noprofile -i")
                try tmux.type("PS1='> '; bind 'set bell-style none'; . \(script); clear")
            case .zsh:
                try tmux.type("exec zsh -f -i")
                try tmux.type(
                    "PS1='> '; unsetopt beep; autoload -U compinit; compinit -u -D; . \(script); clear"
                )
            case .fish:
                try tmux.type("exec fish --no-config -i")
                try tmux.type("function fish_prompt; echo -n '> '; end; source \(script); clear")
            }
            try wait(for: "the shell") {
                try tmux.text.split(separator: "\n").first == ">" || tmux.text.hasPrefix("> \n")
            }
            return tmux
        }

        /// The line after the prompt.
        private func line(_ tmux: Tmux) throws -> String {
            // The terminal's own picture has no blanks at the end.
            let text = try tmux.text.split(separator: "\n").first { $0.hasPrefix("> ") }
            return text.map { String($0.dropFirst(2)) } ?? ""
        }

        @Test(arguments: [Shell.bash, .zsh])
        func tabCompletesTheLine(_ shell: Shell) throws {
            try with { stage in
                let tmux = try open(shell, stage)
                for (typed, done) in Self.lines {
                    try tmux.press("C-u")
                    try tmux.typeKeys(typed)
                    try tmux.press("Tab")
                    let wanted = done.last == " " ? String(done.dropLast()) : done
                    var seen = ""
                    do {
                        try wait(for: wanted) {
                            seen = try line(tmux)
                            return seen == wanted
                        }
                    } catch {
                        Issue.record("\(shell): '\(typed)' became '\(seen)', not '\(wanted)'")
                    }
                    try tmux.press("C-u")
                    try tmux.press("C-l")
                }
                #expect(!File.exists(stage.file("ran")))
            }
        }

        /// The words that fish would offer; it escapes by itself.
        @Test func fishOffersTheSame() throws {
            try with { stage in
                func offers(_ line: String) throws -> [String] {
                    let result = try stage.result(
                        [
                            "fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]",
                            stage.file("complete.fish"), line,
                        ], environment: environment(stage))
                    try #require(result.ending == .exited(0), "\(result.complaints)")
                    return result.output.split(separator: "\n").map { row in
                        String(row.split(separator: "\t")[0])
                    }
                }
                for (line, word) in [
                    ("trackerctl train ti", "time"), ("trackerctl rem", "remind"),
                    ("trackerctl recor", "record"), ("trackerctl workout sh", "show"),
                    ("trackerctl set ben", "bench-press"), ("trackerctl run ta", "tabata"),
                    ("trackerctl train time --preset ", "long plank"),
                    ("trackerctl preset rm ", "$(touch ran)"),
                    ("trackerctl timer pause my", "my tea"),
                    ("trackerctl train time --tar", "--target"),
                ] {
                    let found = try offers(line).map { $0.filter { $0 != "\\" } }
                    #expect(found.contains(word), "\(line): \(found)")
                }
                #expect(try !offers("trackerctl timer cancel ").contains("toast"))
                #expect(try offers("trackerctl timer restart ").contains("toast"))
                #expect(!File.exists(stage.file("ran")))
            }
        }

        /// A peer that listens but doesn't reply, accepts and trickles, or doesn't even accept.
        @Test(arguments: ["silent", "trickling", "full"])
        func itNeverHangs(_ peer: String) throws {
            try with { stage in
                let socket = stage.file(peer)
                let script = """
                    import socket, sys, time
                    path, kind = sys.argv[1:]
                    s = socket.socket(socket.AF_UNIX)
                    s.bind(path)
                    s.listen(0 if kind == "full" else 64)
                    others = []
                    if kind == "full":
                        for _ in range(2):
                            c = socket.socket(socket.AF_UNIX)
                            c.setblocking(False)
                            try: c.connect(path)
                            except BlockingIOError: pass
                            others.append(c)
                    open(path + ".up", "w").close()
                    while True:
                        if kind == "trickling":
                            c, _ = s.accept()
                            try:
                                while True:
                                    c.send(b" ")
                                    time.sleep(0.02)
                            except OSError: pass
                        time.sleep(0.1)
                    """
                _ = try stage.run(["python3", "-c", script, socket, peer])
                try wait(for: "the peer") { File.exists(socket + ".up") }
                for shell in Shell.allCases {
                    // On a busy machine a process may have to wait, so the best of several times counts.
                    var best = Double.infinity
                    for _ in 0..<8 where best > 0.3 {
                        best = min(best, try seconds(shell, stage, socket: socket))
                    }
                    #expect(best <= 0.3, "\(shell): \(best) s")
                }
            }
        }

        /// Seconds that a shell waits at Tab for names that only the daemon knows.
        private func seconds(_ shell: Shell, _ stage: Stage, socket: String) throws -> Double {
            let script = stage.file("complete.\(shell)")
            let line = "trackerctl timer cancel "
            let words: [String]
            switch shell {
            case .bash:
                words = [
                    "bash", "-c",
                    """
                    . "$1"; COMP_LINE="$2"; COMP_POINT=${#2}
                    a=$EPOCHREALTIME; _trackerctl trackerctl; b=$EPOCHREALTIME
                    echo "$(( ${b/./} - ${a/./} ))"
                    """, "bash", script, line,
                ]
            case .zsh:
                words = [
                    "zsh", "-f", "-c",
                    """
                    zmodload zsh/datetime; compdef() { : }; _describe() { : }; . "$1"
                    words=(trackerctl timer cancel ''); CURRENT=4; PREFIX=''
                    a=$EPOCHREALTIME; _trackerctl; printf '%d\\n' "$(( (EPOCHREALTIME - a) * 1e6 ))"
                    """, "zsh", script,
                ]
            case .fish:
                words = [
                    "fish", "--no-config", "-c",
                    """
                    source $argv[1]
                    set -l a (date +%s%6N); complete -C $argv[2] >/dev/null
                    math (date +%s%6N) - $a
                    """, script, line,
                ]
            }
            let result = try stage.result(words, environment: environment(stage, socket: socket))
            let number = result.output.split(separator: "\n").last.flatMap { Double($0) }
            return try #require(number, "\(shell): \(result.output) \(result.complaints)") / 1e6
        }
    }
}
