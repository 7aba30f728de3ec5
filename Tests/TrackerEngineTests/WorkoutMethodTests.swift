import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

@Suite struct WorkoutMethodTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    @discardableResult
    private func start(_ params: String = "{}") throws -> JSONValue {
        try bench.call("workout.start", params)
    }

    private func get(_ workout: String? = nil) throws -> JSONValue {
        try bench.call(
            "workout.get", workout.map { "{\"workout\":\"\($0)\"}" } ?? "{}")
    }

    @Test func startedAsTheWireShowsIt() throws {
        let workout = try start()
        #expect(workout["name"] == .string("Workout") && workout["state"] == .string("open"))
        #expect(workout["started_at"] == .string("2026-03-01T09:00:00.000+01:00"))
        #expect(bench.types == ["workout.started"] && bench.alerts.isEmpty)
        #expect(try bench.data(of: "workout.started") == workout)
        #expect(try get() == workout)
        #expect(try bench.call("status")["workout"] == workout)
        #expect(bench.engine.summary(at: bench.clock) == "Workout open")
        let second = try bench.refusal("workout.start")
        #expect(second.kind == .conflict && second.state == "open")
        #expect(second.message.contains("finish or discard it first"))
        try bench.verify()
    }

    /// A name is a template's or a plan's; no workout begins by a mistyped one.
    @Test func aNameIsATemplatesIfThereIsOne() throws {
        let template = try bench.call(
            "template.create",
            #"{"name":"Push","exercises":[{"exercise":"squats","sets":3,"reps":5}]}"#
        ).id()
        for named in ["PUSH", template] {
            let workout = try start("{\"named\":\"\(named)\"}")
            #expect(workout["template"] == .string(template) && workout["name"] == .string("Push"))
            try bench.call("workout.discard", #"{"confirm":true}"#)
        }
        for params in [
            #"{"named":"push","template":"push"}"#, #"{"named":"push","repeat":"last"}"#,
        ] {
            #expect(try bench.refusal("workout.start", params).field == "named")
        }
        let light = try start(#"{"named":"push","name":"light"}"#)
        #expect(light["template"] == .string(template) && light["name"] == .string("light"))
        try bench.call("workout.discard", #"{"confirm":true}"#)
        try bench.call(
            "template.create", #"{"name":"Push B","exercises":[{"exercise":"squats","sets":3}]}"#)
        let cases = [
            ("Pus", "no template 'Pus'; there are Push, Push B"),
            ("push b!x", "no template 'push b!x'; did you mean Push B?"),
            ("Leg day", "no template 'Leg day'"), ("last", "no template 'last'"),
        ]
        for (name, message) in cases {
            let none = try bench.refusal("workout.start", "{\"named\":\"\(name)\"}")
            #expect(none.kind == .notFound && none.field == "named")
            #expect(none.message == message)
        }
        let blank = try bench.refusal("workout.start", #"{"named":" "}"#)
        #expect(blank.kind == .invalidParams && blank.field == "named")
        try bench.call("plan.create", #"{"name":"Five","templates":["push b","push"]}"#)
        #expect(try start(#"{"named":"five"}"#)["name"] == .string("Push B"))
        try bench.call("workout.discard", #"{"confirm":true}"#)
        let planned = try start(#"{"named":"five","name":"light"}"#)
        #expect(planned["template"] != nil && planned["name"] == .string("light"))
        try bench.call("workout.discard", #"{"confirm":true}"#)
        for name in ["push", "push b"] {
            try bench.call("template.delete", "{\"template\":\"\(name)\"}")
        }
        let gone = try bench.refusal("workout.start", #"{"named":"five"}"#)
        #expect(gone.kind == .notFound && gone.field == "named")
        #expect(gone.message == "all templates of Five have been deleted")
    }

    @Test func itSurvivesRestartsAndMidnight() throws {
        bench.advance(to: 22, 30)
        let workout = try start(#"{"name":"Late"}"#)
        try bench.set("squats")
        try bench.crash()
        try bench.start()
        bench.advance(to: 0, 30, day: 1)
        bench.reboot(offMs: 60_000)
        try bench.restart()
        try bench.set("squats")
        let now = try get()
        #expect(now["id"] == workout["id"] && now.sets().count == 2)
        let done = try bench.call("workout.finish")
        #expect(done["started_at"] == workout["started_at"])
        #expect(done["ended_at"] == .string("2026-03-02T01:31:00.000+01:00"))
        #expect(try bench.call("status")["workout"] == nil)
        try bench.verify()
    }

    @Test func fromATemplate() throws {
        let template = try bench.call(
            "template.create",
            """
            {"name":"Legs","rest":"1m","exercises":[{"exercise":"squats","sets":3,"reps":5,\
            "load":102.5,"superset":"A"},{"exercise":"plank","sets":1,"seconds":60}]}
            """)
        let workout = try start(#"{"template":"legs"}"#)
        #expect(workout["name"] == .string("Legs") && workout["template"] == template["id"])
        #expect(workout["rest_ms"] == .integer(60_000))
        #expect(workout.exerciseNames == ["Squats", "Plank"])
        let squats = workout["exercises"]?.list.first
        #expect(squats?["superset"] == .string("A"))
        #expect(
            squats?["target"]
                == .object([
                    "groups": .array([
                        .object([
                            "sets": .integer(3), "type": .string("working"), "reps": .integer(5),
                            "load": .number(102.5), "load_unit": .string("kg"),
                        ])
                    ])
                ]))
        // Deleting the template doesn't change the workout.
        try bench.call("template.delete", #"{"template":"legs"}"#)
        #expect(try get() == workout)
    }

    @Test func anEarlierOneOnceMore() throws {
        try start(#"{"name":"Legs"}"#)
        try bench.set("squats", #""reps":10,"load":60,"type":"warmup""#)
        try bench.set("squats", #""reps":5,"load":100"#)
        try bench.set("squats", #""reps":4,"load":105"#)
        try bench.call("workout.add_exercise", #"{"exercise":"plank","superset":"B"}"#)
        let former = try bench.call("workout.finish").id()
        let refused = try bench.refusal("workout.start", #"{"repeat":"zzz"}"#)
        #expect(refused.kind == .notFound && refused.field == "repeat")
        let both = try bench.refusal("workout.start", #"{"repeat":"last","template":"x"}"#)
        #expect(both.kind == .invalidParams && both.field == "repeat")
        bench.advance(ms: 1000)
        let workout = try start("{\"repeat\":\"\(former.prefix(6))\"}")
        #expect(workout["name"] == .string("Legs") && workout.exerciseNames == ["Squats", "Plank"])
        let squats = workout["exercises"]?.list.first
        #expect(
            squats?["target"]
                == .object([
                    "groups": .array(
                        [("warmup", 10, 60), ("working", 5, 100), ("working", 4, 105)].map {
                            .object([
                                "sets": .integer(1), "type": .string($0.0),
                                "reps": .integer($0.1), "load": .integer($0.2),
                                "load_unit": .string("kg"), "load_mode": .string("external"),
                            ])
                        })
                ]))
        #expect(workout["exercises"]?.list.last?["superset"] == .string("B"))
        #expect(workout["exercises"]?.list.last?["target"] == nil)
        #expect(workout.sets(of: 0, "previous").count == 3 && workout.sets().isEmpty)
    }

    @Test func whatWasDoneBeforeStandsBesideIt() throws {
        try start()
        try bench.set("squats", #""reps":5,"load":100"#)
        try bench.call("workout.finish")
        bench.advance(ms: 60_000)
        try start()
        let added = try bench.call("workout.add_exercise", #"{"exercise":"squats"}"#)
        let previous = added.sets(of: 0, "previous")
        #expect(previous.map { $0["load"] } == [.integer(100)])
        // The event has the workout alone.
        #expect(try bench.data(of: "workout.updated").sets(of: 0, "previous").isEmpty)
        try bench.set("squats", #""reps":5,"load":110"#)
        #expect(try get().sets(of: 0, "previous") == previous)
        let list = try bench.call("workout.list")["workouts"]?.list
        #expect(list?.count == 2 && list?.first?.sets(of: 0, "previous").isEmpty == true)
        #expect(list?.first?.sets().count == 1)
        try bench.call("workout.finish")
        #expect(try get("last").sets(of: 0, "previous") == previous)
    }

    @Test func exercisesComeMoveAndGo() throws {
        try start()
        try bench.call("workout.add_exercise", #"{"exercise":"squats"}"#)
        try bench.call("workout.add_exercise", #"{"exercise":"bench press","position":1}"#)
        let three = try bench.call(
            "workout.add_exercise", #"{"exercise":"plank","superset":"A","position":2}"#)
        #expect(three.exerciseNames == ["Bench Press", "Plank", "Squats"])
        let twice = try bench.refusal("workout.add_exercise", #"{"exercise":"plank"}"#)
        #expect(twice.kind == .conflict && twice.state == "present")
        #expect(
            try bench.refusal(
                "workout.add_exercise", #"{"exercise":"pull-ups","position":5}"#
            ).field
                == "position")
        let turned = try bench.call(
            "workout.reorder", #"{"exercises":["plank","squats","bench press"]}"#)
        #expect(turned.exerciseNames == ["Plank", "Squats", "Bench Press"])
        #expect(
            try bench.refusal("workout.reorder", #"{"exercises":["plank","squats"]}"#).field
                == "exercises")
        let fewer = try bench.call("workout.remove_exercise", #"{"exercise":"squats"}"#)
        #expect(fewer.exerciseNames == ["Plank", "Bench Press"])
        let missing = try bench.refusal("workout.remove_exercise", #"{"exercise":"squats"}"#)
        #expect(missing.kind == .notFound && missing.field == "exercise")
        try bench.verify()
    }

    @Test func anExerciseWithSetsGoesOnlyWhenConfirmed() throws {
        try start()
        try bench.set("squats")
        let refusal = try bench.refusal("workout.remove_exercise", #"{"exercise":"squats"}"#)
        #expect(refusal.kind == .confirmationRequired && refusal.field == "confirm")
        let gone = try bench.call(
            "workout.remove_exercise", #"{"exercise":"squats","confirm":true}"#)
        #expect(gone.exerciseNames == [])
        #expect(try bench.refusal("workout.finish").message.contains("discard it"))
        try bench.call("journal.undo")
        #expect(try get().sets().count == 1)
        try bench.verify()
    }

    @Test func notes() throws {
        try start()
        try bench.set("squats")
        let noted = try bench.call("workout.note", #"{"note":"tired\ntoday"}"#)
        #expect(noted["note"] == .string("tired\ntoday"))
        let both = try bench.call("workout.note", #"{"note":"deep","exercise":"squats"}"#)
        #expect(both["exercises"]?.list.first?["note"] == .string("deep"))
        let one = try bench.call("workout.note", #"{"note":""}"#)
        #expect(one["note"] == nil && one["exercises"]?.list.first?["note"] != nil)
        let other = try bench.refusal("workout.note", #"{"note":"x","exercise":"plank"}"#)
        #expect(other.kind == .notFound && other.field == "exercise")
        let finished = try bench.call("workout.finish").id()
        let later = try bench.call(
            "workout.note", "{\"note\":\"sore\",\"workout\":\"\(finished)\"}")
        #expect(later["note"] == .string("sore"))
    }

    @Test func finished() throws {
        try start(#"{"at":"-30m"}"#)
        let empty = try bench.refusal("workout.finish")
        #expect(empty.kind == .conflict && empty.state == "open")
        try bench.set("squats", #""reps":5,"load":100,"at":"-20m""#)
        try bench.set("squats", #""reps":3,"load":20,"unit":"lb","at":"-10m""#)
        try bench.set("squats", #""reps":9,"load":20,"type":"warmup","at":"-10m""#)
        for at in ["-15m", "-40m", "23:00"] {
            #expect(
                try bench.refusal("workout.finish", "{\"at\":\"\(at)\"}").field == "at", "\(at)")
        }
        let done = try bench.call("workout.finish", #"{"at":"-5m"}"#)
        #expect(done["state"] == .string("finished"))
        let summary = try #require(done["summary"])
        #expect(summary["duration_ms"] == .integer(1_500_000) && summary["sets"] == .integer(2))
        #expect(summary["volume"] == .number(527.215_542_2) && summary["reps"] == .integer(8))
        #expect(summary["unit"] == .string("kg") && summary["average_rest_ms"] == nil)
        #expect(summary["difference"] == nil && summary["records"]?.list.isEmpty == false)
        let again = try bench.refusal(
            "workout.finish", "{\"workout\":\"\(try done.id())\"}")
        #expect(again.kind == .conflict && again.state == "finished")
        #expect(try bench.refusal("workout.finish").field == "workout")
        #expect(bench.types.last == "workout.finished")
        // Undoing the finish opens the workout again, as long as no other is open.
        let seq = try #require(bench.published.last?.event.seq)
        try start()
        #expect(try bench.refusal("journal.undo", "{\"seq\":\(seq)}").kind == .conflict)
        try bench.call("workout.discard", #"{"confirm":true}"#)
        try bench.call("journal.undo", "{\"seq\":\(seq)}")
        #expect(try bench.call("status")["workout"]?["id"] == done["id"])
        try bench.verify()
    }

    @Test func discardedOnceConfirmed() throws {
        try start()
        try bench.set("squats")
        let refusal = try bench.refusal("workout.discard")
        #expect(refusal.kind == .confirmationRequired && refusal.state == "open")
        #expect(refusal.message.contains("(1)"))
        try bench.call("workout.discard", #"{"confirm":true}"#)
        #expect(bench.types.suffix(2) == ["rest.skipped", "workout.discarded"])
        #expect(try bench.refusal("workout.get").kind == .notFound)
        try bench.call("journal.undo")
        let back = try get()
        #expect(back["state"] == .string("open") && back.sets().count == 1)
        let done = try bench.call("workout.finish").id()
        let over = try bench.refusal(
            "workout.discard", "{\"workout\":\"\(done)\",\"confirm\":true}")
        #expect(over.kind == .conflict && over.message.contains("deleted"))
        try bench.verify()
    }

    @Test func deletedAndPutBack() throws {
        try start()
        try bench.set("squats")
        let done = try bench.call("workout.finish")
        bench.forget()
        let deleted = try bench.call("workout.delete", #"{"workout":"last"}"#)
        #expect(deleted == done && bench.types == ["workout.deleted"])
        #expect(try bench.call("workout.list")["workouts"]?.list == [])
        #expect(try bench.call("exercise.get", #"{"exercise":"squats"}"#)["last"] == nil)
        try bench.call("journal.undo")
        #expect(try get() == done)
        #expect(try bench.refusal("workout.delete").kind == .conflict)
        try bench.verify()
    }

    @Test func listed() throws {
        for (number, exercise) in ["squats", "plank", "squats"].enumerated() {
            try start("{\"name\":\"w\(number)\"}")
            try bench.set(exercise, #""seconds":30"#)
            try bench.call("workout.finish")
            bench.advance(ms: 86_400_000)
        }
        #expect(try bench.names("workout.list") == ["w2", "w1", "w0"])
        #expect(try bench.names("workout.list", #"{"limit":1}"#) == ["w2"])
        #expect(try bench.names("workout.list", #"{"exercise":"squat"}"#) == ["w2", "w0"])
        #expect(
            try bench.names("workout.list", #"{"from":"2026-03-02","to":"2026-03-02"}"#) == ["w1"])
        for params in [#"{"limit":0}"#, #"{"limit":201}"#] {
            #expect(try bench.refusal("workout.list", params).field == "limit")
        }
        #expect(
            try bench.refusal("workout.list", #"{"from":"2026-03-02","to":"2026-03-01"}"#).field
                == "to")
    }

    @Test func addressed() throws {
        #expect(try bench.refusal("workout.get").kind == .notFound)
        let conflict = try bench.refusal("workout.finish")
        #expect(conflict.kind == .conflict && conflict.state == "none")
        #expect(try bench.refusal("workout.get", #"{"workout":""}"#).kind == .invalidParams)
        let missing = try bench.refusal("workout.get", #"{"workout":"last"}"#)
        #expect(missing.kind == .notFound && missing.field == "workout")
        let workout = try start()
        #expect(try get("last") == workout)
        #expect(try get(String(workout.id().prefix(5))) == workout)
        #expect(try bench.refusal("workout.start", #"{"template":"x"}"#).kind == .conflict)
    }

    @Test func whatIsWrongIsNamed() throws {
        for (params, field) in [
            (#"{"at":"23:00"}"#, "at"), (#"{"at":"2026-03-01"}"#, "at"), (#"{"name":""}"#, "name"),
            (#"{"template":"x"}"#, "template"), (#"{"repeat":"last"}"#, "repeat"),
        ] {
            #expect(try bench.refusal("workout.start", params).field == field, "\(params)")
        }
        #expect(bench.published.isEmpty)
    }
}
