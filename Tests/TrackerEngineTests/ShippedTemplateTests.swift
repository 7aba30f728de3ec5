import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Templates that come with the program, and their copies.
@Suite struct ShippedTemplateTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        let target = ExerciseTarget(
            groups: [SetGroup(sets: 5, reps: 5)],
            progression: Progression(add: try Load(2.5, .kg), resetAfter: 3))
        let shipped = try ShippedTemplate(
            plan: "5x5",
            inKilograms: Template.Fields(
                name: "5x5 A", daysPerWeek: 3, restMs: 180_000, note: "slowly",
                exercises: [
                    PlannedExercise(
                        exercise: try bench.id(ofExercise: "bench press"), target: target)
                ]))
        bench.dependencies.shippedTemplates = { [shipped] }
    }

    @Test func theyAreListedByThemselves() throws {
        #expect(try bench.call("template.list")["templates"]?.list == [])
        let listed = try bench.call("template.list", #"{"shipped":true}"#)
        let shipped = try #require(listed["templates"]?.list.first)
        #expect(shipped["plan"] == .string("5x5") && shipped["name"] == .string("5x5 A"))
        #expect(shipped.exerciseNames == ["Bench Press"])
        // A copy that keeps the name has this id, on each machine.
        let copy = try bench.call("template.create", #"{"name":"5x5 A","from":"5x5 A"}"#)
        #expect(copy["id"] == shipped["id"] && copy["plan"] == nil)
        #expect(try bench.call("template.list")["templates"]?.list == [copy])
        try bench.verify()
    }

    @Test(arguments: ["5x5 A", "5X5-a"])
    func aCopyHasWhatIsNotGiven(_ name: String) throws {
        let copy = try bench.call("template.create", "{\"name\":\"Heavy\",\"from\":\"\(name)\"}")
        #expect(copy["name"] == .string("Heavy") && copy["days_per_week"] == .integer(3))
        #expect(copy["rest_ms"] == .integer(180_000) && copy["note"] == .string("slowly"))
        #expect(copy["exercises"]?.list.first?["progression"]?["add"]?.figure == 2.5)
    }

    @Test func whatIsGivenStays() throws {
        let copy = try bench.call(
            "template.create",
            #"{"name":"Heavy","from":"5x5 A","days_per_week":1,"rest":"1m","note":"mine"}"#)
        #expect(copy["days_per_week"] == .integer(1) && copy["rest_ms"] == .integer(60_000))
        #expect(copy["note"] == .string("mine"))
        let both = try bench.refusal(
            "template.create",
            #"{"name":"x","from":"5x5 A","exercises":[{"exercise":"squats","sets":3}]}"#)
        #expect(both.field == "from")
    }

    /// Plates in pounds come in steps of twice the number.
    @Test func whoLiftsInPoundsAddsPounds() throws {
        try bench.call("settings.set", #"{"unit":"lb"}"#)
        let copy = try bench.call("template.create", #"{"name":"Heavy","from":"5x5 A"}"#)
        let progression = try #require(copy["exercises"]?.list.first?["progression"])
        #expect(progression["add"]?.figure == 5 && progression["add_unit"] == .string("lb"))
        #expect(progression["reset_after"] == .integer(3))
    }

    @Test func anUnknownOneIsNoWorkoutEither() throws {
        let refusal = try bench.refusal("template.create", #"{"name":"x","from":"5x6"}"#)
        #expect(refusal.kind == .notFound && refusal.field == "from")
    }
}
