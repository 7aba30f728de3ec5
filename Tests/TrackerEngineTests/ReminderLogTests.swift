import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Reminders with exercises, and the log. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct ReminderLogTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.call(
            "exercise.create", #"{"name":"Push-ups","unit":"reps","default_count":15}"#)
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps","default_count":20}"#)
    }

    private func create(_ more: String, name: String = "move") throws -> JSONValue {
        try bench.call(
            "reminder.create", "{\"name\":\"\(name)\",\"every\":\"30m\",\"days\":\"daily\"\(more)}")
    }

    @discardableResult
    private func answer(_ more: String = "") throws -> JSONValue {
        try bench.call("reminder.answer", "{\"reminder\":\"move\",\"action\":\"log\"\(more)}")
    }

    private func entries() throws -> [JSONValue] {
        try bench.call("log.list")["entries"]?.list ?? []
    }

    @Test func anAnswerIsLogged() throws {
        let reminder = try create(#","exercise":"push ups","count":10"#)
        #expect(reminder["exercise_name"] == .string("Push-ups"))
        #expect(reminder["count"] == .integer(10))
        bench.advance(ms: 1_800_000)
        let alert = try #require(bench.alerts.last)
        #expect(alert.actions.map(\.key) == ["log", "snooze", "dismiss"])
        #expect(alert.body == "10 × Push-ups")
        bench.forget()
        let answered = try answer()
        #expect(bench.types == ["log.added", "reminder.answered"])
        let entry = try #require(try entries().first)
        #expect(answered["log"] == entry["id"])
        #expect(entry["count"] == .integer(10))
        #expect(entry["source"] == .string("reminder"))
        #expect(entry["occurrence"] == answered["id"])
        #expect(entry["exercise"] == reminder["exercise"])
        // A late answer logs nothing.
        #expect(try answer(#","count":99"#) == answered.repeated)
        #expect(try entries().count == 1)
        try bench.verify()
    }

    @Test func anotherExerciseOrCount() throws {
        _ = try create(#","exercise":"push-ups","count":10"#)
        func logged(_ more: String) throws -> JSONValue {
            bench.advance(ms: 1_800_000)
            try answer(more)
            return try #require(try entries().first)
        }
        #expect(try logged(#","count":12"#)["count"] == .integer(12))
        let squats = try logged(#","exercise":"squats""#)
        #expect(squats["name"] == .string("Squats"))
        #expect(squats["count"] == .integer(20))
        #expect(try logged(#","exercise":"squats","count":5"#)["count"] == .integer(5))
        // The default count is that of the last entry.
        #expect(try logged(#","exercise":"squats""#)["count"] == .integer(5))
        #expect(try logged("")["count"] == .integer(10))
    }

    @Test func badAnswersChangeNothing() throws {
        _ = try create(#","exercise":"push-ups""#)
        _ = try create("", name: "plain")
        bench.advance(ms: 1_800_000)
        bench.forget()
        for (more, kind, field) in [
            (#","count":100001"#, .invalidParams, "count"),
            (#","exercise":"qqqq""#, .notFound, "exercise"),
            (#","exercise":"""#, .invalidParams, "exercise"),
        ] as [(String, Rejection.Kind, String)] {
            let refusal = try bench.refusal(
                "reminder.answer", "{\"reminder\":\"move\",\"action\":\"log\"\(more)}")
            #expect(refusal.kind == kind, "\(more)")
            #expect(refusal.field == field, "\(more)")
        }
        let homeless = try bench.refusal(
            "reminder.answer", #"{"reminder":"plain","action":"log","count":3}"#)
        #expect(homeless.field == "count")
        #expect(bench.types.isEmpty)
        // Without a count, the answer of the plain reminder logs no entry; with an exercise, it does.
        let plain = try bench.call("reminder.answer", #"{"reminder":"plain","action":"log"}"#)
        #expect(plain["state"] == .string("answered"))
        #expect(plain["log"] == nil)
        #expect(try entries().isEmpty)
        try bench.verify()
    }

    @Test func anUnknownExerciseIsRefusedWithTheNearest() throws {
        let refusal = try bench.refusal(
            "reminder.create", #"{"name":"x","every":"30m","exercise":"push-upz"}"#)
        #expect(refusal.kind == .notFound)
        #expect(refusal.field == "exercise")
        #expect(refusal.message.contains("Push-ups"))
        #expect(
            try bench.refusal("reminder.create", #"{"name":"x","every":"30m","count":3}"#).field
                == "count")
    }

    @Test func takingTheExerciseAway() throws {
        _ = try create(#","exercise":"push-ups","count":10"#)
        let plain = try bench.call("reminder.update", #"{"reminder":"move","exercise":""}"#)
        #expect(plain["exercise"] == nil)
        #expect(plain["count"] == nil)
        bench.advance(ms: 1_800_000)
        #expect(bench.alerts.last?.actions.map(\.label).first == "Done")
    }

    @Test func anotherExerciseLeavesNoCountOfTheFormer() throws {
        _ = try create(#","exercise":"push-ups","count":20"#)
        let same = try bench.call(
            "reminder.update", #"{"reminder":"move","exercise":"Push-ups"}"#)
        #expect(same["count"] == .integer(20))
        try bench.call("exercise.create", #"{"name":"Plank","unit":"seconds"}"#)
        let other = try bench.call("reminder.update", #"{"reminder":"move","exercise":"plank"}"#)
        #expect(other["count"] == nil)
        try bench.call("reminder.update", #"{"reminder":"move","count":45}"#)
        bench.advance(ms: 1_800_000)
        #expect(bench.alerts.last?.body == "45s Plank")
        #expect(try bench.data(of: "reminder.fired")["unit"] == .string("seconds"))
    }

    @Test func loggingByHandAnswersAllThatWaitForThatExercise() throws {
        _ = try create(#","exercise":"push-ups""#)
        _ = try create(#","exercise":"push-ups""#, name: "again")
        _ = try create(#","exercise":"squats""#, name: "legs")
        bench.advance(ms: 1_800_000)
        try bench.call("reminder.answer", #"{"reminder":"again","action":"snooze"}"#)
        bench.advance(ms: 60_000)
        bench.forget()
        let entry = try bench.call("log.add", #"{"exercise":"push-ups","count":8}"#)
        #expect(bench.types == ["log.added", "reminder.answered", "reminder.answered"])
        #expect(bench.published.compactMap(\.endsThread).count == 2)
        for name in ["move", "again"] {
            let history = try bench.call("occurrence.list", "{\"reminder\":\"\(name)\"}")
            let last = try #require(history["occurrences"]?.list.first)
            #expect(last["state"] == .string("answered"))
            #expect(last["log"] == entry["id"])
            #expect(last["response_ms"] == .integer(60_000))
            let reminder = try bench.call("reminder.get", "{\"reminder\":\"\(name)\"}")
            #expect(reminder["next_at"] == .string("2026-03-01T10:01:00.000+01:00"))
        }
        let legs = try bench.call("reminder.get", #"{"reminder":"legs"}"#)
        #expect(legs["pending"]?["state"] == .string("pending"))
        try bench.verify()
    }

    @Test func whatWasDoneBeforeItFiredIsNoAnswer() throws {
        _ = try create(#","exercise":"push-ups""#)
        bench.advance(ms: 1_800_000 + 60_000)
        bench.forget()
        try bench.call("log.add", #"{"exercise":"push-ups","count":8,"at":"-61s"}"#)
        #expect(bench.types == ["log.added"])
        try bench.call("log.add", #"{"exercise":"push-ups","count":8,"at":"-60s"}"#)
        #expect(bench.types == ["log.added", "log.added", "reminder.answered"])
    }

    // MARK: Any exercise

    private func reminder(_ name: String) throws -> JSONValue {
        try bench.call("reminder.get", "{\"reminder\":\"\(name)\"}")
    }

    @Test func anyIsNoExerciseOfItsOwn() throws {
        let any = try create(#","exercise":"any","count":10"#)
        #expect(any["exercise"] == .string("any") && any["exercise_name"] == nil)
        #expect(any["count"] == .integer(10))
        // Another exercise drops the count, as ever.
        let squats = try bench.call("reminder.update", #"{"reminder":"move","exercise":"squats"}"#)
        #expect(squats["count"] == nil)
        let back = try bench.call("reminder.update", #"{"reminder":"move","exercise":"Any"}"#)
        #expect(back["exercise"] == .string("any") && back["count"] == nil)
        // An exercise of that name is meant by its id.
        let named = try bench.call("exercise.create", #"{"name":"Any","unit":"reps"}"#)
        let id = try named.id()
        let meant = try bench.call(
            "reminder.update", "{\"reminder\":\"move\",\"exercise\":\"\(id)\"}")
        #expect(meant["exercise"] == .string(id))
        try bench.call("reminder.update", #"{"reminder":"move","exercise":"any"}"#)
        try bench.call("exercise.delete", #"{"exercise":"any"}"#)
        // It comes in with an export, since it names nothing that could be missing.
        let other = try Bench(seed: 2)
        let file = try other.open(bench.export(#""what":"all","format":"json""#))
        #expect(try other.preview(file)["skipped"]?.list == [])
        try other.commit(file)
        #expect(
            try other.call("reminder.get", #"{"reminder":"move"}"#)["exercise"] == .string("any"))
    }

    @Test func anAnswerForAnyLogsWhatIsNamed() throws {
        _ = try create(#","exercise":"any","count":7"#)
        bench.advance(ms: 1_800_000)
        #expect(bench.alerts.last?.actions.map(\.label).first == "Done")
        let data = try bench.data(of: "reminder.fired")
        #expect(data["exercise"] == .string("any") && data["unit"] == nil)
        let homeless = try bench.refusal(
            "reminder.answer", #"{"reminder":"move","action":"log","count":3}"#)
        #expect(homeless.field == "count")
        let plain = try answer()
        #expect(plain["state"] == .string("answered") && plain["log"] == nil)
        #expect(try entries().isEmpty)
        bench.advance(ms: 1_800_000)
        let named = try answer(#","exercise":"squats""#)
        let entry = try #require(try entries().first)
        #expect(named["log"] == entry["id"] && entry["name"] == .string("Squats"))
        #expect(entry["count"] == .integer(7))
        bench.advance(ms: 1_800_000)
        try answer(#","exercise":"squats","count":3"#)
        #expect(try entries().first?["count"] == .integer(3))
        // 7 of whatever is done aren't 7 seconds.
        bench.advance(ms: 1_800_000)
        try bench.call(
            "exercise.create", #"{"name":"L-sit","unit":"seconds","default_count":30}"#)
        try answer(#","exercise":"l-sit""#)
        #expect(try entries().first?["name"] == .string("L-sit"))
        #expect(try entries().first?["count"] == .integer(30))
        try bench.verify()
    }

    @Test func whateverIsDoneAnswersAny() throws {
        _ = try create(#","exercise":"any""#)
        _ = try create("", name: "water")
        // Each of these is an effort; what it brings besides isn't told here.
        let efforts = [
            ("log.add", #"{"exercise":"squats"}"#, true),
            ("set.log", #"{"exercise":"push-ups","reps":5}"#, false),
            ("training.reps", #"{"count":20}"#, true),
        ]
        for (method, params, isEntry) in efforts {
            if method == "set.log" { try bench.call("workout.start") }
            bench.advance(ms: 1_800_000)
            if method == "training.reps" {
                try bench.call(
                    "training.start", #"{"mode":"reps","target":20,"exercise":"squats"}"#)
            }
            bench.advance(ms: 60_000)
            #expect(try reminder("move")["pending"]?["state"] == .string("pending"), "\(method)")
            bench.forget()
            try bench.call(method, params)
            let answered = bench.published.filter { $0.event.type == "reminder.answered" }
            #expect(answered.count == 1, "\(method)")
            let last = try bench.data(of: "reminder.answered")
            #expect((last["log"] != nil) == isEntry && last["response_ms"] == .integer(60_000))
            #expect(try reminder("move")["pending"] == nil)
            #expect(try reminder("water")["pending"] != nil, "\(method)")
        }
        try bench.verify()
    }

    @Test func whateverIsDoneBeginsTheIntervalAnew() throws {
        for (name, more) in [
            ("move", #","exercise":"any""#), ("legs", #","exercise":"squats""#),
            ("clock", #","exercise":"any","anchor":"clock""#), ("water", ""),
        ] {
            _ = try create(more, name: name)
        }
        let before = try reminder("water")["next_at"]
        bench.advance(ms: 600_000)
        try bench.call("log.add", #"{"exercise":"push-ups"}"#)
        #expect(try reminder("move")["next_at"] == .string("2026-03-01T09:40:00.000+01:00"))
        for name in ["legs", "clock", "water"] {
            #expect(try reminder(name)["next_at"] == before, "\(name)")
        }
        // What was done a while ago counts from then.
        bench.advance(ms: 600_000)
        try bench.call("log.add", #"{"exercise":"squats","at":"-5m"}"#)
        for name in ["move", "legs"] {
            #expect(try reminder(name)["next_at"] == .string("2026-03-01T09:45:00.000+01:00"))
        }
        try bench.verify()
    }

    @Test func anEntryThatIsTakenBackHasntAnswered() throws {
        _ = try create(#","exercise":"any""#)
        bench.advance(ms: 1_800_000)
        try bench.call("log.add", #"{"exercise":"squats"}"#)
        try bench.call("journal.undo", #"{"types":["log.*"]}"#)
        #expect(try entries().isEmpty)
        let last = try bench.call("occurrence.list")["occurrences"]?.list.first
        #expect(last?["state"] == .string("pending") && last?["log"] == nil)
        try bench.verify()
    }

    @Test func anAnswerGoesWithItsEntry() throws {
        _ = try create(#","exercise":"push-ups","count":10"#)
        bench.advance(ms: 1_800_000)
        try answer()
        try bench.call("journal.undo", #"{"types":["log.*"]}"#)
        #expect(try entries().isEmpty)
        let last = try bench.call("occurrence.list")["occurrences"]?.list.first
        #expect(last?["state"] == .string("pending") && last?["log"] == nil)
        try bench.verify()
    }

    /// What is logged where a reminder for any exercise is done, and nobody has said by what.
    @Test(
        arguments: [
            ("", #""exercise":"any""#, 60), (#","seconds":300"#, #""exercise":"any""#, 300),
            (#","exercise":"squats""#, #""exercise":"any""#, 20),
            (#","exercise":"squats","count":7"#, #""exercise":"any""#, 7),
            // Ten of whatever it was may be reps or seconds of anything.
            ("", #""exercise":"any","count":10"#, nil),
            (#","seconds":90"#, #""exercise":"any","count":10"#, 90),
            ("", #""message":"drink""#, nil), ("", #""exercise":"standing","count":30"#, 30),
        ] as [(String, String, Int64?)])
    func aMinuteOfStanding(_ answer: String, _ reminder: String, _ count: Int64?) throws {
        let name = #"{"name":"Standing","unit":"seconds","default_count":60}"#
        try bench.call("exercise.create", name)
        _ = try create("," + reminder)
        bench.advance(ms: 1_800_000)
        try self.answer(answer)
        #expect(try entries().map { $0["count"]?.integer } == [count].compactMap { $0.map { $0 } })
        if !answer.contains("exercise"), count != nil {
            #expect(try entries().first?["name"] == .string("Standing"))
            // The second time, too, whatever was stood meanwhile.
            try bench.call("log.add", #"{"exercise":"standing","count":5}"#)
            bench.advance(ms: 1_800_000)
            try self.answer(answer)
            #expect(try entries().first?["count"]?.integer == count)
        }
        try bench.verify()
    }

    @Test func secondsAreOfWhatIsCountedInThem() throws {
        _ = try create(#","exercise":"push-ups""#)
        bench.advance(ms: 1_800_000)
        func refusal(_ more: String) throws -> Rejection {
            try bench.refusal("reminder.answer", "{\"reminder\":\"move\",\(more)}")
        }
        let reps = try refusal(#""action":"log","seconds":60"#)
        #expect(reps.field == "seconds" && reps.message.contains("counted in reps"))
        #expect(try refusal(#""action":"dismiss","seconds":60"#).field == "seconds")
        #expect(
            try refusal(#""action":"log","exercise":"squats","seconds":60,"count":1"#).field
                == "seconds")
        // Nobody keeps Standing here.
        try bench.call("reminder.update", #"{"reminder":"move","exercise":"any"}"#)
        #expect(try refusal(#""action":"log","seconds":60"#).field == "seconds")
        try answer()
        #expect(try entries().isEmpty)
    }

    @Test func anExerciseOfAReminderCannotBeDeleted() throws {
        let reminder = try create(#","exercise":"push-ups""#)
        let refusal = try bench.refusal("exercise.delete", #"{"exercise":"push-ups"}"#)
        #expect(refusal.kind == .conflict)
        #expect(refusal.state == "reminded")
        try bench.call("reminder.delete", #"{"reminder":"move"}"#)
        try bench.call("exercise.delete", #"{"exercise":"push-ups"}"#)
        // The reminder can't come back without its exercise.
        let seq = bench.published.last { $0.event.type == "reminder.deleted" }?.event.seq ?? 0
        #expect(try bench.refusal("journal.undo", "{\"seq\":\(seq)}").kind == .conflict)
        #expect(reminder["name"] == .string("move"))
    }
}
