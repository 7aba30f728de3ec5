import TrackerAPI
import TrackerCore

/// A person's own goals.
extension Golden {
    private static let plan = """
        "id":"g0a1aaaaaaaa","name":"Daily Push-ups","measure":"exercise","exercise":"pu7aaaaaaaaa",\
        "exercise_name":"Push-ups","unit":"reps","target":50,"period":"daily"
        """
    static let goal = """
        {\(plan),"progress":{"from":"2026-03-02","to":"2026-03-02","value":12,"state":"open",\
        "streak":4,"score":0.214}}
        """
    /// An event has no progress, and `status` no score.
    static let barestGoal = """
        {"id":"g0a2aaaaaaaa","name":"gym","measure":"workouts","target":3,"period":"weekly"}
        """
    private static let shortGoal = """
        {\(plan),"progress":{"from":"2026-03-02","to":"2026-03-02","value":0,"state":"rest",\
        "streak":0}}
        """
    private static let details = """
        {"goal":\(goal),"periods":[{"from":"2026-03-01","to":"2026-03-01","value":50,"target":40,\
        "state":"met"},{"from":"2026-03-02","to":"2026-03-02","value":12,"target":50,\
        "state":"open"}],"scores":[{"day":"2026-03-01","score":0.5},\
        {"day":"2026-03-02","score":0.214}]}
        """

    static let goals: [Golden] = [
        Golden(
            all: Params(
                GoalAdd(
                    exercise: "push-ups", measure: .exercise, count: 50, seconds: 300,
                    period: .daily, name: "floor"),
                #"{"exercise":"push-ups","measure":"exercise","count":50,"seconds":300,"#
                    + #""period":"daily","name":"floor"}"#),
            fewest: Params(GoalAdd(), "{}"), responses: goal, barestGoal),
        Golden(
            all: Params(
                GoalUpdate(goal: "floor", count: 60, seconds: 300, name: "push-ups"),
                #"{"goal":"floor","count":60,"seconds":300,"name":"push-ups"}"#),
            fewest: Params(GoalUpdate(goal: "floor"), #"{"goal":"floor"}"#),
            responses: goal, shortGoal),
        Golden(
            plain: GoalList(), responses: "{\"goals\":[\(goal),\(barestGoal)]}",
            #"{"goals":[]}"#),
        Golden(
            all: Params(GoalGet(goal: "floor"), #"{"goal":"floor"}"#), responses: details,
            "{\"goal\":\(barestGoal),\"periods\":[],\"scores\":[]}"),
        Golden(
            all: Params(GoalDelete(goal: "floor"), #"{"goal":"floor"}"#),
            responses: barestGoal, goal),
    ]
}
