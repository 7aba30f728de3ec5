import Glibc
import TestSupport
import Testing
import TrackerCore
import TrackerEngine

@testable import TrackerDaemon

/// The sounds of alerts, with scripts in the place of the players.
@MainActor @Suite(.serialized) struct SoundsTests {
    /// Notes its name and arguments.
    private static let recorder = #"""
        line="<${0##*/}>"
        for a in "$@"; do line="$line<$a>"; done
        printf '%s\n' "$line" >>"$OUT/played"
        """#

    /// Makes a stage with the given players and all the shipped files.
    private func stage(
        _ players: [String], _ body: String = "", notifications: Bool = false,
        _ change: (inout Configuration.Sounds) -> Void = { _ in }
    ) throws -> HookStage {
        var sounds = Configuration.Sounds()
        change(&sounds)
        let stage = try HookStage(
            showsNotifications: notifications, sounds: sounds,
            path: "/nonexistent", environment: ["TOOLS": "/usr/bin:/bin"])
        for player in players {
            try stage.script(player, "PATH=$TOOLS\n\(Self.recorder)\n\(body)")
        }
        try File.makeFolder("\(stage.folder)/sounds")
        for sound in Sound.allCases { stage.touch("sounds/\(sound.rawValue).wav") }
        return stage
    }

    private func alert(
        _ sound: Sound, thread: String = "t", isMomentary: Bool = false
    ) -> Alert {
        Alert(title: "T", body: "", sound: sound, thread: thread, isMomentary: isMomentary)
    }

    @Test(arguments: [
        (["pw-play", "paplay", "aplay"], "<pw-play><--volume=1.0>"),
        (["paplay", "aplay"], "<paplay><--volume=65536>"), (["aplay"], "<aplay><--quiet>"),
    ])
    func theFirstPlayerPlays(players: [String], start: String) throws {
        let stage = try stage(players)
        stage.handle(alert: alert(.restWarning))
        #expect(try stage.turn { !stage.lines("played").isEmpty })
        #expect(stage.lines("played") == ["\(start)<\(stage.folder)/sounds/rest-warning.wav>"])
        #expect(stage.complaints == [] && stage.failures == [])
    }

    @Test func eachAlertIsHeardOnceWhetherItIsShownOrNot() throws {
        let stage = try stage(["aplay"])
        stage.handle(alert: nil)
        stage.handle(alert: alert(.runCountdown, isMomentary: true))
        #expect(try stage.turn { stage.lines("played").count == 1 })
        stage.handle(alert: alert(.timerFinished))
        stage.handle(alert: alert(.reminderFired), for: .person)
        stage.handle(alert: alert(.reminderFired), for: .shown)
        #expect(try stage.turn { stage.lines("played").count == 2 })
        try stage.turn(milliseconds: 200)
        let files = stage.lines("played").map { $0.split(separator: "/").last }
        #expect(Set(files) == ["run-countdown.wav>", "timer-finished.wav>"])
    }

    @Test func volumeAndFilesAreThePersons() throws {
        let stage = try stage(["paplay"]) {
            $0.volume = 50
            $0.files = ["timer-finished": "/dev/null", "run-stopped": "/nonexistent/x.wav"]
        }
        stage.handle(alert: alert(.timerFinished))
        #expect(try stage.turn { stage.lines("played").count == 1 })
        // A file that isn't there gives way to the shipped one.
        stage.handle(alert: alert(.runStopped))
        #expect(try stage.turn { stage.lines("played").count == 2 })
        #expect(
            stage.lines("played") == [
                "<paplay><--volume=32768></dev/null>",
                "<paplay><--volume=32768><\(stage.folder)/sounds/run-stopped.wav>",
            ])
    }

    /// The sound chosen for one thing, by its file or name; the usual one where that can't be read.
    @Test(arguments: [
        ("/dev/null", "/dev/null"), ("rest-warning", "/sounds/rest-warning.wav"),
        ("/nonexistent/x.wav", "/sounds/timer-finished.wav"),
        ("no-such-sound", "/sounds/timer-finished.wav"),
    ])
    func aChosenSoundIsPlayed(chosen: String, file: String) throws {
        let stage = try stage(["aplay"])
        stage.handle(
            alert: Alert(
                title: "T", body: "", sound: .timerFinished, chosenSound: chosen, thread: "t"))
        #expect(try stage.turn { !stage.lines("played").isEmpty })
        let folder = file.hasPrefix("/sounds") ? stage.folder : ""
        #expect(stage.lines("played") == ["<aplay><--quiet><\(folder)\(file)>"])
    }

    // MARK: The lead-in

    /// Notes the bytes that it plays, and the file.
    private static let measure = #"wc -c <"$2" >>"$OUT/sizes""#

    @Test func aSoundAfterAPauseHasALeadIn() throws {
        let stage = try stage(["aplay"], Self.measure) { $0.leadInMs = 100 }
        stage.handle(alert: alert(.timerFinished))
        #expect(try stage.turn { stage.lines("played").count == 2 })
        #expect(try stage.turn { stage.lines("sizes").count == 2 })
        let file = "<aplay><--quiet><\(stage.folder)/sounds/timer-finished.wav>"
        #expect(stage.lines("played") == ["<aplay><--quiet></proc/self/fd/0>", file])
        // A header, and two bytes for each of 2,205 samples.
        #expect(stage.lines("sizes") == ["4454", "0"])
        // The device is awake now.
        stage.handle(alert: alert(.timerFinished))
        #expect(try stage.turn { stage.lines("played").count == 3 })
        #expect(stage.lines("played").last == file)
        #expect(stage.complaints == [] && stage.failures == [])
    }

    @Test func whatIsDealtWithDuringItsLeadInIsNotHeard() throws {
        let stage = try stage(["aplay"], Self.endless) { $0.leadInMs = 100 }
        stage.handle(alert: alert(.timerFinished, thread: "a"))
        #expect(try stage.turn { stage.lines("played").count == 1 })
        stage.runner.withdraw(thread: "a")
        #expect(try stage.turn { stage.lines("ended").count == 1 })
        try stage.turn(milliseconds: 200)
        #expect(stage.lines("played") == ["<aplay><--quiet></proc/self/fd/0>"])
        #expect(stage.complaints == [] && stage.failures == [])
    }

    /// A player that fails at the lead-in is reported for the sound.
    @Test func aFailingLeadInIsReportedOnce() throws {
        let stage = try stage(["aplay"], "exit 1") { $0.leadInMs = 100 }
        stage.handle(alert: alert(.timerFinished))
        #expect(try stage.turn { !stage.complaints.isEmpty })
        let start = "\(stage.folder)/sounds/timer-finished.wav can't be played: "
        #expect(stage.complaints == ["\(start)\(stage.folder)/aplay exited with status 1"])
    }

    @Test(arguments: [true, false]) func whatIsOffIsSilent(isDisabled: Bool) throws {
        let stage = try stage(["paplay"]) {
            if isDisabled { $0.enabled = false } else { $0.volume = 0 }
        }
        stage.handle(alert: alert(.timerFinished))
        try stage.turn(milliseconds: 300)
        #expect(stage.lines("played") == [])
        var configuration = Configuration()
        configuration.notifications.enabled = false
        stage.runner.reconfigure(configuration)
        stage.handle(alert: alert(.timerFinished))
        #expect(try stage.turn { stage.lines("played").count == 1 })
    }

    /// A player may be installed without the server that it plays through.
    @Test func aPlayerThatFailsGivesWayToTheNext() throws {
        let stage = try stage(["pw-play"], "exit 1")
        try stage.script("paplay", "PATH=$TOOLS\n\(Self.recorder)")
        stage.handle(alert: alert(.timerFinished))
        #expect(try stage.turn { !stage.complaints.isEmpty })
        for count in 2...3 {
            stage.handle(alert: alert(.timerFinished))
            #expect(try stage.turn { stage.lines("played").count == count })
        }
        #expect(stage.lines("played").map { $0.prefix(8) } == ["<pw-play", "<paplay>", "<paplay>"])
        #expect(stage.complaints.count == 1)
    }

    @Test func volumesAreReadWithoutTheLocale() throws {
        let stage = try stage(["pw-play"], #"printf '%s\n' "$LC_ALL" >>"$OUT/locale""#)
        stage.handle(alert: alert(.timerFinished))
        #expect(try stage.turn { stage.lines("locale") == ["C"] })
    }

    @Test func aPlayerThatFailsIsToldOnce() throws {
        let stage = try stage(["aplay"], "echo 'no card' >&2; exit 1")
        for count in 1...3 {
            stage.handle(alert: alert(.timerFinished))
            #expect(try stage.turn { stage.lines("played").count == count })
            try stage.turn(milliseconds: 100)
        }
        let file = "\(stage.folder)/sounds/timer-finished.wav"
        #expect(
            stage.complaints == [
                "\(file) can't be played: \(stage.folder)/aplay exited with status 1: no card"
            ])
        #expect(stage.failures == [])
    }

    // MARK: One at a time

    /// Plays until it is ended.
    private static let endless =
        #"trap 'echo x >>"$OUT/ended"; exit' TERM; while :; do sleep 0.01; done"#

    /// The names of the sounds that were played.
    private func played(_ stage: HookStage) -> [String] {
        stage.lines("played").compactMap { line in
            line.split(separator: "/").last.map { String($0.dropLast(5)) }
        }
    }

    /// Of all that comes in one moment one is heard, the most important.
    @Test(arguments: [
        ([Sound](repeating: .timerFinished, count: 6), Sound.timerFinished),
        ([.trainingCompleted, .achievementUnlocked, .achievementUnlocked], .trainingCompleted),
        ([.achievementUnlocked, .achievementUnlocked, .trainingCompleted], .trainingCompleted),
        ([.reminderFired, .reportReady, .reminderFired], .reminderFired),
        ([.runCountdown, .restFinished, .timerFinished, .reminderFired], .timerFinished),
        ([.timerFinished, .storageDegraded], .timerFinished),
    ])
    func oneOfAMoment(_ sounds: [Sound], _ heard: Sound) throws {
        let stage = try stage(["aplay"], Self.endless)
        for (index, sound) in sounds.enumerated() {
            stage.handle(alert: alert(sound, thread: "\(index)"))
        }
        #expect(try stage.turn { !stage.lines("played").isEmpty })
        try stage.turn(milliseconds: 200)
        #expect(played(stage) == [heard.rawValue])
        #expect(stage.complaints == [] && stage.failures == [])
    }

    @Test func aMoreImportantOneEndsTheOneThatPlays() throws {
        let stage = try stage(["aplay"], Self.endless)
        stage.handle(alert: alert(.restWarning, thread: "a"))
        #expect(try stage.turn { stage.lines("played").count == 1 })
        stage.handle(alert: alert(.timerFinished, thread: "b"))
        #expect(try stage.turn { stage.lines("played").count == 2 })
        #expect(try stage.turn { stage.lines("ended").count == 1 })
        #expect(played(stage) == ["rest-warning", "timer-finished"])
        #expect(try stage.turn { stage.count(of: "aplay") == 1 })
        #expect(stage.complaints == [] && stage.failures == [])
    }

    /// What has been dealt with isn't heard any more; another thread's sound goes on.
    @Test func aSoundEndsWithItsThread() throws {
        let stage = try stage(["aplay"], Self.endless)
        stage.handle(alert: alert(.timerFinished, thread: "a"))
        #expect(try stage.turn { stage.lines("played").count == 1 })
        stage.runner.withdraw(thread: "b")
        try stage.turn(milliseconds: 200)
        #expect(stage.lines("ended").isEmpty)
        stage.runner.withdraw(thread: "a")
        #expect(try stage.turn { stage.lines("ended").count == 1 })
        #expect(try stage.turn { stage.count(of: "aplay") == 0 })
        // One that hasn't begun yet doesn't begin.
        stage.handle(alert: alert(.timerFinished, thread: "c"))
        stage.handle(alert: alert(.storageDegraded, thread: "a"))
        stage.runner.withdraw(thread: "a")
        stage.runner.withdraw(thread: "c")
        try stage.turn(milliseconds: 200)
        #expect(played(stage) == ["timer-finished"])
        #expect(stage.complaints == [] && stage.failures == [])
    }

    @Test func hooksDontWaitForASound() throws {
        let stage = try stage(["aplay"], Self.endless)
        stage.handle(alert: alert(.timerFinished))
        #expect(try stage.turn { stage.lines("played").count == 1 })
        try stage.script("lamp", #"PATH=$TOOLS; echo x >>"$OUT/lamps""#)
        var configuration = Configuration()
        configuration.notifications.enabled = false
        configuration.hooks = [.init(on: ["x"], run: ["lamp"])]
        stage.runner.reconfigure(configuration)
        for _ in 0..<8 { stage.handle("x") }
        #expect(try stage.turn { stage.lines("lamps").count == 8 })
        #expect(stage.lines("ended").isEmpty)
    }

    @Test func aPlayerThatHangsIsEnded() throws {
        let stage = try stage(
            ["aplay"], #"echo $$ >"$OUT/pid"; trap '' TERM; sleep 100; sleep 100"#)
        stage.handle(alert: alert(.timerFinished))
        #expect(try stage.turn { !stage.lines("pid").isEmpty })
        #expect(try stage.turn(20) { !stage.complaints.isEmpty })
        #expect(stage.complaints.first?.contains("took longer than 10s") == true)
        #expect(try stage.turn { !stage.runs("pid") })
        #expect(stage.failures == [])
    }

    // MARK: The notification server

    /// The hint of the bubble for an alert.
    private func hint(
        _ players: [String], help: String = "--hint boolean", for audience: Audience = .everybody,
        _ change: (inout Configuration.Sounds) -> Void = { _ in }
    ) throws -> String {
        let stage = try stage(players, notifications: true, change)
        try stage.script(
            "notify-send",
            #"""
            PATH=$TOOLS
            if [ "$1" = --help ]; then echo "\#(help)"; exit 0; fi
            for a in "$@"; do case $a in --hint*sound*) echo "$a" >>"$OUT/hints" ;; esac; done
            : >"$OUT/shown"
            """#)
        stage.handle(alert: alert(.timerFinished), for: audience)
        #expect(try stage.turn { access("\(stage.folder)/shown", F_OK) == 0 })
        return stage.lines("hints").joined()
    }

    @Test func whereNothingPlaysTheServerIsAskedTo() throws {
        let suppressed = "--hint=boolean:suppress-sound:true"
        let asked = "--hint=string:sound-name:alarm-clock-elapsed"
        #expect(try hint([]) == asked)
        #expect(try hint(["aplay"]) == suppressed)
        #expect(try hint([]) { $0.enabled = false } == suppressed)
        #expect(try hint([]) { $0.volume = 0 } == suppressed)
        #expect(try hint([], for: .person) == suppressed)
        #expect(try hint([], help: "--urgency") == "")
    }
}
