import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

@Suite struct CompletionTests {
    private func words(_ line: String) throws -> [String] {
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let current = words.removeLast()
        return try Completions(after: words, current: current).words.map(\.text)
            .filter { $0.hasPrefix(current) }
    }

    @Test(arguments: [
        ("rem", ["reminder", "remind"]), ("recor", ["record"]), ("1", ["1rm"]),
        ("train ti", ["time"]), ("training ti", ["time"]), ("train his", ["history"]),
        ("workout sh", ["show"]), ("workout h", ["history"]), ("set ed", ["edit"]),
        ("preset r", ["remove", "rm"]), ("timer canc", ["cancel"]), ("timer cancel tea ", []),
        ("timer start --m", ["--message"]), ("timer start 5 --message x --m", []),
        ("rest start 5 --warn-at 3 --warn", ["--warn-at"]), ("journal -", ["--help"]),
        ("set 5x100 --rp", ["--rpe"]), ("set -- --rp", []), ("--js", ["--json"]),
        ("timer start 5 --on-suspend ", ["continue", "pause", "cancel"]),
        ("timer start 5 --on-suspend=c", ["--on-suspend=continue", "--on-suspend=cancel"]),
        ("train reps --mode ", []), ("train start -m ", ["time", "reps"]), ("nonsense ", []),
    ])
    func whatTheCommandsTell(_ line: String, _ expected: [String]) throws {
        #expect(Set(try words(line)) == Set(expected), "\(line)")
    }

    @Test(arguments: [
        ("import ", true), ("import x ", false), ("export -o ", true), ("timer ", false),
    ])
    func pathsAreTheShells(_ line: String, _ isPath: Bool) throws {
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let current = words.removeLast()
        #expect((try Completions(after: words, current: current).files == .files) == isPath)
    }

    /// The daemon named on the command line is asked once.
    @Test(arguments: [
        ("preset rm", "", ["long plank"]), ("train time --preset", "", ["long plank"]),
        ("train time", "--preset=l", ["--preset=long plank"]), ("train time", "--target=", []),
    ])
    func namesComeFromTheDaemon(_ line: String, _ current: String, _ expected: [String]) throws {
        func preset(_ name: String) -> String {
            """
            {"id":"p","name":"\(name)","mode":"time","target":120,"adjustment":2.5,"rest_ms":20000}
            """
        }
        let list = "{\"presets\":[\(preset("long plank")),\(preset("-x"))]}"
        let server = try FakeServer([[.read, .send(Sample.result(list, id: 1))]])
        var words = line.split(separator: " ").map(String.init)
        words.insert(contentsOf: ["--socket", server.path], at: 2)
        let completions = try Completions(after: words, current: current)
        #expect(completions.live().map(\.text) == expected)
        #expect(server.received.count == (expected.isEmpty ? 0 : 1))
    }

    @Test func workoutsAreToldApart() throws {
        let workout: WorkoutView = try Sample.read(Sample.workout())
        let words = WorkoutArgument.completions(for: [workout])
        #expect(
            words.first == "last" && words.last?.hasPrefix("w7aaaaaaaaaa\tPu\\u{1b}sh, 20") == true)
        #expect(WorkoutArgument.completions(for: []) == [])
    }

    @Test func endedTimersAreOfferedOnlyWhereTheyServe() throws {
        let timers: [TimerView] = try [
            Sample.tea, Sample.paused, Sample.stopwatch,
            Sample.tea.replacing("\"tea\"", with: "\"toast\"")
                .replacing("k3v9x2m4q7wd", with: "k3v9zzzzzzzz")
                .replacing("\"running\"", with: "\"finished\""),
        ].map { try Sample.read($0) }
        for verb in ["cancel", "pause", "resume", "extend", "finish", "lap", "stop", "wait"] {
            #expect(
                !TimerArgument.completions(for: timers, verb: verb).contains("toast"), "\(verb)")
        }
        for verb in ["get", "restart", "rename"] {
            #expect(TimerArgument.completions(for: timers, verb: verb).contains("toast"), "\(verb)")
        }
        #expect(TimerArgument.completions(for: timers, verb: "pause").contains("tea"))
        let paused = timers[1].name ?? timers[1].id
        #expect(!TimerArgument.completions(for: timers, verb: "pause").contains(paused))
        #expect(TimerArgument.completions(for: timers, verb: "resume").contains(paused))
        #expect(TimerArgument.completions(for: [], verb: "get") == [])
        let over: TimerView = try Sample.read(Sample.over)
        #expect(TimerArgument.completions(for: timers + [over], verb: "done") == ["eggs", "last"])
        #expect(TimerArgument.completions(for: [over], verb: "extend") == ["eggs", "last"])
    }

    @Test(
        arguments: [
            ("trackerctl preset rm lo", "long plank", #"long\ plank"#),
            (#"trackerctl preset rm long\ p"#, "long plank", #"long\ plank"#),
            ("trackerctl preset rm 'lo", "long plank", "long plank"),
            ("trackerctl preset rm \"lo", "lo$x", #"lo\$x"#),
            ("trackerctl preset rm \"lo", "lo`x", #"lo\`x"#),
            ("trackerctl preset rm ", "$(reboot)", #"\$\(reboot\)"#),
            ("trackerctl preset rm '", "it's", nil), ("trackerctl preset rm \"", "a!b", nil),
            ("trackerctl preset rm x", "long plank", nil),
            ("trackerctl preset rm a:", "a:b c", #"b\ c"#),
            ("trackerctl x --preset=lo", "--preset=long plank", #"long\ plank"#),
            ("trackerctl preset rm lo' p", "lo plank", " plank"),
            ("trackerctl preset rm ~", "~x;y&z", #"\~x\;y\&z"#),
            ("trackerctl preset rm é", "é🍵", "é🍵"),
        ] as [(String, String, String?)])
    func bashGetsItsQuotes(_ line: String, _ word: String, _ expected: String?) {
        let breaks = " \t\n\"'><=;|&(:"
        #expect(BashLine(line, breaks: breaks).replacement(word) == expected, "\(line)")
    }

    @Test func bashLinesAreTakenApart() {
        let line = BashLine(
            #"./trackerctl set 'overhead press' "8x60" a\ b --note="x y"#, breaks: "=")
        #expect(line.before == ["set", "overhead press", "8x60", "a b"])
        #expect(line.current == "--note=x y" && line.quote == "\"" && line.kept == "--note=")
        let empty = BashLine("trackerctl set ", breaks: "")
        #expect(empty.before == ["set"] && empty.current == "" && empty.quote == nil)
    }

    @Test func theScriptsAreAskedForByName() throws {
        for words in [["bash"], ["zsh"], ["fish"]] {
            let script = try CompletionScript(["--generate-completion-script"] + words)
            #expect(script?.text.contains(CompletionRequest.word + " " + words[0]) == true)
        }
        #expect(try CompletionScript(["--generate-completion-script=fish"]) != nil)
        #expect(try CompletionScript(["status"]) == nil)
        #expect(throws: (any Error).self) {
            try CompletionScript(["--generate-completion-script", "csh"])
        }
    }
}
