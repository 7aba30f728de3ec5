import TrackerCore

extension Kind {
    /// The entity, with how its rows are stored.
    package var stored: any StoredEntity.Type {
        switch self {
        case .timer: Timer.self
        case .rest: Rest.self
        case .exercise: Exercise.self
        case .logEntry: LogEntry.self
        case .bodyWeight: BodyWeight.self
        case .reminder: Reminder.self
        case .occurrence: Occurrence.self
        case .doNotDisturb: DoNotDisturb.self
        case .training: Training.self
        case .preset: Preset.self
        case .program: Program.self
        case .run: Run.self
        case .runPlan: RunPlan.self
        case .settings: Settings.self
        case .template: Template.self
        case .workout: Workout.self
        case .workoutSet: WorkoutSet.self
        case .pause: Pause.self
        case .announcement: Announcement.self
        case .challenge: Challenge.self
        }
    }
}
