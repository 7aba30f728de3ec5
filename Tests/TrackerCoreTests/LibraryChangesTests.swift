import TestSupport
import Testing
import TrackerCore

struct LibraryChangesTests {
    private func movement(
        _ slug: String, name: String? = nil, unit: Exercise.Unit = .reps, count: Int64 = 10,
        variantOf: String? = nil
    ) -> Movement {
        Movement(
            slug: slug,
            fields: .init(
                name: name ?? slug, unit: unit, defaultCount: count, variantOf: variantOf))
    }

    /// The exercises after the changes.
    private func applied(
        _ movements: [Movement], isWhole: Bool = true, to present: [Exercise] = [],
        used: Set<String> = []
    ) -> [Exercise] {
        let changes = LibraryChanges(
            of: movements, isWhole: isWhole, present: present, used: used)
        let touched = Set((changes.written + changes.removed).map(\.id))
        return (present.filter { !touched.contains($0.id) } + changes.written)
            .sorted { $0.id < $1.id }
    }

    private func id(_ slug: String) -> String { Movement.id(ofSlug: slug) }

    @Test func aNewVersionChangesWhatNobodyTouched() throws {
        let first = applied([movement("a"), movement("b"), movement("c")])
        var present = first
        let edited = try #require(present.firstIndex { $0.slug == "a" })
        var fields = present[edited].fields
        fields.defaultCount = 99
        try present[edited].edit(fields)
        let archived = try #require(present.firstIndex { $0.slug == "b" })
        present[archived].isArchived = true
        let after = applied(
            [
                movement("a", count: 20), movement("b", count: 20), movement("c", count: 20),
                movement("d"),
            ], to: present)
        let counts = Dictionary(
            uniqueKeysWithValues: after.map { ($0.slug ?? "", $0.fields.defaultCount) })
        #expect(counts == ["a": 99, "b": 20, "c": 20, "d": 10])
        #expect(after.first { $0.slug == "b" }?.isArchived == true)
    }

    @Test func whatTheLibraryDropsGoesWhereNobodyNeedsIt() throws {
        let all = applied([
            movement("free"), movement("used"), movement("edited"), movement("archived"),
            movement("parent"), movement("grand"),
        ])
        var present = all.filter { $0.slug != "parent" }
        let parent = try Exercise(
            id: id("parent"),
            fields: .init(name: "parent", unit: .reps, variantOf: id("grand")), slug: "parent")
        present.append(parent)
        present.append(
            try Exercise(
                id: "0own00000001",
                fields: .init(name: "own", unit: .reps, variantOf: id("parent"))))
        for index in present.indices {
            if present[index].slug == "archived" { present[index].isArchived = true }
            guard present[index].slug == "edited" else { continue }
            var fields = present[index].fields
            fields.icon = "i"
            try present[index].edit(fields)
        }
        let left = applied([], to: present, used: [id("used")])
        #expect(
            Set(left.map(\.name)) == ["used", "edited", "archived", "own", "parent", "grand"])
        // Exercises whose movements may only not have been read stay.
        #expect(applied([], isWhole: false, to: present).count == present.count)
    }

    @Test func whatStandsInTakesThePlaceOfNothing() {
        let present = applied([movement("a", name: "mine", count: 25), movement("own")])
        let shipped = ["a", "b"].map { slug in
            Movement(slug: slug, fields: movement(slug).fields, isTemporary: true)
        }
        let changes = LibraryChanges(of: shipped, isWhole: false, present: present, used: [])
        #expect(changes.written.map(\.slug) == ["b"])
        #expect(changes.removed.isEmpty && changes.skipped.isEmpty)
    }

    @Test func namesThatAPersonHasTakenArePassedOver() throws {
        let own = try Exercise(
            id: "0own00000001", fields: .init(name: "Push Ups", unit: .reps))
        let movements = [movement("push-ups", name: "Push-ups"), movement("squats")]
        let changes = LibraryChanges(of: movements, present: [own], used: [])
        #expect(changes.written.map(\.slug) == ["squats"])
        #expect(changes.skipped.map(\.slug) == ["push-ups"])
    }

    /// Whatever came before, names stay unique, no parent is missing, a person's changes stay, and a second
    /// run changes nothing.
    @Test(arguments: 0..<300 as Range<UInt64>) func whateverHappens(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let slugs = ["a", "b", "c", "d", "e", "f"]
        var present: [Exercise] = []
        for _ in 0..<6 {
            let movements = slugs.filter { _ in Bool.random(using: &random) }.map { slug in
                movement(
                    slug, name: "name \(Int.random(in: 0..<8, using: &random))",
                    unit: Bool.random(using: &random) ? .reps : .seconds,
                    variantOf: slugs.filter { $0 < slug }.randomElement(using: &random))
            }
            let used = Set(
                present.map(\.id).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
            let before = present
            present = applied(movements, to: before, used: used)
            #expect(applied(movements, to: present, used: used) == present)
            #expect(Set(present.map(\.key)).count == present.count)
            let ids = Set(present.map(\.id))
            #expect(present.allSatisfy { $0.fields.variantOf.map(ids.contains) ?? true })
            for exercise in before where exercise.isCustom || exercise.isEdited {
                #expect(present.contains(exercise))
            }
            for id in used {
                let (old, new) = (before.first { $0.id == id }, present.first { $0.id == id })
                #expect(old?.unit == new?.unit && new != nil)
            }
            try touch(&present, using: &random)
        }
    }

    private func touch(_ present: inout [Exercise], using random: inout SplitMix) throws {
        for index in present.indices {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: present[index].isArchived.toggle()
            case 1:
                var fields = present[index].fields
                fields.defaultCount += 1
                try present[index].edit(fields)
            default: break
            }
        }
        let name = "name \(Int.random(in: 0..<8, using: &random))"
        guard !present.contains(where: { $0.key == name }) else { return }
        present.append(
            try Exercise(
                id: Identifier.random(using: &random), fields: .init(name: name, unit: .reps)))
    }
}
