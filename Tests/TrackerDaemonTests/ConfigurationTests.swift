import Glibc
import TestSupport
import Testing
import TrackerCore
import UserFiles

@testable import TrackerDaemon

/// Reads a configuration from a file of its own.
private func load(_ text: String) throws -> LoadedConfiguration {
    try load(bytes: Array(text.utf8))
}

private func load(bytes: [UInt8]) throws -> LoadedConfiguration {
    var template = Array("/tmp/trackerd-test-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    try #require(file >= 0)
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
        close(file)
        unlink(path)
    }
    try #require(write(file, bytes, bytes.count) == bytes.count)
    return try ConfigurationFile.load(path)
}

private func refusal(of text: String) -> TextProblem? {
    do {
        _ = try load(text)
        return nil
    } catch {
        return error as? TextProblem
    }
}

/// The text of a file of this repository.
private func shipped(_ path: String) throws -> String {
    String(decoding: try #require(File.bytes(Checkout.path(path))), as: UTF8.self)
}

struct ConfigurationTests {
    @Test func everyKeyIsRead() throws {
        let loaded = try load(
            """
            [limits]
            line_bytes = 8192
            in_flight = 2
            connections = 3
            first_line = "1.5s"
            unread_bytes = 65536
            [timers]
            ring_again = "1m"
            ring_at_most = 3
            [rest]
            warn_at = ["10s", 3000]
            [training]
            ready = "5s"
            [lifting]
            show_plates = true
            [reminders]
            every = "45m"
            between = "22:00-02:00"
            days = "sat-mon"
            [notifications]
            enabled = false
            stay = "server"
            escalate = true
            closing = "dismiss"
            [sounds]
            enabled = false
            volume = 40
            lead_in = "400ms"
            files = { timer-finished = "/a/gong.wav" }
            [desktop]
            idle = "10m"
            break = "20m"
            do_not_disturb = false
            mako_modes = ["quiet"]
            keep_awake = ["run", "run"]
            [sync]
            after_write = ["push", "{title}"]
            [[hooks]]
            on = ["timer.*"]
            run = ["echo", "{title}", "{ x }", "{}"]
            [[hooks]]
            on = ["*"]
            run = ["ask", "--button={actions}"]
            timeout = "1h"
            answers = true
            """)
        var expected = Configuration()
        expected.limits.lineBytes = 8192
        expected.limits.inFlight = 2
        expected.limits.connections = 3
        expected.limits.firstLineMs = 1500
        expected.limits.unreadBytes = 65536
        expected.timers.ringAgainMs = 60_000
        expected.timers.ringAtMost = 3
        expected.rest.warnAtMs = [10_000, 3000]
        expected.training.readyMs = 5000
        expected.lifting.showPlates = true
        expected.reminders.everyMs = 2_700_000
        expected.reminders.between = "22:00-02:00"
        expected.reminders.days = "sat-mon"
        expected.notifications.enabled = false
        expected.notifications.stay = .server
        expected.notifications.escalate = true
        expected.notifications.closing = .dismiss
        expected.sounds.enabled = false
        expected.sounds.volume = 40
        expected.sounds.leadInMs = 400
        expected.sounds.files = ["timer-finished": "/a/gong.wav"]
        expected.desktop.idleMs = 600_000
        expected.desktop.breakMs = 1_200_000
        expected.desktop.doNotDisturb = false
        expected.desktop.makoModes = ["quiet"]
        expected.desktop.keepAwake = [.run]
        expected.sync.afterWrite = ["push", "{title}"]
        expected.hooks = [
            Configuration.Hook(on: ["timer.*"], run: ["echo", "{title}", "{ x }", "{}"]),
            Configuration.Hook(
                on: ["*"], run: ["ask", "--button={actions}"], timeoutMs: 3_600_000, answers: true),
        ]
        #expect(loaded == LoadedConfiguration(configuration: expected))
    }

    @Test func idleAndBreaksCanBeOff() throws {
        #expect(try load("[desktop]\nbreak = false").configuration.desktop.breakMs == nil)
        #expect(try load("[desktop]\nidle = false").configuration.desktop.idleMs == nil)
    }

    @Test func aMissingFileIsTheDefaults() throws {
        let path = "/nonexistent/config.toml"
        #expect(try ConfigurationFile.load(path).configuration == Configuration())
        #expect(throws: TextProblem.self) {
            try ConfigurationFile.load(path, mustExist: true)
        }
    }

    @Test(arguments: [
        ("/", "/: is a directory; it must be a text file"),
        ("/dev/null/config.toml", "/dev/null/config.toml: can't be read: Not a directory"),
        ("/dev/zero", "/dev/zero: is too large: at most 1 MiB"),
    ])
    func whatIsNoReadableFileIsAnError(path: String, message: String) {
        let error = #expect(throws: TextProblem.self) { try ConfigurationFile.load(path) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("[limits]\n\nconnections = 0", 3, "limits.connections", "from 1 to 4096, not 0"),
        ("limits.in_flight = \"9\"", 1, "limits.in_flight", "from 1 to 10000, not \"9\""),
        ("[limits]\nline_bytes = 1e9", 2, "limits.line_bytes", "an integer from 4096 to 67108864"),
        ("limits = { unread_bytes = 1 }", 1, "limits.unread_bytes", "from 65536 to 1073741824"),
        ("\nlimits = 5", 2, "limits", "must be a table: [limits], not 5"),
        ("[limits]\nfirst_line = \"5\"", 2, "limits.first_line", "a duration such as 90s, 25m"),
        ("[limits]\nfirst_line = 1", 2, "limits.first_line", "a duration from 0.1s to 10m, not 1"),
        ("[rest]\nwarn_at = \"3s\"", 2, "rest.warn_at", "must be an array of durations"),
        ("[rest]\nwarn_at = [\n\"3s\",\n\"x\"]", 4, "rest.warn_at[1]", "not \"x\""),
        ("[rest]\nwarn_at = [\"-1s\"]", 2, "rest.warn_at", "rest.warn_at is out of range"),
        (
            "[reminders]\n\nevery = \"30s\"", 3, "reminders.every",
            "reminders.every must be a duration from 1m to 1d, not \"30s\""
        ),
        (
            "[reminders]\nbetween = \"9-17\"", 2, "reminders.between",
            "reminders.between has \"9-17\": a window is HH:MM-HH:MM"
        ),
        (
            "[reminders]\ndays = \"\"", 2, "reminders.days",
            "reminders.days names an unknown day, \"\": use"
        ),
        ("[reminders]\ndays = [\"mon\"]", 2, "reminders.days", "must be a string, not an array"),
        (
            "[reminders]\nbetween = \"9:00-11:00\"\nevery = \"3h\"", 3, "reminders.every",
            "reminders.every is longer than any window"
        ),
        (
            "[reminders]\nbetween = \"9:00-9:20\"", 2, "reminders.between",
            "reminders.every is longer than any window"
        ),
        (
            "[notifications]\nenabled = 1", 2, "notifications.enabled",
            "must be true or false, not 1"
        ),
        (
            "[notifications]\nstay = \"long\"", 2, "notifications.stay",
            "must be \"until-answered\" or \"server\", not \"long\""
        ),
        ("[notifications]\nescalate = 1", 2, "notifications.escalate", "must be true or false"),
        (
            "[notifications]\nclosing = \"log\"", 2, "notifications.closing",
            "must be \"nothing\" or \"dismiss\", not \"log\""
        ),
        ("[sounds]\nenabled = \"no\"", 2, "sounds.enabled", "must be true or false, not \"no\""),
        ("[sounds]\nvolume = 101", 2, "sounds.volume", "an integer from 0 to 100, not 101"),
        ("[sounds]\nvolume = 0.5", 2, "sounds.volume", "an integer from 0 to 100, not 0.5"),
        ("[training]\nready = \"11m\"", 2, "training.ready", "a duration from 1s to 10m"),
        ("[lifting]\nshow_plates = \"on\"", 2, "lifting.show_plates", "must be true or false"),
        ("[sounds]\nlead_in = \"6s\"", 2, "sounds.lead_in", "a duration from 0.1s to 5s"),
        ("[sounds]\nlead_in = 0", 2, "sounds.lead_in", "a duration from 0.1s to 5s"),
        ("[sounds]\nfiles = 1", 2, "sounds.files", "must be a table: [sounds.files], not 1"),
        (
            "[sounds.files]\n\nrest-warning = \"~/x.wav\"", 3, "sounds.files.rest-warning",
            "must be the full path of a sound file"
        ),
        (
            "[sounds]\nfiles = { run-completed = 5 }", 2, "sounds.files.run-completed",
            "must be a string, not 5"
        ),
        (
            "[timers]\nring_again = \"5s\"", 2, "timers.ring_again",
            "a duration from 10s to 12h, not \"5s\""
        ),
        ("[timers]\nring_at_most = 0", 2, "timers.ring_at_most", "from 1 to 100"),
        ("[desktop]\nidle = \"5s\"", 2, "desktop.idle", "a duration from 10s to 1d, not \"5s\""),
        ("[desktop]\nbreak = \"5s\"", 2, "desktop.break", "a duration from 1m to 1d, not \"5s\""),
        ("[desktop]\nidle = true", 2, "desktop.idle", "a duration such as 90s, 25m"),
        ("[desktop]\ndo_not_disturb = 1", 2, "desktop.do_not_disturb", "must be true or false"),
        ("[desktop]\nmako_modes = \"dnd\"", 2, "desktop.mako_modes", "must be an array of strings"),
        ("[desktop]\nmako_modes = [\"a\", \"\"]", 2, "desktop.mako_modes[1]", "is empty"),
        (
            "[desktop]\nkeep_awake = true", 2, "desktop.keep_awake",
            "must be an array of \"training\" and \"run\", not true"
        ),
        (
            "[desktop]\nkeep_awake = [\"timer\"]", 2, "desktop.keep_awake[0]",
            "must be \"training\" or \"run\", not \"timer\""
        ),
        ("[hooks]\non = []", 1, "hooks", "must be an array of tables: [[hooks]], not a table"),
        ("hooks = [\n{ on = [\"a\"] },\n]", 2, "hooks[0]", "hooks[0] needs run, an array of"),
    ])
    func aWrongValueIsAnErrorWithItsPlace(text: String, line: Int, key: String, says: String) {
        let error = refusal(of: text)
        #expect(error?.line == line)
        #expect(error?.key == key)
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "no error")")
    }

    @Test(arguments: [
        ("run = [\"x\"]", "[1]", "needs on, an array of event types"),
        ("on = [\"*\"]\nrun = []", "[1].run", "is empty; name a program"),
        ("on = [\"*\"]\nrun = [\"\"]", "[1].run", "is empty; name a program"),
        ("on = [\"*\"]\nrun = [\"x\", 5]", "[1].run[1]", "must be a string, not 5"),
        ("on = [\"*\"]\nrun = [\"{sound}\"]", "[1].run[0]", "a program without placeholders"),
        ("on = [\"*\"]\nrun = [\"~/x\"]", "[1].run[0]", "write the path in full"),
        ("run = [\"x\"]\non = []", "[1].on", "must name 1 to 100 event types"),
        ("run = [\"x\"]\non = [\"\"]", "[1].on[0]", "isn't a pattern of event types: \"\""),
        ("run = [\"x\"]\non = [\"Timer.*\"]", "[1].on[0]", "use 1 to 100 of a-z"),
        ("run = [\"x\"]\non = [\"a\", \"hook.failed\"]", "[1].on[1]", "hooks never run for it"),
        ("run = [\"x\"]\non = [\"*\"]\ntimeout = \"2d\"", "[1].timeout", "from 0.1s to 1d"),
        ("run = [\"x\"]\non = [\"*\"]\nanswers = \"yes\"", "[1].answers", "true or false"),
    ])
    func aWrongHookIsAnErrorWithItsPlace(text: String, key: String, says: String) {
        let before =
            "[[hooks]]\non = [\"*\"]\nrun = ['''x\n[[hooks]]''', \"#\"] # on = 1\n\n[[hooks]]\n"
        let error = refusal(of: before + text)
        #expect(error?.key == "hooks\(key)")
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "no error")")
        let lines = text.split(separator: "\n").count
        #expect(error?.line == (key == "[1]" ? 6 : 6 + lines))
    }

    @Test func anUnknownPlaceholderIsAnError() {
        let error = refusal(of: "[[hooks]]\non = [\"*\"]\nrun = [\"x\",\n\"a {titel} {title}\"]")
        #expect(error?.line == 4)
        #expect(
            error?.message == "hooks[0].run[1] has an unknown placeholder {titel}; the known "
                + "ones are {title} {body} {sound} {urgency} {type} {subject} {seq} {actions}. "
                + "For literal braces, put a space inside: { titel }")
    }

    @Test func brokenSyntaxHasItsLine() {
        let error = refusal(of: "[limits]\nconnections = = 5\n")
        #expect(error?.line == 2)
        #expect(error?.key == nil)
        #expect(error?.message.hasPrefix("not valid TOML: ") == true)
    }

    @Test func anErrorBecomesARejection() throws {
        let error = try #require(refusal(of: "[limits]\nconnections = 0"))
        let rejection = error.rejection
        #expect(rejection.kind == .invalidParams)
        #expect(rejection.field == "limits.connections")
        #expect(rejection.line == 2)
        #expect(rejection.message == error.description)
        let file = try #require(error.file)
        #expect(error.description.hasPrefix("\(file):2: limits.connections must be"))
    }

    @Test func unknownKeysAreWarnedOf() throws {
        let loaded = try load(
            """
            \"colour\" = 1
            [limits]
            conections = 5
            [rest.more]
            [sounds.files]
            timer-finish = "/x"
            [[hooks]]
            on = ["*"]
            run = ["b"]
            [[hooks]]
            on = ["*"]
            run = ["b"]
            timout = 5
            """)
        #expect(loaded.configuration.hooks.count == 2)
        #expect(loaded.warnings.map(\.line) == [1, 3, 4, 6, 13])
        #expect(
            loaded.warnings.map(\.message) == [
                "colour is unknown and has no effect; "
                    + "known keys: limits, timers, rest, training, lifting, reminders, notifications, "
                    + "sounds, desktop, sync, hooks",
                "limits.conections is unknown and has no effect; did you mean connections?",
                "rest.more is unknown and has no effect; known keys: warn_at",
                "sounds.files.timer-finish is unknown and has no effect; "
                    + "did you mean timer-finished?",
                "hooks[1].timout is unknown and has no effect; did you mean timeout?",
            ])
    }

    @Test func theShippedFileSaysTheDefaults() throws {
        let text = try shipped("config/config.toml")
        let usual = try load(text)
        #expect(usual.configuration == Configuration() && usual.warnings.isEmpty)

        // Settings are commented out by a # without a blank; with these, too, the file gives the defaults.
        let settings = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
        }
        var loaded = try load(settings.joined(separator: "\n"))
        #expect(loaded.warnings == [])
        #expect(loaded.configuration.hooks.count == 1)
        #expect(loaded.configuration.hooks.first?.timeoutMs == 10_000)
        #expect(loaded.configuration.hooks.first?.answers == false)
        var configuration = loaded.configuration
        configuration.hooks = []
        #expect(configuration == Configuration())

        let keys = [
            "line_bytes", "in_flight", "connections", "first_line", "unread_bytes", "ring_again",
            "ring_at_most", "warn_at", "ready", "show_plates", "every", "between", "days",
            "enabled", "stay",
            "escalate", "closing", "volume", "lead_in", "files", "idle", "break", "do_not_disturb",
            "mako_modes", "keep_awake", "after_write", "on", "run",
            "timeout",
            "answers",
        ]
        for key in keys { #expect(text.contains("\n#\(key) = "), "\(key)") }
        for name in HookTemplate.known { #expect(text.contains("{\(name)}"), "\(name)") }
        loaded = try load(settings.joined(separator: "\r\n"))
        #expect(loaded.warnings == [])
    }
}
