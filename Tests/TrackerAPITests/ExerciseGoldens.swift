import TrackerAPI
import TrackerCore

extension Golden {
    static let exercise = """
        {"id":"x7aaaaaaaaaa","name":"Paused Bench Press","unit":"reps","category":"chest",\
        "equipment":"barbell","default_count":5,"icon":"bench","color":"#1a9fff",\
        "variant_of":"b3aaaaaaaaaa",\
        "muscles":{"primary":["chest"],"secondary":["triceps","front delts"]},\
        "load_unit":"lb","bar":15,"bar_unit":"kg","pair":true,"steps":[5,12.5],"step":5,"start":2.5,\
        "aliases":["pbp"],"custom":true,"archived":true,\
        "last":{"count":8,"reps":5,"load":82.5,"load_unit":"kg",\
        "at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000}}
        """
    static let barestExercise = """
        {"id":"p7aaaaaaaaaa","name":"Plank","unit":"seconds","category":"core",\
        "default_count":60,"aliases":[],"custom":false,"archived":false}
        """
    static let total = """
        {"exercise":"p7aaaaaaaaaa","name":"Plank","count":180,"unit":"seconds","entries":3}
        """
    static let entry = """
        {"id":"e7aaaaaaaaaa","exercise":"p7aaaaaaaaaa","name":"Plank","count":60,\
        "unit":"seconds","at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,"day":"2026-03-01",\
        "note":"hard\\nwork",\
        "source":"reminder","occurrence":"c7aaaaaaaaaa"}
        """
    static let barestEntry = """
        {"id":"e7aaaaaaaaaa","exercise":"p7aaaaaaaaaa","name":"Plank","count":60,\
        "unit":"seconds","at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,"source":"manual"}
        """

    private static let mergedExercise =
        "\(exercise.dropLast())" + #","merged":{"sets":12,"entries":3,"sessions":1,"templates":2,"#
        + #""reminders":1,"presets":1,"goals":2,"maxes":3}}"#

    static let exercises: [Golden] = [
        Golden(
            all: Params(
                ExerciseList(query: "bench", category: "chest", archived: true, limit: 5),
                #"{"query":"bench","category":"chest","archived":true,"limit":5}"#),
            fewest: Params(ExerciseList(), "{}"),
            responses: "{\"exercises\":[\(exercise),\(barestExercise)],\"total\":12}",
            #"{"exercises":[]}"#),
        Golden(
            all: Params(
                create,
                """
                {"name":"Paused Bench Press","unit":"reps","category":"chest",\
                "equipment":"barbell","default_count":5,"icon":"bench","color":"#1a9fff",\
                "variant_of":"Bench Press",\
                "muscles":{"primary":["chest"],"secondary":["front delts"]},\
                "load_unit":"lb","bar":15.5,"bar_unit":"kg","pair":true,"steps":[5,12.5],\
                "step":5,"start":2.5}
                """),
            fewest: Params(
                ExerciseCreate(name: "Plank", unit: .seconds),
                #"{"name":"Plank","unit":"seconds"}"#),
            responses: exercise, barestExercise),
        Golden(
            all: Params(
                update,
                """
                {"exercise":"x7aa","name":"Paused Bench","unit":"reps","category":"chest",\
                "equipment":"","default_count":5,"icon":"bench","color":"#1a9fff",\
                "variant_of":"","archived":false,"muscles":false,\
                "load_unit":false,"bar":false,"bar_unit":"lb","pair":false,"steps":false,\
                "step":false,"start":0}
                """),
            fewest: Params(ExerciseUpdate(exercise: "plank"), #"{"exercise":"plank"}"#),
            responses: exercise, barestExercise),
        named(ExerciseGet.self),
        Golden(
            all: Params(
                ExerciseAlias(exercise: "plank", alias: "hold", remove: true),
                #"{"exercise":"plank","alias":"hold","remove":true}"#),
            fewest: Params(
                ExerciseAlias(exercise: "plank", alias: "hold"),
                #"{"exercise":"plank","alias":"hold"}"#),
            responses: exercise, barestExercise),
        Golden(
            all: Params(
                ExerciseMerge(exercise: "hold", into: "plank"),
                #"{"exercise":"hold","into":"plank"}"#),
            responses: mergedExercise, barestExercise),
        named(ExerciseArchive.self), named(ExerciseDelete.self),
    ]

    private static func named<R: ExerciseRequest>(_ type: R.Type) -> Golden {
        Golden(
            all: Params(R(exercise: "plank"), #"{"exercise":"plank"}"#),
            responses: exercise, barestExercise)
    }

    private static var create: ExerciseCreate {
        var request = ExerciseCreate(name: "Paused Bench Press", unit: .reps)
        request.category = "chest"
        request.equipment = "barbell"
        request.defaultCount = 5
        request.icon = "bench"
        request.color = "#1a9fff"
        request.variantOf = "Bench Press"
        request.muscles = Muscles(primary: [.chest], secondary: [.frontDelts])
        request.loadUnit = .value(.lb)
        request.bar = .value(15.5)
        request.barUnit = .kg
        request.pair = true
        request.steps = .value([5, 12.5])
        request.step = .value(5)
        request.start = 2.5
        return request
    }

    private static var update: ExerciseUpdate {
        var request = ExerciseUpdate(exercise: "x7aa")
        request.name = "Paused Bench"
        request.unit = .reps
        request.category = "chest"
        request.equipment = ""
        request.defaultCount = 5
        request.icon = "bench"
        request.color = "#1a9fff"
        request.variantOf = ""
        request.archived = false
        request.muscles = .removed
        request.loadUnit = .removed
        request.bar = .removed
        request.barUnit = .lb
        request.pair = false
        request.steps = .removed
        request.step = .removed
        request.start = 0
        return request
    }

    static let log: [Golden] = [
        Golden(
            all: Params(
                LogAdd(
                    exercise: "push-ups", count: 20, seconds: 90, minutesOrMetres: 10,
                    at: GivenTime("10:15").map(When.init), note: "hard\nwork"),
                #"""
                {"exercise":"push-ups","count":20,"seconds":90,"minutes_or_metres":10,\#
                "at":"10:15","note":"hard\nwork"}
                """#),
            fewest: Params(LogAdd(exercise: "push-ups"), #"{"exercise":"push-ups"}"#),
            responses: entry, barestEntry),
        Golden(
            all: Params(
                LogUpdate(
                    entry: "e7aa", exercise: "plank", count: 90, seconds: 300,
                    at: GivenTime("2026-03-01T09:30:00Z").map(When.init), note: ""),
                """
                {"entry":"e7aa","exercise":"plank","count":90,"seconds":300,\
                "at":"2026-03-01T09:30:00Z","note":""}
                """),
            fewest: Params(LogUpdate(entry: "last"), #"{"entry":"last"}"#),
            responses: entry, barestEntry),
        Golden(
            all: Params(LogDelete(entry: "e7aa"), #"{"entry":"e7aa"}"#),
            responses: entry, barestEntry),
        Golden(
            all: Params(
                LogList(
                    from: GivenTime("2026-03-01").map(When.init),
                    to: GivenTime("-10m").map(When.init), exercise: "plank", limit: 5),
                #"{"from":"2026-03-01","to":"-10m","exercise":"plank","limit":5}"#),
            fewest: Params(LogList(), "{}"),
            responses: "{\"entries\":[\(entry),\(barestEntry)],\"total\":12,\"totals\":[\(total)]}",
            #"{"entries":[],"totals":[]}"#),
    ]
}
