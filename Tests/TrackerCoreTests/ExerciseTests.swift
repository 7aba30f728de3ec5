import TestSupport
import Testing
import TrackerCore

struct ExerciseTests {
    static func exercise(
        _ name: String = "Push-ups", unit: Exercise.Unit = .reps, id: String = "0push0000001",
        slug: String? = nil
    ) throws -> Exercise {
        try Exercise(id: id, fields: .init(name: name, unit: unit), slug: slug)
    }

    @Test(arguments: ["red", "#12345", "#1234567", "#12345g", "", "1a9fff0", "#１２３４５６"])
    func noColors(_ color: String) {
        let refusal = #expect(throws: Rejection.self) {
            try Exercise(id: "x", fields: .init(name: "x", unit: .reps, color: color))
        }
        #expect(refusal?.field == "color")
    }

    @Test func derivedIDs() {
        let id = Movement.id(ofSlug: "push-ups")
        // The value may never change, since databases contain it.
        #expect(id == "1fk9v77e2k6p")
        #expect(Identifier.isWhole(id))
        let ids = (0..<20_000).map { Movement.id(ofSlug: "movement-\($0)") }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy(Identifier.isWhole))
        // Prefixes tell derived ids apart, as they do random ones.
        #expect(Set(ids.map { $0.prefix(1) }).count == 32)
        #expect(Set(ids.prefix(150).map { $0.prefix(4) }).count > 145)
    }
}
