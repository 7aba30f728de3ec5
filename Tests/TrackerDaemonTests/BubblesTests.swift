import Glibc
import Systemd
import Testing
import TrackerCore
import TrackerEngine

@testable import TrackerDaemon

/// The built-in hook, with scripts in the place of notify-send.
@MainActor @Suite(.serialized) struct BubblesTests {
    /// Makes a notify-send that records the probe and each call; `body` runs after a call.
    func stage(
        help: String = "--action --print-id --replace-id", path: String = "/usr/bin:/bin",
        _ body: String = ""
    ) throws -> HookStage {
        let stage = try HookStage(showsNotifications: true, path: path)
        try stage.script(
            "notify-send",
            #"""
            if [ "$1" = --help ]; then echo x >>"$OUT/probes"; echo "\#(help)"; exit 0; fi
            for a in "$@"; do line="$line<$a>"; done
            printf '%s\n' "$line" >>"$OUT/calls"
            \#(body)
            """#)
        return stage
    }

    static let waiting = #"""
        trap 'echo TERM >>"$OUT/signals"; exit 0' TERM
        trap 'echo INT >>"$OUT/signals"; exit 0' INT
        n=$(wc -l <"$OUT/calls")
        echo "$n"
        : >"$OUT/shown$n"
        until [ -e "$OUT/answer$n" ]; do sleep 0.01; done
        cat "$OUT/answer$n"
        """#

    private let start =
        "<--app-name=trackerd><--urgency=normal><--icon=trackerd><--category=x-trackerd.timer>"

    @Test func anAlertIsShown() throws {
        let stage = try stage("echo 7")
        stage.handle(alert: .plain("-T <", body: "a & <b> \\n 'c'\nd"))
        #expect(try stage.turn { stage.lines("calls").count == 2 })
        #expect(
            stage.text("calls")
                == start + "<--print-id><--><-T <><a &amp; &lt;b&gt; \\\\n 'c'\nd>\n")
        stage.handle("x")
        stage.handle(alert: .plain(" ", thread: "u"))
        #expect(try stage.turn { stage.lines("calls").count == 3 })
        #expect(stage.lines("calls").last == start + "<--print-id><--><trackerd><>")
        #expect(stage.lines("probes").count == 1)
        try stage.turn(milliseconds: 50)
        #expect(stage.failures == [])
    }

    @Test func alertsOfAThreadReplaceOneBubble() throws {
        let stage = try stage(#"echo 4$(wc -l <"$OUT/calls")"#)
        for (title, thread) in [("a", "1"), ("b", "2"), ("c", "1"), ("d", "1")] {
            let count = stage.lines("calls").count
            stage.handle(alert: .plain(title, thread: thread))
            #expect(try stage.turn { stage.lines("calls").count == count + 1 })
            try stage.turn(milliseconds: 50)
        }
        #expect(
            stage.lines("calls") == [
                start + "<--print-id><--><a><>",
                start + "<--print-id><--><b><>",
                start + "<--print-id><--replace-id=41><--><c><>",
                start + "<--print-id><--replace-id=43><--><d><>",
            ])
    }

    @Test func ofThoseThatWaitForTheirTurnTheLastIsShown() throws {
        let stage = try stage("sleep 0.1; echo 9")
        for title in ["a", "b", "c"] { stage.handle(alert: .plain(title)) }
        stage.handle(alert: .plain("d", thread: "other"))
        #expect(try stage.turn { stage.lines("calls").count == 2 })
        stage.handle(alert: .plain("e"))
        #expect(try stage.turn { stage.lines("calls").count == 3 })
        try stage.turn(milliseconds: 100)
        #expect(
            stage.lines("calls").map { $0.suffix(6) }.sorted() == ["><a><>", "><d><>", "><e><>"])
        #expect(stage.lines("calls").last?.contains("--replace-id=9") == true)
        #expect(stage.lines("probes").count == 1)
    }

    @Test func aButtonIsAnAnswer() throws {
        let stage = try stage(Self.waiting)
        stage.handle(alert: .plain("T", actions: Alert.threeActions))
        #expect(try stage.turn { !stage.lines("calls").isEmpty })
        #expect(
            stage.text("calls")
                == start + "<--print-id><--action=log=Log><--action=snooze=Snooze 5 min>"
                + "<--action=dismiss=Dismiss><--expire-time=0><--><T><>\n")
        try stage.turn(milliseconds: 100)
        #expect(stage.answers == [])
        try stage.script("new", "snooze")
        rename("\(stage.folder)/new", "\(stage.folder)/answer1")
        #expect(try stage.turn { stage.answers == ["1 snooze"] })
    }

    @Test func anAnswerIsConfirmedForAMoment() throws {
        let stage = try stage(Self.waiting)
        stage.confirmation = Alert(
            title: "move", body: "15 Squats, 45 today", sound: .timerFinished, thread: "t",
            closesAfterMs: 5000)
        stage.handle(alert: .plain("T", actions: Alert.threeActions))
        #expect(try stage.turn { access("\(stage.folder)/shown1", F_OK) == 0 })
        try stage.script("new", "log")
        rename("\(stage.folder)/new", "\(stage.folder)/answer1")
        #expect(try stage.turn { stage.lines("calls").count == 2 })
        #expect(
            stage.lines("calls").last == start
                + "<--print-id><--expire-time=5000><--><move><15 Squats, 45 today>")
    }

    /// What is only offered is neither waited for nor named without buttons.
    @Test func whatIsNoQuestionGoesAsTheServerLikes() throws {
        let again = Alert.Action(.trainAgain(training: "t"), label: "Again", command: "x")
        let stage = try stage(Self.waiting)
        stage.handle(alert: .plain("T", actions: [again], isQuestion: false))
        #expect(try stage.turn { access("\(stage.folder)/shown1", F_OK) == 0 })
        #expect(
            stage.text("calls") == start + "<--print-id><--action=again=Again><--><T><>\n")
        try stage.script("new", "again")
        rename("\(stage.folder)/new", "\(stage.folder)/answer1")
        #expect(try stage.turn { stage.answers == ["1 again"] })
        let plain = try self.stage(help: "--urgency", path: "/nonexistent", "")
        plain.handle(alert: .plain("T", body: "B", actions: [again], isQuestion: false))
        #expect(try plain.turn { plain.lines("calls") == [start + "<--><T><B>"] })
    }

    @Test func theServerMayDecideHowLongAQuestionStays() throws {
        let stage = try stage("echo 7")
        var configuration = Configuration()
        configuration.notifications.stay = .server
        stage.runner.reconfigure(configuration)
        stage.handle(alert: .plain("T", actions: [Alert.threeActions[0]]))
        #expect(
            try stage.turn {
                stage.lines("calls") == [start + "<--print-id><--action=log=Log><--><T><>"]
            })
    }

    @Test(arguments: ["echo 5", "echo 5; exit 1", "echo 5; echo other"])
    func noOutputIsNoAnswerAndNoFailure(body: String) throws {
        let stage = try stage(body + "; : >$OUT/done")
        stage.handle(alert: .plain("T", actions: Alert.threeActions))
        #expect(try stage.turn { !stage.lines("calls").isEmpty })
        try stage.turn(milliseconds: 150)
        #expect(stage.answers == [])
        #expect(stage.failures == [])
        #expect(stage.lines("calls").count == 1)
    }

    @Test func whatWasNotShownIsReported() throws {
        let stage = try stage("echo 0; echo 'no server' >&2; exit 1")
        stage.handle(alert: .plain("T", actions: Alert.threeActions))
        stage.handle(alert: .plain("T", thread: "u"))
        #expect(try stage.turn { stage.failures.count == 2 })
        #expect(
            Set(stage.failures.map(\.description)) == [
                "hook notify-send for timer.finished (1): exited with status 1: no server",
                "hook notify-send for timer.finished (2): exited with status 1: no server",
            ])
    }

    private static let hint =
        "Answer with trackerctl done t, trackerctl snooze t, trackerctl dismiss t"

    /// systemd's tool talks to the server instead.
    @Test(arguments: ["--urgency", "--urgency --action"]) func anOldVersionIsLeftAside(
        _ help: String
    ) throws {
        let stage = try stage(help: help)
        try stage.script(
            "busctl", #"for a in "$@"; do printf '<%s>' "$a"; done >>"$OUT/bus"; echo "u 7""#)
        stage.handle(alert: .plain("-T", body: "B <\\n", actions: Alert.threeActions))
        let call =
            "<--user><--><call><org.freedesktop.Notifications></org/freedesktop/Notifications>"
            + "<org.freedesktop.Notifications><Notify><susssasa{sv}i><trackerd>"
        let end =
            "><0><5><urgency><y><1><category><s><x-trackerd.timer><desktop-entry><s><trackerd>"
            + "<x-canonical-private-synchronous><s><t><sound-name><s><alarm-clock-elapsed>"
        let first = "\(call)<0><trackerd><-T><B &lt;\\n\n\(Self.hint)\(end)<0>"
        #expect(try stage.turn { stage.lines("bubbles") == ["7 t"] })
        #expect(stage.text("bus") == first)
        stage.handle(alert: .plain("U"))
        let second = "\(call)<7><trackerd><U><\(end)<-1>"
        #expect(try stage.turn { stage.text("bus") == first + second })
        #expect(stage.lines("calls") == [] && stage.failures == [])
    }

    @Test func withoutThatToolAnOldVersionShowsAPlainBubble() throws {
        let stage = try stage(help: "--urgency", path: "/nonexistent", "")
        stage.handle(alert: .plain("T", body: "B", actions: Alert.threeActions))
        #expect(try stage.turn { stage.lines("calls").count == 2 })
        #expect(stage.text("calls") == start + "<--expire-time=0><--><T><B\n\(Self.hint)>\n")
        stage.handle(alert: .plain("U"))
        #expect(try stage.turn { stage.lines("calls").last == start + "<--><U><>" })
    }

    @Test func replacingEndsTheOlderWaiter() throws {
        let stage = try stage(Self.waiting)
        stage.handle(alert: .plain("a", actions: Alert.threeActions))
        #expect(try stage.turn { access("\(stage.folder)/shown1", F_OK) == 0 })
        stage.handle(alert: .plain("b", actions: Alert.threeActions))
        #expect(try stage.turn { access("\(stage.folder)/shown2", F_OK) == 0 })
        #expect(try stage.turn { stage.lines("signals") == ["TERM"] })
        #expect(stage.lines("calls").last?.contains("<--replace-id=1>") == true)
        try stage.script("new", "log")
        rename("\(stage.folder)/new", "\(stage.folder)/answer2")
        #expect(try stage.turn { stage.answers == ["2 log"] })
        #expect(stage.failures == [])
    }

    @Test func anIDThatNeverComesIsNotWaitedForLong() throws {
        let stage = try stage(#"sleep 100"#)
        stage.handle(alert: .plain("a", actions: Alert.threeActions))
        #expect(try stage.turn { stage.lines("calls").count == 1 })
        stage.handle(alert: .plain("b", actions: Alert.threeActions))
        try stage.turn(milliseconds: 500)
        #expect(stage.lines("calls").count == 1)
        #expect(try stage.turn(3) { stage.lines("calls").count == 2 })
        #expect(stage.lines("calls").last?.contains("--replace-id") == false)
        #expect(stage.failures == [])
    }

    @Test func itsOutputComesAtOnce() throws {
        let stage = try stage(#"env >"$OUT/new"; mv "$OUT/new" "$OUT/env"; echo 1"#)
        try stage.script("stdbuf", #"[ "$1" = -oL ] && shift; BUFFER=line exec "$@""#)
        stage.handle(alert: .plain("T", actions: Alert.threeActions))
        #expect(try stage.turn { stage.lines("env").contains("BUFFER=line") })
    }

    @Test func withdrawingClosesTheBubble() throws {
        let stage = try stage(Self.waiting)
        stage.handle(alert: .plain("a", actions: Alert.threeActions, thread: "r"))
        stage.runner.withdraw(thread: "r")
        try stage.turn(milliseconds: 100)
        #expect(stage.lines("calls") == [])
        stage.handle(alert: .plain("b", actions: Alert.threeActions, thread: "r"))
        #expect(try stage.turn { access("\(stage.folder)/shown1", F_OK) == 0 })
        stage.runner.withdraw(thread: "r")
        #expect(try stage.turn { stage.lines("signals") == ["INT"] })
        try stage.turn(milliseconds: 50)
        #expect(stage.failures == [] && stage.answers == [])
    }

    @Test func shownAgainIsForThoseWhoWaitForAnAnswer() throws {
        let stage = try HookStage(
            hooks: [
                .init(on: ["*"], run: ["sound"]),
                .init(on: ["*"], run: ["ask"], answers: true),
            ], showsNotifications: false)
        try stage.script("sound", #"echo x >>"$OUT/sounds""#)
        try stage.script("ask", #"echo x >>"$OUT/asked"; echo log"#)
        stage.handle(alert: .plain("a", actions: Alert.threeActions), for: .person)
        #expect(try stage.turn { stage.answers == ["1 log"] })
        #expect(stage.lines("sounds") == [])
        #expect(stage.lines("asked").count == 1)
    }

    @Test func withoutNotifySendEachAlertIsAFailure() throws {
        let stage = try HookStage(showsNotifications: true, path: "/nonexistent")
        stage.handle(alert: .plain("a"))
        stage.handle(alert: .plain("b", thread: "u"))
        #expect(try stage.turn { stage.failures.count == 2 })
        // The search isn't repeated for a minute.
        try stage.script("notify-send", #"echo x >>"$OUT/probes""#)
        stage.handle(alert: .plain("c"))
        #expect(try stage.turn { stage.failures.count == 3 })
        #expect(stage.failures.map(\.seq) == [1, 2, 3])
        #expect(stage.failures.allSatisfy { $0.kind == .notStarted && $0.hook == "notify-send" })
        #expect(stage.failures.first?.reason.contains("install libnotify's notify-send") == true)
        #expect(stage.lines("probes") == [])
    }

    @Test func oneTooManyToWaitForHasNoButtons() throws {
        let stage = try stage(Self.waiting)
        for index in 1...33 {
            stage.handle(
                alert: .plain("n\(index)", actions: Alert.threeActions, thread: "\(index)"))
        }
        #expect(try stage.turn { stage.lines("calls").count >= 33 })
        let plain = stage.lines("calls").filter { !$0.contains("--action") }
        #expect(plain.count == 1)
        #expect(plain.first?.contains("<n33><\(Self.hint)>") == true)
    }

    @Test func whoIsReplacedLeavesItsPlaceToTheFollowUp() throws {
        let stage = try stage(Self.waiting)
        for index in 1...32 {
            stage.handle(
                alert: .plain("n\(index)", actions: Alert.threeActions, thread: "\(index)"))
        }
        #expect(try stage.turn { access("\(stage.folder)/shown32", F_OK) == 0 })
        #expect(try stage.turn { stage.lines("bubbles").count == 32 })
        stage.handle(alert: .plain("again", actions: Alert.threeActions, thread: "7"))
        #expect(try stage.turn { stage.lines("calls").count == 33 })
        #expect(stage.lines("calls").last?.contains("<--action=log=Log>") == true)
        #expect(stage.lines("calls").last?.contains("<--replace-id=") == true)
    }

    @Test(arguments: [
        (Rejection.Kind.storage, true), (.invalidParams, true), (.conflict, false),
        (.notFound, false),
    ])
    func aRefusedPressIsTold(_ kind: Rejection.Kind, mayTryAgain: Bool) throws {
        let stage = try stage(Self.waiting)
        stage.refusal = Rejection(kind, "no room <here>")
        stage.handle(alert: .plain("T", body: "B", actions: Alert.threeActions))
        #expect(try stage.turn { access("\(stage.folder)/shown1", F_OK) == 0 })
        try stage.put("snooze\n", in: "new")
        rename("\(stage.folder)/new", "\(stage.folder)/answer1")
        #expect(try stage.turn { stage.lines("calls").count > 1 })
        #expect(stage.answers == ["1 snooze"])
        let again = stage.text("calls").split(separator: "\n", maxSplits: 1).last ?? ""
        #expect(again.contains("<T><“Snooze 5 min” didn't work: no room &lt;here&gt;\nB"))
        #expect(again.contains("<--action=snooze=Snooze 5 min>") == mayTryAgain)
        #expect(!again.contains("trackerctl"))
        #expect(stage.failures == [])
    }
}
