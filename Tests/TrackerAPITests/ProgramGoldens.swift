import TrackerAPI
import TrackerCore

extension Golden {
    private static let work = """
        {"label":"Work","duration_ms":20000,"kind":"work","confirmation":"automatic",\
        "cues":["start","half","countdown","end"]}
        """
    private static let walk = """
        {"label":"Walk","duration_ms":90500,"kind":"cooldown","confirmation":"manual","cues":[],\
        "sound":"/home/me/gong.wav","ring_again_ms":30000}
        """
    private static let pushUps = """
        {"label":"20 push-ups","duration_ms":0,"kind":"work","confirmation":"manual","cues":[],\
        "exercise":"push-ups","count":20}
        """
    static let program = """
        {"id":"t4baaaaaaaaa","name":"Tabata","icon":"timer","sound":"rest-warning",\
        "ring_again_ms":60000,"intervals":[{"repeat":8,\
        "intervals":[\(work),{"repeat":2,"intervals":[\(walk)]}]},\(walk)],\
        "total_ms":1698500,"steps":25}
        """
    static let barestProgram = """
        {"id":"t4baaaaaaaaa","name":"Tabata",\
        "intervals":[{"repeat":"endless","intervals":[\(pushUps)]}]}
        """
    static let run = """
        {"id":"r7naaaaaaaaa","program":"t4baaaaaaaaa","name":"Tabata",\
        "state":"waiting_for_confirmation","index":3,"steps":25,"interval":\(work),"next":\(walk),\
        "round":{"k":2,"n":8},"remaining_ms":2000,"elapsed_ms":219000,\
        "total_remaining_ms":1479500,"worked_ms":145000,"rounds":7,\
        "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,\
        "day":"2026-03-01",\
        "due_at":"2026-03-01T09:33:41.000+01:00","due_at_ms":1772354021000,"ended_at":"2026-03-01T09:40:00.000+01:00","ended_at_ms":1772354400000,\
        "waiting_since":"2026-03-01T09:33:41.000+01:00","waiting_since_ms":1772354021000,\
        "rings":1,"pause_when_away":true,"away":true,"seconds":2,"late_by_ms":3250,"passed":4}
        """
    static let barestRun = """
        {"id":"r7naaaaaaaaa","program":"t4baaaaaaaaa","name":"Tabata","state":"stopped",\
        "index":0,"interval":\(walk),"remaining_ms":0,"elapsed_ms":1500,\
        "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000}
        """

    private static let given = Intervals([
        .group(
            repeats: 8,
            [
                .interval(Interval(label: "Work", durationMs: 20_000)),
                .group(
                    repeats: 2,
                    [
                        .interval(
                            Interval(
                                label: "Rest", durationMs: 10_000, kind: .rest,
                                cues: [.end, .start]))
                    ]),
            ]),
        .interval(
            Interval(
                label: "Walk", durationMs: 90_500, kind: .cooldown, confirmation: .manual, cues: [],
                sound: "/home/me/gong.wav", ringAgainMs: 30_000)),
        .group(
            repeats: nil,
            [
                .interval(
                    Interval(
                        label: "20 push-ups", durationMs: 0, confirmation: .manual, cues: [],
                        exercise: "push-ups", count: 20))
            ]),
    ])
    private static let givenText = """
        [{"repeat":8,"intervals":[{"label":"Work","duration":20000,"kind":"work",\
        "confirmation":"automatic","cues":["start","half","countdown","end"]},{"repeat":2,\
        "intervals":[{"label":"Rest","duration":10000,"kind":"rest",\
        "confirmation":"automatic","cues":["start","end"]}]}]},\
        {"label":"Walk","duration":90500,"kind":"cooldown","confirmation":"manual","cues":[],\
        "sound":"/home/me/gong.wav","ring_again":30000},{"repeat":"endless","intervals":[{"label":"20 push-ups",\
        "kind":"work","confirmation":"manual","cues":[],"exercise":"push-ups","count":20}]}]
        """

