import TrackerAPI
import TrackerCore

extension Golden {
    static let occurrence = """
        {"id":"0cc9x2m4q7wd","reminder":"r3m9x2m4q7wd","due_at":"2026-03-02T09:30:00.000+01:00","due_at_ms":1772440200000,\
        "day":"2026-03-02",\
        "fired_at":"2026-03-02T09:30:01.250+01:00","fired_at_ms":1772440201250,"late_by_ms":1250,"state":"answered",\
        "reason":"disabled","follow_ups":[{"at":"2026-03-02T09:35:01.250+01:00","at_ms":1772440501250}],\
        "answer":"log","answered_at":"2026-03-02T09:36:00.000+01:00","answered_at_ms":1772440560000,"response_ms":358750,\
        "late":true,"log":"10g9x2m4q7wd","snoozes":1,"snoozed_until":"2026-03-02T09:40:00.000+01:00","snoozed_until_ms":1772440800000,\
        "expires_at":"2026-03-02T10:00:01.250+01:00","expires_at_ms":1772442001250,\
        "test":true,"name":"move","message":"Up!","exercise":"e7e9x2m4q7wd",\
        "exercise_name":"Push-ups","count":10,"unit":"reps","snooze_ms":300000}
        """
    static let barestOccurrence = """
        {"id":"0cc9x2m4q7wd","reminder":"r3m9x2m4q7wd","due_at":"2026-03-02T09:30:00.000+01:00","due_at_ms":1772440200000,\
        "state":"scheduled","follow_ups":[],"snoozes":0}
        """
    static let reminder = """
        {"id":"r3m9x2m4q7wd","name":"move","message":"Up!","enabled":true,\
        "schedule":{"every":"30m","once":"2026-03-02T18:30","between":"09:00-17:00","days":["mon","fri"],"anchor":"clock"},\
        "exercise":"e7e9x2m4q7wd","exercise_name":"Push-ups","count":10,\
        "follow_up":{"enabled":true,"after_ms":[300000,600000]},"snooze_ms":300000,\
        "missed":"once","grace_ms":600000,"when_idle":"skip","unless_done":true,"break_ms":600000,\
        "next_at":"2026-03-02T10:00:00.000+01:00","next_at_ms":1772442000000,\
        "paused_until":"2026-03-01T17:00:00.000+01:00","paused_until_ms":1772380800000,\
        "next_after_pause_at":"2026-03-01T17:30:00.000+01:00","next_after_pause_at_ms":1772382600000,\
        "off_until":"2026-03-02T09:30:00.000+01:00","off_until_ms":1772440200000,\
        "pending":\(occurrence)}
        """
    static let barestReminder = """
        {"id":"r3m9x2m4q7wd","name":"pills","enabled":false,"schedule":{"at":["08:00","20:00"]},\
        "exercise":"any",\
        "follow_up":{"enabled":false,"after_ms":[]},"snooze_ms":300000,"missed":"skip",\
        "when_idle":"show"}
        """

    private static var fields: ReminderParameters {
        var fields = ReminderParameters()
        fields.schedule = Schedule.Fields(
            every: .text("30m"), at: .list(["08:00", "20:00"]), once: "18:30",
            between: .byDay([.init("mon", "09:00-17:00")]), days: .text("mon-fri"), anchor: .clock)
        fields.message = "Up!"
        fields.exercise = "push-ups"
        fields.count = 10
        fields.followUp = .after([Span(ms: 300_000), Span(ms: 600_000)])
        fields.snooze = Span(ms: 600_000)
        fields.missed = .all
        fields.grace = .span(Span(ms: 900_000))
        fields.whenIdle = .show
        fields.unlessDone = false
        fields.break = .after(Span(ms: 600_000))
        fields.enabled = false
        return fields
    }

    private static let termsJSON = """
        "every":"30m","at":["08:00","20:00"],"once":"18:30","between":{"mon":"09:00-17:00"},"days":"mon-fri",\
        "anchor":"clock","message":"Up!",\
        "exercise":"push-ups","count":10,"follow_up":[300000,600000],"snooze":600000,\
        "missed":"all","grace":900000,"when_idle":"show","unless_done":false,\
        "break":600000,"enabled":false
        """

