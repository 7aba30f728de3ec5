import TrackerAPI
import TrackerCore

/// Plans of templates, and the changes of a workout's exercises.
extension Golden {
    private static let members = """
        "id":"p1anaaaaaaaa","name":"5x5","templates":[{"template":"t7aaaaaaaaaa","name":"5x5 A",\
        "exercises":["Back Squat","Bench Press"]},{"template":"t7bbbbbbbbbb","name":"5x5 B",\
        "exercises":[]}],"shared":[{"exercise":"sq7aaaaaaaaa","name":"Back Squat"}],\
        "apart":[{"exercise":"bp7aaaaaaaaa","name":"Bench Press"}]
        """
    private static let plan = "{\(members),\"next\":\"t7bbbbbbbbbb\"}"
    private static let barestPlan = """
        {"id":"p1anaaaaaaaa","name":"5x5","templates":[],"shared":[],"apart":[]}
        """
    static let proposal = """
        {"template":{"id":"t7bbbbbbbbbb","name":"5x5 B","exercises":[]},"why":"turn",\
        "last_at":"2026-02-26T09:00:00.000+01:00","last_at_ms":1772092800000,"plan":"5x5",\
        "plates":[{"exercise":"sq7aaaaaaaaa","load":82.5,"plates":{"per_side":[25,5,1.25],\
        "achieved":82.5,"short_by":0,"unit":"kg","bar":20}}]}
        """

    static let plans: [Golden] = [
        Golden(
            all: Params(
                PlanCreate(name: "5x5", templates: ["5x5 A", "5x5 B"], apart: ["bench"]),
                #"{"name":"5x5","templates":["5x5 A","5x5 B"],"apart":["bench"]}"#),
            fewest: Params(
                PlanCreate(name: "5x5", templates: []), #"{"name":"5x5","templates":[]}"#),
            responses: "{\(members)}", barestPlan),
        Golden(
            all: Params(
                PlanUpdate(plan: "5x5", name: "five", templates: ["5x5 B"], apart: []),
                #"{"plan":"5x5","name":"five","templates":["5x5 B"],"apart":[]}"#),
            fewest: Params(PlanUpdate(plan: "5x5"), #"{"plan":"5x5"}"#),
            responses: "{\(members)}"),
        Golden(
            plain: PlanList(), responses: "{\"plans\":[\(plan),\(barestPlan)]}",
            #"{"plans":[]}"#),
        Golden(
            all: Params(PlanGet(plan: "5x5"), #"{"plan":"5x5"}"#), responses: plan, barestPlan),
        Golden(
            all: Params(PlanNext(plan: "5x5"), #"{"plan":"5x5"}"#),
            fewest: Params(PlanNext(), "{}"), responses: proposal,
            #"{"why":"none","plan":"5x5"}"#),
        Golden(
            all: Params(PlanDelete(plan: "5x5"), #"{"plan":"5x5"}"#),
            responses: "{\(members)}"),
        Golden(
            all: Params(
                WorkoutSwap(exercise: "bench", with: "db bench", block: 2, workout: "w9rk"),
                #"{"exercise":"bench","with":"db bench","block":2,"workout":"w9rk"}"#),
            fewest: Params(
                WorkoutSwap(exercise: "bench", with: "dips"),
                #"{"exercise":"bench","with":"dips"}"#), responses: workout),
        Golden(
            all: Params(
                WorkoutMove(exercise: "squat", position: 1, block: 2, workout: "w9rk"),
                #"{"exercise":"squat","position":1,"block":2,"workout":"w9rk"}"#),
            fewest: Params(
                WorkoutMove(exercise: "squat", position: 1),
                #"{"exercise":"squat","position":1}"#), responses: workout),
    ]
}
