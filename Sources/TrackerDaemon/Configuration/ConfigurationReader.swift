import TextFiles
import TrackerCore
import UserFiles

/// A configuration file that was read.
package nonisolated struct LoadedConfiguration: Hashable, Sendable {
    /// The values in the file, and the defaults for the others.
    package let configuration: Configuration
    /// Warnings in the order of their places in the file.
    package let warnings: [TextProblem]
    /// Words for a file without text: `is empty`, `is gone`; `nil` for any other.
    package let absence: String?

    package init(
        configuration: Configuration, warnings: [TextProblem] = [], absence: String? = nil
    ) {
        self.configuration = configuration
        self.warnings = warnings
        self.absence = absence
    }
}

/// Reads the text of a configuration file.
nonisolated struct ConfigurationReader {
    private let root: TextTable
    private var configuration = Configuration()
    private var warnings: [TextProblem] = []

    static let shortestTimeoutMs: Int64 = 100
    static let longestTimeoutMs: Int64 = 86_400_000
    private static let idleTimes: ClosedRange<Int64> = 10_000...86_400_000

    /// - Parameter file: the name of the file in errors and warnings.
    static func read(_ text: String, file: String) throws(TextProblem) -> LoadedConfiguration {
        var reader = try ConfigurationReader(text, file: file)
        try reader.readAll()
        let warnings = reader.warnings.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        return LoadedConfiguration(configuration: reader.configuration, warnings: warnings)
    }

    private init(_ text: String, file: String) throws(TextProblem) {
        root = try TextTable(text, file: file)
    }

    private mutating func readAll() throws(TextProblem) {
        warn(
            root,
            besides: [
                "limits", "timers", "rest", "training", "lifting", "reminders", "notifications",
                "sounds", "desktop", "sync", "hooks",
            ])
        if let section = try root.table("limits") { try readLimits(section) }
        if let section = try root.table("timers") { try readTimers(section) }
        if let section = try root.table("rest") { try readRests(section) }
        if let section = try root.table("training") { try readTrainings(section) }
        if let section = try root.table("lifting") { try readLifting(section) }
        if let section = try root.table("reminders") { try readReminders(section) }
        if let section = try root.table("notifications") { try readNotifications(section) }
        if let section = try root.table("sounds") { try readSounds(section) }
        if let section = try root.table("desktop") { try readDesktop(section) }
        if let section = try root.table("sync") { try readSync(section) }
        let hooks = try root.tables("hooks")
        guard hooks.count <= 100 else {
            throw root.problem("hooks", "has \(hooks.count) entries; at most 100 are allowed")
        }
        for section in hooks { try readHook(section) }
    }

    private mutating func readLimits(_ section: TextTable) throws(TextProblem) {
        warn(
            section,
            besides: ["line_bytes", "in_flight", "connections", "first_line", "unread_bytes"])
        var limits = configuration.limits
        limits.lineBytes = try section.int("line_bytes", in: 4096...67_108_864) ?? limits.lineBytes
        limits.inFlight = try section.int("in_flight", in: 1...10_000) ?? limits.inFlight
        limits.connections = try section.int("connections", in: 1...4096) ?? limits.connections
        limits.firstLineMs = try section.span("first_line", in: 100...600_000) ?? limits.firstLineMs
        limits.unreadBytes =
            try section.int("unread_bytes", in: 65_536...1_073_741_824) ?? limits.unreadBytes
        configuration.limits = limits
    }

    private mutating func readTimers(_ section: TextTable) throws(TextProblem) {
        warn(section, besides: ["ring_again", "ring_at_most"])
        var timers = configuration.timers
        if section.isFalse("ring_again") {
            timers.ringAgainMs = nil
        } else {
            timers.ringAgainMs =
                try section.span("ring_again", in: Ringing.spans) ?? timers.ringAgainMs
        }
        timers.ringAtMost =
            try section.int("ring_at_most", in: Ringing.counts) ?? timers.ringAtMost
        configuration.timers = timers
    }

    private mutating func readRests(_ section: TextTable) throws(TextProblem) {
        warn(section, besides: ["warn_at"])
        guard let marks = try section.spans("warn_at") else { return }
        do throws(Rejection) {
            try Rest.check(marks, field: "warn_at")
        } catch {
            throw section.problem(error, otherwise: "warn_at")
        }
        configuration.rest.warnAtMs = marks
    }

    private mutating func readTrainings(_ section: TextTable) throws(TextProblem) {
        warn(section, besides: ["ready"])
        guard !section.isFalse("ready") else { return }
        let times = 1000...Training.Fields.maximumReadyMs
        configuration.training.readyMs =
            try section.span("ready", in: times) ?? configuration.training.readyMs
    }

    private mutating func readLifting(_ section: TextTable) throws(TextProblem) {
        warn(section, besides: ["show_plates"])
        configuration.lifting.showPlates =
            try section.bool("show_plates") ?? configuration.lifting.showPlates
    }

    private mutating func readReminders(_ section: TextTable) throws(TextProblem) {
        warn(section, besides: ["every", "between", "days"])
        var reminders = configuration.reminders
        reminders.everyMs = try section.span("every", in: Schedule.intervals) ?? reminders.everyMs
        reminders.between = try section.string("between") ?? reminders.between
        reminders.days = try section.string("days") ?? reminders.days
        do throws(Rejection) {
            _ = try Schedule(reminders.schedule)
        } catch {
            // Only the windows can make an interval wrong.
            throw section.problem(error, otherwise: "between")
        }
        configuration.reminders = reminders
    }

    private mutating func readNotifications(_ section: TextTable) throws(TextProblem) {
        warn(section, besides: ["enabled", "stay", "escalate", "closing"])
        var notifications = configuration.notifications
        notifications.enabled = try section.bool("enabled") ?? notifications.enabled
        notifications.stay = try section.choice("stay") ?? notifications.stay
        notifications.escalate = try section.bool("escalate") ?? notifications.escalate
        notifications.closing = try section.choice("closing") ?? notifications.closing
        configuration.notifications = notifications
    }

    private mutating func readSounds(_ section: TextTable) throws(TextProblem) {
        warn(section, besides: ["enabled", "volume", "lead_in", "files"])
        var sounds = configuration.sounds
        sounds.enabled = try section.bool("enabled") ?? sounds.enabled
        sounds.volume = try section.int("volume", in: 0...100) ?? sounds.volume
        if section.isFalse("lead_in") {
            sounds.leadInMs = nil
        } else {
            sounds.leadInMs = try section.span("lead_in", in: LeadIn.lengths) ?? sounds.leadInMs
        }
        if let files = try section.table("files") {
            warn(files, besides: Sound.allConfiguredNames)
            for sound in Sound.allConfiguredNames {
                guard let path = try files.string(sound) else { continue }
                guard path.hasPrefix("/"), !path.utf8.contains(0) else {
                    throw files.problem(
                        sound,
                        "must be the full path of a sound file, such as \"/usr/share/sounds/x.wav\", "
                            + "not \"\(path.prefix(60))\"")
                }
                sounds.files[sound] = path
            }
        }
        configuration.sounds = sounds
    }

    private mutating func readDesktop(_ section: TextTable) throws(TextProblem) {
        warn(section, besides: ["idle", "break", "do_not_disturb", "mako_modes", "keep_awake"])
        var desktop = configuration.desktop
        if section.isFalse("idle") {
            desktop.idleMs = nil
        } else {
            desktop.idleMs = try section.span("idle", in: Self.idleTimes) ?? desktop.idleMs
        }
        if section.isFalse("break") {
            desktop.breakMs = nil
        } else {
            desktop.breakMs = try section.span("break", in: Reminder.breaks) ?? desktop.breakMs
        }
        desktop.doNotDisturb = try section.bool("do_not_disturb") ?? desktop.doNotDisturb
        desktop.makoModes =
            try section.strings("mako_modes", such: "[\"do-not-disturb\"]") ?? desktop.makoModes
        if let blank = desktop.makoModes.firstIndex(where: \.isEmpty) {
            throw section.problem("mako_modes[\(blank)]", "is empty: `makoctl mode` shows modes")
        }
        desktop.keepAwake = try section.choices("keep_awake") ?? desktop.keepAwake
        configuration.desktop = desktop
    }

    private mutating func readSync(_ section: TextTable) throws(TextProblem) {
        warn(section, besides: ["after_write"])
        guard
            let run = try section.strings("after_write", such: "[\"/home/me/bin/push\"]")
        else { return }
        if !run.isEmpty { try HookRules.check(program: run, "after_write", section) }
        configuration.sync.afterWrite = run
    }

    private mutating func readHook(_ section: TextTable) throws(TextProblem) {
        warn(section, besides: ["on", "run", "timeout", "answers"])
        guard let on = try section.strings("on", such: "[\"timer.finished\", \"run.*\"]") else {
            throw section.problem("", "needs on, an array of event types such as [\"timer.*\"]")
        }
        guard let run = try section.strings("run", such: "[\"pw-play\", \"{sound}\"]") else {
            throw section.problem("", "needs run, an array of a program and its arguments")
        }
        try HookRules.check(on: on, section)
        try HookRules.check(run: run, section)
        warnings += HookRules.warnings(of: on, section)
        var hook = Configuration.Hook(on: on, run: run)
        let timeouts = Self.shortestTimeoutMs...Self.longestTimeoutMs
        hook.timeoutMs = try section.span("timeout", in: timeouts) ?? hook.timeoutMs
        hook.answers = try section.bool("answers") ?? hook.answers
        configuration.hooks.append(hook)
    }

    private mutating func warn(_ section: TextTable, besides known: [String]) {
        warnings += section.unknown(besides: known)
    }
}
