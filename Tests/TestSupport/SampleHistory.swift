/// Requests that make some of every kind of thing that is kept, live and past, and requests that ask for all
/// of it.
package enum SampleHistory {
    package typealias Line = (method: String, params: String)

    /// At first.
    package static let past: [Line] = [
        ("exercise.create", #"{"name":"Squats","unit":"reps"}"#),
        ("exercise.create", #"{"name":"Front Squats","unit":"reps","variant_of":"squats"}"#),
        ("exercise.create", #"{"name":"Curls","unit":"reps","pair":true,"steps":[5,12.5]}"#),
        ("exercise.create", #"{"name":"Rows","unit":"reps","load_unit":"lb","bar":15}"#),
        ("exercise.create", #"{"name":"Plank","unit":"seconds"}"#),
        ("timer.start", #"{"duration":"1m","name":"egg"}"#), ("stopwatch.start", "{}"),
        ("stopwatch.lap", #"{"timer":"last"}"#),
        ("log.add", #"{"exercise":"squats","count":5,"note":"\"heavy\",\nand 💪"}"#),
        ("reminder.create", #"{"name":"old","every":"1h","exercise":"squats"}"#),
        (
            "preset.save",
            #"{"name":"Holds","mode":"time","target":60,"exercise":"plank","rest":"1m"}"#
        ),
        (
            "program.create",
            """
            {"name":"Short","intervals":[{"repeat":2,"intervals":[{"label":"Go","duration":"20s"}]}]}
            """
        ), ("run.start", #"{"program":"Short"}"#),
        (
            "template.create",
            """
            {"name":"Legs","days_per_week":2,"rest":"2m","exercises":[{"exercise":"squats",\
            "sets":3,"reps":5,"load":100.5,"superset":"A"}]}
            """
        ), ("workout.start", #"{"template":"Legs"}"#),
        ("set.log", #"{"exercise":"squats","reps":5,"load":102.5,"rpe":8.5,"note":"deep"}"#),
        ("set.log", #"{"exercise":"squats","reps":5,"load":0.1,"unit":"lb","type":"drop"}"#),
        ("workout.finish", "{}"),
        ("settings.set", #"{"unit":"lb","bar":45,"day_starts_at":"04:00"}"#),
        ("weight.log", #"{"weight":180.25,"unit":"lb","at":"-1h"}"#),
        ("measurement.log", #"{"what":"waist","value":84.5,"unit":"cm","at":"-1h"}"#),
        ("measurement.log", #"{"what":"mood","value":7,"at":"-2h"}"#),
        ("max.log", #"{"exercise":"squats","load":142.5,"at":"-1h"}"#),
        ("streak.pause", #"{"until":"2026-03-03"}"#),
        ("goal.add", #"{"exercise":"squats","count":50,"name":"Daily squats"}"#),
        ("goal.add", #"{"measure":"workouts","count":3,"period":"weekly"}"#),
        ("plan.create", #"{"name":"Week","templates":["Legs"]}"#),
    ]

    /// An hour and a half after `past`.
    package static let between: [Line] = [
        ("reminder.fire", #"{"reminder":"old"}"#),
        ("reminder.answer", #"{"reminder":"old","action":"dismiss"}"#),
        ("reminder.delete", #"{"reminder":"old"}"#),
    ]

    /// Half an hour after `between`.
    package static let present: [Line] = [
        ("reminder.create", #"{"name":"move","every":"1h","exercise":"squats"}"#),
        ("timer.start", #"{"duration":"25m","name":"tea"}"#),
        ("run.start", #"{"program":"Short"}"#),
        ("training.start", #"{"preset":"Holds"}"#),
        ("workout.start", #"{"repeat":"last"}"#),
        ("do_not_disturb.set", #"{"for":"2h"}"#),
    ]

    /// Rows of more states, beside those of `present`: a hold that is over, a snoozed reminder, sets of
    /// seconds and of metres.
    package static let more: [Line] = [
        ("training.bail", "{}"), ("training.pause", "{}"),
        ("reminder.fire", #"{"reminder":"move"}"#),
        ("reminder.answer", #"{"reminder":"move","action":"snooze"}"#),
        (
            "reminder.create",
            #"{"name":"pills","at":"08:00,20:00","days":"daily","count":5,"exercise":"any"}"#
        ),
        ("reminder.fire", #"{"reminder":"pills"}"#),
        ("timer.pause", #"{"timer":"tea"}"#),
        ("set.log", #"{"exercise":"plank","seconds":30.5,"load_mode":"bodyweight"}"#),
        ("set.log", #"{"exercise":"front squats","distance_m":12.5,"load":5,"rir":2}"#),
        ("log.add", #"{"exercise":"plank","count":60,"at":"-1m"}"#),
    ]

    private static let days = ["1970-01-01", "2026-02-28", "2026-03-01", "9999-12-31"]

    /// Every method that only reads, with parameters that cover all of the history.
    package static let readings: [Line] =
        [
            "hello", "rpc.discover", "status", "sync.status", "config.get", "timer.list",
            "rest.get",
            "exercise.list", "log.list",
            "reminder.list", "reminder.upcoming", "occurrence.list", "training.get",
            "training.list", "preset.list", "program.list", "run.get", "run.list",
            "template.list", "plan.list", "workout.propose", "workout.get", "workout.list",
            "set.next",
            "weight.list", "measurement.list", "max.list", "record.list", "volume.list",
            "response.get",
            "streak.get",
            "achievement.list", "level.get", "challenge.list", "settings.get",
            "goal.list", "journal.undoable", "journal.verify",
        ].map { ($0, "{}") } + [
            ("events.list", #"{"limit":1000}"#),
            ("timer.get", #"{"timer":"tea"}"#), ("timer.get", #"{"timer":"egg"}"#),
            ("timer.list", #"{"all":true}"#),
            ("reminder.get", #"{"reminder":"move"}"#), ("reminder.get", #"{"reminder":"pills"}"#),
            ("reminder.upcoming", #"{"limit":100}"#),
            ("program.get", #"{"program":"Short"}"#),
            ("template.get", #"{"template":"Legs"}"#),
            ("plan.get", #"{"plan":"Week"}"#), ("plan.next", #"{"plan":"Week"}"#),
            ("exercise.progress", #"{"exercise":"squats"}"#),
            ("exercise.progress", #"{"exercise":"plank"}"#),
            ("exercise.progress", #"{"exercise":"front squats"}"#),
            ("one_rep_max.estimate", #"{"load":100,"reps":5}"#),
            ("plates.calculate", #"{"load":100}"#),
            ("goal.get", #"{"goal":"squats"}"#), ("goal.get", #"{"goal":"weekly workouts"}"#),
            ("progress.explain", #"{"what":"level"}"#),
            ("progress.explain", #"{"what":"streak"}"#),
            ("progress.explain", #"{"what":"achievement:first"}"#),
            ("progress.explain", #"{"what":"challenge:weekly/2026-W09/0"}"#),
            ("calendar.month", #"{"month":"1970-01"}"#),
            ("calendar.month", #"{"month":"2026-03"}"#),
            ("calendar.month", #"{"month":"9999-12"}"#),
            ("report.get", #"{"period":"week","as_of":"2026-03-01T09:00:00Z"}"#),
            ("log.list", #"{"from":"1970-01-01","to":"9999-12-31"}"#),
            ("workout.list", #"{"from":"1970-01-01","to":"9999-12-31"}"#),
            ("occurrence.list", #"{"from":"1970-01-01","to":"9999-12-31"}"#),
            ("streak.get", #"{"from":"1970-01-01","to":"9999-12-31"}"#),
        ]
        + ["squats", "front squats", "plank"].flatMap { name in
            ["exercise.get", "exercise.history", "record.list", "set.next"].map {
                ($0, "{\"exercise\":\"\(name)\"}")
            }
        }
        + days.flatMap { day in
            [("timeline.get", "{\"date\":\"\(day)\"}")]
                + ["day", "week", "month", "year"].map {
                    ("report.get", "{\"period\":\"\($0)\",\"date\":\"\(day)\"}")
                }
                + ["response.get", "volume.list"].map {
                    ($0, "{\"from\":\"\(day)\",\"to\":\"\(day)\"}")
                }
        }
        + exports

    private static let exports: [Line] = [
        ("all", "json"), ("sets", "csv"), ("workouts", "csv"), ("log", "csv"), ("log", "json"),
    ].map { ("export", "{\"what\":\"\($0)\",\"format\":\"\($1)\"}") }

    /// Requests that go on from what is there: each counts on, ends or takes back something.
    package static let moves: [Line] = [
        ("streak.pause", #"{"until":"2026-03-05"}"#), ("streak.resume", "{}"),
        ("timer.extend", #"{"timer":"tea","by":"1m"}"#), ("timer.resume", #"{"timer":"tea"}"#),
        ("timer.pause", #"{"timer":"tea"}"#), ("timer.restart", #"{"timer":"egg"}"#),
        ("timer.start", #"{"duration":"5m"}"#), ("stopwatch.start", #"{"name":"race"}"#),
        ("stopwatch.lap", #"{"timer":"race"}"#),
        ("log.add", #"{"exercise":"squats","count":5}"#),
        ("log.update", #"{"entry":"last","count":7}"#),
        ("reminder.fire", #"{"reminder":"move"}"#),
        ("reminder.answer", #"{"reminder":"move","action":"snooze"}"#),
        ("reminder.answer", #"{"reminder":"move","action":"log"}"#),
        ("reminder.answer", #"{"reminder":"pills","action":"snooze"}"#),
        ("reminder.create", #"{"name":"new","every":"1h"}"#),
        ("training.resume", "{}"), ("training.skip_rest", "{}"), ("training.bail", "{}"),
        ("training.undo", "{}"), ("training.stop", "{}"),
        ("training.start", #"{"preset":"Holds"}"#),
        ("run.pause", "{}"), ("run.resume", "{}"), ("run.extend", #"{"by":"1m"}"#),
        ("run.skip", "{}"), ("run.back", "{}"), ("run.stop", "{}"),
        ("run.start", #"{"program":"Short"}"#),
        ("workout.add_exercise", #"{"exercise":"squats"}"#),
        ("workout.add_exercise", #"{"exercise":"squats","again":true}"#),
        ("set.log", #"{"exercise":"squats","reps":3,"load":50}"#),
        ("set.log", #"{"exercise":"plank","seconds":20,"load_mode":"bodyweight"}"#),
        ("set.update", #"{"set":"last","rpe":8}"#),
        ("rest.extend", #"{"by":"30s"}"#), ("rest.pause", "{}"), ("rest.skip", "{}"),
        ("rest.start", #"{"duration":"1m"}"#),
        ("workout.finish", "{}"), ("workout.start", #"{"template":"Legs"}"#),
        ("weight.log", #"{"weight":80,"unit":"kg"}"#),
        ("measurement.log", #"{"what":"Waist","value":33,"unit":"in"}"#),
        ("max.log", #"{"exercise":"squats","load":315,"unit":"lb"}"#),
        ("challenge.swap", #"{"kind":"weekly"}"#),
        ("goal.update", #"{"goal":"squats","count":60}"#),
        ("plan.update", #"{"plan":"Week","apart":["squats"]}"#),
        ("settings.set", #"{"day_starts_at":"05:00"}"#),
        ("journal.undo", "{}"), ("journal.redo", "{}"),
    ]
}
