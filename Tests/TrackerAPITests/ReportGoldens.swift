import TrackerAPI
import TrackerCore

/// Reports, the timeline of a day, and how reminders were answered.
extension Golden {
    private static let day = GivenTime("2026-03-04").map(When.init)
    private static let ago = GivenTime("-10m").map(When.init)

    private static let comparison = """
        "compared_with":{"from":"2026-02-23T04:00:00.000+01:00","from_ms":1771815600000,\
        "to":"2026-02-25T15:00:00.000+01:00","to_ms":1772028000000,"whole_to":"2026-03-01"}
        """
    private static let totals = """
        "totals":[{"exercise":"sq7a00000001","name":"Squats","unit":"reps","count":120,\
        "before":90,"before_whole":150,"change":33,"trend":"up","per_day":40,\
        "per_active_day":40.5,"parts":[60,60,0]},{"exercise":"p1ank0000001","name":"Plank","unit":"seconds",\
        "count":60,"before":0,"trend":"new","per_day":20,"per_active_day":20,\
        "parts":[60,0,0]}]
        """
    private static let days = """
        "days":[{"day":"2026-03-02","state":"done","efforts":4,"reps":120,"seconds":60,\
        "volume":1600.5,"focus":{"runs":1,"seconds":6000,"rounds":4}}],\
        "parts":["2026-03-02","2026-03-03","2026-03-04"]
        """
    private static let answers = """
        "decided":10,"answered":6,"late":2,"dismissed":1,"ignored":3,\
        "not_counted":{"do_not_disturb":2,"no_chance":1,"test":3},"open":1,"answer_rate":0.6,\
        "median_ms":21000,"p90_ms":140000,"rescued":0.5
        """
    private static let fewestAnswers = """
        "decided":0,"answered":0,"dismissed":0,"ignored":0,"not_counted":{},"open":0
        """
    private static let report = """
        {"period":"week","from":"2026-03-02","to":"2026-03-08","running":true,"seq":812,\
        \(comparison),\(totals),\(days),"active":{"done":1,"of":3},\
        "reminders":{\(answers),"before":{"answer_rate":0.8,"points":-20}},\
        "hours":[{"hour":9,"answered":6,"decided":10}],\
        "streak":{"length":8,"best":21,"tokens":1,"done":1,"frozen":1,"missed":1},\
        "training":{"sessions":2,"reached":1,"seconds":90,"reps":40},\
        "strength":{"volume":1600.5,"unit":"kg","sets":4,"records":3,"workouts":1,\
        "before":{"volume":1500,"sets":3,"workouts":2},\
        "lifts":[{"exercise":"sq7a00000001","name":"Squats","value":116.5,"before":110}]},\
        "focus":{"runs":1,"seconds":6000,"rounds":4},\
        "achievements":[{"id":"first-steps","tier":"bronze","name":"First Steps",\
        "earned_at":"2026-03-02T09:30:00.000+01:00","earned_at_ms":1772440200000}],\
        "challenges":[{"kind":"daily","text":"40 Squats today",\
        "completed_at":"2026-03-02T09:30:00.000+01:00","completed_at_ms":1772440200000},\
        {"kind":"weekly","text":"4 days this week"}],\
        "goals":[{"goal":\(barestGoal),"met":2,"of":3,"value":1,"target":3}]}
        """
    private static let fewest = """
        {"period":"day","from":"2026-03-02","to":"2026-03-02","running":false,"seq":0,\
        "compared_with":{"from":"2026-03-01","to":"2026-03-01"},"totals":[],"days":[],\
        "parts":[],"active":{"done":0,"of":0},"reminders":{\(fewestAnswers),"before":{}},"hours":[]}
        """
    private static let timeline = """
        {"day":"2026-03-02","rows":[{"reminder":"r3m9x2m4q7wd","name":"stand","marks":[\
        {"at":"2026-03-02T09:30:00.000+01:00","at_ms":1772440200000,"kind":"fired"},\
        {"at":"2026-03-02T09:35:00.000+01:00","at_ms":1772440500000,"kind":"follow_up"},\
        {"at":"2026-03-02T10:00:00.000+01:00","at_ms":1772442000000,"kind":"expired","reason":"disabled","test":true}]}],\
        "efforts":[{"at":"2026-03-02T09:36:00.000+01:00","at_ms":1772440560000,"exercise":"sq7a00000001",\
        "name":"Squats","count":15,"unit":"reps","kind":"prompted",\
        "occurrence":"0cc9x2m4q7wd"},{"at":"2026-03-02T12:00:00.000+01:00","at_ms":1772449200000,"name":"Training",\
        "count":40,"unit":"seconds","kind":"own"}],\
        "breaks":[{"from":"2026-03-02T11:00:00.000+01:00","from_ms":1772445600000,\
        "until":"2026-03-02T11:20:00.000+01:00","until_ms":1772446800000,"reason":"locked"}],\
        "runs":[{"at":"2026-03-02T14:00:00.000+01:00","at_ms":1772456400000,"id":"r7naaaaaaaaa",\
        "name":"Pomodoro","seconds":6000,"rounds":4}]}
        """
    private static let hour = #"{"hour":9,"answered":5,"decided":6,"rate":0.75,"few":false}"#
    private static let responses = """
        {\(answers),\
        "percentiles":{"p25":12000,"p50":21000,"p75":75000,"p90":140000,"p95":600000},\
        "hours":[\(hour),{"hour":16,"answered":0,"decided":0,"few":true}],\
        "weekdays":[{"weekday":"mon","answered":6,"decided":10,"rate":0.6,"few":false}],\
        "best":\(hour),"worst":\(hour),"suggestion":{"reminder":"r3m9x2m4q7wd",\
        "text":"Last 28 days: 18 of 22 answered at 11:00 (82 %), 4 of 20 at 16:00 (20 %). \
        To leave 16:00 out: trackerctl remind edit stand --between 09:00-15:59",\
        "command":"trackerctl remind edit stand --between 09:00-15:59"}}
        """
    private static let fewestResponses = """
        {\(fewestAnswers),"percentiles":{},"hours":[],"weekdays":[]}
        """

    static var reports: [Golden] {
        guard let day, let ago else { return [] }
        return [
            Golden(
                all: Params(
                    ReportGet(period: .init(.week), date: day, asOf: ago),
                    #"{"period":"week","date":"2026-03-04","as_of":"-10m"}"#),
                fewest: Params(ReportGet(period: .init(.day)), #"{"period":"day"}"#),
                responses: report, fewest),
            Golden(
                all: Params(TimelineGet(date: day), #"{"date":"2026-03-04"}"#),
                fewest: Params(TimelineGet(), "{}"), responses: timeline,
                #"{"day":"2026-03-02","rows":[],"efforts":[]}"#),
            Golden(
                all: Params(
                    ResponseGet(from: day, to: ago, reminder: "stand"),
                    #"{"from":"2026-03-04","to":"-10m","reminder":"stand"}"#),
                fewest: Params(ResponseGet(), "{}"), responses: responses, fewestResponses),
        ]
    }
}
