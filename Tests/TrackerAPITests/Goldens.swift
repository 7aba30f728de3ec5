import TrackerAPI
import TrackerCore

/// The JSON of one method.
struct Golden: Sendable {
    struct Params: Sendable {
        let request: any Request
        let json: String

        init(_ request: any Request, _ json: String) {
            self.request = request
            self.json = json
        }
    }

    /// Params with every member.
    let all: Params
    /// Params with the required members only.
    let fewest: Params
    /// Responses with every member and with the fewest.
    var responses: [String]

    var method: String { all.request.method }

    init(all: Params, fewest: Params? = nil, responses: String...) {
        self.all = all
        self.fewest = fewest ?? all
        self.responses = responses
    }

    /// A request without members.
    init(plain request: any Request, responses: String...) {
        all = Params(request, "{}")
        fewest = all
        self.responses = responses
    }

    static let all: [Golden] =
        daemon + live + timers + rests + exercises + log + reminders + trainings + presets
        + programs + runs + templates + workouts + sets + settings + figures + reports + streaks
        + goals + plans + imports + sync

    static let timer = """
        {"id":"k3v9x2m4q7wd","name":"tea","message":"Pour it","sound":"/home/me/gong.wav",\
        "ring_again_ms":60000,"kind":"countdown",\
        "state":"running","duration_ms":1500000,"elapsed_ms":775000,"remaining_ms":725000,\
        "started_at":"2026-03-01T09:17:55.000+01:00","started_at_ms":1772353075000,"due_at":"2026-03-01T09:42:55.000+01:00","due_at_ms":1772354575000,\
        "paused_at":"2026-03-01T09:30:00.000+01:00","paused_at_ms":1772353800000,"ended_at":"2026-03-01T09:30:00.000+01:00","ended_at_ms":1772353800000,\
        "late_by_ms":3250,"waiting_ms":65000,"rings":2,\
        "answered_at":"2026-03-01T09:31:05.000+01:00","answered_at_ms":1772353865000,"on_suspend":"continue",\
        "pause_when_away":true,"away":true,\
        "laps":[{"at":"2026-03-01T09:18:55.000+01:00","at_ms":1772353135000,"elapsed_ms":60000}]}
        """
    static let stopwatch = """
        {"id":"k3v9x2m4q7wd","kind":"stopwatch","state":"running","elapsed_ms":0,\
        "started_at":"2026-03-01T09:17:55.000+01:00","started_at_ms":1772353075000,"on_suspend":"pause","laps":[]}
        """
    static let rest = """
        {"id":"r3s7aaaaaaaa","state":"running","duration_ms":90000,"remaining_ms":65000,\
        "started_at":"2026-03-01T09:30:25.000+01:00","started_at_ms":1772353825000,"due_at":"2026-03-01T09:31:30.000+01:00","due_at_ms":1772353890000,\
        "ended_at":"2026-03-01T09:31:30.000+01:00","ended_at_ms":1772353890000,"taken_ms":25000,"late_by_ms":120,\
        "warn_at_ms":[10000,3000],"label":"squats","after":{"kind":"set","id":"s3t9x2m4q7wd"},\
        "warn_ms":3000}
        """
    static let barestRest = """
        {"id":"r3s7aaaaaaaa","state":"paused","duration_ms":90000,"remaining_ms":65000,\
        "started_at":"2026-03-01T09:30:25.000+01:00","started_at_ms":1772353825000,"warn_at_ms":[]}
        """
    static let status = """
        {"now":"2026-03-01T09:30:00.000+01:00","now_ms":1772353800000,"seq":812,"history":"h1s7aaaaaaaa",\
        "health":{"storage":"degraded","reason":"the disk is full. Free some space",\
        "recovered_from":"/state/recovery/2026-03-01","subscribers":2},\
        "timers":[\(timer),\(stopwatch)],"rest":\(rest),"run":\(run),"training":\(training),\
        "workout":\(workout),"workouts_elsewhere":[\(workout)],"reminders":[\(reminder),\(barestReminder)],\
        "reminders_off":{"count":1,"reminders":[{"reminder":"r3m9x2m4q7wd","name":"pills",\
        "off_until":"2026-03-02T09:30:00.000+01:00","off_until_ms":1772440200000}]},\
        "do_not_disturb":{"until":"2026-03-01T17:00:00.000+01:00","until_ms":1772380800000},\
        "desktop_do_not_disturb":true,\
        "today":{"date":"2026-03-01","totals":[\(total)],\
        "focus":{"runs":1,"seconds":6000,"rounds":4}},\
        "progress":{"streak":12,"level":5,"xp_today":34,\
        "challenge":{"text":"35 Push-ups today","value":20,"target":35,"completed":false}},\
        "goals":{"met":1,"total":4,"shown":[\(goal),\(barestGoal)]},\
        "sync":{"state":"stopped","problem":\(syncProblem)}}
        """
    static let barestStatus = """
        {"now":"2026-03-01T09:30:00.000+01:00","now_ms":1772353800000,"seq":0,\
        "health":{"storage":"ok","subscribers":0},"timers":[],"reminders":[],\
        "today":{"date":"2026-03-01"}}
        """
    static let event = """
        {"seq":812,"device":"d3v1ce000000","at":"2026-03-01T09:30:00.000+01:00",\
        "at_ms":1772353800000,"type":"timer.finished",\
        "subject":"k3v9x2m4q7wd","data":{"id":"k3v9x2m4q7wd","laps":[],"state":"finished"}}
        """
    static let configuration = """
        {"limits":\(limits),"timers":{"ring_again_ms":60000,"ring_at_most":3},"rest":{"warn_at_ms":[3000]},\
        "training":{"ready_ms":5000},"lifting":{"show_plates":true},\
        "reminders":{"every_ms":1800000,"between":"09:00-17:00","days":"mon-fri"},\
        "notifications":{"enabled":true,"stay":"until-answered","escalate":false,"closing":"nothing"},\
        "sounds":{"enabled":true,"volume":80,"lead_in_ms":400,"files":{"timer-finished":"/home/me/gong.wav"}},\
        "desktop":{"idle_ms":180000,"break_ms":300000,"do_not_disturb":true,"mako_modes":["do-not-disturb","dnd"],\
        "keep_awake":["training","run"]},"sync":{"after_write":["push","--now"]},\
        "hooks":[{"on":["rest.*"],"run":["pw-play","{sound}"],"timeout_ms":5000,"answers":true}]}
        """
    static let limits = """
        {"line_bytes":1048576,"in_flight":64,"connections":256,"first_line_ms":5000,\
        "unread_bytes":1048576}
        """
}

