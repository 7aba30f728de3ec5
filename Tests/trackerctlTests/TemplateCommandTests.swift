import ArgumentParser
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct TemplateCommandTests {
    /// The examples in the help name exercises of the library, so that they work as typed.
    @Test func examplesNameExercisesOfTheLibrary() throws {
        let library = File.text(Checkout.path("Sources/TrackerDaemon/Library/exercises.toml"))
        let keys = library.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /name = "([^"]+)"/).map {
                (key: NameKey.of(String($0.1)), isVariant: line.contains("variant_of"))
            }
        }
        #expect(keys.count > 100)
        let helps = [
            TemplateCommands.configuration, TemplateCommands.Create.configuration,
            TemplateCommands.Update.configuration,
        ].map(\.discussion)
        let quoted = helps.joined(separator: "\n").split(separator: "\n")
            .filter { $0.hasPrefix("  ") }.flatMap { $0.matches(of: /'([^']+ [^']+)'/).map(\.1) }
        let plans = quoted.compactMap { try? PlanNotation.read(String($0)) }
        #expect(plans.count > 10)
        for plan in plans {
            // A number behind the name tells which of two is meant.
            let search = ExerciseSearch(plan.exercise.replacing(#/ \d$/#, with: ""))
            let best = keys.compactMap { search.rank(ofKey: $0.key) }.min()
            let good = keys.filter { best != nil && search.rank(ofKey: $0.key) == best }
            let isOne = good.count == 1 || good.count { !$0.isVariant } == 1
            #expect(isOne, "\(plan.exercise)")
        }
    }
}
