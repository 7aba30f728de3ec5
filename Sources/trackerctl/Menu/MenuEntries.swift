import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// A line of a menu, and its command.
struct MenuEntry: Hashable {
    let label: String
    /// Words after `trackerctl`, with ids in place of names where that is possible.
    let words: [String]
    /// Name of an icon, for menus that show icons; `nil` for none.
    var icon: String?

    init(_ label: String, _ words: String..., icon: String? = nil) {
        self.label = label
        self.words = words
        self.icon = icon
    }

    /// Command of the entry, as a shell reads it, without the program's name.
    var command: String { words.map(ShellWord.escaped).joined(separator: " ") }
}

enum MenuPart: String, CaseIterable {
    case actions, timers, reminders, exercises, programs
}

/// The entries of a menu, the most likely ones first.
struct MenuEntries {
    let client: Client
    let status: Status.Response
    /// Most entries for exercises, which can be searched, and for earlier timers.
    private static let maximumExercises = 300
    private static let maximumTimers = 5

    init(_ client: Client) throws {
        self.client = client
        status = try client.call(Status())
    }

    func entries(of parts: [MenuPart]) throws -> [MenuEntry] {
        try parts.flatMap { part in
            switch part {
            case .actions: try allActions()
            case .timers: try timers()
            case .reminders: try reminders()
            case .exercises: try exercises()
            case .programs: try programs()
            }
        }
    }

    // MARK: Actions

    private func allActions() throws -> [MenuEntry] {
        try liveActions.flatMap(\.self) + pendingActions + comingActions() + [quietAction]
    }

    /// Actions for each live thing, the most urgent thing first.
    var liveActions: [[MenuEntry]] { LiveItem.all(in: status).map(actions) }

    /// Answers to each reminder that waits.
    var pendingActions: [MenuEntry] {
        status.reminders.filter { $0.pending != nil }.flatMap { reminder in
            [
                MenuEntry("Done: \(reminder.title)", "done", reminder.id, icon: "object-select"),
                MenuEntry("Snooze: \(reminder.title)", "remind", "snooze", reminder.id),
                MenuEntry("Dismiss: \(reminder.title)", "remind", "dismiss", reminder.id),
            ]
        }
    }

    /// Skipping the reminder that goes off next; empty if none does, or reminders are paused.
    func comingActions() throws -> [MenuEntry] {
        let coming = status.reminders.filter { $0.pending == nil && $0.pausedUntil == nil }
            .compactMap { reminder in
                reminder.nextAt.flatMap { Zone.ms(ofText: $0) }.map { (ms: $0, reminder: reminder) }
            }
        guard let reminder = coming.min(by: { $0.ms < $1.ms })?.reminder else { return [] }
        // By the reminder alone, what was skipped already would be meant while it is still to come.
        let scheduled = OccurrenceList(reminder: reminder.id, state: .scheduled, limit: 1)
        return try client.call(scheduled).occurrences.map { occurrence in
            let time = status.words(for: occurrence.dueAt).map { " (\($0))" } ?? ""
            return MenuEntry(
                "Skip the next \(reminder.title)\(time)", "remind", "answer", "skip",
                "--occurrence", occurrence.id, icon: "media-skip-forward")
        }
    }

    var quietAction: MenuEntry {
        let paused = status.doNotDisturb?.until.flatMap { status.words(for: $0) }
        return paused.map { MenuEntry("Resume reminders (paused until \($0))", "pause", "off") }
            ?? MenuEntry("Pause reminders for an hour", "pause", "1h")
    }

    private func actions(for item: LiveItem) -> [MenuEntry] {
        switch item {
        case .training(let training): actions(for: training)
        case .run(let run): actions(for: run)
        case .rest(let rest):
            [
                MenuEntry("Skip the rest", "rest", "skip", icon: "media-skip-forward"),
                pausing(rest.state == .paused, "the rest", "rest"),
                MenuEntry("Rest 15 s more", "rest", "extend", "15s"),
            ]
        case .timer(let timer) where timer.isWaiting:
            [
                MenuEntry("Done: \(timer.title)", "timer", "done", timer.id, icon: "object-select"),
                MenuEntry("Again: \(timer.title)", "timer", "restart", timer.id),
                MenuEntry("5 min more: \(timer.title)", "timer", "extend", timer.id, "5m"),
            ]
        case .timer(let timer):
            [
                pausing(timer.state == .paused, timer.title, "timer", timer.id),
                timer.isStopwatch
                    ? MenuEntry("Stop \(timer.title)", "timer", "finish", timer.id)
                    : MenuEntry("Add 5 min to \(timer.title)", "timer", "extend", timer.id, "5m"),
            ]
                + (timer.isStopwatch
                    ? [] : [MenuEntry("Cancel \(timer.title)", "timer", "cancel", timer.id)])
        case .workout(let workout):
            [
                MenuEntry("Log the next set of \(workout.name.forTerminal)", "set"),
                MenuEntry("Finish \(workout.name.forTerminal)", "workout", "finish"),
            ]
        }
    }