extension Golden {
    fileprivate static let timers: [Golden] = [
        Golden(
            all: Params(
                TimerStart(
                    duration: Span(ms: 1_500_000), until: GivenTime("18:30").map(When.init),
                    name: "tea", message: "Pour it\nnow", onSuspend: .pause, pauseWhenAway: true,
                    sound: "rest-warning", ringAgain: .value(Span(ms: 60_000))),
                """
                {"duration":1500000,"until":"18:30","name":"tea","message":"Pour it\\nnow",\
                "on_suspend":"pause","pause_when_away":true,"sound":"rest-warning",\
                "ring_again":60000}
                """),
            fewest: Params(TimerStart(), "{}"), responses: timer),
        Golden(
            all: Params(
                StopwatchStart(name: "run", onSuspend: .cancel, pauseWhenAway: true),
                #"{"name":"run","on_suspend":"cancel","pause_when_away":true}"#),
            fewest: Params(StopwatchStart(), "{}"), responses: stopwatch),
        moved(.lap), moved(.pause), moved(.resume), moved(.cancel), moved(.restart), moved(.finish),
        moved(.answer), named(TimerGet(timer: "tea")),
        Golden(
            all: Params(
                TimerEach(action: .cancel, timers: ["green", "tea"]),
                #"{"action":"cancel","timers":["green","tea"]}"#),
            fewest: Params(TimerEach(action: .pause), #"{"action":"pause"}"#),
            responses: "{\"timers\":[\(timer),\(stopwatch)]}"),
        Golden(
            all: Params(
                TimerExtend(timer: "tea", by: Span(ms: -300_000)),
                #"{"timer":"tea","by":-300000}"#), responses: timer),
        Golden(
            all: Params(
                TimerRename(timer: "tea", name: "Grüner Tee"),
                #"{"timer":"tea","name":"Grüner Tee"}"#), responses: timer),
        Golden(
            all: Params(TimerList(all: true), #"{"all":true}"#), fewest: Params(TimerList(), "{}"),
            responses: "{\"timers\":[\(timer),\(stopwatch)]}", #"{"timers":[]}"#),
        Golden(plain: TimerClear(), responses: #"{"cleared":3}"#),
    ]

    /// A request with nothing but a timer's name.
    private static func named(_ request: any Request) -> Golden {
        Golden(all: Params(request, #"{"timer":"tea"}"#), responses: timer, stopwatch)
    }

    private static func moved(_ word: TimerWord) -> Golden {
        Golden(
            all: Params(TimerMove(word, timer: "tea"), #"{"timer":"tea"}"#),
            fewest: Params(TimerMove(word), "{}"), responses: timer, stopwatch)
    }

    fileprivate static let rests: [Golden] = [
        Golden(
            all: Params(
                RestStart(
                    duration: Span(ms: 90_000), warnAt: [Span(ms: 10_000), Span(ms: 3000)],
                    label: "squats", replace: true),
                #"{"duration":90000,"warn_at":[10000,3000],"label":"squats","replace":true}"#),
            fewest: Params(RestStart(duration: Span(ms: 90_000)), #"{"duration":90000}"#),
            responses: rest),
        Golden(plain: RestMove(.skip), responses: rest),
        Golden(plain: RestMove(.pause), responses: rest, barestRest),
        Golden(plain: RestMove(.resume), responses: rest),
        Golden(plain: RestGet(), responses: rest, barestRest),
        Golden(
            all: Params(RestExtend(by: Span(ms: -15_000)), #"{"by":-15000}"#), responses: rest),
    ]
}

extension Golden {
    fileprivate static let daemon: [Golden] = [
        Golden(
            all: Params(
                Hello(client: "waybar 1.2", protocol: 1), #"{"client":"waybar 1.2","protocol":1}"#),
            fewest: Params(Hello(), "{}"),
            responses: """
                {"protocol":1,"version":"1.0.0","pid":4711,\
                "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,"schema":1,"seq":812,\
                "history":"h1s7aaaaaaaa","limits":\(limits),\
                "methods":[{"name":"timer.clear","params":["request_id"]}],\
                "event_types":["timer.started"]}
                """,
            """
            {"protocol":1,"version":"1.0.0","pid":4711,\
            "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,"schema":1,"seq":812,\
            "limits":\(limits)}
            """),
        Golden(
            plain: RPCDiscover(),
            responses: """
                {"info":{"title":"trackerd"},"methods":[],"openrpc":"1.3.2"}
                """),
        Golden(plain: Status(), responses: status, barestStatus),
        Golden(
            all: Params(
                EventsSubscribe(
                    types: ["timer.*", "rest.*"], since: 811, history: "h1s7aaaaaaaa",
                    snapshot: true),
                """
                {"types":["timer.*","rest.*"],"since":811,"history":"h1s7aaaaaaaa",\
                "snapshot":true}
                """),
            fewest: Params(EventsSubscribe(), "{}"),
            responses:
                "{\"seq\":812,\"history\":\"h1s7aaaaaaaa\",\"resync\":true,\"snapshot\":\(status)}",
            #"{"seq":812}"#),
        Golden(
            all: Params(
                EventsList(
                    since: 5, history: "h1s7aaaaaaaa", until: 9, types: ["timer.*"],
                    subject: "k3v9x2m4q7wd", limit: 1000,
                    newestFirst: true),
                """
                {"since":5,"history":"h1s7aaaaaaaa","until":9,"types":["timer.*"],"subject":"k3v9x2m4q7wd",\
                "limit":1000,"newest_first":true}
                """),
            fewest: Params(EventsList(), "{}"),
            responses: "{\"events\":[\(event)],\"next\":812}", #"{"events":[]}"#),
        Golden(
            all: Params(
                LiveDone(
                    reminder: "move", named: "walk", exercise: "squats", count: 12, seconds: 60),
                """
                {"reminder":"move","named":"walk","exercise":"squats","count":12,"seconds":60}
                """),
            fewest: Params(LiveDone(), "{}"),
            responses: #"{"did":"training.attempted","view":{"id":"t3s7aaaaaaaa"}}"#),
        Golden(
            all: Params(LiveDismiss(named: "tea"), #"{"named":"tea"}"#),
            responses: #"{"did":"timer.answered","view":{"id":"k3v9x2m4q7wd"}}"#),
        Golden(
            plain: JournalVerify(),
            responses: #"{"events":812,"rows":7,"ok":true,"differences":[]}"#,
            #"{"events":812,"rows":7,"ok":false,"differences":["timer k3v9: state"]}"#),
        Golden(
            all: Params(
                JournalUndo(seq: 812, types: ["log.*"]), #"{"seq":812,"types":["log.*"]}"#),
            fewest: Params(JournalUndo(), "{}"),
            responses: "{\"undone\":\(event),\"seq\":813}",
            "{\"undone\":\(event),\"others\":[\(event)],\"seq\":814}"),
        Golden(
            all: Params(JournalRedo(seq: 812), #"{"seq":812}"#),
            fewest: Params(JournalRedo(), "{}"),
            responses: "{\"redone\":\(event),\"seq\":813}",
            "{\"redone\":\(event),\"others\":[\(event)],\"seq\":814}"),
        Golden(
            all: Params(JournalUndoable(limit: 3), #"{"limit":3}"#),
            fewest: Params(JournalUndoable(), "{}"),
            responses: "{\"undo\":[{\"events\":[\(event)]}],\"redo\":[]}"),
        Golden(
            all: Params(BackupCreate(path: "/tmp/b.db"), #"{"path":"/tmp/b.db"}"#),
            fewest: Params(BackupCreate(), "{}"),
            responses: #"{"path":"/tmp/b.db","bytes":40960,"seq":812}"#),
        Golden(
            plain: BackupList(),
            responses: """
                {"backups":[{"path":"/state/backups/tracker-2026-03-01T093000-812.db",\
                "origin":"backup","at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,"seq":812,"bytes":40960},\
                {"path":"/state/backups/replaced-2026-03-01T093000.db","origin":"replaced",\
                "at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,"bytes":4096}]}
                """, #"{"backups":[]}"#),
        Golden(
            all: Params(
                BackupRestore(path: "/tmp/b.db", confirm: true),
                #"{"path":"/tmp/b.db","confirm":true}"#),
            fewest: Params(BackupRestore(path: "/tmp/b.db"), #"{"path":"/tmp/b.db"}"#),
            responses: """
                {"restored_from":"/tmp/b.db",\
                "replaced":"/state/backups/replaced-2026-03-01T093000-812.db","seq":813,\
                "history":"h1s7aaaaaaaa"}
                """),
        Golden(plain: ConfigGet(), responses: configuration),
        Golden(
            plain: ConfigReload(), responses: #"{"changed":["limits.connections"]}"#,
            #"{"changed":[]}"#),
        Golden(
            plain: DaemonCheck(),
            responses: """
                {"checks":[{"part":"storage","state":"ok","detail":"can be written"},\
                {"part":"hook","state":"fail","detail":"not in PATH","advice":"install it"},\
                {"part":"reminders","state":"warn","detail":"all 2 are off"}]}
                """, #"{"checks":[]}"#),
        Golden(
            all: Params(
                Atomic(calls: [
                    TimerStart(duration: Span(ms: 60_000), name: "tea"), TimerClear(),
                    StopwatchStart(),
                ]),
                """
                {"calls":[{"method":"timer.start","params":{"duration":60000,"name":"tea"}},\
                {"method":"timer.clear","params":{}},{"method":"stopwatch.start","params":{}}]}
                """),
            fewest: Params(Atomic(calls: []), #"{"calls":[]}"#),
            responses: #"{"results":[{"cleared":0},{"id":"k3v9x2m4q7wd","laps":[]}]}"#,
            #"{"results":[]}"#),
    ]

    fileprivate static let live: [Golden] =
        liveWords + [
            Golden(
                all: Params(
                    LiveNext(id: "r3s7aaaaaaaa", count: 8), #"{"id":"r3s7aaaaaaaa","count":8}"#),
                fewest: Params(LiveNext(), "{}"), responses: rested),
            Golden(
                all: Params(
                    LiveExtend(names: ["green", "tea"], by: Span(ms: -60_000)),
                    #"{"names":["green","tea"],"by":-60000}"#),
                fewest: Params(LiveExtend(by: Span(ms: 60_000)), #"{"by":60000}"#),
                responses: rested, several),
        ]

    private static let liveWords: [Golden] = [LiveWord.stop, .pause, .resume, .skip].map {
        Golden(
            all: Params(
                LiveMove($0, id: "r3s7aaaaaaaa", names: ["green", "tea"], all: true),
                #"{"id":"r3s7aaaaaaaa","names":["green","tea"],"all":true}"#),
            fewest: Params(LiveMove($0), "{}"), responses: rested, several)
    }

    private static let rested =
        #"{"did":"rest.skipped","view":{"id":"r3s7aaaaaaaa","state":"paused"}}"#
    private static let several = """
        {"did":"timer.paused","view":{"id":"k3v9x2m4q7wd"},\
        "others":[{"did":"rest.paused","view":{"id":"r3s7aaaaaaaa"}}]}
        """
}
