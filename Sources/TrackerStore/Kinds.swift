import TrackerCore

extension Kind {
    /// Type of the entity, which knows how its rows are stored.
    package var stored: any StoredEntity.Type {
        switch self {
        case .timer: Timer.self
        case .rest: Rest.self
        case .exercise: Exercise.self
        case .logEntry: LogEntry.self
        case .measurement: Measurement.self
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
        case .plan: TrainingPlan.self
        case .workout: Workout.self
        case .workoutSet: WorkoutSet.self
        case .pause: StreakPausePeriod.self
        case .goal: Goal.self
        case .trainingMax: TrainingMax.self
        case .announcement: Announcement.self
        case .challenge: Challenge.self
        case .zoneChange: ZoneChange.self
        }
    }
}

// Kinds for which the defaults of `StoredEntity` are right. Each of the others says what it has of its own in
// the file of its noun.
extension Exercise: StoredEntity {}
extension DoNotDisturb: StoredEntity {}
extension Preset: StoredEntity {}
extension Program: StoredEntity {}
extension RunPlan: StoredEntity {}
extension Settings: StoredEntity {}
extension Template: StoredEntity {}
extension TrainingPlan: StoredEntity {}
extension Goal: StoredEntity {}