    private func actions(for training: TrainingView) -> [MenuEntry] {
        let isPaused = training.state == .paused
        var entries: [MenuEntry] = []
        if training.rest != nil {
            entries.append(MenuEntry("Skip the rest", "train", "skip"))
        } else if training.live != nil, !isPaused {
            entries.append(MenuEntry("End the hold early", "train", "bail"))
        }
        return entries + [
            pausing(isPaused, "the session", "train"),
            MenuEntry("Complete the session", "train", "stop"),
        ]
    }

    private func actions(for run: RunView) -> [MenuEntry] {
        let name = run.name.forTerminal
        guard !run.isWaiting else {
            return [
                run.interval.isOpen
                    ? MenuEntry("Done: \(run.interval.label.forTerminal)", "run", "confirm")
                    : MenuEntry("Continue \(name)", "run", "confirm"),
                MenuEntry("Stop \(name)", "run", "stop"),
            ]
        }
        return [
            MenuEntry("Skip \(run.interval.label.forTerminal)", "run", "skip"),
            pausing(run.state == .paused, name, "run"), MenuEntry("Stop \(name)", "run", "stop"),
        ]
    }

    private func pausing(
        _ isPaused: Bool, _ name: String, _ group: String, _ id: String? = nil
    ) -> MenuEntry {
        let verb = isPaused ? "resume" : "pause"
        let label = isPaused ? "Resume \(name)" : "Pause \(name)"
        let icon = isPaused ? "media-playback-start" : "media-playback-pause"
        guard let id else { return MenuEntry(label, group, verb, icon: icon) }
        return MenuEntry(label, group, verb, id, icon: icon)
    }

    // MARK: Things to begin

    private func timers() throws -> [MenuEntry] {
        try earlierTimers().map(\.entry).prefix(Self.maximumTimers) + Self.starters
    }

    /// Countdowns that have ended, newest start first, each once, with the times of their starts.
    func earlierTimers() throws -> [(at: String, entry: MenuEntry)] {
        let ended = try client.call(TimerList(all: true)).timers.filter {
            $0.hasEnded && !$0.isStopwatch && !$0.isWaiting
        }.sorted { $0.startedAt > $1.startedAt }
        var entries: [(at: String, entry: MenuEntry)] = []
        for timer in ended {
            // A countdown until a time of day rarely lasts whole seconds.
            let span = DurationText.secondsLeft(ms: timer.durationMs ?? 0)
            let entry = MenuEntry(
                "Timer \(span) \((timer.name ?? "").forTerminal)".trimmingBlanks, "timer",
                "restart", timer.id, icon: "alarm")
            if !entries.contains(where: { $0.entry.label == entry.label }) {
                entries.append((timer.startedAt, entry))
            }
        }
        return entries
    }

    /// Entries that anybody may want to start.
    static let starters = [
        MenuEntry("Timer 5 min", "timer", "5m", icon: "alarm"),
        MenuEntry("Timer 25 min", "timer", "25m", icon: "alarm"),
        MenuEntry("Rest 90 s", "rest", "90"), MenuEntry("Stopwatch", "stopwatch", "start"),
    ]

    private func reminders() throws -> [MenuEntry] {
        try client.call(ReminderList()).reminders.map { reminder in
            guard !reminder.enabled else {
                return MenuEntry("Switch off: \(reminder.title)", "remind", "disable", reminder.id)
            }
            return Self.switchingOn(
                reminder.title, reminder.id,
                until: reminder.offUntil.flatMap { status.words(for: $0) })
        }
    }

    /// - Parameter end: when the reminder comes back on by itself, in words; `nil` for never.
    static func switchingOn(_ title: String, _ id: String, until end: String?) -> MenuEntry {
        let note = end.map { " (off until \($0))" } ?? ""
        return MenuEntry("Switch on: \(title)\(note)", "remind", "enable", id)
    }

    /// The exercises, the most used first, each with the last count.
    private func exercises() throws -> [MenuEntry] {
        try client.call(ExerciseList(limit: Self.maximumExercises)).exercises.map(Self.entry)
    }

    static func entry(_ exercise: ExerciseView) -> MenuEntry {
        let count = exercise.last?.count ?? exercise.defaultCount
        let amount = exercise.unit == "seconds" ? "\(count) s" : "\(count)"
        return MenuEntry(
            "Log \(amount) \(exercise.name.forTerminal)", "log", exercise.id, "\(count)")
    }

    static func entry(_ program: ProgramView) -> MenuEntry {
        MenuEntry("Run \(program.name.forTerminal)", "run", "start", program.id)
    }

    static func entry(_ template: TemplateView) -> MenuEntry {
        MenuEntry("Workout \(template.name.forTerminal)", "workout", "start", template.id)
    }

    private func programs() throws -> [MenuEntry] {
        let programs = try client.call(ProgramList()).programs.map(Self.entry)
        guard status.workout == nil else { return programs }
        return try programs + client.call(TemplateList()).templates.map(Self.entry)
    }
}
