import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

@Suite struct SetMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call("workout.start")
        bench.forget()
    }

    private func update(_ members: String, _ set: String = "last") throws -> JSONValue {
        let result = try bench.call("set.update", "{\"set\":\"\(set)\",\(members)}")
        return try #require(result["set"])
    }

    private func updateRefusal(_ members: String) throws -> Rejection {
        try bench.refusal("set.update", "{\"set\":\"last\",\(members)}")
    }

    private func refused(_ members: String, exercise: String = "squats") throws -> Rejection {
        try bench.refusal("set.log", "{\"exercise\":\"\(exercise)\",\(members)}")
    }

    @Test func loggedAsTheWireShowsIt() throws {
        let result = try bench.set(
            "squats", #""reps":5,"load":102.5,"rpe":8.5,"note":"deep","rest":false"#)
        let set = try #require(result["set"])
        #expect(set["load"] == .number(102.5) && set["load_unit"] == .string("kg"))
        #expect(set["type"] == .string("working") && set["load_mode"] == .string("external"))
        #expect(set["index"] == .integer(1) && set["exercise_name"] == .string("Squats"))
        #expect(set["at"] == .string("2026-03-01T09:00:00.000+01:00"))
        // An exercise that isn't in the workout is added to it.
        #expect(bench.types == ["workout.updated", "set.logged", "record.set"])
        #expect(bench.alerts.map(\.title) == ["New records"])
        #expect(try bench.data(of: "set.logged") == set)
        let workout = try bench.call("workout.get")
        #expect(workout.exerciseNames == ["Squats"] && workout.sets() == [set])
        try bench.verify()
    }

    @Test func itNeedsAnOpenWorkout() throws {
        try bench.call("workout.discard", #"{"confirm":true}"#)
        let refusal = try refused(#""reps":5"#)
        #expect(refusal.kind == .conflict && refusal.state == "none")
    }

    @Test func whatIsWrongIsNamed() throws {
        for (members, field) in [
            (#""reps":10001"#, "reps"), (#""reps":5,"load":-1"#, "load"),
            (#""reps":5,"load_mode":"assisted""#, "load"), (#""reps":5,"rest":"500ms""#, "rest"),
            (#""reps":5,"at":"2026-03-03T00:00""#, "at"),
            (#""reps":5,"drop_of":"last""#, "drop_of"), (#""reps":5,"drop_of":"""#, "drop_of"),
            (#""reps":5,"workout":"zzz""#, "workout"),
            (#""reps":5,"at":"-1m","rest":"1m""#, "rest"),
        ] {
            #expect(try refused(members).field == field, "\(members)")
            #expect(bench.published.isEmpty)
            #expect(try bench.call("workout.get").exerciseNames == [])
        }
    }

    @Test func secondsAreNoReps() throws {
        let refusal = try refused(#""reps":60"#, exercise: "plank")
        #expect(refusal.kind == .invalidParams && refusal.field == "reps")
        #expect(
            refusal.message.hasPrefix(
                "Plank is counted in seconds: give seconds instead of reps, such as 60s"))
        for members in [
            #""seconds":60"#, #""reps":2,"seconds":60"#, #""reps":5,"load":10"#,
            #""reps":5,"distance_m":20"#,
        ] {
            try bench.set("plank", members + #","rest":false"#)
        }
        try bench.set("plank", #""seconds":60,"rest":false"#)
        #expect(try updateRefusal(#""reps":60,"seconds":false"#).field == "reps")
        #expect(try update(#""reps":3"#)["reps"] == .integer(3))
        // A set that has such reps already can still be given another exercise or note.
        try bench.set("squats", #""reps":60,"rest":false"#)
        #expect(try updateRefusal(#""exercise":"plank","reps":61"#).field == "reps")
        #expect(try update(#""exercise":"plank""#)["exercise_name"] == .string("Plank"))
        #expect(try update(#""note":"old""#)["reps"] == .integer(60))
    }

    @Test func loadsAndModes() throws {
        func shown(_ members: String) throws -> [JSONValue?] {
            let set = try bench.set("pull-ups", members)["set"]
            return [set?["load"], set?["load_unit"], set?["load_mode"]]
        }
        #expect(try shown(#""reps":10"#) == [nil, .string("kg"), .string("bodyweight")])
        #expect(
            try shown(#""reps":10,"load":0"#)
                == [.integer(0), .string("kg"), .string("external")])
        #expect(
            try shown(#""reps":10,"load":10,"unit":"lb","load_mode":"bodyweight""#)
                == [.integer(10), .string("lb"), .string("bodyweight")])
        #expect(
            try shown(#""reps":10,"load":20,"load_mode":"assisted""#)
                == [.integer(20), .string("lb"), .string("assisted")])
        try bench.call("settings.set", #"{"unit":"lb"}"#)
        #expect(
            try shown(#""seconds":59.5"#) == [nil, .string("lb"), .string("bodyweight")])
        #expect(
            try shown(#""reps":1,"load":1"#) == [.integer(1), .string("lb"), .string("external")])
    }

    @Test func indexesGoByTime() throws {
        let first = try bench.setID("squats")
        bench.advance(ms: 60_000)
        let second = try bench.setID("squats")
        #expect(try bench.set("squats", #""reps":1,"at":"-30s""#)["set"]?["index"] == .integer(2))
        let sets = try bench.call("workout.get").sets()
        #expect(sets.first?["id"] == .string(first) && sets.last?["id"] == .string(second))
        #expect(sets.map { $0["index"] } == [.integer(1), .integer(2), .integer(3)])
    }

    @Test func anEditedTimeMovesIt() throws {
        let first = try bench.setID("squats")
        bench.advance(ms: 60_000)
        try bench.set("squats", #""reps":1"#)
        bench.advance(ms: 60_000)
        #expect(try update(#""at":"-30s""#, first)["index"] == .integer(2))
        #expect(try update(#""at":"-90s""#, first)["index"] == .integer(1))
        let sets = try bench.call("workout.get").sets()
        #expect(sets.map { $0["reps"] } == [.integer(5), .integer(1)])
    }

    @Test func aSetOfAWorkoutThatIsOver() throws {
        try bench.set("squats")
        bench.advance(ms: 60_000)
        let done = try bench.call("workout.finish")
        bench.advance(ms: 3_600_000)
        bench.forget()
        let added = try bench.set("plank", #""seconds":60,"workout":"last""#)
        #expect(added["set"]?["at"] == done["ended_at"] && added["rest"] == nil)
        #expect(bench.types == ["workout.updated", "set.logged", "record.set"])
        #expect(try refused(#""reps":5,"workout":"last","rest":"1m""#).field == "rest")
        try bench.verify()
    }

    @Test func dropSets() throws {
        let first = try bench.setID("squats")
        let drop = try bench.set("squats", #""reps":8,"load":80,"drop_of":"last""#)["set"]
        #expect(drop?["drop_of"] == .string(first) && drop?["type"] == .string("drop"))
        let typed = try bench.set(
            "squats", "\"reps\":8,\"load\":60,\"drop_of\":\"\(first)\",\"type\":\"failure\"")["set"]
        #expect(typed?["type"] == .string("failure"))
        #expect(try refused(#""seconds":5,"drop_of":"last""#, exercise: "plank").field == "drop_of")
        // No set is a drop of itself, not even by way of others.
        let last = try #require(try typed?.id())
        for former in [first, last] {
            let refusal = try bench.refusal(
                "set.update", "{\"set\":\"\(first)\",\"drop_of\":\"\(former)\"}")
            #expect(refusal.field == "drop_of")
        }
        #expect(
            try bench.refusal("set.update", #"{"set":"last","exercise":"plank"}"#).state == "drop")
        #expect(
            try bench.refusal("set.update", "{\"set\":\"\(first)\",\"exercise\":\"plank\"}").state
                == "drop")
        try bench.call("workout.finish")
        try bench.call("workout.start")
        let elsewhere = try refused("\"reps\":5,\"drop_of\":\"\(first)\"")
        #expect(elsewhere.field == "drop_of" && elsewhere.message.contains("different workout"))
    }

    @Test func theSetThatADropGoesOnFromIsDeleted() throws {
        let first = try bench.setID("squats")
        try bench.set("squats", #""reps":8,"load":80,"drop_of":"last""#)
        try bench.call("set.delete", "{\"set\":\"\(first)\"}")
        let left = try bench.call("workout.get").sets()
        #expect(left.count == 1 && left.first?["drop_of"] == nil)
        #expect(bench.types.suffix(2) == ["set.deleted", "set.updated"])
        #expect(try bench.data(of: "set.updated") == left.first)
        try bench.call("journal.undo")
        #expect(
            try bench.call("workout.get").sets().map { $0["drop_of"] } == [nil, .string(first)])
        try bench.verify()
    }

    @Test func edited() throws {
        try bench.set("squats", #""reps":5,"load":100,"rpe":8,"note":"deep","seconds":9"#)
        bench.advance(ms: 1000)
        let edited = try update(
            #""reps":6,"load":102.5,"rir":1,"note":"","seconds":false,"type":"failure""#)
        #expect(edited["reps"] == .integer(6) && edited["load"] == .number(102.5))
        #expect(edited["rpe"] == nil && edited["rir"] == .integer(1))
        #expect(edited["note"] == nil && edited["seconds"] == nil)
        #expect(edited["type"] == .string("failure"))
        #expect(edited["updated_at"] == .string("2026-03-01T09:00:01.000+01:00"))
        #expect(edited["at"] == .string("2026-03-01T09:00:00.000+01:00"))
        #expect(try bench.data(of: "set.updated") == edited)
        let pounds = try update(#""unit":"lb""#)
        #expect(pounds["load"] == .number(102.5) && pounds["load_unit"] == .string("lb"))
        #expect(try update(#""rpe":9"#)["rir"] == nil)
        let body = try update(#""load":false,"load_mode":"bodyweight""#)
        #expect(body["load"] == nil && body["reps"] == .integer(6))
        try bench.call("journal.undo")
        #expect(try bench.call("workout.get").sets().first?["load"] == .number(102.5))
        try bench.verify()
    }

    @Test func whatTakesThePlaceOfEffort() throws {
        func effort(_ members: String) throws -> [JSONValue?] {
            let set = try update(members)
            return [set["rpe"], set["rir"]]
        }
        try bench.set("squats", #""reps":5,"load":100,"rpe":8"#)
        #expect(try effort(#""rir":false"#) == [.integer(8), nil])
        #expect(try effort(#""rir":2"#) == [nil, .integer(2)])
        #expect(try effort(#""rpe":false"#) == [nil, .integer(2)])
        #expect(try effort(#""rpe":9,"rir":false"#) == [.integer(9), nil])
        #expect(try effort(#""rpe":false,"rir":0"#) == [nil, .integer(0)])
        #expect(try effort(#""rpe":false,"rir":false"#) == [nil, nil])
    }

    @Test func whatCannotBeEdited() throws {
        try bench.set("squats")
        bench.forget()
        for (members, field) in [
            (#""reps":false"#, "reps"), (#""load":false"#, "load"),
            (#""at":"2026-03-09T09:00""#, "at"), (#""exercise":"nothing""#, "exercise"),
            (#""drop_of":"zzz""#, "drop_of"), (#""note":null"#, "set"),
            (#""rpe":8,"rir":2"#, "rir"),
        ] {
            let refusal = try bench.refusal("set.update", "{\"set\":\"last\",\(members)}")
            #expect(refusal.field == field && bench.published.isEmpty)
        }
    }

    @Test func itMayHaveBeenAnotherExercise() throws {
        try bench.set("squats")
        bench.forget()
        let moved = try update(#""exercise":"bench press""#)
        #expect(moved["exercise_name"] == .string("Bench Press"))
        #expect(bench.types == ["workout.updated", "set.updated"])
        let workout = try bench.call("workout.get")
        #expect(workout.exerciseNames == ["Squats", "Bench Press"])
        #expect(workout.sets().isEmpty && workout.sets(of: 1).count == 1)
    }

    @Test func deletedAndPutBack() throws {
        let set = try #require(try bench.set("squats", #""reps":5,"rest":false"#)["set"])
        let deleted = try bench.call("set.delete", #"{"set":"last"}"#)
        #expect(deleted == .object(["set": set]) && bench.types.last == "set.deleted")
        let missing = try bench.refusal("set.delete", #"{"set":"last"}"#)
        #expect(missing.kind == .notFound && missing.field == "set")
        try bench.call("journal.undo")
        #expect(try bench.call("workout.get").sets() == [set])
        // Logging the set can be undone, too; the exercise stays in the workout.
        try bench.call("journal.undo", #"{"types":["set.logged"]}"#)
        #expect(try bench.call("workout.get").sets().isEmpty)
        try bench.verify()
    }

    @Test func setsAreAddressedByPrefixesToo() throws {
        let set = try bench.setID("squats")
        #expect(try update(#""reps":1"#, String(set.prefix(6)))["reps"] == .integer(1))
        #expect(try bench.refusal("set.delete", #"{"set":""}"#).kind == .invalidParams)
        #expect(try bench.refusal("set.delete", #"{"set":"zzz"}"#).kind == .notFound)
    }

    @Test func thereIsALimit() throws {
        let one = #"{"exercise":"squats","reps":1,"rest":false}"#
        try bench.callEach("set.log", Array(repeating: one, count: 500))
        let refusal = try refused(#""reps":1"#)
        #expect(refusal.kind == .tooLarge && refusal.field == "workout")
        #expect(refusal.message.contains("500"))
    }

    // MARK: Which exercise is meant

    private func meant(_ text: String) throws -> JSONValue? {
        try bench.set(text, #""reps":1"#)["set"]?["exercise_name"]
    }

    @Test func theBestMatchIsMeant() throws {
        for text in ["squats", "SQUATS", "squat", "squ", try bench.id(ofExercise: "squats")] {
            #expect(try meant(text) == .string("Squats"), "\(text)")
        }
        #expect(try meant("pullup") == .string("Pull-ups"))
        #expect(try meant("paused") == .string("Paused Squats"))
        let none = try refused(#""reps":1"#, exercise: "deadlift")
        #expect(none.kind == .notFound && none.field == "exercise")
    }

    @Test func severalGoodOnesAreAmbiguousUntilOneIsUsed() throws {
        let ids = try ["Bench Dips", "Bench Press"].map { try bench.id(ofExercise: $0) }
        let refusal = try refused(#""reps":1"#, exercise: "bench")
        #expect(refusal.kind == .ambiguous && refusal.field == "exercise")
        #expect(refusal.matches == ids)
        #expect(refusal.message.contains("Bench Dips, Bench Press"))
        try bench.set("bench press")
        #expect(try meant("bench") == .string("Bench Press"))
        // An exercise of the open workout comes before those of others.
        try bench.call("workout.finish")
        try bench.call("workout.start")
        try bench.call("workout.add_exercise", #"{"exercise":"bench dips"}"#)
        #expect(try meant("bench") == .string("Bench Dips"))
        try bench.set("bench press")
        #expect(try refused(#""reps":1"#, exercise: "bench").kind == .ambiguous)
    }

    /// This holds even if one of the exercises is the only one ever performed.
    @Test func severalOfTheWorkoutAreAmbiguous() throws {
        try bench.set("bench press")
        try bench.call("workout.finish")
        try bench.call("workout.start")
        for exercise in ["bench press", "bench dips", "squats"] {
            try bench.call("workout.add_exercise", "{\"exercise\":\"\(exercise)\"}")
        }
        let refusal = try refused(#""reps":1"#, exercise: "bench")
        #expect(refusal.kind == .ambiguous)
        #expect(
            try refusal.matches
                == ["Bench Dips", "Bench Press"].map { try bench.id(ofExercise: $0) })
        #expect(try meant("squ") == .string("Squats"))
    }

    @Test func wholeWordsAreMeantBeforeBeginnings() throws {
        for name in ["Rowing Machine", "Barbell Row", "Dumbbell Row"] {
            try bench.call("exercise.create", "{\"name\":\"\(name)\",\"unit\":\"reps\"}")
        }
        let refusal = try refused(#""reps":1"#, exercise: "row")
        #expect(refusal.message.contains("Barbell Row, Dumbbell Row:"))
        #expect(try meant("rowing") == .string("Rowing Machine"))
        // An exercise of the workout comes before all others.
        try bench.call("workout.add_exercise", #"{"exercise":"dumbbell row"}"#)
        #expect(try meant("row") == .string("Dumbbell Row"))
    }

    @Test func archivedOnesAreMeantOnlyByName() throws {
        try bench.call("exercise.archive", #"{"exercise":"plank"}"#)
        #expect(try refused(#""seconds":1"#, exercise: "plan").kind == .notFound)
        try bench.set("plank", #""seconds":1"#)
    }

    // MARK: Exercises

    @Test func anExerciseRemembersItsLastSet() throws {
        try bench.set("squats", #""reps":5,"load":100"#)
        let squats = try bench.call("exercise.get", #"{"exercise":"squats"}"#)
        #expect(
            squats["last"]
                == .object([
                    "reps": .integer(5), "load": .integer(100), "load_unit": .string("kg"),
                    "at": .string("2026-03-01T09:00:00.000+01:00"),
                    "at_ms": .integer(1_772_352_000_000),
                ]))
        let listed = try bench.call("exercise.list")["exercises"]?.list
        #expect(listed?.first == squats)
        bench.advance(ms: 1000)
        try bench.call("log.add", #"{"exercise":"squats","count":20}"#)
        let logged = try bench.call("exercise.get", #"{"exercise":"squats"}"#)
        #expect(logged["last"]?["count"] == .integer(20) && logged["last"]?["load"] == nil)
        let refusal = try bench.refusal("exercise.delete", #"{"exercise":"squats"}"#)
        #expect(refusal.kind == .conflict && refusal.state == "logged")
        try bench.call("log.delete", #"{"entry":"last"}"#)
        #expect(
            try bench.refusal("exercise.delete", #"{"exercise":"squats"}"#).state == "performed")
        try bench.call("set.delete", #"{"set":"last"}"#)
        #expect(
            try bench.refusal("exercise.delete", #"{"exercise":"squats"}"#).state == "planned")
    }
}
