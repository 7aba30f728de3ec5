import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Plans of templates: what they are, which template comes next, and what progresses together.
@Suite struct PlanMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call("exercise.update", #"{"exercise":"squats","equipment":"barbell"}"#)
        for name in ["A", "B"] {
            try bench.call(
                "template.create",
                """
                {"name":"5x5 \(name)","exercises":[{"exercise":"squats","sets":5,"reps":5,\
                "progression":{"add":2.5}},{"exercise":"bench press","sets":5,"reps":5,"load":60,\
                "progression":{"add":2.5}}]}
                """)
        }
        bench.forget()
    }

    @discardableResult
    private func create(_ apart: String = "") throws -> JSONValue {
        try bench.call(
            "plan.create", "{\"name\":\"5x5\",\"templates\":[\"5x5 a\",\"5x5 b\"]\(apart)}")
    }

    private func workout(_ template: String, _ load: Double = 80, reps: Int = 5) throws {
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", "{\"template\":\"\(template)\"}")
        for _ in 0..<5 { try bench.set("squats", "\"reps\":\(reps),\"load\":\(load)") }
        bench.advance(ms: 1000)
        try bench.call("workout.finish")
    }

    /// Load of the first exercise that a workout of the template would begin with.
    private func next(_ template: String) throws -> Double? {
        let view = try bench.call("template.get", "{\"template\":\"\(template)\"}")
        let exercise = view["exercises"]?.list.first
        return (exercise?["next"] ?? exercise?["groups"])?.list.first?["load"]?.figure
    }

    private func names(_ view: JSONValue?, _ member: String) -> [String?] {
        view?[member]?.list.map { $0["name"]?.string } ?? []
    }

    @Test func createdAsTheWireShowsIt() throws {
        let plan = try create(#","apart":["bench press"]"#)
        #expect(names(plan, "templates") == ["5x5 A", "5x5 B"])
        #expect(
            plan["templates"]?.list.first?["exercises"]?.strings == ["Squats", "Bench Press"])
        #expect(names(plan, "shared") == ["Squats"] && names(plan, "apart") == ["Bench Press"])
        #expect(plan["next"] == nil)
        #expect(bench.types == ["plan.created"])
        #expect(try bench.data(of: "plan.created") == plan)
        let first = plan["templates"]?.list.first?["template"]
        for text in ["5X5", try plan.id(), String(try plan.id().prefix(6))] {
            let found = try bench.call("plan.get", "{\"plan\":\"\(text)\"}")
            #expect(found["id"] == plan["id"] && found["next"] == first)
        }
        #expect(try names(bench.call("plan.list"), "plans") == ["5x5"])
        try bench.verify()
    }

    @Test func whatIsLeftOutStays() throws {
        try create(#","apart":["squats"]"#)
        let renamed = try bench.call("plan.update", #"{"plan":"5x5","name":"Five"}"#)
        #expect(names(renamed, "apart") == ["Squats"])
        #expect(names(renamed, "templates").count == 2)
        let turned = try bench.call(
            "plan.update", #"{"plan":"five","templates":["5x5 B","5x5 A"],"apart":[]}"#)
        #expect(names(turned, "templates") == ["5x5 B", "5x5 A"])
        #expect(names(turned, "apart") == [] && names(turned, "shared").count == 2)
        try bench.call("journal.undo")
        #expect(try names(bench.call("plan.get", #"{"plan":"five"}"#), "apart") == ["Squats"])
        try bench.call("plan.delete", #"{"plan":"five"}"#)
        #expect(try bench.call("plan.list")["plans"]?.list == [])
        #expect(try bench.call("template.list")["templates"]?.list.count == 2)
        try bench.call("journal.undo")
        #expect(try names(bench.call("plan.list"), "plans") == ["Five"])
        try bench.verify()
    }

    @Test(
        arguments: [
            ("plan.create", #"{"name":"x","templates":[]}"#, "invalid_params", "templates"),
            ("plan.create", #"{"name":" ","templates":["5x5 a"]}"#, "invalid_params", "name"),
            ("plan.create", #"{"name":"x","templates":["no"]}"#, "not_found", "templates"),
            (
                "plan.create", #"{"name":"x","templates":["5x5 a","5X5-A"]}"#, "invalid_params",
                "templates"
            ),
            (
                "plan.create", #"{"name":"x","templates":["5x5 a"],"apart":["nothing"]}"#,
                "not_found", "apart"
            ),
            (
                "plan.create", #"{"name":"x","templates":["5x5 a"],"apart":["squats","Squats"]}"#,
                "invalid_params", "apart"
            ),
            ("plan.create", #"{"name":"5X5","templates":["5x5 a"]}"#, "conflict", "name"),
            ("plan.update", #"{"plan":"5x5"}"#, "invalid_params", "plan"),
            ("plan.update", #"{"plan":"5x5","templates":[]}"#, "invalid_params", "templates"),
            ("plan.get", #"{"plan":"6x6"}"#, "not_found", "plan"),
            ("plan.next", #"{"plan":""}"#, "invalid_params", "plan"),
            ("plan.delete", #"{"plan":"ppl"}"#, "not_found", "plan"),
        ])
    func refusals(_ method: String, _ params: String, _ kind: String, _ field: String) throws {
        try create()
        let refusal = try bench.refusal(method, params)
        #expect(refusal.kind.rawValue == kind && refusal.field == field)
    }

    /// The refusal names what comes twice, even if it was given by two of its names.
    @Test(
        arguments: [
            (#""templates":["5x5 a","5X5-A"]"#, "'5x5 A' is listed twice: name each template once"),
            (
                #""templates":["5x5 a"],"apart":["squats","plank","Squats"]"#,
                "'Squats' is listed twice: name each exercise once"
            ),
        ])
    func eachIsListedOnce(_ members: String, _ message: String) throws {
        try create()
        let created = try bench.refusal("plan.create", "{\"name\":\"x\",\(members)}")
        #expect(created.message == message)
        let updated = try bench.refusal("plan.update", "{\"plan\":\"5x5\",\(members)}")
        #expect(updated.message == message)
    }

    @Test func thereAreLimits() throws {
        let many = (0...50).map { "\"t\($0)\"" }.joined(separator: ",")
        for member in ["\"templates\":[\(many)]", "\"templates\":[\"5x5 a\"],\"apart\":[\(many)]"] {
            let refusal = try bench.refusal("plan.create", "{\"name\":\"x\",\(member)}")
            #expect(refusal.kind == .tooLarge)
        }
        for number in 1...TrainingPlan.maximumNumber {
            try bench.call(
                "plan.create", "{\"name\":\"p\(number)\",\"templates\":[\"5x5 a\"]}")
        }
        let more = try bench.refusal("plan.create", #"{"name":"x","templates":["5x5 a"]}"#)
        #expect(more.kind == .tooLarge)
    }

    /// The squats of one template go up by what was done in the other.
    @Test func whatIsSharedProgressesTogether() throws {
        try workout("5x5 a")
        #expect(try next("5x5 b") == nil)
        try create()
        #expect(try next("5x5 a") == 82.5 && next("5x5 b") == 82.5)
        try workout("5x5 b", 82.5)
        #expect(try next("5x5 a") == 85 && next("5x5 b") == 85)
        let begun = try bench.call("workout.start", #"{"template":"5x5 a"}"#)
        let groups = begun["exercises"]?.list.first?["target"]?["groups"]?.list
        #expect(groups?.first?["load"]?.figure == 85)
        try bench.call("workout.discard", #"{"confirm":true}"#)
        // Apart, each goes by its own workouts again.
        try bench.call("plan.update", #"{"plan":"5x5","apart":["squats"]}"#)
        #expect(try next("5x5 a") == 82.5 && next("5x5 b") == 85)
        try bench.call("journal.undo")
        #expect(try next("5x5 a") == 85)
        try bench.call("plan.delete", #"{"plan":"5x5"}"#)
        #expect(try next("5x5 a") == 82.5)
        try bench.verify()
    }

    /// The number of sets, warm-ups and loads may differ, the reps may not.
    @Test(
        arguments: [
            (#""sets":3,"reps":5"#, 82.5), (#""sets":5,"reps":5,"load":50"#, 82.5),
            (#""groups":[{"sets":1,"type":"warmup","reps":5},{"sets":1,"reps":5,"rpe":8}]"#, 82.5),
            (#""sets":5,"reps":8"#, nil), (#""sets":5,"reps":5,"reps_to":8"#, nil),
        ] as [(String, Double?)])
    func theRepsDecide(_ sets: String, _ load: Double?) throws {
        try create()
        try bench.call(
            "template.update",
            """
            {"template":"5x5 b","exercises":[{"exercise":"squats",\(sets),\
            "progression":{"add":2.5}}]}
            """)
        try workout("5x5 a")
        let view = try bench.call("template.get", #"{"template":"5x5 b"}"#)
        let last = view["exercises"]?.list.first?["next"]?.list.last
        #expect(last?["load"]?.figure == load)
    }

    @Test func failuresInARowCountOverBoth() throws {
        for name in ["a", "b"] {
            try bench.call(
                "template.update",
                """
                {"template":"5x5 \(name)","exercises":[{"exercise":"squats","sets":5,"reps":5,\
                "progression":{"add":2.5,"reset_after":2}}]}
                """)
        }
        try create()
        try workout("5x5 a", 100, reps: 4)
        #expect(try next("5x5 b") == nil)
        try workout("5x5 b", 100, reps: 4)
        #expect(try next("5x5 a") == 90)
    }

    @Test func templatesAreDoneInTurn() throws {
        let none = try bench.refusal("plan.next")
        #expect(none.kind == .notFound && none.state == "none")
        try create()
        func next(_ params: String = "{}") throws -> String {
            let proposal = try bench.call("plan.next", params)
            let name = proposal["template"]?["name"]?.string ?? "-"
            return "\(proposal["plan"]?.string ?? "-"): \(name) \(proposal["why"]?.string ?? "")"
        }
        #expect(try next() == "5x5: 5x5 A new")
        try workout("5x5 a")
        #expect(try next() == "5x5: 5x5 B new")
        try workout("5x5 b", 82.5)
        #expect(try next() == "5x5: 5x5 A turn")
        // The proposal is the plan's, with its loads and plates.
        let proposal = try bench.call("workout.propose")
        #expect(proposal["plan"]?.string == "5x5")
        #expect(proposal["template"]?["name"]?.string == "5x5 A")
        let plates = try #require(proposal["plates"]?.list)
        #expect(plates.map { $0["load"]?.figure } == [85])
        #expect(plates.first?["plates"]?["per_side"]?.list.map(\.figure) == [25, 5, 2.5])
        // Templates that are deleted are passed over.
        try bench.call("template.delete", #"{"template":"5x5 a"}"#)
        #expect(try next() == "5x5: 5x5 B turn")
        try bench.call("template.delete", #"{"template":"5x5 b"}"#)
        #expect(try next() == "5x5: - none")
        try bench.call("journal.undo")
        #expect(try next(#"{"plan":"5x5"}"#) == "5x5: 5x5 B turn")
        try bench.verify()
    }

    /// Not another one that has the template as well.
    @Test func aProposalNamesThePlanWhoseTurnItIs() throws {
        try bench.call("plan.create", #"{"name":"Alpha","templates":["5x5 b","5x5 a"]}"#)
        try bench.call("plan.create", #"{"name":"Beta","templates":["5x5 a"]}"#)
        let proposal = try bench.call("workout.propose")
        #expect(proposal["template"]?["name"] == .string("5x5 A"))
        #expect(proposal["plan"] == .string("Beta"))
    }

    @Test func aMergeReplacesWhatIsApart() throws {
        try create(#","apart":["squats","paused squats"]"#)
        try bench.call("exercise.merge", #"{"exercise":"paused squats","into":"squats"}"#)
        #expect(try names(bench.call("plan.get", #"{"plan":"5x5"}"#), "apart") == ["Squats"])
        try bench.call("journal.undo")
        #expect(
            try names(bench.call("plan.get", #"{"plan":"5x5"}"#), "apart")
                == ["Squats", "Paused Squats"])
        try bench.verify()
    }

    // MARK: Changes while lifting

    private func exercises(_ workout: JSONValue) -> [String] { workout.exerciseNames }

    @Test func anotherExerciseTakesOver() throws {
        try bench.call("workout.start", #"{"template":"5x5 a"}"#)
        let swapped = try bench.call(
            "workout.swap", #"{"exercise":"bench press","with":"bench dips"}"#)
        #expect(exercises(swapped) == ["Squats", "Bench Dips"])
        let group = swapped["exercises"]?.list.last?["target"]?["groups"]?.list.first
        #expect(group?["sets"] == .integer(5) && group?["reps"] == .integer(5))
        #expect(group?["load"] == nil)
        let present = try bench.refusal(
            "workout.swap", #"{"exercise":"bench dips","with":"squats"}"#)
        #expect(present.kind == .conflict && present.state == "present")
        #expect(present.field == "with" && present.message.contains("already has Squats"))
        try bench.set("squats", #""reps":5,"load":80"#)
        let twice = try bench.call(
            "workout.swap", #"{"exercise":"bench dips","with":"squats"}"#)
        #expect(twice["exercises"]?.list.map { $0["block"]?.integer } == [nil, 2])
        let cases = [
            (#"{"exercise":"squats","with":"plank"}"#, "invalid_params", "block"),
            (#"{"exercise":"squats","block":2,"with":"squats"}"#, "invalid_params", "with"),
            (#"{"exercise":"plank","with":"squats"}"#, "not_found", "exercise"),
            (#"{"exercise":"squats","block":2,"with":"nothing"}"#, "not_found", "with"),
        ]
        for (params, kind, field) in cases {
            let refusal = try bench.refusal("workout.swap", params)
            #expect(refusal.kind.rawValue == kind && refusal.field == field, "\(params)")
        }
        let same = try bench.refusal(
            "workout.swap", #"{"exercise":"squats","block":2,"with":"squats"}"#)
        #expect(same.message == "Squats can't replace itself: name another exercise")
        let done = try bench.refusal(
            "workout.swap", #"{"exercise":"squats","block":1,"with":"plank"}"#)
        #expect(done.kind == .conflict && done.state == "performed")
        try bench.call("journal.undo")
        #expect(try exercises(bench.call("workout.get")) == ["Squats", "Bench Dips"])
        try bench.verify()
    }

    /// As at the start, so that the progression counts what is done.
    @Test func swappedBackAnExerciseHasItsPlan() throws {
        try workout("5x5 a")
        bench.advance(ms: 86_400_000)
        let begun = try bench.call("workout.start", #"{"template":"5x5 a"}"#)
        try bench.call("workout.swap", #"{"exercise":"squats","with":"plank"}"#)
        let back = try bench.call("workout.swap", #"{"exercise":"plank","with":"squats"}"#)
        #expect(back["exercises"] == begun["exercises"])
        for _ in 0..<5 { try bench.set("squats", #""reps":5,"load":82.5"#) }
        bench.advance(ms: 1000)
        try bench.call("workout.finish")
        #expect(try next("5x5 a") == 85)
        try bench.verify()
    }

    @Test func anExerciseMoves() throws {
        try bench.call("workout.start", #"{"template":"5x5 a"}"#)
        try bench.call("workout.add_exercise", #"{"exercise":"plank"}"#)
        func moved(_ exercise: String, _ position: Int) throws -> [String] {
            try exercises(
                bench.call(
                    "workout.move", "{\"exercise\":\"\(exercise)\",\"position\":\(position)}"))
        }
        #expect(try moved("plank", 1) == ["Plank", "Squats", "Bench Press"])
        #expect(try moved("plank", 3) == ["Squats", "Bench Press", "Plank"])
        #expect(try moved("bench press", 2) == ["Squats", "Bench Press", "Plank"])
        for position in [0, 4] {
            let refusal = try bench.refusal(
                "workout.move", "{\"exercise\":\"plank\",\"position\":\(position)}")
            #expect(refusal.field == "position" && refusal.message.contains("1 to 3"))
        }
        try bench.call("journal.undo")
        try bench.verify()
    }
}
