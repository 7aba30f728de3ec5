import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Samples of progress as it comes over the wire.
enum ProgressSample {
    /// A week on its Wednesday at 15:00.
    static let week = """
        {"period":"week","from":"2026-03-09","to":"2026-03-15","running":true,"seq":812,\
        "compared_with":{"from":"2026-03-02T04:00:00.000+01:00",\
        "to":"2026-03-04T15:00:00.000+01:00","whole_to":"2026-03-08"},\
        "parts":[],\
        "totals":[{"exercise":"p9bbbbbbbbbb","name":"Push-ups","count":180,"unit":"reps",\
        "before":161,"before_whole":240,"change":12,"trend":"up","per_day":60,\
        "per_active_day":60.04,"parts":[]},\
        {"exercise":"p7aaaaaaaaaa","name":"Plank\\u001b","count":250,\
        "unit":"seconds","before":0,"before_whole":90,"trend":"new","per_day":83.4,\
        "per_active_day":125,"parts":[]},{"exercise":"s1cccccccccc","name":"Squats","count":0,\
        "unit":"reps","before":20,"before_whole":20,"change":-100,"trend":"down","per_day":0,\
        "per_active_day":0,"parts":[]}],\
        "days":[{"day":"2026-03-09","state":"done","efforts":6,"reps":80,"seconds":90,"volume":0},\
        {"day":"2026-03-10","state":"frozen","efforts":0,"reps":0,"seconds":0,"volume":0},\
        {"day":"2026-03-11","state":"done","efforts":9,"reps":100,"seconds":160,"volume":4250}],\
        "active":{"done":2,"of":3},\
        "reminders":\(responses),\
        "hours":[{"hour":9,"answered":10,"decided":10},{"hour":11,"answered":8,"decided":12}],\
        "streak":{"length":12,"best":21,"tokens":1,"done":2,"frozen":1,"missed":0},\
        "training":{"sessions":2,"reached":1,"seconds":250,"reps":0},\
        "strength":{"volume":4250.5,"unit":"kg","sets":12,"records":2},\
        "achievements":[{"id":"first-steps","tier":"bronze","name":"First Steps",\
        "earned_at":"2026-03-09T09:00:00.000+01:00"}],\
        "challenges":[{"kind":"daily","text":"35 Push-ups today",\
        "completed_at":"2026-03-09T12:00:00.000+01:00"},\
        {"kind":"weekly","text":"4 days of effort"}]}
        """
    static let responses = """
        {"decided":22,"answered":18,"dismissed":3,"ignored":1,\
        "not_counted":{"test":2,"no_chance":1},"open":1,"answer_rate":0.818,"median_ms":21000,\
        "p90_ms":140000,"rescued":0.1111,"before":{"answer_rate":0.77,"points":5}}
        """
    /// A report without anything to tell.
    static func bare(
        _ period: String, from: String, to: String, running: Bool = false, before: String,
        more: String = ""
    ) -> String {
        """
        {"period":"\(period)","from":"\(from)","to":"\(to)","running":\(running),"seq":812,\
        "compared_with":\(before),"totals":[],"days":[],"parts":[],"active":{"done":0,"of":0},\
        "reminders":{"decided":0,"answered":0,"dismissed":0,"ignored":0,"not_counted":{},\
        "open":0},"hours":[]\(more)}
        """
    }

    static let timeline = """
        {"day":"2026-03-02","rows":[{"reminder":"r3m9x2m4q7wd","name":"stand","marks":[\
        {"at":"2026-03-02T09:00:00.000+01:00","kind":"fired"},\
        {"at":"2026-03-02T09:00:40.000+01:00","kind":"answered"},\
        {"at":"2026-03-02T11:00:00.000+01:00","kind":"fired"},\
        {"at":"2026-03-02T11:05:00.000+01:00","kind":"follow_up"},\
        {"at":"2026-03-02T11:30:00.000+01:00","kind":"expired","reason":"next_fired"},\
        {"at":"2026-03-02T12:00:00.000+01:00","kind":"suppressed","reason":"do_not_disturb"},\
        {"at":"2026-03-02T13:00:00.000+01:00","kind":"fired","test":true},\
        {"at":"2026-03-02T13:01:00.000+01:00","kind":"dismissed"}]},\
        {"reminder":"r3maaaaaaaaa","name":"pills\\u001b[31m","marks":[\
        {"at":"2026-03-02T20:00:00.000+01:00","kind":"fired"},\
        {"at":"2026-03-02T20:01:00.000+01:00","kind":"snoozed"},\
        {"at":"2026-03-03T00:10:00.000+01:00","kind":"teleported"}]}],\
        "efforts":[{"at":"2026-03-02T09:00:40.000+01:00","exercise":"p9bbbbbbbbbb",\
        "name":"Push-ups","count":20,"unit":"reps","kind":"answer","occurrence":"0cc9x2m4q7wd"},\
        {"at":"2026-03-02T11:20:00.000+01:00","name":"Plank","count":90,"unit":"seconds",\
        "kind":"prompted"},\
        {"at":"2026-03-02T16:00:00.000+01:00","name":"Squats","count":1,"unit":"reps",\
        "kind":"own"}]}
        """

