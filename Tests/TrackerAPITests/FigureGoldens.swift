import TrackerAPI
import TrackerCore

/// Records, progress, volume, the calendar, and pure calculations.
extension Golden {
    private static let day = GivenTime("2026-03-01").map(When.init)
    private static let ago = GivenTime("-10m").map(When.init)

    private static let records = """
        {"records":[{"exercise":"b3nch0000001","exercise_name":"Bench Press",\
        "kind":"heaviest_load","value":102.05828325,"unit":"kg","load":225,"load_unit":"lb",\
        "load_mode":"assisted","body_weight":180.5,"body_weight_unit":"lb","without_body":true,\
        "reps":5,"set":"s3t9x2m4q7wd","workout":"w9rk00000001",\
        "at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,"first":true},\
        {"exercise":"p1ank0000001","exercise_name":"Plank","kind":"longest_hold","value":60.5,\
        "unit":"seconds","at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,"first":false}]}
        """
    private static let progress = """
        {"exercise":"b3nch0000001","exercise_name":"Bench Press","unit":"lb","points":[\
        {"at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,"best_load":225,"best_1rm":262.5,"volume":3375,\
        "reps":15,"without_body":true,"longest_hold":30.5,"workout":"w9rk00000001","deload":true},\
        {"at":"2026-03-02T09:30:00.000+01:00","at_ms":1772440200000,"volume":0,"reps":0,"workout":"w9rk00000002"}]}
        """
    private static let history = """
        {"exercise":"b3nch0000001","exercise_name":"Bench Press","sessions":[\
        {"workout":"w9rk00000001","name":"Push","day":"2026-03-01","sets":[\(set)]}],"total":12}
        """
    private static let volume = """
        {"unit":"kg","days":[{"date":"2026-03-01","exercise":"b3nch0000001",\
        "exercise_name":"Bench Press","volume":1530.5,"rolling_7d":4200}],"without_body":true,\
        "muscles":[{"week":"2026-02-23","muscle":"chest","sets":4.5}]}
        """

    private static let weight = """
        {"id":"w3ght0000001","weight":82.5,"unit":"kg","at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000}
        """

    private static let measurement = """
        {"id":"m3asure00001","what":"waist","value":33.5,"unit":"in","at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000}
        """
    private static let number = """
        {"id":"m3asure00002","what":"mood","value":7,"at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000}
        """

    private static let trainingMax = """
        {"id":"m4x000000001","exercise":"b3nch0000001","exercise_name":"Bench Press","load":140,"unit":"kg",\
        "at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,"now":145,"rises":2,"resets":1}
        """
    private static let barestMax = """
        {"id":"m4x000000001","exercise":"b3nch0000001","exercise_name":"Bench Press","load":225.5,"unit":"lb",\
        "at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000}
        """

