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

    @Test func minutesMayBeMetres() throws {
        try bench.call("workout.start")
        try bench.call("set.log", #"{"exercise":"plank","distance_m":40}"#)
        let refusal = try bench.refusal(
            "log.add", #"{"exercise":"plank","minutes_or_metres":40}"#)
        #expect(refusal.message.contains("'40m' can be a distance or a time"))
        #expect(try add("plank", #","seconds":2400"#)["count"] == .integer(2400))
    }

    @Test func theEventHasTheWholeEntry() throws {
        let entry = try add("push-ups", #","count":20,"note":"hard\nwork""#)
        #expect(entry["exercise"] == .string(pushUps) && entry["name"] == .string("Push-ups"))
        #expect(entry["at"] == .string("2026-03-01T09:00:00.000+01:00"))
        #expect(entry["source"] == .string("manual"))
        #expect(bench.types == ["log.added"])
        #expect(try bench.data(of: "log.added") == entry)
        #expect(bench.published.last?.event.subject == (try entry.id()))
        #expect(bench.alerts.isEmpty)
        try bench.verify()
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

    @Test func theLastCountIsRemembered() throws {
        #expect(try add("push-ups")["count"] == .integer(10))
        try add("push-ups", #","count":25"#)
        #expect(try add("push-ups")["count"] == .integer(25))
        // The default is the count of the last exercise done, not of the last one written down.
        try add("push-ups", #","count":5,"at":"-2h""#)
        #expect(try add("push-ups")["count"] == .integer(25))
        #expect(try add("plank")["count"] == .integer(30))
        let last = try bench.call("exercise.get", #"{"exercise":"push-ups"}"#)["last"]
        #expect(last?["count"] == .integer(25))
        #expect(last?["at"] == .string("2026-03-01T09:00:00.000+01:00"))
        try bench.restart()
        #expect(try add("push-ups")["count"] == .integer(25))
    }

    @Test func whatIsRefusedChangesNothing() throws {
        let id = try add("plank", #","count":5"#).id()
        bench.forget()
        for (member, field) in [
            (#""count":100001"#, "count"), (#""at":"2026-03-01""#, "at"),
            (#""at":"2026-03-02T09:00:01+01:00""#, "at"), (#""note":"\u0007""#, "note"),
        ] {
            let new = try bench.refusal("log.add", "{\"exercise\":\"plank\",\(member)}")
            let change = try bench.refusal("log.update", "{\"entry\":\"\(id)\",\(member)}")
            #expect(new.field == field && change.field == field)
        }
        #expect(bench.types.isEmpty)
        #expect(try list().counts == [5])
    }

    @Test func anUnknownExerciseNamesTheNearest() throws {
        let refusal = try bench.refusal("log.add", #"{"exercise":"ush"}"#)
        #expect(refusal.kind == .notFound && refusal.field == "exercise")
        #expect(refusal.message == "no exercise 'ush'; did you mean Push-ups?")
    }

    // MARK: Edit, delete, undo

    @Test func entriesAreChanged() throws {
        let id = try add("push-ups", #","note":"n""#).id()
        let prefix = String(id.prefix(5))
        let changed = try bench.call(
            "log.update",
            "{\"entry\":\"\(prefix)\",\"exercise\":\"plank\",\"count\":45,\"at\":\"08:00\",\"note\":\"\"}"
        )
        #expect(try changed.id() == id)
        #expect(changed["exercise"] == .string(plank) && changed["unit"] == .string("seconds"))
        #expect(changed["count"] == .integer(45) && changed["note"] == nil)
        #expect(changed["at"] == .string("2026-03-01T08:00:00.000+01:00"))
        #expect(try bench.data(of: "log.updated") == changed)
        #expect(try bench.call("exercise.get", #"{"exercise":"push-ups"}"#)["last"] == nil)
        let nothing = try bench.refusal("log.update", "{\"entry\":\"\(id)\"}")
        #expect(nothing.kind == .invalidParams)
        try bench.verify()
    }

    @Test func theLastIsTheOneAddedLast() throws {
        try add("plank", #","count":1"#)
        try add("plank", #","count":2,"at":"-5h""#)
        let changed = try bench.call("log.update", #"{"entry":"last","count":3}"#)
        #expect(changed["at"] == .string("2026-03-01T04:00:00.000+01:00"))
        #expect(try bench.call("log.delete", #"{"entry":"last"}"#)["count"] == .integer(3))
        #expect(try bench.call("log.delete", #"{"entry":"last"}"#)["count"] == .integer(1))
        let none = try bench.refusal("log.delete", #"{"entry":"last"}"#)
        #expect(none.kind == .notFound && none.field == "entry")
        #expect(try bench.refusal("log.delete", #"{"entry":"zzzz"}"#).kind == .notFound)
        #expect(try bench.refusal("log.delete", #"{"entry":""}"#).kind == .invalidParams)
    }

    @Test func undoTakesBackOneAfterTheOther() throws {
        let id = try add("plank", #","count":1"#).id()
        try bench.call("log.update", #"{"entry":"last","count":2}"#)
        let gone = try bench.call("log.delete", #"{"entry":"last"}"#)
        #expect(try bench.data(of: "log.deleted") == gone)
        #expect(try list().counts == [])
        // Something else happens meanwhile.
        try bench.call("exercise.update", #"{"exercise":"plank","default_count":45}"#)
        func undo() throws -> JSONValue? {
            try bench.call("journal.undo", #"{"types":["log.*"]}"#)["undone"]?["type"]
        }
        #expect(try undo() == .string("log.deleted"))
        #expect(try list().counts == [2])
        #expect(try undo() == .string("log.updated"))
        #expect(try list().counts == [1])
        #expect(try undo() == .string("log.added"))
        #expect(try list().counts == [])
        #expect(try bench.refusal("journal.undo", #"{"types":["log.*"]}"#).kind == .conflict)
        #expect(try bench.refusal("log.delete", "{\"entry\":\"\(id)\"}").kind == .notFound)
        #expect(
            try bench.call("exercise.get", #"{"exercise":"plank"}"#)["default_count"]
                == .integer(45))
        try bench.verify()
    }

    // MARK: Lists

    @Test func theNewestFirstWithTotalsOfAll() throws {
        for (count, at) in [(1, "-3d"), (2, "-2d"), (3, "-1d"), (4, "-1h")] {
            try add("push-ups", ",\"count\":\(count),\"at\":\"\(at)\"")
        }
        try add("plank", #","count":60"#)
        #expect(try list() == ([60, 4, 3, 2, 1], [10, 60]))
        #expect(try list(#"{"limit":2}"#) == ([60, 4], [10, 60]))
        #expect(try list(#"{"exercise":"PUSH UPS"}"#) == ([4, 3, 2, 1], [10]))
        #expect(try list(#"{"from":"-25h"}"#) == ([60, 4, 3], [7, 60]))
        #expect(try list(#"{"to":"-1d"}"#) == ([2, 1], [3]))
        #expect(try list(#"{"from":"-1d","to":"-1h"}"#) == ([3], [3]))
        #expect(try list(#"{"from":"2026-02-27","to":"2026-02-28"}"#) == ([3, 2], [5]))
        #expect(try list(#"{"from":"2026-03-01"}"#) == ([60, 4], [4, 60]))
        #expect(
            try list(#"{"from":"2026-02-26T09:00:00+01:00","exercise":"plank"}"#) == ([60], [60]))
        let totals = try bench.call("log.list")["totals"]?.list
        #expect(totals?.first?["entries"] == .integer(4))
        #expect(totals?.first?["name"] == .string("Push-ups"))
        #expect(totals?.first?["unit"] == .string("reps"))
    }

    @Test func ofOneMomentTheOneAddedLastIsFirst() throws {
        for count in 1...5 { try add("plank", ",\"count\":\(count)") }
        #expect(try list().counts == [5, 4, 3, 2, 1])
    }

    @Test func listsRefuse() throws {
        for limit in [0, 1001] {
            #expect(try bench.refusal("log.list", "{\"limit\":\(limit)}").field == "limit")
        }
    }

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

    @Test func whatIsUsedMostComesFirst() throws {
        try bench.call("exercise.create", #"{"name":"Pull-ups","unit":"reps","category":"Back"}"#)
        #expect(try bench.names("exercise.list") == ["Plank", "Pull-ups", "Push-ups"])
        try add("push-ups", #","at":"2020-01-01T10:00""#)
        #expect(try bench.names("exercise.list") == ["Push-ups", "Plank", "Pull-ups"])
        for _ in 0..<3 { try add("pull-ups", #","at":"-60d""#) }
        #expect(try bench.names("exercise.list") == ["Pull-ups", "Push-ups", "Plank"])
        // An entry of this week counts for more than three entries two months ago.
        try add("plank")
        #expect(try bench.names("exercise.list") == ["Plank", "Pull-ups", "Push-ups"])
        #expect(try bench.names("exercise.list", #"{"query":"pu"}"#) == ["Pull-ups", "Push-ups"])
        #expect(try bench.names("exercise.list", #"{"query":"push","limit":1}"#) == ["Push-ups"])
        #expect(try bench.names("exercise.list", #"{"category":"BACK"}"#) == ["Pull-ups"])
        #expect(try bench.names("exercise.list", #"{"category":"legs"}"#) == [])
        #expect(try bench.names("exercise.list", #"{"limit":2}"#) == ["Plank", "Pull-ups"])
        let refusal = try bench.refusal("exercise.list", #"{"limit":0}"#)
        #expect(refusal.field == "limit")
    }
}