    static let reminders: [Golden] = [
        Golden(
            all: Params(
                ReminderCreate(name: "move", usual: true, fields),
                "{\"name\":\"move\",\"usual\":true,\(termsJSON)}"),
            fewest: Params(
                ReminderCreate(name: "pills", ReminderParameters()), #"{"name":"pills"}"#),
            responses: reminder, barestReminder),
        Golden(
            all: Params(
                ReminderUpdate(reminder: "move", name: "walk", fields),
                "{\"reminder\":\"move\",\"name\":\"walk\",\(termsJSON)}"),
            fewest: Params(ReminderUpdate(reminder: "move"), #"{"reminder":"move"}"#),
            responses: reminder),
        named(ReminderGet.self, reminder, barestReminder), named(ReminderEnable.self, reminder),
        Golden(
            all: Params(
                ReminderDisable(reminder: "move", until: when("18:00")),
                #"{"reminder":"move","until":"18:00"}"#),
            fewest: Params(ReminderDisable(reminder: "move"), #"{"reminder":"move"}"#),
            responses: barestReminder),
        named(ReminderDelete.self, barestReminder),
        Golden(
            all: Params(
                ReminderEach(action: .delete, reminders: ["drink", "water"]),
                #"{"action":"delete","reminders":["drink","water"]}"#),
            responses: "{\"reminders\":[\(reminder),\(barestReminder)]}"),
        named(ReminderFire.self, occurrence),
        Golden(
            plain: ReminderList(), responses: "{\"reminders\":[\(reminder),\(barestReminder)]}",
            #"{"reminders":[]}"#),
        Golden(
            all: Params(
                ReminderAnswer(
                    reminder: "move", occurrence: "0cc9", action: .log, exercise: "squats",
                    count: 12, seconds: 60, for: Span(ms: 600_000), until: when("15:00")),
                """
                {"reminder":"move","occurrence":"0cc9","action":"log","exercise":"squats",\
                "count":12,"seconds":60,"for":600000,"until":"15:00"}
                """),
            fewest: Params(ReminderAnswer(action: .dismiss), #"{"action":"dismiss"}"#),
            responses: occurrence, barestOccurrence,
            "\(barestOccurrence.dropLast()),\"repeated\":true}"),
        Golden(
            all: Params(
                ReminderUpcoming(
                    reminder: "move", from: when("2026-03-02T09:30:00+01:00"), limit: 10_000),
                #"{"reminder":"move","from":"2026-03-02T09:30:00+01:00","limit":10000}"#),
            fewest: Params(ReminderUpcoming(), "{}"),
            responses: """
                {"upcoming":[{"reminder":"r3m9x2m4q7wd","at":"2026-03-02T09:30:00.000+01:00","at_ms":1772440200000,\
                "name":"move"}]}
                """, #"{"upcoming":[]}"#),
        Golden(
            all: Params(
                OccurrenceList(
                    reminder: "move", from: when("2026-03-01"), to: when("-10m"),
                    state: .expired, limit: 1000),
                """
                {"reminder":"move","from":"2026-03-01","to":"-10m","state":"expired","limit":1000}
                """),
            fewest: Params(OccurrenceList(), "{}"),
            responses: "{\"occurrences\":[\(occurrence),\(barestOccurrence)],\"more\":true}",
            #"{"occurrences":[]}"#),
        Golden(
            all: Params(
                DoNotDisturbSet(for: Span(ms: 3_600_000), until: when("17:00"), off: true),
                #"{"for":3600000,"until":"17:00","off":true}"#),
            fewest: Params(DoNotDisturbSet(), "{}"),
            responses: #"{"until":"2026-03-02T17:00:00.000+01:00","until_ms":1772467200000}"#, "{}"),
    ]

    private static func when(_ text: String) -> When? { GivenTime(text).map(When.init) }

    /// A request with nothing but a reminder's name.
    private static func named<R: ReminderRequest>(_ type: R.Type, _ responses: String...) -> Golden
    {
        var golden = Golden(
            all: Params(R(reminder: "move"), #"{"reminder":"move"}"#))
        golden.responses = responses
        return golden
    }
}
