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

    @Test func nothingWasThereToFollow() throws {
        for members in [#""repeat":true"#, #""reps":8,"load":60,"drop_of":"last""#] {
            let refusal = try bench.refusal("set.log", "{\(members)}")
            #expect(refusal.kind == .notFound && refusal.field == "exercise")
            #expect(
                refusal.message == "Today has no earlier set to follow" && refusal.state == "none")
        }
    }

    // MARK: The exercise

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
