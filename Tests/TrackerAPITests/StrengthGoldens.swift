import TrackerAPI
import TrackerCore

extension Golden {
    private static let target = """
        "groups":[{"sets":2,"type":"warmup","reps":5,"load":60,"load_unit":"lb",\
        "load_mode":"external"},{"sets":3,"type":"working","reps":8,"reps_to":12,"amrap":true,\
        "per_side":true,"seconds":30.5,"percent":82.5,"percent_of":"max","rpe":8.5,"tempo":"3-1-1",\
        "drops":2}],"rest_ms":120000
        """
    private static let progression = """
        "progression":{"add":2.5,"add_unit":"kg","reset_after":3,"reset_percent":12.5}
        """
    private static let next = #""next":[{"sets":3,"type":"working","reps":9,"reps_to":12}]"#
    private static let bareTarget = #""groups":[{"sets":3,"type":"working"}]"#
    private static let template = """
        {"id":"t3mplate0001","name":"Push","plan":"PPL","days_per_week":2,"rest_ms":90000,\
        "note":"slowly","deload":60,\
        "exercises":[{"exercise":"b3nch0000001","name":"Bench Press",\(target),\
        \(progression),"superset":"A","note":"low",\(next)},\
        {"exercise":"d1ps00000001","name":"Dips",\(bareTarget)}]}
        """
    private static let barestTemplate = """
        {"id":"t3mplate0001","name":"Push","exercises":[{"exercise":"d1ps00000001",\
        "name":"Dips",\(bareTarget)}]}
        """
    static let set = """
        {"id":"s3t9x2m4q7wd","workout":"w9rk00000001","exercise":"b3nch0000001",\
        "exercise_name":"Bench Press","block":2,"index":2,"type":"drop","reps":8,"load":60.5,\
        "load_unit":"kg","load_mode":"assisted","pair":true,"body_weight":180.5,\
        "body_weight_unit":"lb","seconds":42.5,"distance_m":400,"rpe":8.5,\
        "rir":1,"drop_of":"s3t9x2m4q7wc","note":"easy","at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,\
        "day":"2026-03-01",\
        "updated_at":"2026-03-01T09:31:00.000+01:00","updated_at_ms":1772353860000,"rest_ms":95000}
        """
    private static let barestSet = """
        {"id":"s3t9x2m4q7wd","workout":"w9rk00000001","exercise":"d1ps00000001",\
        "exercise_name":"Dips","index":1,"type":"working","load_unit":"lb",\
        "load_mode":"bodyweight","at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000}
        """
    static let workout = """
        {"id":"w9rk00000001","name":"Push","template":"t3mplate0001","state":"finished",\
        "started_at":"2026-03-01T09:00:00.000+01:00","started_at_ms":1772352000000,"day":"2026-03-01",\
        "ended_at":"2026-03-01T10:00:00.000+01:00","ended_at_ms":1772355600000,\
        "note":"good","backdated":true,"deload":60,"rest_ms":90000,"import":"1mp0rt000001",\
        "machine":"desktop","exercises":[\
        {"exercise":"b3nch0000001","name":"Bench Press","block":2,"superset":"A",\
        "target":{\(target)},\
        "note":"wide","previous":[\(set)],"sets":[\(set),\(barestSet)]},\
        {"exercise":"d1ps00000001","name":"Dips","sets":[]}],\
        "summary":{"duration_ms":3600000,"sets":2,"reps":8,"volume":484.5,"unit":"kg",\
        "without_body":true,"average_rest_ms":95000,"records":[{"kind":"most_reps","value":8,"unit":"reps",\
        "previous":7,"first":false,"without_body":true,"exercise":"b3nch0000001","exercise_name":"Bench Press",\
        "set":"s3t9x2m4q7wd","reps":8,"load":60.5,"load_unit":"kg","load_mode":"assisted"},\
        {"kind":"workout_work","value":484.5,"unit":"kg","previous":480,"first":false,\
        "exercise":"b3nch0000001","exercise_name":"Bench Press"}],\
        "difference":{"workout":"w9rk00000000","day":"2026-02-26","work":-4.5,"sets":1,\
        "reps":-2},"muscles":[{"muscle":"front delts","sets":0.5}]}}
        """
    private static let barestWorkout = """
        {"id":"w9rk00000001","name":"Workout","state":"open",\
        "started_at":"2026-03-01T09:00:00.000+01:00","started_at_ms":1772352000000,"exercises":[]}
        """

