import TrackerAPI
import TrackerCore

extension Golden {
    private static let file = """
        {"import":"1mp0rt000001","format":"strong","bytes":512,"workouts":2,"sets":30,"rests":12,\
        "others":3,"first_at":"2025-03-01T09:00:00.000+01:00","first_at_ms":1740816000000,\
        "last_at":"2026-03-01T09:00:00.000+01:00","last_at_ms":1772352000000,\
        "skipped":[{"line":7,"reason":"the row has no date"}],\
        "warnings":[{"line":9,"reason":"RPE 11 was dropped: it goes from 5 to 10"}],\
        "duplicates":[{"line":2,"workout":"w9rk00000001","name":"Push",\
        "at":"2026-03-01T09:00:00.000+01:00","at_ms":1772352000000}],\
        "changed":[{"line":5,"workout":"w9rk00000002","name":"Pull",\
        "at":"2026-03-02T09:00:00.000+01:00","at_ms":1772438400000,"what":"updated: 1 other set","updated":true}],\
        "exercises":[{"name":"Bench","exercise":"b3nch0000001","called":"Bench Press","sets":20,\
        "why":"Barbell is its equipment","sure":true},\
        {"name":"Dips","called":"Dips","sets":10,"why":"new","sure":true}],"needs":["unit","distance_unit"],\
        "columns":{"date":"Datum"},\
        "rows":[{"line":2,"at":"2026-03-01T09:00:00.000+01:00","at_ms":1772352000000,\
        "workout":"Push","exercise":"Bench","type":"warmup","reps":5,"load":60.5,"load_unit":"kg",\
        "load_mode":"assisted",\
        "seconds":30.5,"distance_m":20.5,"rpe":8.5},\
        {"line":3,"at":"2026-03-01T09:00:00.000+01:00","at_ms":1772352000000,\
        "workout":"Push","exercise":"Plank","type":"working"}]}
        """
    private static let barestFile = """
        {"import":"1mp0rt000001","workouts":0,"sets":0,"rests":0,"skipped":[],"warnings":[],\
        "duplicates":[],"changed":[]}
        """
    private static let told = """
        {"import":"1mp0rt000001","unit":"lb","distance_unit":"mi","map":{"Bench":"bench press"}}
        """

    private static var preview: ImportPreview {
        var preview = ImportPreview(import: "1mp0rt000001")
        preview.unit = .lb
        preview.distanceUnit = .mi
        preview.map = ["Bench": "bench press"]
        return preview
    }

    private static var commit: ImportCommit {
        var commit = ImportCommit(import: "1mp0rt000001")
        commit.unit = .lb
        commit.distanceUnit = .mi
        commit.map = ["Bench": "bench press"]
        return commit
    }

    static let imports: [Golden] = [
        Golden(
            all: Params(
                ImportOpen(format: "strong", unit: .kg, columns: ["date": "Datum"]),
                #"{"format":"strong","unit":"kg","columns":{"date":"Datum"}}"#),
            fewest: Params(ImportOpen(), "{}"), responses: barestFile),
        Golden(
            all: Params(
                ImportAppend(import: "1mp0rt000001", text: "Date,\n", offset: 512),
                #"{"import":"1mp0rt000001","text":"Date,\n","offset":512}"#),
            fewest: Params(
                ImportAppend(import: "1mp0rt000001", text: "Date,\n"),
                #"{"import":"1mp0rt000001","text":"Date,\n"}"#), responses: file, barestFile),
        Golden(
            all: Params(preview, told),
            fewest: Params(
                ImportPreview(import: "1mp0rt000001"), #"{"import":"1mp0rt000001"}"#),
            responses: file, barestFile),
        Golden(
            all: Params(commit, told),
            fewest: Params(ImportCommit(import: "1mp0rt000001"), #"{"import":"1mp0rt000001"}"#),
            responses: file, barestFile),
        Golden(
            all: Params(ImportUndo(import: "1mp0rt000001"), #"{"import":"1mp0rt000001"}"#),
            fewest: Params(ImportUndo(), "{}"),
            responses: #"{"import":"1mp0rt000001","workouts":2,"sets":30,"restored":1}"#,
            #"{"import":"1mp0rt000001","workouts":2,"sets":30}"#),
        Golden(
            all: Params(
                Export(
                    what: .sets, format: .csv, from: GivenTime("2026-03-01").map(When.init),
                    to: GivenTime("-10m").map(When.init), cursor: "0/s3t9x2m4q7wd"),
                """
                {"what":"sets","format":"csv","from":"2026-03-01","to":"-10m",\
                "cursor":"0/s3t9x2m4q7wd"}
                """),
            fewest: Params(
                Export(what: .all, format: .json), #"{"what":"all","format":"json"}"#),
            responses: #"{"text":"id\r\n","cursor":"0/s3t9x2m4q7wd"}"#, #"{"text":""}"#),
    ]
}
