import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// The daemon's check of itself.
    @Suite struct Checks {
        private func checks(_ daemon: TestedDaemon) throws -> [Check] {
            let result = try daemon.connect().call("daemon.check")
            return try #require(result["checks"]?.list).map { check in
                let (part, detail) = (check["part"]?.string ?? "", check["detail"]?.string ?? "")
                let advice = check["advice"]?.string
                return switch check["state"]?.string {
                case "ok": .ok(part, detail)
                case "warn": .warn(part, detail, advice: advice)
                default: .fail(part, detail, advice: advice)
                }
            }
        }

        private func only(_ part: String, _ daemon: TestedDaemon) throws -> Check {
            let found = try checks(daemon).filter { $0.part == part }
            #expect(found.count == 1, "\(found)")
            return try #require(found.first)
        }

        private func script(_ text: String, _ path: String) throws {
            try File.write("#!/bin/sh\n\(text)\n", to: path, mode: 0o700)
        }

        @Test func hooksAreLookedForInTheDaemonsPath() throws {
            try Stage.with { stage in
                for folder in ["theirs", "mine"] { try File.makeFolder(stage.file(folder)) }
                try script("", stage.file("theirs/lamp"))
                try script("", stage.file("mine/bell"))
                let hooks = ["lamp", "bell", stage.file("theirs/none")].map {
                    "[[hooks]]\non = [\"timer.*\"]\nrun = [\"\($0)\"]\n"
                }
                try stage.configure(hooks.joined())
                let path = stage.file("theirs") + ":/usr/bin:/bin"
                let daemon = try stage.start(environment: ["PATH": path])
                let found = try checks(daemon).filter { $0.part == "hook" }
                try #require(found.count == 3)
                #expect(found[0] == .ok("hook", "timer.*: " + stage.file("theirs/lamp")))
                #expect(found[1].state == .fail)
                #expect(found[1].detail == "timer.*: bell isn't in the daemon's PATH, \(path)")
                #expect(found[2].state == .fail && found[2].advice != nil)
            }
        }

        @Test func filesThatAreWrongAreToldWithTheirLines() throws {
            try Stage.with { stage in
                let programs = stage.file(".local/share/trackerd/programs")
                let daemon = try stage.start()
                #expect(try only("configuration", daemon).state == .ok)
                #expect(try only("files", daemon).state == .ok)
                for folder in [".local", ".local/share", ".local/share/trackerd"] {
                    try File.makeFolder(stage.file(folder))
                }
                try File.makeFolder(programs)
                try File.write("name = \"x\"\n[:b]\n", to: programs + "/x.toml")
                let file = try only("files", daemon)
                #expect(file.state == .warn)
                #expect(file.detail.hasPrefix("\(programs)/x.toml:2: not valid TOML"))
                try File.write("[nonsense\n", to: stage.configuration)
                let wrong = try only("configuration", daemon)
                #expect(wrong.state == .fail)
                #expect(wrong.detail.hasPrefix("\(stage.configuration):1: not valid TOML"))
                try File.write("[limit]\n", to: stage.configuration)
                #expect(
                    try checks(daemon).contains {
                        $0.part == "configuration" && $0.state == .warn
                            && $0.detail.contains("did you mean limits?")
                    })
            }
        }

        private func start(_ stage: Stage, _ variables: [String: String]) throws -> TestedDaemon {
            try stage.configure("", notifications: true)
            return try stage.start(environment: variables)
        }

        @Test func withoutAServerNotificationsFail() throws {
            try Stage.with { stage in
                let none = stage.file("none")
                let daemon = try start(stage, ["DBUS_SESSION_BUS_ADDRESS": "unix:path=" + none])
                let check = try only("notifications", daemon)
                #expect(check.state == .fail && check.detail.contains(none))
                #expect(try only("notify-send", daemon).state == .ok)
            }
            try Stage.with { stage in
                let daemon = try start(stage, try SessionBus(stage).variables)
                let check = try only("notifications", daemon)
                #expect(check.state == .fail)
                #expect(check.detail == "no notification server is on the session bus")
                #expect(
                    try only("desktop", daemon)
                        == .warn(
                            "desktop", "a reminder wouldn't be shown now: \(check.detail)"))
            }
        }

        /// What a check says of a reminder fits what the others have found.
        @Test(arguments: [
            ("", Check.warn("desktop", "a reminder wouldn't be shown now: notifications are off")),
            (
                "[[hooks]]\non = [\"reminder.*\"]\nrun = [\"true\"]\n",
                Check.ok("desktop", "a hook would announce a reminder now")
            ),
        ])
        func withoutNotificationsAHookMayTell(hook: String, told: Check) throws {
            try Stage.with { stage in
                try stage.configure(hook)
                #expect(try only("desktop", try stage.start()) == told)
            }
        }

        /// Nobody else is served meanwhile.
        @Test func aBusThatNeverAnswersIsWaitedForAMomentOnly() throws {
            try Stage.with { stage in
                let script = """
                    import socket, sys, time
                    s = socket.socket(socket.AF_UNIX)
                    s.bind(sys.argv[1])
                    s.listen()
                    time.sleep(600)
                    """
                let path = stage.file("bus")
                _ = try stage.run(["python3", "-c", script, path])
                try wait(for: "the bus") { File.exists(path) }
                let daemon = try start(stage, ["DBUS_SESSION_BUS_ADDRESS": "unix:path=" + path])
                let began = awakeSeconds()
                #expect(try only("notifications", daemon).state == .fail)
                #expect(awakeSeconds() - began < 2)
            }
        }

        @Test(arguments: [false, true]) func theServerIsAsked(isPaused: Bool) throws {
            try Stage.with { stage in
                let session = try SessionBus(stage)
                let server = try NotificationServer(session, isPaused: isPaused)
                let daemon = try start(stage, session.variables)
                let name = isPaused ? "dunst" : "mock"
                #expect(
                    try only("notifications", daemon)
                        == .ok("notifications", "shown by \(name) 1.0"))
                let quiet = Check.warn(
                    "quiet",
                    "dunst holds notifications back: its do-not-disturb is on",
                    advice: "dunstctl set-paused false")
                #expect(
                    try only("quiet", daemon)
                        == (isPaused
                            ? quiet
                            : .ok("quiet", "mock doesn't say whether do-not-disturb is on")))
                #expect(
                    try only("desktop", daemon)
                        == .ok(
                            "desktop",
                            isPaused
                                ? "a reminder would be held back: do-not-disturb is on"
                                : "a reminder would be shown now"))
                server.kill()
            }
        }

        @Test func whoTellsOfThePersonIsNamed() throws {
            try Stage.with { stage in
                let session = try SessionBus(stage)
                let none = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + stage.file("none")]
                let variables = session.variables.merging(none) { $1 }
                try stage.configure("[desktop]\nidle = \"5m\"\n")
                let daemon = try stage.start(environment: variables)
                let unknown = try only("idle", daemon)
                #expect(unknown.state == .warn && unknown.advice?.contains("idle = false") == true)
                #expect(try only("lock", daemon).state == .warn)
                #expect(try only("awake", daemon).state == .ok)
                let name = "org.gnome.Mutter.IdleMonitor"
                let mutter = try MockService(
                    session, name, "/org/gnome/Mutter/IdleMonitor/Core", name)
                try mutter.method("GetIdletime", "", "t", "ret = 400000")
                #expect(
                    try only("idle", daemon)
                        == .ok("idle", "away after 5m without input, according to Mutter"))
                #expect(
                    try only("desktop", daemon)
                        == .ok("desktop", "a reminder would be held back: there is no input"))
                try stage.configure("[desktop]\nidle = false\n")
                try daemon.stop()
                let off = try stage.start(environment: variables)
                #expect(try checks(off).contains { $0.part == "lock" } == false)
                #expect(try only("idle", off).state == .ok)
            }
        }

        @Test func anOldNotifySendIsToldOf() throws {
            try Stage.with { stage in
                try script("echo '--urgency'", stage.file("notify-send"))
                let path = ["PATH": stage.folder.path + ":/usr/bin:/bin"]
                let daemon = try start(stage, path)
                #expect(try only("notify-send", daemon).state == .warn)
                try script("sleep 600", stage.file("notify-send"))
                #expect(try only("notify-send", daemon).detail.contains("doesn't list its options"))
                try daemon.stop()
                let without = try start(stage, ["PATH": stage.file("none")])
                #expect(try only("notify-send", without).state == .fail)
            }
        }
    }
}