    private static let day = GivenTime("2026-03-01").map(When.init)
    private static let ago = GivenTime("-10m").map(When.init)
}

extension Golden {
    private static var planned: TemplateExercises {
        var warmups = GivenGroup(sets: 2)
        warmups.type = .warmup
        warmups.reps = 5
        warmups.load = 60
        warmups.loadUnit = .lb
        warmups.loadMode = .external
        var others = GivenGroup(sets: 3)
        others.reps = 8
        others.repsTo = 12
        others.seconds = 30.5
        others.amrap = true
        others.perSide = true
        others.percent = 82.5
        others.percentOf = .max
        others.rpe = 8.5
        others.tempo = "3-1-1"
        others.drops = 2
        var bench = TemplateExercises.Exercise(exercise: "bench press", groups: [warmups, others])
        bench.rest = Span(ms: 120_000)
        bench.superset = "A"
        bench.note = "low"
        var progression = GivenProgression()
        progression.add = 2.5
        progression.addUnit = .kg
        progression.resetAfter = 3
        progression.resetPercent = 12.5
        bench.progression = progression
        return TemplateExercises([
            bench, .init(exercise: "dips", groups: [GivenGroup(sets: 3)]),
        ])
    }

    private static let plannedText = """
        [{"exercise":"bench press","groups":[{"sets":2,"type":"warmup","reps":5,"load":60,\
        "load_unit":"lb","load_mode":"external"},{"sets":3,"reps":8,"reps_to":12,\
        "amrap":true,"per_side":true,"seconds":30.5,"percent":82.5,"percent_of":"max","rpe":8.5,\
        "tempo":"3-1-1","drops":2}],"rest":120000,"superset":"A","note":"low",\
        "progression":{"add":2.5,"add_unit":"kg","reset_after":3,"reset_percent":12.5}},\
        {"exercise":"dips","groups":[{"sets":3}]}]
        """

    private static var create: TemplateCreate {
        var create = TemplateCreate(name: "Push", exercises: planned)
        create.from = "last"
        create.daysPerWeek = 2
        create.rest = Span(ms: 90_000)
        create.note = "slowly"
        create.deload = 60
        return create
    }

    private static var update: TemplateUpdate {
        var update = TemplateUpdate(template: "push")
        update.name = "Push"
        update.exercises = planned
        update.daysPerWeek = .value(2)
        update.rest = .removed
        update.note = ""
        update.deload = .removed
        return update
    }

