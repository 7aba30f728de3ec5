import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

@Suite struct LogMethodTests {
    let bench: Bench
    let pushUps: String
    let plank: String

    init() throws {
        bench = try Bench()
        try bench.createExercises(["Push-ups": "reps", "Plank": "seconds"])
        pushUps = try bench.id(ofExercise: "push-ups")
        plank = try bench.id(ofExercise: "plank")
    }

    @discardableResult
    private func add(_ exercise: String, _ more: String = "") throws -> JSONValue {
        try bench.call("log.add", "{\"exercise\":\"\(exercise)\"\(more)}")
    }

    private func list(_ params: String = "{}") throws -> (counts: [Int64], totals: [Int64]) {
        let list = try bench.call("log.list", params)
        return (
            list["entries"]?.list.compactMap { $0["count"]?.integer } ?? [],
            list["totals"]?.list.compactMap { $0["count"]?.integer } ?? []
        )
    }

    @Test func aTimeIsOfAnExerciseInSeconds() throws {
        for (exercise, members, wanted) in [
            ("plank", #","seconds":90"#, "90"), ("plank", #","minutes_or_metres":2"#, "120"),
            ("push-ups", #","seconds":90"#, "seconds"),
            ("push-ups", #","minutes_or_metres":2"#, "seconds"),
            ("plank", #","seconds":90,"count":5"#, "seconds"),
            ("plank", #","minutes_or_metres":9223372036854775807"#, "count"),
        ] as [(String, String, String)] {
            guard let count = Int64(wanted) else {
                let params = "{\"exercise\":\"\(exercise)\"\(members)}"
                #expect(try bench.refusal("log.add", params).field == wanted)
                continue
            }
            #expect(try add(exercise, members)["count"] == .integer(count))
        }
    }

    @Test(arguments: [
        // The entry's exercise, the change, and the count or the field that is refused.
        ("plank", #""seconds":300"#, "300"), ("push-ups", #""seconds":300"#, "seconds"),
        ("plank", #""seconds":300,"count":5"#, "seconds"), ("plank", #""count":300"#, "300"),
        ("push-ups", #""seconds":300,"exercise":"plank""#, "300"),
        ("plank", #""seconds":300,"exercise":"push-ups""#, "seconds"),
        ("plank", #""seconds":0"#, "count"), ("plank", #""seconds":100001"#, "count"),
    ])
    func aCountInSeconds(exercise: String, change: String, outcome: String) throws {
        try add(exercise, #","count":20"#)
        if let count = Int64(outcome) {
            let entry = try bench.call("log.update", "{\"entry\":\"last\",\(change)}")
            #expect(entry["count"]?.integer == count && entry["unit"] == .string("seconds"))
        } else {
            let refusal = try bench.refusal("log.update", "{\"entry\":\"last\",\(change)}")
            #expect(refusal.kind == .invalidParams && refusal.field == outcome)
            #expect(try list().counts == [20])
        }
        try bench.verify()
    }

    // MARK: Lists

    @Test func todayIsInTheStatus() throws {
        try add("push-ups", #","count":20,"at":"-10h""#)
        #expect(try bench.call("status")["today"]?["totals"] == .array([]))
        try add("push-ups", #","count":20,"at":"04:00""#)
        try add("push-ups", #","count":5"#)
        let today = try bench.call("status")["today"]
        #expect(today?["date"] == .string("2026-03-01"))
        #expect(
            today?["totals"]
                == .array([
                    .object([
                        "exercise": .string(pushUps), "name": .string("Push-ups"),
                        "count": .integer(25), "unit": .string("reps"), "entries": .integer(2),
                    ])
                ]))
        bench.drift(ms: 19 * 3_600_000)
        #expect(try bench.call("status")["today"]?["totals"] == .array([]))
    }
}
