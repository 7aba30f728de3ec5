/// The kinds of entities, each by the name of its table, in an order in which an entity comes after those
/// that it names.
///
/// Whatever depends on the kind switches over this list without a default, so that a new kind doesn't
/// compile before it has all of its parts.
package enum Kind: String, CaseIterable, Sendable {
    case timer, rest, exercise
    case logEntry = "log_entry"
    case bodyWeight = "body_weight"
    case reminder, occurrence
    case doNotDisturb = "do_not_disturb"
    case training, preset, program, run
    case runPlan = "run_plan"
    case settings, template, workout
    case workoutSet = "workout_set"
    case pause = "streak_pause"
    case announcement, challenge
}
