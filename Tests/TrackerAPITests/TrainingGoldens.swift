import TrackerAPI
import TrackerCore

extension Golden {
    static let training = """
        {"id":"t7a9x2m4q7wd","mode":"time","state":"training","target":120,"adjustment":2.5,\
        "rest_ms":20000,"ready_ms":5000,"exercise":"e7e9x2m4q7wd","exercise_name":"Plank",\
        "accumulated":32.5,\
        "attempts":[{"id":"a7t9x2m4q7wd","value":35,"adjustment":2.5,"counted":32.5,\
        "at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,"rest_taken_ms":20000}],\
        "live":{"elapsed":12.345,"counted":9.845,"total":42.345,"remaining":77.655,\
        "percent":35.2875,"can_bail":true},"rest":\(rest),\
        "started_at":"2026-03-01T09:29:25.000+01:00","started_at_ms":1772353765000,"day":"2026-03-01",\
        "ended_at":"2026-03-01T09:35:00.000+01:00","ended_at_ms":1772354100000,\
        "summary":{"total":125,"attempts":4,"effort_ms":135000,"rest_ms":60000,\
        "duration_ms":195000},"last":{"id":"t7b9x2m4q7wd","total":62,"attempts":4,\
        "started_at":"2026-02-27T09:30:00.000+01:00","started_at_ms":1772181000000},"late_by_ms":1250,"discarded":true}
        """
    static let barestTraining = """
        {"id":"t7a9x2m4q7wd","mode":"reps","state":"training","target":20,"adjustment":2,\
        "rest_ms":15000,"accumulated":0,"attempts":[],\
        "started_at":"2026-03-01T09:29:25.000+01:00","started_at_ms":1772353765000}
        """
    private static let preset = """
        {"id":"p7s9x2m4q7wd","name":"Long plank","mode":"time","target":120,"adjustment":2.5,\
        "rest_ms":20000,"ready_ms":5000,"exercise":"e7e9x2m4q7wd","exercise_name":"Plank"}
        """
    private static let barestPreset = """
        {"id":"p7saaaaaaaaa","name":"Push-ups","mode":"reps","target":50,"adjustment":0,\
        "rest_ms":0}
        """

    private static var members: TrainingParameters {
        var members = TrainingParameters()
        members.mode = .time
        members.target = 120
        members.minutesOrMetres = 2
        members.rest = Span(ms: 20_000)
        members.ready = Span(ms: 5000)
        members.adjustment = 2.5
        members.timed = true
        members.exercise = "plank"
        members.preset = "long plank"
        return members
    }

    private static let membersJSON = """
        "mode":"time","target":120,"minutes_or_metres":2,"rest":20000,"ready":5000,\
        "adjustment":2.5,"timed":true,"exercise":"plank","preset":"long plank"
        """

    static let trainings: [Golden] = [
        Golden(
            all: Params(TrainingStart(members), "{\(membersJSON)}"),
            fewest: Params(TrainingStart(TrainingParameters()), "{}"),
            responses: training, barestTraining),
        Golden(plain: TrainingMove(.bail), responses: training),
        Golden(plain: TrainingMove(.stop), responses: training),
        Golden(
            all: Params(TrainingReps(count: 12), #"{"count":12}"#), responses: barestTraining),
        Golden(plain: TrainingMove(.skipRest), responses: training),
        Golden(plain: TrainingMove(.pause), responses: training),
        Golden(plain: TrainingMove(.resume), responses: training),
        Golden(
            all: Params(TrainingReset(confirm: true), #"{"confirm":true}"#),
            fewest: Params(TrainingReset(), "{}"), responses: barestTraining),
        Golden(plain: TrainingUndo(), responses: training),
        Golden(
            all: Params(
                TrainingUpdate(
                    training: "t7a9",
                    attempts: AttemptCorrections([
                        .init(id: "a7t9x2m4q7wd", value: 8),
                        .init(id: "a8t9x2m4q7wd", remove: true),
                    ]), exercise: "plank"),
                """
                {"training":"t7a9","attempts":[{"id":"a7t9x2m4q7wd","value":8},\
                {"id":"a8t9x2m4q7wd","remove":true}],"exercise":"plank"}
                """),
            fewest: Params(TrainingUpdate(training: "last"), #"{"training":"last"}"#),
            responses: training),
        Golden(
            all: Params(TrainingDelete(training: "last"), #"{"training":"last"}"#),
            responses: training),
        Golden(
            all: Params(TrainingGet(training: "t7a9"), #"{"training":"t7a9"}"#),
            fewest: Params(TrainingGet(), "{}"), responses: training, barestTraining),
        Golden(
            all: Params(
                TrainingList(from: day, to: ago, mode: .reps, exercise: "push-ups", limit: 1000),
                """
                {"from":"2026-03-01","to":"-10m","mode":"reps","exercise":"push-ups",\
                "limit":1000}
                """),
            fewest: Params(TrainingList(), "{}"),
            responses: """
                {"trainings":[\(training),\(barestTraining)],"total":12,\
                "trend":{"time":{"direction":"up",\
                "last":62.3,"before":50},"reps":{"direction":"level","last":21.6,"before":21}}}
                """, #"{"trainings":[]}"#, #"{"trainings":[],"trend":{}}"#),
    ]

    static let presets: [Golden] = [
        Golden(
            plain: PresetList(), responses: "{\"presets\":[\(preset),\(barestPreset)]}",
            #"{"presets":[]}"#),
        Golden(
            all: Params(
                PresetSave(name: "Long plank", members),
                "{\"name\":\"Long plank\",\(membersJSON)}"),
            fewest: Params(PresetSave(name: "p", TrainingParameters()), #"{"name":"p"}"#),
            responses: "{\"presets\":[\(preset)]}"),
        Golden(
            all: Params(PresetDelete(name: "long plank"), #"{"name":"long plank"}"#),
            responses: #"{"presets":[]}"#),
    ]

    private static let day = GivenTime("2026-03-01").map(When.init)
    private static let ago = GivenTime("-10m").map(When.init)
}
