import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// The menu without choices of what it contains: at most a screen of entries. Actions on what is live and on what comes
/// next are first, then what the person has used, the latest first, and what is there to start; the last entry leads to all others.
extension MenuEntries {
    private static let maximumRows = 20
    private static let maximumActions = 10
    /// Most runs, workouts and exercises whose last uses are looked at.
    private static let recentUses = 20
    private static let maximumExercises = 5
    private static let maximumOff = 3

    static let more = MenuEntry("More…", "menu", "--all")

    func screen() throws -> [MenuEntry] {
        var rows: [MenuEntry] = []
        for entry in try shortActions() + used() + Self.starters + unused() {
            let isNew = !rows.contains { $0.label == entry.label }
            if isNew, rows.count < Self.maximumRows - 1 { rows.append(entry) }
        }
        return rows + [Self.more]
    }

    /// The actions; of many live things, only the first one of each.
    private func shortActions() throws -> [MenuEntry] {
        let all = liveActions.flatMap(\.self) + pendingActions
        let few =
            all.count < Self.maximumActions
            ? all : pendingActions.prefix(3) + liveActions.compactMap(\.first)
        return try Array(few.prefix(Self.maximumActions - 1)) + comingActions() + [quietAction]
            + offActions
    }

    /// Reminders that are off, to be switched on again.
    private var offActions: [MenuEntry] {
        let off = status.remindersOff?.reminders ?? []
        return off.prefix(Self.maximumOff).map { reminder in
            Self.switchingOn(
                reminder.name.forTerminal, reminder.reminder,
                until: reminder.offUntil.flatMap { status.words(for: $0) })
        }
    }

    /// Entries that the person has used, the latest first.
    private func used() throws -> [MenuEntry] {
        let entries = try earlierTimers() + usedPrograms() + usedTemplates() + usedExercises()
        return entries.map { (ms: Zone.ms(ofText: $0.at) ?? 0, entry: $0.entry) }
            .sorted { $0.ms > $1.ms }.map(\.entry)
    }

    /// Programs, presets and templates, used or not.
    private func unused() throws -> [MenuEntry] {
        let presets = try client.call(PresetList()).presets.filter { LiveNames.isOffered($0.name) }
        let templates =
            try status.workout == nil ? client.call(TemplateList()).templates.map(Self.entry) : []
        return presets.map {
            MenuEntry("Train \($0.name.forTerminal)", "train", "start", "--preset", $0.name)
        } + templates + (try client.call(ProgramList()).programs.map(Self.entry))
    }

    private func usedPrograms() throws -> [(at: String, entry: MenuEntry)] {
        guard status.run?.isLive != true else { return [] }
        let programs = try client.call(ProgramList()).programs
        return try client.call(RunList(limit: Self.recentUses)).runs.compactMap { run in
            programs.first { $0.id == run.program }.map { (run.startedAt, Self.entry($0)) }
        }
    }

    private func usedTemplates() throws -> [(at: String, entry: MenuEntry)] {
        guard status.workout == nil else { return [] }
        let templates = try client.call(TemplateList()).templates
        return try client.call(WorkoutList(limit: Self.recentUses)).workouts.compactMap { workout in
            templates.first { $0.id == workout.template }
                .map { (workout.startedAt, Self.entry($0)) }
        }
    }

    private func usedExercises() throws -> [(at: String, entry: MenuEntry)] {
        try client.call(ExerciseList(limit: Self.maximumExercises)).exercises.compactMap {
            exercise in
            exercise.last.map { ($0.at, Self.entry(exercise)) }
        }
    }
}
