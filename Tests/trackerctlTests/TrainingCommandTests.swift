import ArgumentParser
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

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

    @Test func trends() throws {
        let json = """
            {"trainings":[\(Sample.complete),\(Sample.repping)],"trend":{\
            "time":{"direction":"up","last":62.3,"before":50},\
            "reps":{"direction":"level","last":21.6,"before":21}}}
            """
        let list = try Sample.read(json, as: TrainingList.Response.self)
        #expect(
            list.text(in: .plain) == """
                STARTED          EXERCISE      TOTAL   TARGET  SHARE  ATTEMPTS      TOOK  ID
                today 09:28      Pla\\u{1b}nk  32.5 s     2:00   27 %         1      1:35  t7a9
                yesterday 09:28  -             1 rep  20 reps    5 %         1  training  t7bb
                trend of time: up, average 1:02.3 in the last 5, average 50 s in the 5 before
                trend of reps: level, average 21.6 reps in the last 5,
                  average 21.0 reps in the 5 before

                """)
        #expect(
            list.text(in: .plain, isOfOneExercise: true).contains(
                "trend of Pla\\u{1b}nk, time: up, average 1:02.3 in the last 5"))
    }

    @Test func completions() throws {
        let presets = try Sample.read(
            """
            {"presets":[{"id":"p1","name":"p $(reboot)","mode":"reps","target":50,\
            "adjustment":2,"rest_ms":0}]}
            """, as: PresetList.Response.self
        ).presets
        #expect(PresetArgument.completions(for: presets) == ["p $(reboot)"])
        #expect(
            TrainingArgument.completions(for: [try training(Sample.complete)])
                == ["last", "t7a9x2m4q7wd\tPla\\u{1b}nk, 2026-03-01"])
        #expect(TrainingArgument.completions(for: []) == [])
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
