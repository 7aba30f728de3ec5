import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

struct Trackerctl: ParsableCommand {
    static let _errorLabel = "trackerctl"

    static let exitStatuses =
        "Exit status: "
        + ExitStatus.all.map { "\($0) \($1)" }.joined(separator: "; ") + "."

    static let configuration = CommandConfiguration(
        commandName: "trackerctl",
        abstract: "Control trackerd from the command line.",
        discussion: """
            Without a command, it shows what is running, as 'trackerctl status' does.

            Examples:
              trackerctl timer 25m tea
              trackerctl tea +5m
              trackerctl wait tea && paplay done.ogg
              trackerctl rest 90
              trackerctl workout start push
              trackerctl set bench 5x100
              trackerctl train plank 120
              trackerctl log 20 push-ups
              trackerctl run tabata
              trackerctl pause
              trackerctl remind add move --every 30m --between 9-17
              trackerctl done
              trackerctl progress bench
              trackerctl report

            Durations are written 90s, 25m, 1h30m, 90 sec, 1 hour 30 min, 1:30 (minutes and \
            seconds), 1:30:00 or 2d. A bare number means minutes for timers and reminders, and \
            seconds for rests, sets, training and runs; an interval of a program needs a unit.

            A TIMER is a name, the start of an id, or 'last' for the one you started last. An \
            EXERCISE is a name or the start of an id. In names, case, accents and punctuation \
            don't matter, a few of the words are enough if they fit only one exercise, and the \
            library knows what people say in the gym: bench-press and bp are Bench Press. The \
            start of an id has at least 4 characters.

            A group without a command shows what it has: 'trackerctl rest', 'trackerctl timers', \
            'trackerctl log'. Options come after the command.

            \(exitStatuses)
            """,
        version: programVersion,
        groupedSubcommands: [
            CommandGroup(
                name: "Timers",
                subcommands: [
                    TimerCommands.self, StopwatchCommands.self, RestCommands.self, Next.self,
                    Pause.self, Resume.self, Skip.self, Stop.self, Extend.self,
                ]),
            CommandGroup(
                name: "Reminders",
                subcommands: [
                    ReminderCommands.self, Done.self, Snooze<Trackerctl>.self,
                    Dismiss<Trackerctl>.self, QuietCommand.self,
                ]),
            CommandGroup(
                name: "Training",
                subcommands: [
                    TrainingCommands.self, PresetCommands.self,
                    Command<TrainingBail<Trackerctl>>.self, Reset<Trackerctl>.self,
                    RunCommands.self, ProgramCommands.self,
                ]),
            CommandGroup(
                name: "Lifting",
                subcommands: [
                    SetCommands.self, WorkoutCommands.self, TemplateCommands.self,
                    PlanCommands.self, MaxCommands.self, PlatesCommands.self,
                    OneRepMaxCommands.self, SettingsCommands.self,
                ]),
            CommandGroup(
                name: "Log",
                subcommands: [
                    LogCommands.self, ExerciseCommands.self, WeightCommands.self,
                    MeasurementCommands.self, Undo.self, Redo.self,
                ]),
            CommandGroup(
                name: "Progress",
                subcommands: [
                    ReportCommand.self, TimelineCommand.self, ResponseCommand.self,
                    StreakCommands.self, AchievementCommand.self, Command<LevelGet>.self,
                    ChallengeCommands.self, GoalCommands.self, ExplanationCommand.self,
                ]),
            CommandGroup(
                name: "Statistics",
                subcommands: [
                    RecordCommands.self, ProgressCommand<Trackerctl>.self, ShortHistory.self,
                    VolumeCommands.self, CalendarCommands.self,
                ]),
            CommandGroup(
                name: "Import, export and sync",
                subcommands: [ImportCommands.self, ExportCommand.self, SyncCommands.self]),
            CommandGroup(
                name: "Monitoring",
                subcommands: [
                    Command<Status>.self, LiveCommand.self, BarCommand.self, MenuCommand.self,
                    WatchCommand.self, WaitCommand.self, EventsCommands.self,
                ]),
            CommandGroup(
                name: "Daemon",
                subcommands: [
                    SetupCommand.self, DoctorCommand.self, HelloCommand.self, DaemonCommands.self,
                    ConfigCommands.self, SoundCommands.self,
                    JournalCommands.self, BackupCommands.self, RPCCommand.self,
                    AtomicCommand.self, ManualCommand.self,
                ]),
        ])

    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        try options.delivery.deliver(options.delivery.ask(Status(), .atTerminal))
        guard options.isForPeople else { return }
        try Output.print("\n" + (isFirstRun() ? Self.firstSteps : "") + Self.more)
    }

    private static let more = "'trackerctl --help' lists the commands.\n"
    private static let firstSteps = """
        You haven't done anything yet. Try one of these:
          trackerctl timer 25m tea       rings in 25 minutes
          trackerctl remind add stand    every half hour of your working days
          trackerctl setup               five questions to set up trackerd

        """

    /// Whether the journal contains nothing that a person did.
    private func isFirstRun() -> Bool {
        let request = EventsList(types: Self.personal, limit: 1, newestFirst: true)
        let events = try? options.connect().call(request).events
        return events?.isEmpty ?? false
    }

    /// Patterns of the events that a person's commands cause.
    private static let personal = [
        "timer.*", "rest.*", "reminder.*", "log.*", "training.*", "run.*", "template.*",
        "workout.*", "set.*", "weight.*", "measurement.*", "preset.*", "settings.*", "import.*",
        "goal.*", "plan.*", "max.*",
    ]
}