    static let programs: [Golden] = [
        Golden(
            all: Params(
                ProgramCreate(
                    name: "Tabata", intervals: given, icon: "timer", sound: "rest-warning",
                    ringAgain: Span(ms: 60_000)),
                """
                {"name":"Tabata","intervals":\(givenText),"icon":"timer","sound":"rest-warning",\
                "ring_again":60000}
                """),
            fewest: Params(
                ProgramCreate(name: "Tabata", intervals: given),
                "{\"name\":\"Tabata\",\"intervals\":\(givenText)}"),
            responses: program, barestProgram),
        Golden(
            all: Params(
                ProgramUpdate(
                    program: "tabata", name: "Tabata", intervals: given, icon: "", sound: "",
                    ringAgain: .removed),
                """
                {"program":"tabata","name":"Tabata","intervals":\(givenText),"icon":"","sound":"",\
                "ring_again":false}
                """),
            fewest: Params(ProgramUpdate(program: "tabata"), #"{"program":"tabata"}"#),
            responses: program, barestProgram),
        Golden(
            all: Params(
                ProgramParse(text: "name = \"Tabata\"\n"),
                #"{"text":"name = \"Tabata\"\n"}"#),
            responses: """
                {"name":"Tabata","intervals":\(givenText),"icon":"timer","sound":"rest-warning",\
                "ring_again":60000}
                """,
            "{\"name\":\"Tabata\",\"intervals\":\(givenText)}"),
        Golden(
            plain: ProgramList(),
            responses: "{\"programs\":[\(program),\(barestProgram)]}", #"{"programs":[]}"#),
        Golden(
            all: Params(ProgramGet(program: "tabata"), #"{"program":"tabata"}"#),
            responses: program, barestProgram),
        Golden(
            all: Params(
                ProgramDuplicate(program: "tabata", name: "Mine"),
                #"{"program":"tabata","name":"Mine"}"#),
            fewest: Params(ProgramDuplicate(program: "tabata"), #"{"program":"tabata"}"#),
            responses: program),
        Golden(
            all: Params(ProgramDelete(program: "tabata"), #"{"program":"tabata"}"#),
            responses: program, barestProgram),
    ]

    static let runs: [Golden] = [
        Golden(
            all: Params(
                RunStart(
                    program: "tabata", from: 2, rounds: 4, work: Span(ms: 40_000),
                    rest: Span(ms: 20_000), auto: true, pauseWhenAway: true,
                    sound: "rest-warning", ringAgain: .value(Span(ms: 60_000))),
                """
                {"program":"tabata","from":2,"rounds":4,"work":40000,"rest":20000,"auto":true,\
                "pause_when_away":true,"sound":"rest-warning","ring_again":60000}
                """),
            fewest: Params(RunStart(program: "tabata"), #"{"program":"tabata"}"#), responses: run),
        Golden(plain: RunMove(.pause), responses: run, barestRun),
        Golden(plain: RunMove(.resume), responses: run),
        Golden(
            all: Params(RunConfirm(count: 12), #"{"count":12}"#),
            fewest: Params(RunConfirm(), "{}"), responses: run),
        Golden(plain: RunMove(.skip), responses: run),
        Golden(plain: RunMove(.back), responses: run),
        Golden(plain: RunMove(.stop), responses: run, barestRun),
        Golden(plain: RunGet(), responses: run, barestRun),
        Golden(all: Params(RunJump(index: 3), #"{"index":3}"#), responses: run),
        Golden(
            all: Params(RunExtend(by: Span(ms: -15_000)), #"{"by":-15000}"#), responses: run),
        Golden(
            all: Params(
                RunList(
                    from: GivenTime("2026-03-01").map(When.init),
                    to: GivenTime("-10m").map(When.init), limit: 5),
                #"{"from":"2026-03-01","to":"-10m","limit":5}"#),
            fewest: Params(RunList(), "{}"),
            responses: "{\"runs\":[\(run),\(barestRun)],\"total\":12}", #"{"runs":[]}"#),
    ]
}
