import ArgumentParser
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

/// Command lines about training, and the requests that they send.
enum TrainingRequests {
    static let all: [(line: String, method: String, params: String)] = [
        ("train time", "training.start", #"{"mode":"time"}"#),
        (
            "train time --target 120 --rest 20 --adjustment 5 --exercise plank", "training.start",
            #"{"adjustment":5,"exercise":"plank","mode":"time","rest":20000,"target":120}"#
        ),
        (
            "training time --target 2m --rest 1:30 --adjustment 2.5 --preset long",
            "training.start",
            #"{"adjustment":2.5,"mode":"time","preset":"long","rest":90000,"target":120}"#
        ),
        (
            "train time -t 1:30 -a 500ms -r 0", "training.start",
            """
            {"adjustment":0.5,"mode":"time","rest":0,"target":90}
            """
        ),
        ("train start --preset long", "training.start", #"{"preset":"long"}"#),
        // The daemon would take `2m` for 120 reps.
        (
            "train start --preset long --target 2m", "training.start",
            #"{"preset":"long","target":120,"timed":true}"#
        ),
        (
            "train plank 120 --rest 20", "training.start",
            #"{"exercise":"plank","rest":20000,"target":120}"#
        ),
        ("train plank", "training.start", #"{"exercise":"plank"}"#),
        ("train plank 90s", "training.start", #"{"exercise":"plank","target":90,"timed":true}"#),
        ("train plank 2m", "training.start", #"{"exercise":"plank","minutes_or_metres":2}"#),
        (
            "train start --mode reps --target 30 -p x", "training.start",
            #"{"mode":"reps","preset":"x","target":30}"#
        ),
        ("train bail", "training.bail", "{}"),
        ("bail", "training.bail", "{}"),
        ("train stop", "training.stop", "{}"),
        ("train done 12", "training.reps", #"{"count":12}"#),
        ("train skip", "training.skip_rest", "{}"),
        ("train pause", "training.pause", "{}"),
        ("train resume", "training.resume", "{}"),
        ("train show", "training.get", "{}"),
        ("training get", "training.get", "{}"),
        ("train show k3v9", "training.get", #"{"training":"k3v9"}"#),
        ("train undo", "training.undo", "{}"),
        (
            "train edit k3v9 --exercise hang", "training.update",
            #"{"exercise":"hang","training":"k3v9"}"#
        ),
        ("train edit --exercise no", "training.update", #"{"exercise":"","training":"last"}"#),
        ("train delete k3v9", "training.delete", #"{"training":"k3v9"}"#),
        ("train rm last", "training.delete", #"{"training":"last"}"#),
        ("train reset", "training.reset", "{}"),
        ("train reset --yes", "training.reset", #"{"confirm":true}"#),
        ("reset", "training.reset", "{}"),
        ("reset --yes", "training.reset", #"{"confirm":true}"#),
        ("train history", "training.list", "{}"),
        (
            "training list --from -30d --to 2026-03-01 --mode time --limit 5", "training.list",
            #"{"from":"-30d","limit":5,"mode":"time","to":"2026-03-01"}"#
        ),
        ("train history -e plank", "training.list", #"{"exercise":"plank"}"#),
        ("preset list", "preset.list", "{}"),
        (
            "preset save long --mode time --target 3m --exercise plank", "preset.save",
            #"{"exercise":"plank","mode":"time","name":"long","target":180}"#
        ),
        (
            "preset save longer --preset long -t 240", "preset.save",
            #"{"name":"longer","preset":"long","target":240}"#
        ),
        (
            "preset save longer -p long -a 5s", "preset.save",
            #"{"adjustment":5,"name":"longer","preset":"long","timed":true}"#
        ),
        ("preset rm long", "preset.delete", #"{"name":"long"}"#),
        ("preset delete long", "preset.delete", #"{"name":"long"}"#),
    ]
}

extension Sample {
    private static let attempt = """
        {"id":"a7t9x2m4q7wd","value":35,"adjustment":2.5,"counted":32.5,\
        "at":"2026-03-01T09:29:00.000+01:00","rest_taken_ms":20000}
        """
    private static let hold = """
        "id":"t7a9x2m4q7wd","mode":"time","target":120,"adjustment":2.5,"rest_ms":20000,\
        "exercise_name":"Pla\\u001bnk","accumulated":32.5,"attempts":[\(attempt)],\
        "started_at":"2026-03-01T09:28:25.000+01:00"
        """
    static let holding = """
        {\(hold),"state":"training","live":{"elapsed":12.379,"counted":9.879,"total":42.379,\
        "remaining":77.621,"percent":35.3,"can_bail":true}}
        """
    static let reached = """
        {\(hold),"state":"paused","live":{"elapsed":100,"counted":97.5,"total":130,\
        "remaining":0,"percent":100,"can_bail":false}}
        """
    static let resting = """
        {\(hold),"state":"resting","rest":{"id":"r3s7bbbbbbbb","state":"running",\
        "duration_ms":20000,"remaining_ms":14200,"started_at":"2026-03-01T09:29:00.000+01:00",\
        "warn_at_ms":[]}}
        """
    static let repping = """
        {"id":"t7bbbbbbbbbb","mode":"reps","state":"training","target":20,"adjustment":0,\
        "rest_ms":0,"accumulated":1,"attempts":[{"id":"a","value":1,"adjustment":0,"counted":1,\
        "at":"2026-03-01T09:29:00.000+01:00"}],"started_at":"2026-02-28T09:28:25.000+01:00"}
        """
    static let unbegun = """
        {"id":"t7bbbbbbbbbb","mode":"reps","state":"training","target":20,"adjustment":0,\
        "rest_ms":0,"accumulated":0,"attempts":[],"started_at":"2026-02-28T09:28:25.000+01:00"}
        """
    static let complete = """
        {\(hold),"state":"complete","ended_at":"2026-03-01T09:30:00.000+01:00",\
        "summary":{"total":32.5,"attempts":1,"effort_ms":35000,"rest_ms":20000,\
        "duration_ms":95000}}
        """
}

@Suite struct TrainingCommandTests {
    private func training(_ json: String) throws -> TrainingView { try Sample.read(json) }

    private func status(
        _ training: String?, timers: [String] = [], rest: String? = nil, reminders: [String] = []
    ) throws -> Status.Response {
        let member = training.map { "\"training\":\($0)," } ?? ""
        return try Sample.read(
            Sample.status(timers: timers, rest: rest, reminders: reminders, quiet: member))
    }

    // MARK: Requests

    @Test(arguments: [
        ("train reps", "training.start", #"{"mode":"reps"}"#),
        (
            "train reps --target 50 --rest 30 --exercise push-ups", "training.start",
            #"{"exercise":"push-ups","mode":"reps","rest":30000,"target":50}"#
        ),
        ("train reps 12", "training.reps", #"{"count":12}"#),
    ])
    func reps(_ line: String, _ method: String, _ params: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let command = try #require(Trackerctl.command(for: words) as? TrainingCommands.Reps)
        let sent = try RequestTests.wire(of: command.request())
        #expect(sent.method == method && sent.params == params)
    }

    @Test(arguments: [
        "train reps many", "train reps 12 --target 50", "train reps --target 2m",
        "train time --target soon", "train time --target inf", "train time --rest soon",
        "train start", "train start --mode run", "train start --mode reps --target 1:30",
        "train done", "train done 1.5", "preset save x", "preset save --mode time",
        "preset save x --mode reps --adjustment 5s", "train history --mode x", "bail now",
        "train edit last", "train edit --attempt 2", "train edit --value 8", "train edit --remove",
        "train edit --attempt 2 --value 8 --remove", "train edit --attempt x --value 8",
        "train edit --attempt 2 --value soon", "train delete",
    ])
    func wrongUsage(_ line: String) {
        let failure = #expect(throws: (any Error).self) {
            try Trackerctl.command(for: line.split(separator: " ").map(String.init))
        }
        #expect(failure.map { Failure($0).status } == 64)
    }

    @Test func theHelpExplainsTheTerms() {
        let help = Trackerctl.helpMessage(for: TrainingCommands.self, columns: 80)
        for term in ["penalty", "bonus", "bail", "stop", "reset", "target"] {
            #expect(help.contains(term), "\(term)")
        }
    }

    // MARK: Rendering

    @Test func aDiscardedOne() throws {
        let empty = Sample.unbegun.replacing("}", with: ",\"discarded\":true}")
        let text = "training: discarded, since nothing was done"
        #expect(try training(empty).sentence(in: .plain) == text)
        #expect(TrainingStop.text(of: try training(empty), in: .plain) == text + "\n")
        let held = Sample.resting.replacing("]}}", with: "]},\"discarded\":true}")
        #expect(
            try training(held).sentence(in: .plain)
                == "Pla\\u{1b}nk: discarded, 32.5 s of 2:00 in 1 attempt")
    }

    @Test func sentences() throws {
        func sentence(_ json: String) throws -> String {
            try training(json).sentence(in: .plain)
        }
        #expect(
            try sentence(Sample.holding)
                == "Pla\\u{1b}nk: holding 12.3 s, counts 9.8 s, 42.3 s of 2:00 in 1 attempt, "
                + "1:17.7 to go [t7a9x2m4q7wd]")
        let last = #","last":{"id":"t7c","total":62,"attempts":4,"started_at":"2026-02-27"}}"#
        #expect(
            try sentence(String(Sample.holding.dropLast()) + last)
                == "Pla\\u{1b}nk: holding 12.3 s, counts 9.8 s, 42.3 s of 2:00 in 1 attempt, "
                + "1:17.7 to go, last time 1:02 in 4 attempts [t7a9x2m4q7wd]")
        #expect(
            try sentence(Sample.reached)
                == "Pla\\u{1b}nk: paused 1:40, counts 1:37.5, 2:10 of 2:00 in 1 attempt, "
                + "target reached [t7a9x2m4q7wd]")
        #expect(
            try sentence(Sample.resting)
                == "Pla\\u{1b}nk: resting, 0:15 of rest left, 32.5 s of 2:00 in 1 attempt "
                + "[t7a9x2m4q7wd]")
        #expect(
            try sentence(Sample.repping)
                == "training: counting, 1 of 20 reps in 1 attempt [t7bbbbbbbbbb]")
        #expect(
            try sentence(Sample.unbegun) == "training: counting, 0 of 20 reps [t7bbbbbbbbbb]")
        #expect(
            try sentence(Sample.complete)
                == "Pla\\u{1b}nk: complete, 32.5 s of 2:00 in 1 attempt, work 0:35, rest 0:20, "
                + "took 1:35 [t7a9x2m4q7wd]")
    }

    @Test func details() throws {
        let lines = try training(Sample.complete).details(in: .plain).split(separator: "\n")
        #expect(
            lines.dropFirst() == [
                "  #  HELD  ADJUSTMENT  COUNTED  AT     REST",
                "  1  35 s      -2.5 s   32.5 s  09:29  0:20",
            ])
        let reps = try training(Sample.repping).details(in: .plain).split(separator: "\n")
        #expect(
            reps.dropFirst() == [
                "  #   DONE  ADJUSTMENT  COUNTED  AT",
                "  1  1 rep      0 reps    1 rep  09:29",
            ])
    }

    @Test func history() throws {
        let former = Sample.complete.replacing("t7a9x2m4q7wd", with: "t7c9x2m4q7wd")
        let json = """
            {"trainings":[\(Sample.holding),\(Sample.repping),\(former)],"trend":{\
            "time":{"direction":"up","last":62.3,"before":50},\
            "reps":{"direction":"level","last":21.6,"before":21}}}
            """
        let command = try TrainingCommands.List.parse([])
        let list = try Sample.read(json, as: TrainingList.Response.self)
        #expect(
            command.text(of: list, in: .plain) == """
                STARTED          EXERCISE      TOTAL   TARGET  SHARE  ATTEMPTS      TOOK  ID
                today 09:28      Pla\\u{1b}nk  42.3 s     2:00   35 %         1  training  t7a9
                yesterday 09:28  -             1 rep  20 reps    5 %         1  training  t7bb
                today 09:28      Pla\\u{1b}nk  32.5 s     2:00   27 %         1      1:35  t7c9
                trend of time: up, average 1:02.3 in the last 5, average 50 s in the 5 before
                trend of reps: level, average 21.6 reps in the last 5,
                  average 21.0 reps in the 5 before

                """)
        #expect(command.id(of: list) == "t7a9x2m4q7wd\nt7bbbbbbbbbb\nt7c9x2m4q7wd")
        let planks = try TrainingCommands.List.parse(["--exercise", "plank"])
        #expect(
            planks.text(of: list, in: .plain).contains(
                "trend of Pla\\u{1b}nk, time: up, average 1:02.3 in the last 5"))
        let none = try Sample.read(#"{"trainings":[]}"#, as: TrainingList.Response.self)
        #expect(command.text(of: none, in: .plain) == "no sessions\n")
        #expect(planks.text(of: none, in: .plain) == "no sessions\n")
        #expect(command.id(of: none) == nil)
    }

    @Test func presets() throws {
        let json = """
            {"presets":[{"id":"p1","name":"long $(reboot)","mode":"time","target":120,\
            "adjustment":2.5,"rest_ms":20000,"exercise_name":"Plank"},{"id":"p2","name":"p",\
            "mode":"reps","target":50,"adjustment":2,"rest_ms":0}]}
            """
        let list = try Sample.read(json, as: PresetList.Response.self)
        let command = try Command<PresetList>.parse([])
        #expect(
            command.text(of: list, in: .plain) == """
                NAME            MODE   TARGET  ADJUSTMENT  REST  EXERCISE
                long $(reboot)  time     2:00      -2.5 s  0:20  Plank
                p               reps  50 reps     +2 reps  0:00

                """)
        #expect(command.id(of: list) == "p1\np2")
        #expect(PresetArgument.completions(for: list.presets) == ["long $(reboot)", "p"])
        let none = try Sample.read(#"{"presets":[]}"#, as: PresetList.Response.self)
        #expect(command.text(of: none, in: .plain) == "no presets\n")
    }

    @Test func resetSaysWhatIsGone() throws {
        let gone = "discarded: 32.5 s of 2:00 in 1 attempt\n"
        let reset = try Reset<Trackerctl>.parse(["-y"])
        #expect(reset.text(of: try training(Sample.resting), in: .plain) == gone)
    }

    @Test func statusShowsTheTraining() throws {
        let text = try Command<Status>.parse([]).text(of: status(Sample.holding), in: .plain)
        #expect(text == (try training(Sample.holding).sentence(in: .plain)) + "\n")
    }

    @Test func colours() throws {
        let style = Sample.colored
        #expect(try training(Sample.holding).sentence(in: style).contains("\u{1b}[32mholding"))
        #expect(try training(Sample.repping).sentence(in: style).contains("\u{1b}[34mcounting"))
        #expect(try training(Sample.resting).sentence(in: style).contains("\u{1b}[33mresting"))
        #expect(try training(Sample.complete).sentence(in: style).contains("\u{1b}[34mcomplete"))
    }

    /// The live view goes back from a session's end to the session.
    @Test func aSessionThatIsOpenAgainIsShown() throws {
        let undone: EventView = try Sample.read(
            Sample.event(11, "training.undone", data: Sample.reached))
        #expect(LiveCue.beginning(of: undone)?.id == "t7a9x2m4q7wd")
    }

    @Test func events() throws {
        let events: [EventView] = [
            try Sample.read(Sample.event(9, "training.attempted", data: Sample.repping)),
            try Sample.read(Sample.event(10, "training.resting", data: Sample.resting)),
        ]
        #expect(
            EventTable.text(of: events, in: .plain) == """
                 9  09:30:00  training.attempted  k3v9x2m4     1 rep counted, 1 of 20 reps in 1 attempt
                10  09:30:00  training.resting    Pla\\u{1b}nk  32.5 s of 2:00 in 1 attempt

                """)
    }

    @Test(
        arguments: [
            (0, "0 s"), (12.379, "12.3 s"), (0.3, "0.3 s"), (32.3, "32.3 s"), (59.999, "59.9 s"),
            (60, "1:00"), (61.05, "1:01"), (3600.5, "1:00:00.5"), (-1, "0 s"),
            (1e300, "1157407407d 9:46:40"),
        ] as [(Double, String)])
    func amounts(_ seconds: Double, _ text: String) {
        #expect(AmountText.of(seconds, "time") == text)
    }
}