    static let answers = """
        {"decided":22,"answered":18,"dismissed":3,"ignored":1,"not_counted":{"test":2},"open":0,\
        "answer_rate":0.818,"median_ms":21000,"p90_ms":140000,"rescued":0,\
        "percentiles":{"p25":12000,"p50":21000,"p75":75000,"p90":140000},\
        "hours":[{"hour":9,"answered":2,"decided":2,"rate":1,"few":true},\
        {"hour":10,"answered":0,"decided":0,"few":true},\
        {"hour":11,"answered":16,"decided":20,"rate":0.8,"few":false}],\
        "weekdays":[{"weekday":"mon","answered":18,"decided":22,"rate":0.818,"few":false}],\
        "best":{"hour":11,"answered":18,"decided":22,"rate":0.82,"few":false},\
        "worst":{"hour":16,"answered":4,"decided":20,"rate":0.2,"few":false},\
        "suggestion":{"reminder":"r3m9x2m4q7wd","text":"Last 28 days: 18 of 22 answered at 11:00 \
        (82 %), 4 of 20 at 16:00 (20 %). To leave 16:00 out:",\
        "command":"trackerctl remind edit stand --between 09:00-15:59"}}
        """

    static func streak(
        _ length: Int, best: Int, next: Int? = 2, today: String = "open", weeks: Int = 3
    ) -> String {
        """
        {"length":\(length),"best":\(best),"tokens":1,\
        \(next.map { "\"next_token_in\":\($0)," } ?? "")"today":"\(today)","weeks":\(weeks),\
        "days":[]}
        """
    }

    static func achievement(
        _ id: String, _ name: String, _ tier: String, _ category: String, _ value: Int,
        of threshold: Int, earned: String? = nil, more: String = ""
    ) -> String {
        """
        {"id":"\(id)","tier":"\(tier)","name":"\(name)","text":"Log \(threshold) efforts.",\
        "category":"\(category)","threshold":\(threshold),"value":\(value),\
        "progress":\(min(value, threshold)),"held":\(earned != nil)\
        \(earned.map { ",\"earned_at\":\"\($0)\"" } ?? "")\(more)}
        """
    }
    static let firstSteps = achievement(
        "first-steps", "First Steps", "bronze", "milestone", 7, of: 1,
        earned: "2026-03-01T09:00:00.000+01:00", more: #","icon":"🌱""#)
    static let firstSilver = achievement(
        "first-steps", "First Steps", "silver", "milestone", 7, of: 50)
    static let volume = achievement(
        "tonnage", "A Tonnage\\u001b", "bronze", "volume", 999, of: 1000)

    static let level = """
        {"level":5,"xp":740,"next_at":1000,"today":34,\
        "by":{"days":500,"achievements":200,"challenges":40}}
        """

    static func challenge(
        _ kind: String, _ text: String, _ value: Int, of target: Int, completed: String? = nil
    ) -> String {
        """
        {"kind":"\(kind)","key":"\(kind)/2026-03-01/0","template":"push-ups-today",\
        "text":"\(text)","target":\(target),"value":\(value)\
        \(completed.map { ",\"completed_at\":\"\($0)\"" } ?? ""),"from":"2026-03-01",\
        "to":"2026-03-01","swapped":false}
        """
    }
    static let daily = challenge("daily", "35 Push-ups today", 20, of: 35)
    static let weekly = challenge(
        "weekly", "4 days of effort", 4, of: 4, completed: "2026-03-01T08:00:00.000+01:00")
}

extension Style {
    /// The style on another day.
    func on(_ day: String) -> Style {
        var style = self
        style.today = { day }
        return style
    }
}
