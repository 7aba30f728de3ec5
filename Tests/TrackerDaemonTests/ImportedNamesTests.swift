import Testing
import TrackerCore
import UserFiles

@testable import TrackerDaemon

/// The names that Strong, Hevy and FitNotes have for exercises, and what each is among the shipped movements.
@MainActor @Suite struct ImportedNamesTests {
    private let matching: ImportMatching

    init() throws {
        let library = LibraryReader.read(
            shipped: LibraryFile.shipped, own: UserFile(path: "own.toml", text: ""))
        let exercises = LibraryChanges(of: library.movements, present: [], used: []).written
        let aliases = library.movements.map { (Movement.id(ofSlug: $0.slug), $0.aliases) }
        matching = ImportMatching(exercises, aliases: Dictionary(aliases) { first, _ in first })
    }

    private func match(
        _ name: String, _ unit: Exercise.Unit = .reps, hasLoads: Bool = true
    ) -> ImportMatch? {
        matching.match(name, unit: unit, hasLoads: hasLoads)
    }

    nonisolated private static let strong = [
        ("Arnold Press (Dumbbell)", "Arnold Press"), ("Bench Press (Barbell)", "Bench Press"),
        ("Bench Press (Dumbbell)", "Dumbbell Bench Press"),
        ("Bench Press - Close Grip (Barbell)", "Close-grip Bench Press"),
        ("Bent Over Row (Barbell)", "Barbell Row"), ("Bent Over Row (Dumbbell)", "Dumbbell Row"),
        ("Bicep Curl (Barbell)", "Barbell Curl"), ("Bicep Curl (Cable)", "Cable Curl"),
        ("Bicep Curl (Dumbbell)", "Biceps Curl"), ("Box Jump", "Box Jumps"),
        ("Box Squat (Barbell)", "Box Squat"), ("Bulgarian Split Squat", "Bulgarian Split Squat"),
        ("Cable Crossover", "Cable Fly"), ("Cable Crunch", "Cable Crunch"),
        ("Chest Dip", "Chest Dips"), ("Chest Fly (Dumbbell)", "Dumbbell Fly"),
        ("Chest Press (Machine)", "Chest Press"), ("Chin Up", "Chin-ups"),
        ("Clean and Jerk (Barbell)", "Clean and Jerk"),
        ("Concentration Curl (Dumbbell)", "Concentration Curl"), ("Crunch", "Crunches"),
        ("Deadlift (Barbell)", "Deadlift"),
        ("Decline Bench Press (Barbell)", "Decline Bench Press"),
        ("Deficit Deadlift (Barbell)", "Deficit Deadlift"), ("Face Pull (Cable)", "Face Pull"),
        ("Floor Press (Barbell)", "Floor Press"), ("Front Raise (Dumbbell)", "Front Raise"),
        ("Front Squat (Barbell)", "Front Squat"), ("Glute Bridge", "Glute Bridge"),
        ("Goblet Squat (Kettlebell)", "Goblet Squat"), ("Good Morning (Barbell)", "Good Morning"),
        ("Hack Squat", "Hack Squat"), ("Hammer Curl (Dumbbell)", "Hammer Curl"),
        ("Handstand Push Up", "Handstand Push-ups"), ("Hanging Leg Raise", "Hanging Leg Raises"),
        ("Hip Abductor (Machine)", "Hip Abduction"), ("Hip Thrust (Barbell)", "Hip Thrust"),
        ("Incline Bench Press (Barbell)", "Incline Bench Press"),
        ("Incline Bench Press (Dumbbell)", "Incline Dumbbell Press"),
        ("Inverted Row (Bodyweight)", "Inverted Rows"), ("Jump Squat", "Jump Squats"),
        ("Kettlebell Swing", "Kettlebell Swing"),
        ("Lat Pulldown (Cable)", "Lat Pulldown"),
        ("Lateral Raise (Cable)", "Cable Lateral Raise"),
        ("Lateral Raise (Dumbbell)", "Lateral Raise"), ("Leg Extension (Machine)", "Leg Extension"),
        ("Leg Press", "Leg Press"), ("Lunge (Bodyweight)", "Lunges"),
        ("Lunge (Dumbbell)", "Dumbbell Lunges"), ("Lying Leg Curl (Machine)", "Leg Curl"),
        ("Muscle Up", "Muscle-ups"), ("Overhead Press (Barbell)", "Overhead Press"),
        ("Overhead Press (Dumbbell)", "Dumbbell Shoulder Press"),
        ("Pec Deck (Machine)", "Pec Deck"),
        ("Pendlay Row (Barbell)", "Pendlay Row"), ("Pistol Squat", "Pistol Squats"),
        ("Power Clean", "Power Clean"), ("Preacher Curl (Machine)", "Preacher Curl"),
        ("Pull Up", "Pull-ups"), ("Pull Up (Assisted)", "Assisted Pull-ups"),
        ("Pull Up (Weighted)", "Weighted Pull-ups"), ("Push Press", "Push Press"),
        ("Push Up", "Push-ups"), ("Rack Pull (Barbell)", "Rack Pull"),
        ("Reverse Curl (Barbell)", "Reverse Curl"),
        ("Reverse Fly (Dumbbell)", "Rear Delt Fly"),
        ("Romanian Deadlift (Barbell)", "Romanian Deadlift"), ("Russian Twist", "Russian Twist"),
        ("Seated Leg Curl (Machine)", "Seated Leg Curl"),
        ("Seated Row (Cable)", "Seated Cable Row"),
        ("Shoulder Press (Machine)", "Machine Shoulder Press"), ("Shrug (Dumbbell)", "Shrugs"),
        ("Sit Up", "Sit-ups"), ("Skullcrusher (Barbell)", "Skull Crushers"),
        ("Snatch (Barbell)", "Snatch"), ("Squat (Barbell)", "Back Squat"),
        ("Squat (Bodyweight)", "Squats"), ("Step-up", "Step-ups"),
        ("Sumo Deadlift (Barbell)", "Sumo Deadlift"), ("T Bar Row", "T-bar Row"),
        ("Thruster (Barbell)", "Thrusters"), ("Trap Bar Deadlift", "Trap Bar Deadlift"),
        ("Triceps Dip", "Triceps Dips"), ("Upright Row (Barbell)", "Upright Row"),
    ]