    static var figures: [Golden] {
        guard let day, let ago else { return [] }
        return [
            Golden(
                all: Params(
                    WeightLog(weight: 180.5, unit: .lb, at: ago),
                    #"{"weight":180.5,"unit":"lb","at":"-10m"}"#),
                fewest: Params(WeightLog(weight: 82.5), #"{"weight":82.5}"#), responses: weight),
            Golden(
                all: Params(
                    WeightList(from: day, to: ago, limit: 5),
                    #"{"from":"2026-03-01","to":"-10m","limit":5}"#),
                fewest: Params(WeightList(), "{}"),
                responses: "{\"entries\":[\(weight)],\"total\":12}",
                #"{"entries":[]}"#),
            Golden(
                all: Params(WeightDelete(entry: "last"), #"{"entry":"last"}"#),
                responses: weight),
            Golden(
                all: Params(
                    MeasurementLog(what: "waist", value: 33.5, unit: .inch, at: ago),
                    #"{"what":"waist","value":33.5,"unit":"in","at":"-10m"}"#),
                fewest: Params(
                    MeasurementLog(what: "mood", value: 7), #"{"what":"mood","value":7}"#),
                responses: measurement, number),
            Golden(
                all: Params(
                    MeasurementList(what: "waist", from: day, to: ago, limit: 5),
                    #"{"what":"waist","from":"2026-03-01","to":"-10m","limit":5}"#),
                fewest: Params(MeasurementList(), "{}"),
                responses: "{\"entries\":[\(measurement),\(number)],\"total\":12}",
                #"{"entries":[]}"#),
            Golden(
                all: Params(MeasurementDelete(entry: "last"), #"{"entry":"last"}"#),
                responses: measurement),
            Golden(
                all: Params(
                    MaxLog(exercise: "bench", load: 225.5, unit: .lb, at: ago),
                    #"{"exercise":"bench","load":225.5,"unit":"lb","at":"-10m"}"#),
                fewest: Params(
                    MaxLog(exercise: "bench", load: 140), #"{"exercise":"bench","load":140}"#),
                responses: trainingMax, barestMax),
            Golden(
                all: Params(
                    MaxList(exercise: "bench", limit: 5), #"{"exercise":"bench","limit":5}"#),
                fewest: Params(MaxList(), "{}"),
                responses: """
                    {"entries":[\(trainingMax),\(barestMax)],"total":12,"exercise_name":"Bench Press",\
                    "proposed":126,"proposed_unit":"kg"}
                    """, #"{"entries":[],"total":0}"#),
            Golden(
                all: Params(MaxDelete(entry: "last"), #"{"entry":"last"}"#),
                responses: barestMax),
            Golden(
                all: Params(
                    RecordList(exercise: "bench", all: true), #"{"exercise":"bench","all":true}"#),
                fewest: Params(RecordList(), "{}"), responses: records, #"{"records":[]}"#),
            Golden(
                all: Params(
                    ExerciseProgress(exercise: "bench", from: day, to: ago),
                    #"{"exercise":"bench","from":"2026-03-01","to":"-10m"}"#),
                fewest: Params(ExerciseProgress(exercise: "bench"), #"{"exercise":"bench"}"#),
                responses: progress),
            Golden(
                all: Params(
                    ExerciseHistory(exercise: "bench", limit: 2),
                    #"{"exercise":"bench","limit":2}"#),
                fewest: Params(ExerciseHistory(exercise: "bench"), #"{"exercise":"bench"}"#),
                responses: history,
                #"{"exercise":"b3nch0000001","exercise_name":"Bench Press","sessions":[]}"#),
            Golden(
                all: Params(
                    VolumeList(exercise: "bench", from: day, to: ago),
                    #"{"exercise":"bench","from":"2026-03-01","to":"-10m"}"#),
                fewest: Params(VolumeList(), "{}"), responses: volume,
                #"{"unit":"lb","days":[],"muscles":[]}"#),
            Golden(
                all: Params(CalendarMonth(month: "2026-03"), #"{"month":"2026-03"}"#),
                fewest: Params(CalendarMonth(), "{}"),
                responses: """
                    {"days":[{"date":"2026-03-01","workouts":1,"trainings":2,"logs":3,\
                    "weight":180.5,"weight_unit":"lb"},\
                    {"date":"2026-03-02","workouts":0,"trainings":0,"logs":0}]}
                    """),
            Golden(
                all: Params(
                    OneRepMaxEstimate(load: 102.5, reps: 5, formula: .wathan),
                    #"{"load":102.5,"reps":5,"formula":"wathan"}"#),
                fewest: Params(
                    OneRepMaxEstimate(load: 100, reps: 11), #"{"load":100,"reps":11}"#),
                responses: #"{"value":116.66666667}"#, "{}"),
            Golden(
                all: Params(
                    PlatesCalculate(
                        load: 102.5, exercise: "bench", unit: .kg, bar: 15,
                        plates: Plates([.init(weight: 20, count: 4), .init(weight: 1.25)])),
                    """
                    {"load":102.5,"exercise":"bench","unit":"kg","bar":15,\
                    "plates":[{"weight":20,"count":4},{"weight":1.25}]}
                    """),
                fewest: Params(PlatesCalculate(load: 225), #"{"load":225}"#),
                responses: """
                    {"per_side":[20,20,2.5],"achieved":100,"short_by":2.5,"unit":"kg","bar":15}
                    """),
        ]
    }
}
