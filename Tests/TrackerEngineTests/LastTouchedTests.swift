import Testing
import TrackerAPI
import TrackerCore

/// `last` is what a person touched last, whenever it was done. The bench's clock shows Sunday, 2026-03-01,
/// 09:00 at first.
@Suite struct LastTouchedTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        bench.advance(ms: 3_600_000)
    }

    @discardableResult
    private func give(_ command: String) throws -> JSONValue {
        let parts = command.split(separator: " ", maxSplits: 1).map(String.init)
        return try bench.call(parts[0], parts.count > 1 ? parts[1] : "{}")
    }

    private static let today = [
        #"workout.start {"name":"today","at":"-30m"}"#,
        #"set.log {"workout":"last","exercise":"bench press","reps":5,"load":100,"at":"-20m"}"#,
        #"workout.finish {"at":"-10m"}"#,
    ]
    private static let yesterday = [
        #"workout.start {"name":"yesterday","at":"2026-02-28T18:00:00"}"#,
        #"set.log {"workout":"last","exercise":"squats","reps":8,"load":60,"at":"2026-02-28T18:10:00"}"#,
        #"workout.finish {"at":"2026-02-28T19:00:00"}"#,
    ]

    /// Commands, and the name of the workout that is `last` then.
    static let workouts: [(commands: [String], last: String)] = [
        (today, "today"),
        (today + yesterday, "yesterday"),
        (yesterday + today, "today"),
        // Whatever is done to a workout or to a set of it touches it.
        (today + yesterday + [edit("today", #""note":"x""#)], "today"),
        (today + yesterday + [set("today", "7")], "today"),
        (today + yesterday + [#"set.update {"set":"$today","reps":4}"#], "today"),
        (today + yesterday + [#"set.delete {"set":"$today"}"#], "today"),
        // An undo, too.
        (
            today + yesterday + [edit("today", #""note":"x""#), edit("yesterday", #""note":"y""#)]
                + ["journal.undo", "journal.undo"], "today"
        ),
        (today + yesterday + [#"workout.delete {"workout":"last"}"#], "today"),
        (today + yesterday + [#"workout.delete {"workout":"last"}"#, "journal.undo"], "yesterday"),
        // Something else isn't.
        (
            today + yesterday + [#"log.add {"exercise":"squats","count":3}"#, "workout.list"],
            "yesterday"
        ),
    ]

    private static func edit(_ name: String, _ more: String) -> String {
        "workout.note {\"workout\":\"#\(name)\",\(more)}"
    }

    private static func set(_ name: String, _ reps: String) -> String {
        "set.log {\"workout\":\"#\(name)\",\"exercise\":\"bench press\",\"reps\":\(reps),\"load\":50,\"at\":\"-15m\"}"
    }

    /// Gives a command in which `#name` stands for a workout, and `$name` for its first set.
    private func giveNaming(_ command: String) throws {
        var command = command
        for workout in try bench.call("workout.list")["workouts"]?.list ?? [] {
            guard let name = workout["name"]?.string, let id = workout["id"]?.string else {
                continue
            }
            command = command.replacing("#" + name, with: id)
            let set = try bench.call("workout.get", "{\"workout\":\"\(id)\"}").sets().first
            if let set = set?["id"]?.string { command = command.replacing("$" + name, with: set) }
        }
        try give(command)
    }

    @Test(arguments: workouts.indices)
    func theWorkout(_ index: Int) throws {
        let row = Self.workouts[index]
        for command in row.commands { try giveNaming(command) }
        let last = try bench.call("workout.get", #"{"workout":"last"}"#)
        #expect(last["name"] == .string(row.last), "\(row.commands)")
        try bench.verify()
    }

    @Test func theSetThatWasChangedLast() throws {
        try give("workout.start")
        var ids: [String] = []
        for reps in 5...7 {
            let set = try give(
                "set.log {\"exercise\":\"bench press\",\"reps\":\(reps),\"load\":60}")
            ids.append(try #require(set["set"]?["id"]?.string))
            bench.advance(ms: 60_000)
        }
        func last() throws -> Int64? {
            let changed = try give(#"set.update {"set":"last","rpe":8}"#)
            return changed["set"]?["reps"]?.integer
        }
        #expect(try last() == 7)
        try give("set.update {\"set\":\"\(ids[0])\",\"note\":\"x\"}")
        #expect(try last() == 5)
        try give("set.delete {\"set\":\"\(ids[0])\"}")
        #expect(try last() == 7)
        // An open workout without a set has none, whatever others have.
        try give("workout.finish")
        try give("workout.start")
        let refusal = try bench.refusal("set.delete", #"{"set":"last"}"#)
        #expect(refusal.kind == .notFound && refusal.message.contains("has no sets"))
    }
}