    nonisolated private static let others = [
        ("Deadlift (Trap Bar)", "Trap Bar Deadlift"), ("Bench Press - Barbell", "Bench Press"),
        ("Squat (Smith Machine)", "Smith Machine Squat"), ("Swimming", "Swimming"),
        ("Stiff Leg Deadlift (Barbell)", "Stiff-leg Deadlift"),
        ("Zercher Squat (Barbell)", "Zercher Squat"), ("Lying Leg Raise", "Leg Raises"),
        ("Butterfly (Pec Deck)", nil), ("Chest Fly (Machine)", "Pec Deck"),
        ("Cable Fly Crossovers", "Cable Fly"), ("Triceps Rope Pushdown", "Rope Pushdown"),
        ("Triceps Pushdown", "Triceps Pushdown"), ("Push Ups", "Push-ups"),
        ("Pullup", "Pull-ups"), ("Pull-ups", "Pull-ups"), ("Ab Wheel", "Ab Wheel Rollout"),
        ("Pause Squat (Barbell)", "Paused Back Squat"),
        ("Kettlebell Turkish Get Up", "Turkish Get-up"),
        ("Bulgarian Squats", "Bulgarian Split Squat"),
        ("Straight Arm Lat Pulldown (Cable)", "Straight-arm Pulldown"),
        ("Single Leg Romanian Deadlift (Dumbbell)", "Single-leg Romanian Deadlift"),
        ("Flat Barbell Bench Press", "Bench Press"),
        ("Flat Dumbbell Bench Press", "Dumbbell Bench Press"),
        ("Incline Barbell Bench Press", "Incline Bench Press"),
        ("Incline Dumbbell Bench Press", "Incline Dumbbell Press"),
        ("Barbell Squat", "Back Squat"), ("Barbell Front Squat", "Front Squat"),
        ("Leg Extension Machine", "Leg Extension"), ("Lying Leg Curl Machine", "Leg Curl"),
        ("Lateral Dumbbell Raise", "Lateral Raise"), ("Dumbbell Curl", "Biceps Curl"),
        ("Dumbbell Hammer Curl", "Hammer Curl"),
        ("Close Grip Barbell Bench Press", "Close-grip Bench Press"),
        ("Rope Push Down", "Rope Pushdown"), ("Ab-Wheel Rollout", "Ab Wheel Rollout"),
        ("Parallel Bar Triceps Dip", "Triceps Dips"), ("Dead Lift", "Deadlift"),
        ("Seated Calf Raise Machine", "Seated Calf Raise"),
        ("Dumbbell Overhead Triceps Extension", "Overhead Triceps Extension"),
    ]

