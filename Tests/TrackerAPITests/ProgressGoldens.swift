import TrackerAPI
import TrackerCore

/// The streak, achievements, levels and challenges.
extension Golden {
    private static let first = GivenTime("2026-03-02").map(When.init)
    private static let last = GivenTime("2026-03-08").map(When.init)

    private static let streak = """
        {"length":8,"best":21,"tokens":1,"next_token_in":6,"today":"open","weeks":2,\
        "days":[{"day":"2026-03-10","state":"done","length":8,"tokens":1},\
        {"day":"2026-03-11","state":"open","length":8,"tokens":1}]}
        """
    /// No further token can be held.
    private static let fewestDays = """
        {"length":0,"best":0,"tokens":2,"today":"rest","weeks":0,"days":[]}
        """
    private static let streakOfOne = """
        {"length":1,"best":3,"tokens":0,"next_token_in":6,"today":"done","weeks":1,\
        "exercise":"pu7aaaaaaaaa","name":"Push-ups",\
        "days":[{"day":"2026-03-10","state":"done","length":1,"tokens":0,"efforts":4}]}
        """
    private static let pauses = #"{"pauses":[{"from":"2026-03-02","until":"2026-03-08"}]}"#
    private static let achievements = """
        {"achievements":[{"id":"first-steps","tier":"bronze","name":"First Steps",\
        "text":"Log 1 effort.","icon":"👣","category":"milestone","threshold":1,"value":12,\
        "progress":1,"held":true,"earned_at":"2026-03-02T09:30:00.000+01:00","earned_at_ms":1772440200000,"again":true},\
        {"id":"first-steps","tier":"silver","name":"First Steps","text":"Log 100 efforts.",\
        "category":"milestone","threshold":100,"value":12,"progress":12,"held":false}]}
        """
    private static let level = """
        {"level":5,"xp":740,"next_at":1000,"today":34,\
        "by":{"days":620,"achievements":100,"challenges":20}}
        """
    private static let daily = """
        {"kind":"daily","key":"daily/2026-03-02/1","template":"reps","text":"35 Push-ups today",\
        "target":35,"value":40,"completed_at":"2026-03-02T09:30:00.000+01:00","completed_at_ms":1772440200000,\
        "from":"2026-03-02","to":"2026-03-02","swapped":true}
        """
    private static let weekly = """
        {"kind":"weekly","key":"weekly/2026-W10/0","template":"days","text":"4 days this week",\
        "target":4,"value":2,"from":"2026-03-02","to":"2026-03-08","swapped":false}
        """
    private static let rows = """
        {"rows":[{"seq":812,"entity":"log_entry","id":"k3v9x2m4q7wd",\
        "text":"2026-03-02 09:30: 40 Push-ups"},\
        {"seq":0,"entity":"day","id":"2026-03-02","text":"done: 8 days"}]}
        """

    static var streaks: [Golden] {
        guard let first, let last else { return [] }
        return [
            Golden(
                all: Params(
                    StreakGet(from: first, to: last, exercise: "push-ups"),
                    #"{"from":"2026-03-02","to":"2026-03-08","exercise":"push-ups"}"#),
                fewest: Params(StreakGet(), "{}"),
                responses: streak, fewestDays, streakOfOne),
            Golden(
                all: Params(
                    StreakPause(from: first, until: last),
                    #"{"from":"2026-03-02","until":"2026-03-08"}"#),
                fewest: Params(StreakPause(until: last), #"{"until":"2026-03-08"}"#),
                responses: pauses),
            Golden(plain: StreakResume(), responses: pauses, #"{"pauses":[]}"#),
            Golden(
                all: Params(
                    AchievementList(category: .milestone, held: true),
                    #"{"category":"milestone","held":true}"#),
                fewest: Params(AchievementList(), "{}"),
                responses: achievements, #"{"achievements":[]}"#),
            Golden(plain: LevelGet(), responses: level),
            Golden(
                plain: ChallengeList(), responses: "{\"challenges\":[\(daily),\(weekly)]}",
                #"{"challenges":[]}"#),
            Golden(
                all: Params(ChallengeSwap(kind: .daily), #"{"kind":"daily"}"#),
                responses: daily, weekly),
            Golden(
                all: Params(
                    ProgressExplain(what: "achievement:first-steps"),
                    #"{"what":"achievement:first-steps"}"#),
                responses: rows, #"{"rows":[]}"#),
        ]
    }
}
