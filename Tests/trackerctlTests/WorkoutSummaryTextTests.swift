import Testing
import TrackerAPI

@testable import TrackerView

/// What a finished workout came to, the last workouts with an exercise, and records as events.
@Suite struct WorkoutSummaryTextTests {
    private static let records = """
        [{"kind":"heaviest_load","value":102.5,"unit":"kg","previous":100,"first":false,\
        "exercise":"b7","exercise_name":"Bench Press","set":"s1","reps":1,"load":102.5,\
        "load_unit":"kg"},{"kind":"most_reps","value":1,"unit":"reps","first":false,\
        "exercise":"b7","exercise_name":"Bench Press","set":"s1","reps":1,"load":102.5,\
        "load_unit":"kg"},{"kind":"most_reps","value":8,"unit":"reps","previous":7,\
        "first":false,"exercise":"b7","exercise_name":"Bench Press","set":"s2","reps":8,\
        "load":20,"load_unit":"kg","load_mode":"bodyweight"},\
        {"kind":"longest_hold","value":60,"unit":"seconds","first":true,"exercise":"p7",\
        "exercise_name":"Plank","set":"s3"}]
        """

    private func summary(_ more: String) throws -> WorkoutView.Summary {
        try Sample.read(
            """
            {"duration_ms":2700000,"sets":1,"reps":5,"volume":500,"unit":"kg"\(more)}
            """)
    }

    @Test func aSummarySaysWhatIsKnown() throws {
        #expect(try summary("").details(in: .plain).isEmpty)
        let whole = try summary(
            """
            ,"average_rest_ms":95000,"difference":{"workout":"w1","day":"2026-02-20","work":-40.5,\
            "sets":1,"reps":0},"records":\(Self.records)
            """)
        #expect(
            whole.details(in: .plain) == """
                  rest 1:35 on average
                  against 2026-02-20: -40.5 kg, +1 set
                  records
                    Bench Press  heaviest load 102.5 kg (100 before)
                                 most reps with +20kg 8 (7 before)
                    Plank        first set

                """)
        let same = try summary(
            """
            ,"difference":{"workout":"w1","day":"2026-02-20","work":0,"sets":0,"reps":0}
            """)
        #expect(same.details(in: .plain) == "  against 2026-02-20: the same\n")
    }

    @Test func aWorkoutsRecordIsAnEvent() throws {
        let data = """
            {"workout":"w1","name":"Push","records":[{"kind":"workout_work","value":1040,\
            "unit":"kg","previous":1000,"first":false,"exercise":"b7",\
            "exercise_name":"Bench Press"}],"so_far":\(Self.records)}
            """
        let event: EventView = try Sample.read(Sample.event(9, "record.set", data: data))
        let line = EventTable.text(of: [event], in: .plain)
        #expect(line.contains("Push") && line.contains("most work in a workout of Bench Press"))
    }

    @Test func theLastWorkoutsSetBySet() throws {
        let history: ExerciseHistory.Response = try Sample.read(
            """
            {"exercise":"b7","exercise_name":"Bench Press","sessions":[{"workout":"w1",\
            "name":"Push","day":"2026-02-20","sets":[\(Sample.heavy)]}]}
            """)
        let text = history.text(in: .plain)
        #expect(text.hasPrefix("Bench Press\nDAY"))
        #expect(text.contains("2026-02-20  Push") && text.contains("5x100kg@8"))
        #expect(history.ids == ["w1"])
        let none: ExerciseHistory.Response = try Sample.read(
            #"{"exercise":"b7","exercise_name":"Bench Press","sessions":[]}"#)
        #expect(none.text(in: .plain) == "no sets yet\n")
    }
}
