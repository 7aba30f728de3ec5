import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The exercise that a text means, wherever an exercise is asked for.
@Suite struct ExerciseMeaningTests {
    let bench: Bench

    private static let movements: [(name: String, equipment: String?, aliases: [String])] = [
        ("Squats", "bodyweight", []), ("Back Squat", "barbell", ["squat"]),
        ("Bulgarian Split Squat", "dumbbells", ["bulgarian"]), ("Sumo Squats", "bodyweight", []),
        ("Bench Press", "barbell", ["bench", "bp"]), ("Incline Bench Press", "barbell", []),
        ("Dumbbell Bench Press", "dumbbells", ["db bench"]), ("Bench Dips", "bench", []),
        ("Barbell Row", "barbell", ["bb row"]), ("Dumbbell Row", "dumbbells", []),
        ("Rowing Machine", "machine", []), ("Kettlebell Swing", "kettlebell", ["kb swing"]),
        ("Pallof Press", "cable", []), ("Push-ups", "bodyweight", []),
        ("Wide Push-ups", "bodyweight", []), ("Crunches", "bodyweight", []),
        ("Pull-ups", "pull-up bar", []), ("Skull Crushers", "barbell", []),
    ]

    init() throws {
        bench = try Bench()
        bench.dependencies.library = Library(fingerprint: "1") {
            Library.Content(
                movements: Self.movements.map { name, equipment, aliases in
                    Movement(
                        slug: NameKey.of(name).replacing(" ", with: "-"),
                        fields: .init(name: name, unit: .reps, equipment: equipment),
                        aliases: aliases)
                }, isWhole: true)
        }
        try bench.restart()
        bench.forget()
    }

    private func set(_ text: String, _ members: String = #""reps":5,"load":60"#) throws -> String? {
        try bench.set(text, members)["set"]?["exercise_name"]?.string
    }

    private func get(_ text: String) throws -> String? {
        try bench.call("exercise.get", "{\"exercise\":\"\(text)\"}")["name"]?.string
    }

    private func refusal(_ text: String, _ members: String = #""reps":5,"load":60"#) throws
        -> Rejection
    {
        try bench.refusal("set.log", "{\"exercise\":\"\(text)\",\(members)}")
    }

    // MARK: The words of the gym

    /// The aliases outlive a restart that doesn't read the library.
    @Test func theyAreKept() throws {
        try bench.restart()
        #expect(try get("bp") == "Bench Press")
        bench.dependencies.library = Library(fingerprint: "2") {
            Library.Content(
                movements: [
                    Movement(slug: "bench-press", fields: .init(name: "Bench Press", unit: .reps))
                ], isWhole: true)
        }
        try bench.restart()
        #expect(try bench.refusal("exercise.get", #"{"exercise":"bp"}"#).kind == .notFound)
    }

    // MARK: The order

    @Test func aBetterMatchIsNeverBeaten() throws {
        try bench.call("workout.start")
        // Another exercise has the text as a whole word of its name, is in the workout and often used.
        for _ in 0..<3 { try bench.set("bulgarian split squat") }
        #expect(try set("squat") == "Back Squat")
        // Among equal matches, the exercise in the workout is chosen.
        #expect(try set("squat", #""reps":20"#) == "Back Squat")
        #expect(try set("rowing", #""seconds":60"#) == "Rowing Machine")
        #expect(try refusal("row").matches?.count == 2)
        // A text never matches inside a word: Dum-bb-ell.
        #expect(try refusal("ell").kind == .notFound)
        #expect(try refusal("bb curl").kind == .notFound)
    }

    @Test func amongEquals() throws {
        // Without a load, the exercise that is done without a load is meant.
        #expect(try get("squat") == "Squats")
        try bench.call("workout.start")
        #expect(try set("squat", #""reps":20"#) == "Squats")
        try bench.call("workout.discard", #"{"confirm":true}"#)
        #expect(try bench.call("log.add", #"{"exercise":"squat"}"#)["name"] == .string("Squats"))
        // By then "Squats" is the only one ever performed, but no load is lifted in it.
        try bench.call("workout.start")
        #expect(try set("squat") == "Back Squat")
        // Exercises in the workout come first.
        try bench.call("workout.discard", #"{"confirm":true}"#)
        try bench.call("workout.start")
        try bench.call("workout.add_exercise", #"{"exercise":"back squat"}"#)
        #expect(try get("squat") == "Back Squat")
        // Its very name wins, whatever was performed.
        #expect(try get("Squats") == "Squats" && get("squats") == "Squats")
        #expect(
            try bench.call("log.add", #"{"exercise":"squats","count":20}"#)["name"]
                == .string("Squats"))
    }

    /// What is read is that of the exercise that most of it is of.
    @Test func whatIsReadIsOfTheOneDoneMost() throws {
        for _ in 0..<3 { try bench.call("log.add", #"{"exercise":"squats","count":20}"#) }
        try bench.call("workout.start")
        #expect(try set("squat") == "Back Squat")
        try bench.call("workout.finish")
        #expect(
            try bench.call("exercise.history", #"{"exercise":"squat"}"#)["exercise_name"]
                == .string("Back Squat"))
        let entries = try bench.call("log.list", #"{"exercise":"squat"}"#)["entries"]?.list
        #expect(entries?.compactMap { $0["name"]?.string } == ["Squats", "Squats", "Squats"])
    }

    /// Of parts of names, one that takes no load is as likely as one that does.
    @Test func partsOfNamesAreAsked() throws {
        let refusal = try bench.refusal(
            "template.create",
            #"{"name":"z","exercises":[{"exercise":"press","sets":3,"reps":10}]}"#)
        #expect(refusal.kind == .ambiguous && (refusal.matches?.count ?? 0) >= 2)
    }

    // MARK: Archived ones and ids

    @Test func anArchivedOneIsMeantByItsWholeNameAlone() throws {
        try bench.call("exercise.archive", #"{"exercise":"bench press"}"#)
        try bench.call("workout.start")
        // An archived exercise is matched neither by its alias nor by a part of its name.
        for members in [#""reps":5,"load":60"#, #""reps":10"#] {
            let refusal = try refusal("bench", members)
            #expect(refusal.kind == .ambiguous, "\(members)")
            #expect(refusal.message.contains("Bench Dips, Dumbbell Bench Press"))
        }
        #expect(try refusal("bp").kind == .notFound)
        let id = Movement.id(ofSlug: "bench-press")
        #expect(try refusal(String(id.prefix(5))).kind == .notFound)
        #expect(try set("bench-press") == "Bench Press")
        #expect(try get(id) == "Bench Press")
        // Of the exercises that aren't archived, this is the only one ever performed.
        try bench.set("dumbbell bench press")
        #expect(try set("bench") == "Dumbbell Bench Press")
    }

    @Test func idsGoByTheirBeginningsWhereNoNameMatches() throws {
        let id = Movement.id(ofSlug: "crunches")
        #expect(try get(String(id.prefix(4))) == "Crunches")
        #expect(
            try bench.refusal("exercise.get", "{\"exercise\":\"\(id.prefix(3))\"}").kind
                == .notFound)
        try bench.call(
            "exercise.create", "{\"name\":\"\(id.prefix(4)) jumps\",\"unit\":\"reps\"}")
        #expect(try get(String(id.prefix(4))) == "\(id.prefix(4)) jumps")
    }
}
