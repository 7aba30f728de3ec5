/// Command lines about workouts, and the requests that they send.
enum StrengthRequests {
    static let all: [(line: String, method: String, params: String)] = sets + workouts + others

    private static let sets: [(line: String, method: String, params: String)] = [
        (
            "set edit last 6x100", "set.update",
            """
            {"load":100,"load_mode":"external","reps":6,"seconds":false,"set":"last","typed":true}
            """
        ),
        ("set edit last 2.1km", "set.update", #"{"distance_m":2100,"set":"last"}"#),
        ("set edit last 6", "set.update", #"{"reps":6,"seconds":false,"set":"last"}"#),
        (
            "set update k3v9 1m30sx+20lb@rir2", "set.update",
            """
            {"load":20,"load_mode":"bodyweight","reps":false,"rir":2,"seconds":90,"set":"k3v9",\
            "typed":true,"unit":"lb"}
            """
        ),
        (
            "set edit k3v9 --rpe no --rir 3 --distance 2.5km --failure --unit lb --drop-of s2"
                + " --exercise dips --note x --at -10m", "set.update",
            """
            {"at":"-10m","distance_m":2500,"drop_of":"s2","exercise":"dips","note":"x","rir":3,\
            "rpe":false,"set":"k3v9","type":"failure","unit":"lb"}
            """
        ),
        (
            "set edit last 12 --no-load --distance no", "set.update",
            """
            {"distance_m":false,"load":false,"load_mode":"bodyweight","reps":12,"seconds":false,\
            "set":"last"}
            """
        ),
        ("set edit last --rpe 8,5", "set.update", #"{"rpe":8.5,"set":"last"}"#),
        ("set next bench press", "set.next", #"{"exercise":"bench press"}"#),
        ("set next", "set.next", "{}"), ("set next -w w7", "set.next", #"{"workout":"w7"}"#),
        ("set rm last", "set.delete", #"{"set":"last"}"#),
        ("set delete k3v9", "set.delete", #"{"set":"k3v9"}"#),
    ]

    private static let workouts: [(line: String, method: String, params: String)] = [
        ("workout start", "workout.start", "{}"),
        ("workout start leg day", "workout.start", #"{"named":"leg day"}"#),
        ("workout start push --name x", "workout.start", #"{"name":"x","template":"push"}"#),
        (
            "workout start --name light --at -10m", "workout.start",
            #"{"at":"-10m","name":"light"}"#
        ),
        ("workout repeat", "workout.start", #"{"repeat":"last"}"#),
        (
            "workout repeat w7 --name x --at 2026-03-01T10:15", "workout.start",
            #"{"at":"2026-03-01T10:15","name":"x","repeat":"w7"}"#
        ),
        ("workout get", "workout.get", "{}"),
        ("workout show w7", "workout.get", #"{"workout":"w7"}"#),
        (
            "workout add overhead press", "workout.add_exercise",
            #"{"exercise":"overhead press"}"#
        ),
        (
            "workout add dips --superset a --position 2 --workout w7",
            "workout.add_exercise",
            #"{"exercise":"dips","position":2,"superset":"a","workout":"w7"}"#
        ),
        ("workout remove bench press", "workout.remove_exercise", #"{"exercise":"bench press"}"#),
        (
            "workout remove dips --yes -w last", "workout.remove_exercise",
            #"{"confirm":true,"exercise":"dips","workout":"last"}"#
        ),
        ("workout reorder dips bench", "workout.reorder", #"{"exercises":["dips","bench"]}"#),
        ("workout note slept badly", "workout.note", #"{"note":"slept badly"}"#),
        (
            "workout note narrow -e bench -w w7", "workout.note",
            #"{"exercise":"bench","note":"narrow","workout":"w7"}"#
        ),
        (
            "workout edit last --name push --start 2026-03-01T18:00 --end 19:30", "workout.update",
            #"{"ended_at":"19:30","name":"push","started_at":"2026-03-01T18:00","workout":"last"}"#
        ),
        ("workout edit --start -10m", "workout.update", #"{"started_at":"-10m"}"#),
        ("workout edit --end 7pm", "workout.update", #"{"ended_at":"19:00"}"#),
        ("workout finish", "workout.finish", "{}"),
        (
            "workout finish --at 2026-03-01T18:40 -w w7", "workout.finish",
            #"{"at":"2026-03-01T18:40","workout":"w7"}"#
        ),
        ("workout discard", "workout.discard", "{}"),
        ("workout discard --yes", "workout.discard", #"{"confirm":true}"#),
        ("workout history", "workout.list", "{}"),
        (
            "workout list --from -30d --to 2026-03-01 -e bench --limit 5", "workout.list",
            #"{"exercise":"bench","from":"-30d","limit":5,"to":"2026-03-01"}"#
        ),
        ("workout rm w7", "workout.delete", #"{"workout":"w7"}"#),
    ]

    private static let others: [(line: String, method: String, params: String)] = [
        ("template list", "template.list", "{}"),
        ("template list --shipped", "template.list", #"{"shipped":true}"#),
        ("template show push", "template.get", #"{"template":"push"}"#),
        ("template rm push", "template.delete", #"{"template":"push"}"#),
        (
            "template edit push --name x --rest usual --days no --note y", "template.update",
            #"{"days_per_week":false,"name":"x","note":"y","rest":false,"template":"push"}"#
        ),
        (
            "template edit push --rest no --days 3", "template.update",
            #"{"days_per_week":3,"rest":0,"template":"push"}"#
        ),
        ("settings", "settings.get", "{}"),
        ("settings show", "settings.get", "{}"),
        ("settings --json", "settings.get", "{}"),
        (
            "settings set --unit kg --rest 2m --bar 20 --plates 25,20x4,2.5,1.25"
                + " --day-starts 04:00", "settings.set",
            """
            {"bar":20,"day_starts_at":"04:00","plates":[{"weight":25},{"count":4,"weight":20},\
            {"weight":2.5},{"weight":1.25}],"rest":120000,"unit":"kg"}
            """
        ),
        (
            "settings set --week-starts sun --active-days weekdays,sat --streak on --xp off"
                + " --achievements on --challenges off --weekly-report off --report-at 7pm",
            "settings.set",
            """
            {"achievements":true,"active_days":"mon-fri,sat","challenges":false,\
            "reports":{"at":"19:00","weekly":false},"streak":true,"week_starts":"sun","xp":false}
            """
        ),
        ("settings set --daily-report on", "settings.set", #"{"reports":{"daily":true}}"#),
        ("settings set --rest no --bar 7,5", "settings.set", #"{"bar":7.5,"rest":0}"#),
    ]
}
