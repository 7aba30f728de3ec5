import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

@Suite struct TemplateMethodTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    private static let push = """
        {"name":"Push","days_per_week":2,"rest":"2m","exercises":[{"exercise":"bench press",\
        "sets":3,"reps":5,"load":100,"rest":"3m","superset":"A"},{"exercise":"bench dips",\
        "sets":3,"reps":12,"load":10,"load_unit":"lb"}]}
        """

    @Test func createdAsTheWireShowsIt() throws {
        let template = try bench.call("template.create", Self.push)
        let bench1 = try bench.id(ofExercise: "bench press")
        #expect(
            template["exercises"]?.list.first
                == .object([
                    "exercise": .string(bench1), "name": .string("Bench Press"),
                    "groups": .array([
                        .object([
                            "sets": .integer(3), "type": .string("working"), "reps": .integer(5),
                            "load": .integer(100), "load_unit": .string("kg"),
                        ])
                    ]), "rest_ms": .integer(180_000), "superset": .string("A"),
                ]))
        let dips = template["exercises"]?.list.last?["groups"]?.list.first
        #expect(dips?["load_unit"] == .string("lb"))
        #expect(bench.types == ["template.created"])
        #expect(try bench.data(of: "template.created") == template)
        for text in ["PUSH", try template.id(), String(try template.id().prefix(6))] {
            #expect(try bench.call("template.get", "{\"template\":\"\(text)\"}") == template)
        }
        #expect(try bench.call("template.list")["templates"]?.list == [template])
        try bench.verify()
    }

    @Test func whatIsLeftOutStays() throws {
        try bench.call("template.create", Self.push)
        let renamed = try bench.call(
            "template.update",
            #"{"template":"push","name":"Chest","rest":false,"days_per_week":false}"#)
        #expect(renamed["rest_ms"] == nil && renamed["days_per_week"] == nil)
        #expect(renamed.exerciseNames == ["Bench Press", "Bench Dips"])
        let other = try bench.call(
            "template.update",
            #"{"template":"chest","exercises":[{"exercise":"plank","sets":2,"seconds":60}]}"#)
        #expect(other.exerciseNames == ["Plank"] && other["name"] == .string("Chest"))
        let none = try bench.refusal("template.update", #"{"template":"chest"}"#)
        #expect(none.kind == .invalidParams && none.field == "template")
        try bench.call("journal.undo")
        #expect(
            try bench.call("template.get", #"{"template":"chest"}"#).exerciseNames.count == 2)
        try bench.verify()
    }

    @Test func deletedAndPutBack() throws {
        let template = try bench.call("template.create", Self.push)
        try bench.call("template.delete", #"{"template":"push"}"#)
        #expect(try bench.refusal("template.get", #"{"template":"push"}"#).kind == .notFound)
        try bench.call("journal.undo")
        #expect(try bench.call("template.get", #"{"template":"push"}"#) == template)
        #expect(bench.types == ["template.created", "template.deleted", "journal.undone"])
        try bench.verify()
    }

    @Test func aNameMeansOneTemplate() throws {
        try bench.call("template.create", Self.push)
        let taken = try bench.refusal("template.create", Self.push)
        #expect(taken.kind == .conflict && taken.state == "taken" && taken.field == "name")
        let missing = try bench.refusal("template.get", #"{"template":"pusch"}"#)
        #expect(missing.message == "no template 'pusch'; did you mean Push?")
        #expect(
            try bench.refusal("template.get", #"{"template":"zzz"}"#).message == "no template 'zzz'"
        )
        #expect(try bench.refusal("template.get", #"{"template":""}"#).kind == .invalidParams)
    }

    @Test func whatIsWrongIsNamedWithItsPlace() throws {
        for (exercises, field) in [
            (#"{"exercise":"nothing","sets":3}"#, "exercises[0].exercise"),
            (#"{"exercise":"squats","sets":1,"load":-5}"#, "exercises[0].load"),
            (#"{"exercise":"squats","sets":1,"reps":8,"reps_to":8}"#, "exercises[0].reps_to"),
            (#"{"exercise":"squats","sets":1,"percent":80,"load":60}"#, "exercises[0].percent"),
            (#"{"exercise":"squats","sets":3,"progression":{}}"#, "exercises[0].progression.add"),
            (
                #"{"exercise":"squats","groups":[{"sets":1},{"sets":1,"load":-1}]}"#,
                "exercises[0].groups[1].load"
            ),
        ] {
            let refusal = try bench.refusal(
                "template.create", "{\"name\":\"x\",\"exercises\":[\(exercises)]}")
            #expect(refusal.field == field)
            #expect(bench.published.isEmpty)
        }
    }

    private static let legs = """
        {"name":"legs","exercises":[{"exercise":"squats","note":"deep","groups":[\
        {"sets":1,"reps":5,"load":60,"type":"warmup","tempo":"3-1-1"},\
        {"sets":2,"reps":5,"load":100,"amrap":true,"per_side":true,"drops":2}]}]}
        """

    /// What is saved from a workout, or repeated, is still to be done as the plan said.
    @Test func theWayOfDoingItStays() throws {
        try bench.call("template.create", Self.legs)
        try bench.call("workout.start", #"{"template":"legs"}"#)
        try bench.set("squats", #""reps":5,"load":60,"type":"warmup""#)
        for reps in [5, 8, 5] { try bench.set("squats", "\"reps\":\(reps),\"load\":100") }
        try bench.call("workout.finish")
        let saved = try bench.call("template.create", #"{"name":"saved","from":"last"}"#)
        let again = try bench.call("workout.start", #"{"repeat":"last"}"#)
        let first = saved["exercises"]?.list.first
        let repeated = again["exercises"]?.list.first
        #expect(first?["note"] == .string("deep") && repeated?["note"] == .string("deep"))
        for groups in [first?["groups"], repeated?["target"]?["groups"]] {
            let list = groups?.list ?? []
            #expect(list.map { $0["reps"]?.figure } == [5, 5, 8, 5])
            let ways = list.map { group in
                ["amrap", "per_side", "tempo", "drops"].filter { group[$0] != nil }
            }
            #expect(ways.map(\.count) == [1, 3, 2, 0])
            #expect(ways.first == ["tempo"] && ways.dropFirst(2).first == ["per_side", "drops"])
        }
        try bench.verify()
    }

    @Test func aTimeOfEachSideIsPlanned() throws {
        let core = """
            {"name":"core","exercises":[{"exercise":"plank","sets":2,"seconds":30,\
            "per_side":true}]}
            """
        let group = try bench.call("template.create", core)["exercises"]?.list.first?["groups"]?
            .list.first
        #expect(group?["seconds"]?.figure == 30 && group?["per_side"] == .bool(true))
        try bench.call("workout.start", #"{"template":"core"}"#)
        #expect(try bench.call("set.next")["set"]?["per_side"] == .bool(true))
    }

    @Test func itsExercisesCannotBeDeleted() throws {
        try bench.call("template.create", Self.push)
        let refusal = try bench.refusal("exercise.delete", #"{"exercise":"bench dips"}"#)
        #expect(refusal.kind == .conflict && refusal.state == "planned")
        try bench.call("template.delete", #"{"template":"push"}"#)
        try bench.call("exercise.delete", #"{"exercise":"bench dips"}"#)
        // Then the template can't come back.
        let undo = try bench.refusal("journal.undo", #"{"types":["template.deleted"]}"#)
        #expect(undo.kind == .conflict)
    }

    @Test func thereIsALimit() throws {
        let one = #"{"exercise":"squats","sets":1}"#
        try bench.callEach(
            "template.create", (0..<200).map { "{\"name\":\"t\($0)\",\"exercises\":[\(one)]}" })
        let refusal = try bench.refusal(
            "template.create", "{\"name\":\"more\",\"exercises\":[\(one)]}")
        #expect(refusal.kind == .tooLarge && refusal.field == "name")
        #expect(refusal.message.contains("200"))
    }
}
