/// Samples of workouts as they come over the wire.
extension Sample {
    static func set(
        _ id: String, _ index: Int, _ members: String = #""reps":5,"load":100"#,
        type: String = "working", mode: String = "external", unit: String = "kg",
        at: String = "2026-03-01T09:20:00.000+01:00"
    ) -> String {
        """
        {"id":"\(id)","workout":"w7aaaaaaaaaa","exercise":"b7aaaaaaaaaa",\
        "exercise_name":"Bench Pr\\u001bess","index":\(index),"type":"\(type)",\(members),\
        "load_unit":"\(unit)","load_mode":"\(mode)","at":"\(at)","mood":"good"}
        """
    }

    static let warmup = set("s1aaaaaaaaaa", 1, #""reps":8,"load":60"#, type: "warmup")
    static let heavy = set(
        "s2aaaaaaaaaa", 2, #""reps":5,"load":100,"rpe":8,"rest_ms":95000,"note":"ea\nsy""#,
        at: "2026-03-01T09:25:00.000+01:00")
    static let former = set(
        "s0aaaaaaaaaa", 1, #""reps":8,"load":57.5"#, at: "2026-02-26T09:20:00.000+01:00")

    static let benchPart = """
        {"exercise":"b7aaaaaaaaaa","name":"Bench Pr\\u001bess","superset":"a",\
        "target":{"groups":[{"sets":3,"type":"working","reps":5,"load":100,"load_unit":"kg"}],\
        "rest_ms":180000},\
        "note":"narrow","previous":[\(former)],"sets":[\(warmup),\(heavy)]}
        """
    static let plankPart = """
        {"exercise":"p7aaaaaaaaaa","name":"Plank",\
        "target":{"groups":[{"sets":1,"type":"working"}]},"sets":[]}
        """

    static func workout(
        _ state: String = "open", exercises: [String] = [benchPart, plankPart], more: String = ""
    ) -> String {
        """
        {"id":"w7aaaaaaaaaa","name":"Pu\\u001bsh","state":"\(state)",\
        "started_at":"2026-03-01T09:15:00.000+01:00",\(more)\
        "exercises":[\(exercises.joined(separator: ","))]}
        """
    }

    static let finishedWorkout = workout(
        "finished",
        more: """
            "ended_at":"2026-03-01T10:00:00.000+01:00","note":"slept\\nbadly","template":"t",\
            "summary":{"duration_ms":2700000,"sets":1,"reps":5,"volume":500,"unit":"kg"},
            """)

    static let setRest = rest.replacing(
        #""label":"squats""#, with: #""label":"Bench Press","after":{"kind":"set","id":"s2"}"#)

    static let plan = """
        {"id":"p1anaaaaaaaa","name":"fi\\u001bve","templates":[{"template":"t7aaaaaaaaaa",\
        "name":"five A","exercises":["Back Squat","Bench Press"]},{"template":"t7bbbbbbbbbb",\
        "name":"five B","exercises":["Back Squat"]}],\
        "shared":[{"exercise":"s7aaaaaaaaaa","name":"Back Squat"}],\
        "apart":[{"exercise":"b7aaaaaaaaaa","name":"Bench Press"}],"next":"t7bbbbbbbbbb"}
        """
    static let proposal = """
        {"template":{"id":"t7bbbbbbbbbb","name":"five B","note":"slowly","exercises":[\
        {"exercise":"s7aaaaaaaaaa","name":"Back Squat","groups":[\
        {"sets":1,"type":"warmup","reps":5,"load":20,"load_unit":"kg"},\
        {"sets":5,"type":"working","reps":5}],"next":[\
        {"sets":1,"type":"warmup","reps":5,"load":20,"load_unit":"kg"},\
        {"sets":5,"type":"working","reps":5,"load":122.5,"load_unit":"kg"}],"rest_ms":180000},\
        {"exercise":"p7aaaaaaaaaa","name":"Plank","groups":[{"sets":3,"type":"working",\
        "seconds":60}],"rest_ms":0,"superset":"a"}]},"why":"turn",\
        "last_at":"2026-02-26T09:00:00.000+01:00","plan":"five","plates":[\
        {"exercise":"s7aaaaaaaaaa","load":20,"plates":{"per_side":[],"achieved":20,"short_by":0,\
        "unit":"kg","bar":20}},{"exercise":"s7aaaaaaaaaa","load":122.5,"plates":{"per_side":\
        [25,25,1.25],"achieved":122.5,"short_by":0,"unit":"kg","bar":20}}]}
        """

    static let push = """
        {"id":"t7aaaaaaaaaa","name":"push","days_per_week":2,"rest_ms":120000,"note":"slow",\
        "exercises":[{"exercise":"b7aaaaaaaaaa","name":"Bench Press",\
        "groups":[{"sets":3,"type":"working","reps":5,"load":102.5,"load_unit":"kg"}],\
        "rest_ms":180000,"superset":"a"},\
        {"exercise":"p7aaaaaaaaaa","name":"Plank",\
        "groups":[{"sets":3,"type":"working","seconds":60}],"rest_ms":0},\
        {"exercise":"c7aaaaaaaaaa","name":"Curls","groups":[{"sets":3,"type":"working"}]}]}
        """
}
