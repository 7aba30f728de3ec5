import Glibc
import Systemd
import Testing
import TrackerCore
import TrackerEngine

@testable import TrackerDaemon

/// Tests of bubbles after a change of the daemon or of their texts.
extension BubblesTests {
    @Test func anotherDaemonTakesTheBubblesPlace() throws {
        let stage = try stage(Self.waiting)
        for thread in ["a", "b"] {
            stage.handle(alert: .plain("t", actions: Alert.threeActions, thread: thread))
        }
        #expect(try stage.turn { access("\(stage.folder)/shown2", F_OK) == 0 })
        #expect(try stage.turn { stage.lines("bubbles").count == 2 })
        stage.runner.withdraw(thread: "b")
        #expect(try stage.turn { stage.lines("bubbles").count == 1 })
        let former = stage.runner
        try stage.replaceRunner()
        stage.handle(
            alert: .plain("again", actions: Alert.threeActions, thread: "a"), for: .person)
        #expect(try stage.turn { access("\(stage.folder)/shown3", F_OK) == 0 })
        #expect(stage.lines("calls").last?.contains("<--replace-id=") == true)
        #expect(stage.lines("calls").last?.contains("<again>") == true)
        former.stop()
    }

    @Test(arguments: ["", "x\n", "9\n9 \nx y\n4294967296 t\n", "7"])
    func notesThatAreNone(_ text: String) throws {
        let stage = try stage(Self.waiting)
        try stage.put(text, in: "bubbles")
        try stage.replaceRunner()
        stage.handle(alert: .plain("a", actions: Alert.threeActions))
        #expect(try stage.turn { access("\(stage.folder)/shown1", F_OK) == 0 })
        #expect(stage.lines("calls").last?.contains("replace-id=") == false)
    }