    @Test(arguments: strong) func ofStrong(_ name: String, _ ours: String) {
        let found = match(name)
        #expect(
            found?.exercise.name == ours && found?.isSure == true, "\(String(describing: found))")
    }

    @Test(arguments: others) func ofOthers(_ name: String, _ ours: String?) {
        let found = match(name)
        #expect(
            found?.exercise.name == ours && found?.isSure != false, "\(String(describing: found))")
    }

    /// Of other equipment, of another movement, of another meaning of the load: a wrong match is worse than
    /// none.
    @Test(arguments: [
        "Bench Press (Smith Machine)", "Bench Press (Cable)", "Bench Press (Kettlebell)",
        "Squat (Machine)", "Deadlift (Dumbbell)", "Deadlift (Band)",
        "Hack Squat (Barbell)", "Hammer Curl (Cable)", "Lateral Raise (Machine)",
        "Skullcrusher (Dumbbell)", "Preacher Curl (Barbell)", "Bicep Curl (Machine)",
        "Chin Up (Assisted)", "Chest Dip (Assisted)", "Triceps Dip (Assisted)",
        "Push Up (Assisted)",
        "Shrug (Barbell)", "Hip Thrust (Machine)", "Glute Bridge (Barbell)", "Pullover (Dumbbell)",
        "Reverse Crunch", "Calf Press on Leg Press", "Standing Calf Raise (Machine)",
        "Crunch (Machine)", "Leg Press Calf Raise", "Row",
        "Iso-Lateral Row (Machine)", "Press", "Curl", "Superman Punch", "Snatch Pull (Barbell)",
        "Ball Slams", "Yoga",
    ])
    func areNew(_ name: String) {
        let found = match(name)
        #expect(found == nil, "\(String(describing: found))")
    }

    /// Nobody but the person knows.
    @Test(arguments: [
        ("Running (Treadmill)", "Running", Exercise.Unit.seconds),
        ("Cycling (Indoor)", "Cycling", .seconds), ("Push Up (Weighted)", "Push-ups", .reps),
        ("Seated Cable Row - V Grip (Cable)", "Seated Cable Row", .reps),
        ("Seated Shoulder Press (Dumbbell)", "Dumbbell Shoulder Press", .reps),
        ("Lat Pulldown - Wide Grip (Cable)", "Lat Pulldown", .reps),
        ("Triceps Pushdown (Cable - Straight Bar)", "Triceps Pushdown", .reps),
        ("Sit Up", "Sit-ups", .seconds),
    ])
    func areAsked(_ name: String, _ ours: String, _ unit: Exercise.Unit) {
        let found = match(name, unit)
        #expect(
            found?.exercise.name == ours && found?.isSure == false, "\(String(describing: found))")
    }

    /// The loads in the file decide between the squats.
    @Test func squatsWithALoadOrWithout() {
        #expect(match("Squat")?.exercise.name == "Back Squat")
        #expect(match("Squat", hasLoads: false)?.exercise.name == "Squats")
        #expect(match("Squat")?.isSure == true && match("Squat")?.why == "alias squat")
    }

    @Test(arguments: [
        ("Bench Press", "same name"), ("Bench Press (Barbell)", "Barbell is its equipment"),
        ("Bench Press (Dumbbell)", "same words"), ("Squat (Barbell)", "alias squat"),
        ("Pull Ups", "same name"), ("Running (Treadmill)", "except for: treadmill"),
    ])
    func why(_ name: String, _ why: String) {
        let unit: Exercise.Unit = name.hasPrefix("Running") ? .seconds : .reps
        #expect(match(name, unit)?.why == why)
    }
}
