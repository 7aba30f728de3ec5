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

    /// Not another one that has the template as well.
    @Test func aProposalNamesThePlanWhoseTurnItIs() throws {
        try bench.call("plan.create", #"{"name":"Alpha","templates":["5x5 b","5x5 a"]}"#)
        try bench.call("plan.create", #"{"name":"Beta","templates":["5x5 a"]}"#)
        let proposal = try bench.call("workout.propose")
        #expect(proposal["template"]?["name"] == .string("5x5 A"))
        #expect(proposal["plan"] == .string("Beta"))
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
}
