import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Sets as a person typed them, where another reading is more plausible.
@Suite struct TypedSetTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        for (name, equipment) in [
            ("Row", "barbell"), ("Curl", "Dumbbells"), ("Assisted Dips", "machine"),
        ] {
            try bench.call(
                "exercise.create",
                "{\"name\":\"\(name)\",\"unit\":\"reps\",\"equipment\":\"\(equipment)\"}")
        }
        try bench.call("workout.start")
    }

    /// The message of the refusal of a typed set; `nil` if it is logged.
    private func refusal(_ members: String, isTyped: Bool = true) throws -> String? {
        do {
            try bench.call("set.log", "{\(members),\"typed\":\(isTyped)}")
            return nil
        } catch let refusal as Rejection {
            #expect(refusal.kind == .invalidParams && refusal.state == "doubtful")
            return refusal.message
        }
    }

    @Test func aPairTheOtherWayRound() throws {
        let pair = #""exercise":"squats","reps":100,"load":5"#
        #expect(
            try refusal(pair)?.contains("for 5 reps with 100 kg type 5x100 or 100kgx5") == true)
        #expect(try bench.call("workout.get").exerciseNames == [])
        #expect(try refusal(pair + #","unit":"kg""#) == nil)
        #expect(try refusal(pair, isTyped: false) == nil)
    }

    /// The lightest load of the records tells, in the unit of the exercise.
    @Test func aLightExerciseIsKnown() throws {
        try bench.set("squats", #""reps":20,"load":10,"unit":"lb""#)
        #expect(try refusal(#""exercise":"squats","reps":100,"load":4"#)?.contains("lb") == true)
        #expect(try refusal(#""exercise":"squats","reps":100,"load":5"#) == nil)
        // A warm-up makes no record.
        try bench.set("bench press", #""reps":5,"load":60,"type":"warmup""#)
        #expect(try refusal(#""exercise":"bench press","reps":100,"load":31"#) == nil)
    }

    @Test func aCountThatIsRatherALoad() throws {
        try bench.set("squats")
        #expect(
            try refusal(#""reps":60"#)
                == "'60' reads as 60 reps with 100 kg, the planned load; for a load of 60 type 5x60, "
                + "for that many reps 60x100kg")
        #expect(try refusal(#""reps":31"#) != nil)
        #expect(try refusal(#""reps":60"#, isTyped: false) == nil)
        // It is planned with so many by now.
        #expect(try refusal(#""reps":60"#) == nil)
    }

    @Test(
        arguments: [
            ("row", false), ("curl", false), ("assisted dips", true), ("pull-ups", true),
        ] as [(String, Bool)])
    func assistanceIsForTheBody(_ exercise: String, _ isTaken: Bool) throws {
        let help = #""reps":5,"load":20,"load_mode":"assisted""#
        let refusal = try refusal("\"exercise\":\"\(exercise)\",\(help)")
        #expect((refusal == nil) == isTaken)
        #expect(refusal?.contains(", which can't assist: 8x-15 is for exercises") != false)
        try bench.set(exercise, #""reps":5,"load":20,"load_mode":"external""#)
        let changed = "{\"set\":\"last\",\(help)"
        if !isTaken {
            let refusal = try bench.refusal("set.update", changed + #","typed":true}"#)
            #expect(refusal.field == "load_mode" && refusal.state == "doubtful")
        }
        try bench.call("set.update", changed + "}")
    }

    /// `+10` beside reps may be the load itself, where there is an added one.
    @Test func anAddedLoadIsAsked() throws {
        try bench.set("pull-ups", #""reps":8,"load":10,"load_mode":"bodyweight""#)
        let change = #""exercise":"pull-ups","load_change":10"#
        #expect(
            try refusal(change + #","reps":8"#)
                == "'8 +10' could be 10 in all, or 10 more than the +10 that comes next: write 8x+10, "
                + "or 8x+20")
        // These have one reading.
        #expect(try refusal(change) == nil)
        #expect(try refusal(#""exercise":"pull-ups","load_change":-10,"reps":8"#) == nil)
        try bench.set("squats")
        #expect(try refusal(#""exercise":"squats","load_change":10,"reps":8"#) == nil)
    }
}