    static let templates: [Golden] = [
        Golden(
            all: Params(
                create,
                """
                {"name":"Push","exercises":\(plannedText),"from":"last","days_per_week":2,\
                "rest":90000,"note":"slowly","deload":60}
                """),
            fewest: Params(TemplateCreate(name: "Push"), #"{"name":"Push"}"#),
            responses: template, barestTemplate),
        Golden(
            all: Params(
                update,
                """
                {"template":"push","name":"Push","exercises":\(plannedText),"days_per_week":2,\
                "rest":false,"note":"","deload":false}
                """),
            fewest: Params(TemplateUpdate(template: "push"), #"{"template":"push"}"#),
            responses: template),
        Golden(
            all: Params(TemplateGet(template: "push"), #"{"template":"push"}"#),
            responses: template),
        Golden(
            all: Params(TemplateList(shipped: true), #"{"shipped":true}"#),
            fewest: Params(TemplateList(), "{}"),
            responses: "{\"templates\":[\(template),\(barestTemplate)]}", #"{"templates":[]}"#),
        Golden(
            all: Params(TemplateDelete(template: "push"), #"{"template":"push"}"#),
            responses: template),
    ]
}

extension Golden {
    private static var start: WorkoutStart {
        var start = WorkoutStart(
            template: "push", repeat: "last", name: "Push", named: "push", at: ago)
        start.deload = 60
        return start
    }

    private static var change: WorkoutUpdate {
        var change = WorkoutUpdate(workout: "w9rk", name: "Push", startedAt: ago, endedAt: day)
        change.deload = .value(60)
        return change
    }

    static let workouts: [Golden] = [
        Golden(
            plain: WorkoutPropose(),
            responses: """
                {"template":\(template),"why":"turn",\
                "last_at":"2026-02-26T09:00:00.000+01:00","last_at_ms":1772092800000}
                """, "{\"template\":\(barestTemplate),\"why\":\"new\"}", #"{"why":"none"}"#,
            proposal),
        Golden(
            all: Params(
                start,
                """
                {"template":"push","repeat":"last","name":"Push","named":"push","at":"-10m",\
                "deload":60}
                """),
            fewest: Params(WorkoutStart(), "{}"), responses: workout, barestWorkout),
        Golden(
            all: Params(
                WorkoutAddExercise(
                    exercise: "dips", superset: "A", position: 1, workout: "w9rk"),
                #"{"exercise":"dips","superset":"A","position":1,"workout":"w9rk"}"#),
            fewest: Params(WorkoutAddExercise(exercise: "dips"), #"{"exercise":"dips"}"#),
            responses: workout),
        Golden(
            all: Params(
                WorkoutRemoveExercise(
                    exercise: "dips", block: 2, confirm: true, workout: "w9rk"),
                #"{"exercise":"dips","block":2,"confirm":true,"workout":"w9rk"}"#),
            fewest: Params(WorkoutRemoveExercise(exercise: "dips"), #"{"exercise":"dips"}"#),
            responses: workout),
        Golden(
            all: Params(
                WorkoutReorder(exercises: ["dips", "bench"], workout: "w9rk"),
                #"{"exercises":["dips","bench"],"workout":"w9rk"}"#),
            fewest: Params(WorkoutReorder(exercises: []), #"{"exercises":[]}"#),
            responses: workout),
        Golden(
            all: Params(
                WorkoutNote(note: "wide", exercise: "bench", block: 2, workout: "w9rk"),
                #"{"note":"wide","exercise":"bench","block":2,"workout":"w9rk"}"#),
            fewest: Params(WorkoutNote(note: ""), #"{"note":""}"#), responses: workout),
        Golden(
            all: Params(
                change,
                """
                {"workout":"w9rk","name":"Push","started_at":"-10m","ended_at":"2026-03-01",\
                "deload":60}
                """),
            fewest: Params(WorkoutUpdate(), "{}"), responses: workout),
        Golden(
            all: Params(
                WorkoutFinish(at: ago, workout: "w9rk"), #"{"at":"-10m","workout":"w9rk"}"#),
            fewest: Params(WorkoutFinish(), "{}"), responses: workout),
        Golden(
            all: Params(
                WorkoutDiscard(confirm: true, workout: "w9rk"),
                #"{"confirm":true,"workout":"w9rk"}"#),
            fewest: Params(WorkoutDiscard(), "{}"), responses: barestWorkout),
        Golden(
            all: Params(WorkoutGet(workout: "last"), #"{"workout":"last"}"#),
            fewest: Params(WorkoutGet(), "{}"), responses: workout),
        Golden(
            all: Params(WorkoutDelete(workout: "last"), #"{"workout":"last"}"#),
            fewest: Params(WorkoutDelete(), "{}"), responses: workout),
        Golden(
            all: Params(
                WorkoutList(from: day, to: ago, exercise: "bench", limit: 50),
                #"{"from":"2026-03-01","to":"-10m","exercise":"bench","limit":50}"#),
            fewest: Params(WorkoutList(), "{}"),
            responses: "{\"workouts\":[\(workout),\(barestWorkout)],\"total\":12}",
            #"{"workouts":[]}"#),
    ]
}

extension Golden {
    private static var logged: SetLog {
        var log = SetLog(exercise: "bench")
        log.exerciseOf = "last"
        log.repeat = true
        log.block = 2
        log.reps = 8
        log.load = 60.5
        log.loadChange = -2.5
        log.unit = .kg
        log.type = .drop
        log.seconds = 42.5
        log.distanceM = 400
        log.minutesOrMetres = 40
        log.rpe = 8.5
        log.rir = 1
        log.dropOf = "last"
        log.loadMode = .external
        log.note = "easy"
        log.rest = .value(Span(ms: 95_000))
        log.workout = "w9rk"
        log.at = ago
        log.typed = true
        return log
    }

    private static var updated: SetUpdate {
        var update = SetUpdate(set: "last")
        update.exercise = "bench"
        update.block = 2
        update.reps = .value(8)
        update.load = .value(60.5)
        update.loadChange = -2.5
        update.unit = .kg
        update.type = .failure
        update.seconds = .removed
        update.distanceM = .removed
        update.minutesOrMetres = 40
        update.rpe = .value(8.5)
        update.rir = .removed
        update.dropOf = ""
        update.loadMode = .bodyweight
        update.note = ""
        update.at = ago
        update.typed = true
        return update
    }

    static let sets: [Golden] = [
        Golden(
            all: Params(
                logged,
                """
                {"exercise":"bench","exercise_of":"last","repeat":true,"block":2,"reps":8,\
                "load":60.5,"load_change":-2.5,"unit":"kg","type":"drop","seconds":42.5,\
                "distance_m":400,"minutes_or_metres":40,"rpe":8.5,"rir":1,"drop_of":"last",\
                "load_mode":"external","note":"easy","rest":95000,"workout":"w9rk","at":"-10m",\
                "typed":true}
                """),
            fewest: Params(SetLog(), "{}"),
            responses: """
                {"set":\(set),"records":[{"kind":"heaviest_load","value":60.5,"unit":"kg",\
                "previous":57.5,"first":false},{"kind":"most_reps","value":8,"unit":"reps",\
                "first":true}],"rest":\(rest)}
                """, "{\"set\":\(barestSet),\"records\":[]}"),
        Golden(
            all: Params(
                updated,
                """
                {"set":"last","exercise":"bench","block":2,"reps":8,"load":60.5,\
                "load_change":-2.5,"unit":"kg","type":"failure","seconds":false,\
                "distance_m":false,"minutes_or_metres":40,"rpe":8.5,"rir":false,"drop_of":"",\
                "load_mode":"bodyweight","note":"","at":"-10m","typed":true}
                """),
            fewest: Params(SetUpdate(set: "last"), #"{"set":"last"}"#),
            responses: "{\"set\":\(set)}"),
        Golden(
            all: Params(SetDelete(set: "last"), #"{"set":"last"}"#),
            responses: "{\"set\":\(barestSet)}"),
        Golden(
            all: Params(
                SetNext(workout: "w9rk", exercise: "bench"),
                #"{"workout":"w9rk","exercise":"bench"}"#),
            fewest: Params(SetNext(), "{}"),
            responses: """
                {"set":{"exercise":"b3nch0000001","exercise_name":"Bench Press","block":2,\
                "index":2,"of":3,\
                "type":"working","reps":5,"reps_to":8,"amrap":true,"per_side":true,"load":102.5,"unit":"kg",\
                "load_mode":"external","seconds":42.5,"distance_m":400,"rpe":8.5,"tempo":"3-1-1","drops":2,\
                "plates":{"per_side":[25,15],"achieved":100,"short_by":2.5,"unit":"kg","bar":20}},\
                "why":"template","last_time":\(set)}
                """,
            """
            {"set":{"exercise":"d1ps00000001","exercise_name":"Dips","index":1,"of":1,\
            "type":"warmup"},"why":"last_time"}
            """, #"{"why":"done"}"#),
    ]

    private static let preferences = """
        {"unit":"lb","rest_ms":0,"bar":45,"plates":[{"weight":45,"count":4},{"weight":2.5}],\
        "day_starts_at":"04:00","week_starts":"sun","active_days":["mon","sat"],"streak":true,\
        "achievements":true,"xp":false,"challenges":true,\
        "reports":{"daily":false,"weekly":true,"monthly":true,"at":"20:30"}}
        """

    private static var preferred: SettingsSet {
        var settings = SettingsSet()
        settings.unit = .lb
        settings.rest = Span(ms: 0)
        settings.bar = 45
        settings.plates = Plates([.init(weight: 45, count: 4), .init(weight: 2.5)])
        settings.dayStartsAt = "04:00"
        settings.weekStarts = .sun
        settings.activeDays = .list(["mon", "sat"])
        settings.streak = true
        settings.achievements = true
        settings.xp = false
        settings.challenges = true
        settings.reports = .init(daily: false, weekly: true, monthly: true, at: "20:30")
        return settings
    }

    static let settings: [Golden] = [
        Golden(plain: SettingsGet(), responses: preferences),
        Golden(
            all: Params(
                preferred,
                """
                {"unit":"lb","rest":0,"bar":45,"plates":[{"weight":45,"count":4},\
                {"weight":2.5}],"day_starts_at":"04:00","week_starts":"sun",\
                "active_days":["mon","sat"],"streak":true,"achievements":true,"xp":false,\
                "challenges":true,\
                "reports":{"daily":false,"weekly":true,"monthly":true,"at":"20:30"}}
                """),
            fewest: Params(SettingsSet(), "{}"), responses: preferences),
    ]
}
