/// The kinds of entities, each by the name of its table. A kind comes after the kinds that its entities refer
/// to.
///
/// `Kind.stored` switches over this list without a default, so that a new kind doesn't compile before it can be stored.
package enum Kind: String, CaseIterable, Sendable {
    case timer, rest, exercise
    case logEntry = "log_entry"
    case measurement
    case reminder, occurrence
    case doNotDisturb = "do_not_disturb"
    case training, preset, program, run
    case runPlan = "run_plan"
    case settings, template, plan, workout
    case workoutSet = "workout_set"
    case pause = "streak_pause"
    case goal
    case trainingMax = "training_max"
    case announcement, challenge
    case zoneChange = "zone_change"

    /// Kinds by the names of their tables in older schemas, which older exports have.
    package static let former: [String: Kind] = ["body_weight": .measurement]
}