    @Test func ofWhatWasOnlyToldTheLastHundredAreNoted() throws {
        let stage = try stage(#"wc -l <"$OUT/calls""#)
        stage.handle(alert: .plain("a", actions: Alert.threeActions, thread: "asked"))
        #expect(try stage.turn { stage.lines("bubbles") == ["1 asked"] })
        for number in 2...103 {
            stage.handle(alert: .plain("n", thread: "\(number)"))
            #expect(try stage.turn { stage.lines("bubbles").contains("told \(number) \(number)") })
        }
        #expect(stage.lines("bubbles").count == 101)
        let last = (4...103).map { "told \($0) \($0)" }
        #expect(Set(stage.lines("bubbles")) == Set(last + ["1 asked"]))
    }

    @Test func anEditIsSeenAtOnceAndOnlyWhereThereIsABubble() throws {
        let stage = try stage(Self.waiting)
        stage.handle(alert: .plain("old", actions: Alert.threeActions))
        #expect(try stage.turn { access("\(stage.folder)/shown1", F_OK) == 0 })
        stage.handle(alert: .plain("old", actions: Alert.threeActions), for: .shown)
        stage.handle(alert: .plain("x", actions: Alert.threeActions, thread: "x"), for: .shown)
        try stage.turn(milliseconds: 200)
        #expect(stage.lines("calls").count == 1)
        stage.handle(alert: .plain("new", actions: Alert.threeActions), for: .shown)
        #expect(try stage.turn { access("\(stage.folder)/shown2", F_OK) == 0 })
        #expect(stage.lines("calls").last?.contains("<--replace-id=1>") == true)
        #expect(stage.lines("calls").last?.contains("<new>") == true)
        // The person closes the bubble.
        stage.touch("answer2")
        #expect(try stage.turn { stage.count(of: "notify-send") == 0 })
        try stage.turn(milliseconds: 200)
        stage.handle(alert: .plain("newer", actions: Alert.threeActions), for: .shown)
        try stage.turn(milliseconds: 200)
        #expect(stage.lines("calls").count == 2)
    }

    @Test func hooksThatAskSayWhatWasEdited() throws {
        let stage = try HookStage(
            hooks: [
                .init(on: ["*"], run: ["ask", "{title}"], answers: true),
                .init(on: ["*"], run: ["tell"]),
            ], showsNotifications: false)
        try stage.script("ask", #"echo "$1" >>"$OUT/asked"; exec sleep 100"#)
        try stage.script("tell", #"echo x >>"$OUT/told""#)
        stage.handle(alert: .plain("old", actions: Alert.threeActions))
        #expect(try stage.turn { stage.lines("asked") == ["old"] && stage.lines("told") == ["x"] })
        for title in ["old", "new", "new"] {
            stage.handle(alert: .plain(title, actions: Alert.threeActions), for: .shown)
        }
        #expect(try stage.turn { stage.lines("asked") == ["old", "new"] })
        try stage.turn(milliseconds: 100)
        #expect(stage.lines("asked") == ["old", "new"] && stage.lines("told") == ["x"])
    }

    /// A wrapper that shows bubbles in another way needs no bus, and nothing waits for one.
    @Test func withoutABusNothingWaits() throws {
        let bus = ["XDG_RUNTIME_DIR": "/nonexistent"]
        let stage = try HookStage(
            hooks: [.init(on: ["*"], run: ["tell"])], showsNotifications: true, environment: bus)
        try stage.script(
            "notify-send",
            #"""
            if [ "$1" = --help ]; then echo "--action --print-id --replace-id"; exit 0; fi
            echo x >>"$OUT/calls"; wc -l <"$OUT/calls"
            """#)
        try stage.script("tell", #"echo x >>"$OUT/told""#)
        let began = Clocks.read().awakeNs
        for number in 1...4 {
            stage.handle(alert: .plain("n", thread: "\(number)"))
            #expect(
                try stage.turn(60) {
                    stage.lines("calls").count == number && stage.lines("told").count == number
                })
        }
        // The notes of a former daemon are about another bus.
        try stage.put("server here:1.1\n7 t\n", in: "bubbles")
        try stage.replaceRunner()
        stage.handle(alert: .plain("again"))
        #expect(try stage.turn(60) { stage.lines("calls").count == 5 })
        #expect(Clocks.read().awakeNs - began < 8_000_000_000)
    }

    // MARK: Icon, category and hints

    private static let places = [
        "--hint=string:desktop-entry:trackerd",
        "--hint=string:x-canonical-private-synchronous:rest-k3v9",
    ]

    /// The arguments of the call that shows an alert with a sound.
    private func arguments(
        _ sound: Sound, help: String = "--print-id --replace-id --hint boolean"
    ) throws -> [String] {
        let stage = try stage(help: help, path: "/usr/bin:/bin", "echo 7")
        stage.handle(alert: Alert(title: "T", body: "", sound: sound, thread: "rest:k3v9"))
        #expect(try stage.turn { !stage.lines("calls").isEmpty })
        return stage.lines("calls")[0].split(separator: "><").map(String.init)
    }

    @Test(
        arguments: [
            (Sound.timerFinished, "timer"), (.restFinished, "rest"),
            (.trainingCompleted, "training"),
            (.runCompleted, "run"), (.reminderFired, "reminder"), (.reportReady, "report"),
            (.achievementUnlocked, "achievement"), (.storageDegraded, "storage"),
        ] as [(Sound, String)])
    func bubblesHaveADress(_ sound: Sound, category: String) throws {
        let arguments = try arguments(sound)
        #expect(arguments.contains("--icon=trackerd"))
        #expect(
            arguments.filter { $0.hasPrefix("--category") }
                == ["--category=x-trackerd.\(category)"])
        let hints = arguments.filter { $0.hasPrefix("--hint") && !$0.contains("sound") }
        #expect(hints == Self.places)
    }

    /// A reminder that nobody has seen must be found later.
    @Test(arguments: Sound.allCases) func onlyCuesAreTransient(_ sound: Sound) throws {
        let cues: [Sound] = [
            .restWarning, .runPrepareStarted, .runWorkStarted, .runRestStarted, .runBreakStarted,
            .runCooldownStarted, .runHalfway, .runCountdown, .runIntervalFinished,
        ]
        let hint = "--hint=boolean:transient:true"
        #expect(try arguments(sound).contains(hint) == cues.contains(sound))
    }

    @Test func aVersionWithoutBooleansGetsTheOtherHints() throws {
        let known = try arguments(.restWarning, help: "--print-id --replace-id --hint")
        let texts = known.filter { $0.hasPrefix("--hint=string") && !$0.contains("sound") }
        #expect(texts == Self.places)
        #expect(!known.contains { $0.contains("boolean") })
        let none = try arguments(.restWarning, help: "--print-id --replace-id")
        #expect(!none.contains { $0.hasPrefix("--hint") })
    }
}
