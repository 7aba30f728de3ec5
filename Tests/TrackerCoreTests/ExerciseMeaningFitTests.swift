import Testing
import TrackerCore

@Suite struct ExerciseMeaningFitTests {
    private func fit(_ text: String, _ name: String) -> ExerciseMeaning.Fit? {
        let meaning = ExerciseMeaning(text)
        let fit = meaning.fit(key: NameKey.of(name))
        #expect(fit == meaning.fit(.init(key: NameKey.of(name))))
        return fit
    }

    @Test(arguments: [
        ("pushup", "Push-ups"), ("PUSH UPS", "Push-ups"), ("crunch", "Crunches"),
        ("squats", "Squat"), ("elevation", "Élévations"), ("benchpress", "Bench Press"),
        ("push ups", "Pushups"), ("bench press", "Benchpress"), ("db row", "Dumbbell Row"),
        ("dumbbell row", "DB Row"), ("overhead press", "OH Press"),
    ])
    func whole(_ text: String, _ name: String) { #expect(fit(text, name) == .whole) }

    @Test(arguments: [
        ("row", "Barbell Row"), ("rows", "Barbell Row"), ("press bench", "Paused Bench Press"),
        ("pushups", "Wide Push-ups"), ("pushup wide", "Wide Push-ups"),
    ])
    func words(_ text: String, _ name: String) { #expect(fit(text, name) == .words) }

    @Test(arguments: [
        ("row", "Rowing Machine"), ("squ spl", "Split Squats"), ("pushu", "Wide Push-ups"),
        ("b", "Barbell Row"),
    ])
    func beginnings(_ text: String, _ name: String) { #expect(fit(text, name) == .beginnings) }

    @Test(arguments: [
        ("bb", "Dumbbell Row"), ("bb row", "Dumbbell Row"), ("ess", "Bench Press"),
        ("bench rowing", "Bench Press"), ("", "Squats"), ("squatting", "Squats"),
    ])
    func none(_ text: String, _ name: String) { #expect(fit(text, name) == nil) }

    @Test func whatTakesALoad() throws {
        func takesLoad(_ equipment: String?) throws -> Bool {
            try Exercise(
                id: "e", fields: .init(name: "a", unit: .reps, equipment: equipment)
            ).takesLoad
        }
        for equipment in [
            nil, "bodyweight", "none", "bench", "band", "box", "dip bars", "Bars", "Pull-up bar",
        ] {
            #expect(try !takesLoad(equipment), "\(equipment ?? "")")
        }
        for equipment in ["barbell", "trap bar", "dumbbells", "machine", "cable", "kettlebell"] {
            #expect(try takesLoad(equipment), "\(equipment)")
        }
    }
}
