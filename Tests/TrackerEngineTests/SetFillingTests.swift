import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// What a set takes from another set, and from its exercise.
@Suite struct SetFillingTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call("workout.start", #"{"name":"Today"}"#)
    }

    @discardableResult
    private func log(_ members: String) throws -> JSONValue {
        try #require(try bench.call("set.log", "{\(members)}")["set"])
    }

    /// A text such as `Squats 5 x 100 kg external working`.
    private func text(_ set: JSONValue) -> String {
        var amount = "?"
        if let reps = set["reps"]?.integer {
            amount = "\(reps)"
        } else if let seconds = set["seconds"]?.figure {
            amount = "\(seconds)s"
        } else if let metres = set["distance_m"]?.figure {
            amount = "\(metres)m"
        }
        let unit = set["load_unit"]?.string ?? ""
        let load = set["load"]?.figure.map { "x \($0) \(unit)" } ?? "bare"
        let (mode, type) = (set["load_mode"]?.string ?? "", set["type"]?.string ?? "")
        return "\(set["exercise_name"]?.string ?? "") \(amount) \(load) \(mode) \(type)"
    }

    // MARK: Repeating

    @Test(
        arguments: [
            ("", "Squats 5 x 100.0 lb external failure"),
            (#","reps":4"#, "Squats 4 x 100.0 lb external failure"),
            (#","load":50,"unit":"kg""#, "Squats 5 x 50.0 kg external failure"),
            (#","load_change":-2.5"#, "Squats 5 x 97.5 lb external failure"),
            (#","type":"working""#, "Squats 5 x 100.0 lb external working"),
            (#","exercise":"bench press""#, "Bench Press 5 x 100.0 lb external failure"),
        ] as [(String, String)])
    func theNewestSetIsRepeated(_ members: String, _ wanted: String) throws {
        try bench.set("bench press", #""reps":8,"load":60"#)
        bench.advance(ms: 60_000)
        try log(
            #""exercise":"squats","reps":5,"load":100,"unit":"lb","type":"failure","rpe":9,"note":"x""#
        )
        let set = try log("\"repeat\":true\(members)")
        #expect(text(set) == wanted)
        #expect(set["rpe"] == nil && set["note"] == nil)
        try bench.verify()
    }

    @Test func aRepeatedDropContinuesTheSetItRepeats() throws {
        try bench.set("squats")
        let drop = try bench.setID("squats", #""reps":8,"load":60,"drop_of":"last""#)
        let again = try log(#""repeat":true"#)
        #expect(again["drop_of"] == .string(drop) && again["type"] == .string("drop"))
    }

    @Test func nothingWasThereToFollow() throws {
        for members in [#""repeat":true"#, #""reps":8,"load":60,"drop_of":"last""#] {
            let refusal = try bench.refusal("set.log", "{\(members)}")
            #expect(refusal.kind == .notFound && refusal.field == "exercise")
            #expect(
                refusal.message == "Today has no earlier set to follow" && refusal.state == "none")
        }
    }

    // MARK: The exercise

    @Test func aDropIsOfTheExerciseItContinues() throws {
        bench.advance(ms: 120_000)
        let former = try bench.setID("squats")
        // The set that was logged last has an earlier time.
        try bench.set("bench press", #""reps":5,"load":60,"at":"-1m""#)
        let drop = try log(#""reps":8,"load":60,"drop_of":"last""#)
        #expect(drop["exercise_name"] == .string("Squats"))
        #expect(drop["drop_of"] == .string(former))
    }

    /// Sets of one line are of one exercise, also within a superset and at an earlier time.
    @Test func severalAreOfOneExercise() throws {
        try bench.call("workout.discard", #"{"confirm":true}"#)
        try bench.call("workout.start", #"{"at":"-20m"}"#)
        try bench.call("workout.add_exercise", #"{"exercise":"squats","superset":"a"}"#)
        try bench.call("workout.add_exercise", #"{"exercise":"pull-ups","superset":"a"}"#)
        try bench.set("pull-ups", #""reps":8"#)
        let calls = (1...2).map { number in
            let more = number == 1 ? #""exercise":"squats""# : #""exercise_of":"last""#
            return
                #"{"method":"set.log","params":{\#(more),"reps":\#(number),"load":60,"at":"-9m"}}"#
        }
        try bench.call("atomic", "{\"calls\":[\(calls.joined(separator: ","))]}")
        let workout = try bench.call("workout.get")
        #expect(workout.sets(of: 0).map { $0["reps"]?.integer } == [1, 2])
        try bench.verify()
    }

    // MARK: Changes of the load

    @Test(
        arguments: [
            (#""exercise":"squats","load_change":2.5"#, "Squats 5 x 102.5 kg external working"),
            (#""load_change":-2.5"#, "Squats 5 x 97.5 kg external working"),
            (#""reps":3,"load_change":10,"unit":"kg""#, "Squats 3 x 110.0 kg external working"),
            (
                #""reps":8,"load_change":-40,"drop_of":"last""#,
                "Squats 8 x 60.0 kg external drop"
            ),
        ] as [(String, String)])
    func aChangeIsOfTheLoadThatWouldBe(_ members: String, _ wanted: String) throws {
        try bench.set("squats")
        #expect(text(try log(members)) == wanted)
        try bench.verify()
    }

    @Test func aWrongChangeIsRefused() throws {
        try bench.set("squats")
        for (members, field) in [
            (#""load_change":2.5,"unit":"lb""#, "unit"), (#""load_change":-102.5"#, "load_change"),
            (#""load_change":2.5,"load":100"#, "load_change"), (#""load_change":1e300"#, "load"),
        ] as [(String, String)] {
            #expect(try bench.refusal("set.log", "{\(members)}").field == field)
            #expect(try bench.refusal("set.update", "{\"set\":\"last\",\(members)}").field == field)
        }
    }

    @Test func aSetIsChangedToo() throws {
        try bench.set("squats")
        let changed = try bench.call("set.update", #"{"set":"last","load_change":-2.5}"#)
        #expect(text(try #require(changed["set"])) == "Squats 5 x 97.5 kg external working")
        try bench.set("pull-ups", #""reps":8"#)
        let added = try bench.call("set.update", #"{"set":"last","load_change":5,"unit":"lb"}"#)
        #expect(text(try #require(added["set"])) == "Pull-ups 8 x 5.0 lb bodyweight working")
        let helped = try bench.call("set.update", #"{"set":"last","load_change":-20}"#)
        #expect(text(try #require(helped["set"])) == "Pull-ups 8 x 15.0 lb assisted working")
    }

    @Test func nothingIsKnownToRepeat() throws {
        for members in ["", #","load_change":2.5"#, #","reps":5,"load_change":2.5"#] {
            let refusal = try bench.refusal("set.log", "{\"exercise\":\"squats\"\(members)}")
            #expect(refusal.message == "no earlier set of Squats to repeat")
            #expect(refusal.field == "reps" && refusal.state == "none")
            #expect(try bench.call("workout.get").exerciseNames == [])
        }
    }

    // MARK: Minutes or metres

    @Test func minutesOrMetresAreReadByTheExercise() throws {
        let open = #","minutes_or_metres":40"#
        #expect(
            text(try log(#""exercise":"plank""# + open)) == "Plank 2400.0s bare bodyweight working")
        let refusal = try bench.refusal("set.log", "{\"exercise\":\"squats\"\(open)}")
        #expect(refusal.field == "minutes_or_metres")
        #expect(refusal.message.contains("for metres write 40metres, for minutes 40:00"))
        // What was done over a distance is so again.
        try bench.set("squats", #""distance_m":20"#)
        let far = try log(#""exercise":"squats""# + open)
        #expect(far["distance_m"] == .integer(40) && far["seconds"] == nil)
        let changed = try bench.call("set.update", #"{"set":"last","minutes_or_metres":50}"#)
        #expect(changed["set"]?["distance_m"] == .integer(50))
        try bench.set("plank", #""seconds":30"#)
        let held = try bench.call("set.update", #"{"set":"last","minutes_or_metres":2}"#)
        #expect(held["set"]?["seconds"] == .integer(120))
    }
}
