import Glibc
import Systemd
import Testing
import TrackerCore

@testable import TrackerDaemon

private typealias Hook = Configuration.Hook

@MainActor @Suite(.serialized) struct HookRunnerTests {
    /// Records its arguments, each in angle brackets.
    private static let recorder = #"""
        for a in "$@"; do printf '<%s>' "$a"; done >>"$OUT/new"
        mv "$OUT/new" "$OUT/log"
        """#

    private func arguments(_ run: [String], alert: Alert?) throws -> String {
        let stage = try HookStage(hooks: [Hook(on: ["timer.*"], run: ["record"] + run)])
        try stage.script("record", Self.recorder)
        stage.handle(alert: alert)
        #expect(try stage.turn { !stage.text("log").isEmpty })
        return stage.text("log")
    }

    @Test func noShellReadsTheArguments() throws {
        let text = try arguments(
            ["$HOME; echo `id` | cat", "{title}", ""],
            alert: .plain("a \"b\" $(touch x) * {body}\u{0}\n é", body: "no"))
        #expect(text == "<$HOME; echo `id` | cat><a \"b\" $(touch x) * {body}\n é><>")
    }

    @Test func placeholdersAreFilledIn() throws {
        let run = ["{type}/{subject}/{seq}", "--{title}={body}", "{sound}{urgency}", "{ x }{}"]
        let alert = Alert(
            title: "T", body: "B", urgency: .critical, sound: .restWarning, thread: "t")
        #expect(
            try arguments(run, alert: alert)
                == "<timer.finished/k3v9/1><--T=B><rest-warningcritical><{ x }{}>")
        #expect(try arguments(run, alert: nil) == "<timer.finished/k3v9/1><--=><><{ x }{}>")
    }

    @Test func actionsBecomeOneArgumentEach() throws {
        let run = ["a", "{actions}", "--button={actions}", "b"]
        let actions = Array(Alert.threeActions.prefix(2))
        #expect(
            try arguments(run, alert: .plain("T", actions: actions))
                == "<a><log=Log><snooze=Snooze 5 min><--button=log=Log>"
                + "<--button=snooze=Snooze 5 min><b>")
        #expect(try arguments(run, alert: .plain("T")) == "<a><b>")
    }

    @Test func variablesAndJSONComeAlong() throws {
        let forbidden = [
            "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC",
            "WATCHDOG_PID", "JOURNAL_STREAM", "INVOCATION_ID",
        ]
        let environment = forbidden.reduce(into: ["DISPLAY": ":9", "TRACKER_SEQ": "old"]) {
            $0[$1] = "1"
        }
        let stage = try HookStage(
            hooks: [Hook(on: ["*"], run: ["record"])], environment: environment)
        try stage.script("record", #"env >"$OUT/env"; cat >"$OUT/in"; : >"$OUT/done""#)
        stage.handle(
            alert: .plain("T", body: "B", actions: Alert.threeActions), json: #"{"seq":1}"#)
        #expect(try stage.turn { access("\(stage.folder)/done", F_OK) == 0 })
        #expect(stage.text("in") == "{\"seq\":1}\n")
        let env = stage.lines("env")
        for line in [
            "TRACKER_TYPE=timer.finished", "TRACKER_SUBJECT=k3v9", "TRACKER_SEQ=1",
            "TRACKER_TITLE=T", "TRACKER_BODY=B", "TRACKER_SOUND=timer-finished",
            "TRACKER_URGENCY=normal",
            "TRACKER_ACTIONS=log=Log", "snooze=Snooze 5 min", "dismiss=Dismiss", "DISPLAY=:9",
        ] {
            #expect(env.contains(line), "\(line)")
        }
        for name in forbidden { #expect(!env.contains { $0.hasPrefix(name) }, "\(name)") }
    }

    @Test func aLongEventNeverBlocks() throws {
        let json = String(repeating: "x", count: 3_000_000)
        let stage = try HookStage(hooks: [
            Hook(on: ["*"], run: ["true"]), Hook(on: ["*"], run: ["count"]),
        ])
        try stage.script("count", #"wc -c >"$OUT/new"; mv "$OUT/new" "$OUT/count""#)
        stage.handle(json: json)
        #expect(try stage.turn { stage.text("count") == "3000001\n" })
        #expect(stage.failures == [])
    }

    @Test func onlyWhatMatchesRuns() throws {
        let stage = try HookStage(hooks: [Hook(on: ["rest.*", "timer.finished"], run: ["record"])])
        try stage.script("record", #"echo "$TRACKER_TYPE" >>"$OUT/log""#)
        let event = Event(
            seq: 1, atMs: 0, type: "timer.started", subject: "", cause: .daemon, data: "{}")
        stage.runner.handle(event, alert: nil) {
            Issue.record("the event was rendered for nobody")
            return ""
        }
        for type in ["timer.started", "hook.failed", "rest.warning"] { stage.handle(type) }
        #expect(try stage.turn { stage.lines("log") == ["rest.warning"] })
        var configuration = Configuration()
        configuration.hooks = [Hook(on: ["*"], run: ["record"])]
        stage.runner.reconfigure(configuration)
        stage.handle("hook.failed", alert: .plain("never shown"))
        stage.handle("x")
        #expect(try stage.turn { stage.lines("log").last == "x" })
        #expect(stage.lines("log") == ["rest.warning", "x"])
        #expect(stage.failures == [])
    }

    // MARK: Failures

    @Test func failuresAreReportedWithWhatTheHookSaid() throws {
        let stage = try HookStage(hooks: [
            Hook(on: ["a"], run: ["fail"]), Hook(on: ["b"], run: ["no-such-program"]),
            Hook(on: ["c"], run: ["/nonexistent/x"]), Hook(on: ["d"], run: ["die"]),
            Hook(on: ["e"], run: ["flood"]),
        ])
        try stage.script("fail", "echo out; echo 'no device' >&2; exit 3")
        try stage.script("die", "kill -9 $$")
        try stage.script("flood", "head -c 5000000 /dev/zero | tr '\\0' x >&2; exit 1")
        for type in ["a", "b", "c", "d", "e"] { stage.handle(type) }
        #expect(stage.failures == [], "nothing is reported while an event is handled")
        #expect(try stage.turn { stage.failures.count == 5 })
        let failures = stage.failures.sorted { $0.seq < $1.seq }
        #expect(
            failures.map(\.kind) == [.failed, .notStarted, .notStarted, .killed, .failed])
        #expect(failures[0].description == "hook fail for a (1): exited with status 3: no device")
        #expect(failures[1].reason == "not found in PATH; install it or write its full path")
        #expect(failures[2].reason.hasSuffix("/nonexistent/x: No such file or directory"))
        #expect(failures[3].reason == "killed by signal 9")
        #expect(failures[4].reason.utf8.count == "exited with status 1: ".utf8.count + 4096)
    }

    @Test func aTimeoutEndsTheWholeGroup() throws {
        let stage = try HookStage(hooks: [Hook(on: ["*"], run: ["slow"], timeoutMs: 1000)])
        try stage.script(
            "slow", #"(trap '' TERM; echo up >"$OUT/up"; sleep 100) & echo $! >"$OUT/pid"; wait"#)
        stage.handle()
        #expect(try stage.turn { stage.failures.count == 1 })
        #expect(stage.failures.first?.kind == .timedOut)
        #expect(stage.failures.first?.reason == "took longer than 1s and was stopped")
        #expect(stage.lines("up") == ["up"])
        #expect(try stage.turn { !stage.runs("pid") })
    }

    @Test func whoIgnoresTheSignalIsKilled() throws {
        let stage = try HookStage(hooks: [Hook(on: ["*"], run: ["deaf"], timeoutMs: 200)])
        try stage.script("deaf", #"trap '' TERM; echo $$ >"$OUT/pid"; sleep 100; sleep 100"#)
        stage.handle()
        #expect(try stage.turn { stage.failures.count == 1 })
        #expect(stage.failures.first?.kind == .timedOut)
        #expect(!stage.runs("pid"))
    }

    @Test func whatIsLeftInTheBackgroundHoldsUpNothing() throws {
        let stage = try HookStage(hooks: [Hook(on: ["*"], run: ["leave"], answers: true)])
        try stage.script("leave", #"sleep 100 & echo $! >"$OUT/pid"; echo log"#)
        stage.handle(alert: .plain("T", actions: Alert.threeActions))
        #expect(try stage.turn(3) { stage.answers == ["1 log"] })
        #expect(stage.runs("pid"))
        if let pid = pid_t(stage.lines("pid").first ?? "") { kill(pid, SIGKILL) }
    }

    @Test func tooManyQueuedDropTheOldest() throws {
        let stage = try HookStage(hooks: [Hook(on: ["*"], run: ["true"])])
        for _ in 0..<1010 { stage.handle() }
        #expect(try stage.turn { !stage.failures.isEmpty })
        stage.runner.stop()
        #expect(stage.failures.map(\.seq) == Array(1...10))
        #expect(stage.failures.allSatisfy { $0.kind == .dropped })
        #expect(
            stage.failures.first?.reason == "dropped: more than 1000 hooks were waiting to be run")
    }

    // MARK: At once

    /// Records that it has started, and runs until it may end.
    private static let gate = #"""
        echo "$1" >>"$OUT/log"
        until [ -e "$OUT/go$1" ]; do sleep 0.01; done
        """#

    @Test func eightRunAtOnceAndTheRestInOrder() throws {
        let stage = try HookStage(hooks: [Hook(on: ["*"], run: ["gate", "{seq}"])])
        try stage.script("gate", Self.gate)
        for _ in 0..<12 { stage.handle() }
        #expect(try stage.turn { stage.lines("log").count == 8 })
        try stage.turn(milliseconds: 100)
        #expect(Set(stage.lines("log")) == Set((1...8).map { "\($0)" }))
        for (seq, next) in [(5, 9), (1, 10), (9, 11), (2, 12)] {
            stage.touch("go\(seq)")
            #expect(try stage.turn { stage.lines("log").last == "\(next)" })
        }
        for seq in 1...12 { stage.touch("go\(seq)") }
        try stage.turn(milliseconds: 200)
        #expect(stage.failures == [])
    }

    @Test func whoWaitsForAnAnswerHasRoomOfItsOwn() throws {
        let stage = try HookStage(hooks: [
            Hook(on: ["quick"], run: ["gate", "{seq}"]),
            Hook(on: ["ask"], run: ["gate", "{seq}"], answers: true),
        ])
        try stage.script("gate", Self.gate)
        for _ in 0..<9 { stage.handle("quick") }
        for index in 0..<33 {
            let thread = "\(index)"
            stage.handle("ask", alert: .plain("T", actions: Alert.threeActions, thread: thread))
        }
        #expect(try stage.turn { stage.lines("log").count == 40 })
        try stage.turn(milliseconds: 100)
        #expect(!stage.lines("log").contains("9"))
        #expect(!stage.lines("log").contains("42"))
        stage.touch("go10")
        #expect(try stage.turn { stage.lines("log").last == "42" })
    }

    // MARK: Answers

    @Test func theLastLineIsTheAnswer() throws {
        let stage = try HookStage(
            hooks: ["a", "b", "c", "d", "e"].map { Hook(on: [$0], run: [$0], answers: true) })
        try stage.script("a", "echo dismiss; echo ' snooze '; echo")
        try stage.script("b", "head -c 5000000 /dev/zero | tr '\\0' x; printf '\\nlog'")
        try stage.script("c", "true")
        try stage.script("d", "echo maybe")
        try stage.script("e", "echo log; exit 1")
        for type in ["a", "b", "c", "d", "e"] {
            stage.handle(type, alert: .plain("T", actions: Alert.threeActions))
        }
        #expect(try stage.turn { stage.answers.count == 2 && stage.failures.count == 2 })
        try stage.turn(milliseconds: 100)
        #expect(stage.answers.sorted() == ["1 snooze", "2 log"])
        let failures = stage.failures.sorted { $0.seq < $1.seq }
        #expect(failures.map(\.seq) == [4, 5])
        #expect(failures.first?.kind == .wrongAnswer)
        #expect(
            failures.first?.reason == "answered \"maybe\"; "
                + "its last line must be one of: log, snooze, dismiss")
    }

    @Test func whoAsksForWhatIsSettledIsEnded() throws {
        let stage = try HookStage(hooks: [Hook(on: ["*"], run: ["ask"], answers: true)])
        try stage.script("ask", #"echo $$ >>"$OUT/pid"; sleep 100"#)
        stage.handle(alert: .plain("T", actions: Alert.threeActions, thread: "r1"))
        #expect(try stage.turn { stage.runs("pid") })
        stage.runner.withdraw(thread: "other")
        try stage.turn(milliseconds: 50)
        #expect(stage.runs("pid"))
        stage.runner.withdraw(thread: "r1")
        #expect(try stage.turn { !stage.runs("pid") })
        #expect(stage.failures == [] && stage.answers == [])
    }

    @Test func whoWouldAskForWhatIsSettledDoesNotBegin() throws {
        let stage = try HookStage(hooks: [
            Hook(on: ["*"], run: ["gate", "{seq}"], answers: true)
        ])
        try stage.script("gate", Self.gate)
        for seq in 1...34 {
            stage.handle(alert: .plain("T", actions: Alert.threeActions, thread: "\(seq)"))
        }
        #expect(try stage.turn { stage.lines("log").count == 32 })
        stage.runner.withdraw(thread: "33")
        stage.touch("go1")
        #expect(try stage.turn { stage.lines("log").count == 33 })
        try stage.turn(milliseconds: 100)
        #expect(stage.lines("log").last == "34")
        #expect(stage.failures == [])
    }

    @Test func aLaterAlertOfAThreadIsAskedInPlaceOfTheOneBefore() throws {
        let stage = try HookStage(hooks: [
            Hook(on: ["fired", "followed_up"], run: ["ask"], answers: true),
            Hook(on: ["fired"], run: ["other"], answers: true),
        ])
        for (name, file) in [("ask", "$TRACKER_SEQ"), ("other", "pid$TRACKER_SEQ")] {
            try stage.script(
                name, "echo $$ >$OUT/new$$; mv $OUT/new$$ $OUT/\(file); exec sleep 100")
        }
        stage.handle("fired", alert: .plain("T", actions: Alert.threeActions))
        stage.handle("fired", alert: .plain("T", actions: Alert.threeActions, thread: "u"))
        #expect(try stage.turn { stage.runs("1") && stage.runs("2") && stage.runs("pid1") })
        stage.handle("followed_up", alert: .plain("T", actions: Alert.threeActions))
        #expect(try stage.turn { stage.runs("3") && !stage.runs("1") })
        #expect(stage.runs("2") && stage.runs("pid1"))
        #expect(stage.failures == [] && stage.answers == [])
    }

    // MARK: The end

    @Test func stopEndsEverything() throws {
        let stage = try HookStage(hooks: [
            Hook(on: ["*"], run: ["polite"]), Hook(on: ["*"], run: ["deaf"]),
        ])
        try stage.script(
            "polite",
            #"""
            trap 'echo bye >"$OUT/bye"; exit' TERM
            echo $$ >"$OUT/pid1"
            while :; do sleep 0.01; done
            """#)
        try stage.script(
            "deaf",
            #"(trap '' TERM; echo up >"$OUT/pid2.up"; sleep 100) & echo $! >"$OUT/pid2"; wait"#)
        stage.handle()
        #expect(
            try stage.turn {
                stage.runs("pid1") && stage.runs("pid2") && !stage.text("pid2.up").isEmpty
            })
        let before = Clocks.read().awakeNs
        stage.runner.stop()
        #expect(Clocks.read().awakeNs - before < 1_000_000_000)
        #expect(stage.text("bye") == "bye\n")
        #expect(try stage.turn { !stage.runs("pid1") && !stage.runs("pid2") })
        stage.handle()
        try stage.turn(milliseconds: 50)
        #expect(stage.failures == [])
    }
}
