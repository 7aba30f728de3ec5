import ArgumentParser
import Foundation
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import trackerctl

@Suite struct TemplateCommandTests {
    /// What `create` takes by a search, the others find again.
    @Test func someOfATemplateIsFoundByASearch() throws {
        let push = Sample.push.replacing("Curls", with: "Bench Rows")
        func exercises(_ words: [String], _ answer: String, in push: String) throws -> String {
            let server = try FakeServer([
                [.read, .send(Sample.result(push)), .read, .send(answer)]
            ])
            let words = ["template", "edit", "push"] + words + ["--socket", server.path]
            let command = try #require(Trackerctl.command(for: words) as? TemplateCommands.Update)
            let params = try RequestTests.wire(of: command).params
            let json = try Sample.read(params, as: JSONValue.self)["exercises"]
            guard case .array(let sent)? = json else { return "" }
            return sent.map { "\($0["exercise"]?.string ?? "") \($0["sets"]?.integer ?? 0)" }
                .joined(separator: ", ")
        }
        let none = Sample.error("not_found").replacing(#""id":1"#, with: #""id":2"#)
        #expect(
            try exercises(["--remove", "bench"], none, in: Sample.push)
                == "p7aaaaaaaaaa 3, c7aaaaaaaaaa 3")
        #expect(
            try exercises(["--add", "bench 5x5x105"], none, in: Sample.push)
                == "bench 5, p7aaaaaaaaaa 3, c7aaaaaaaaaa 3")
        #expect(
            try exercises(["--add", "dips 4"], none, in: Sample.push)
                == "b7aaaaaaaaaa 3, p7aaaaaaaaaa 3, c7aaaaaaaaaa 3, dips 4")
        let several = #expect(throws: Refusal.self) {
            try exercises(["--remove", "bench"], none, in: push)
        }
        #expect(several?.message == "'bench' may be Bench Press, Bench Rows")
        // The exact name of another one is that one.
        let other = Sample.result(
            Sample.exercise.replacing("p7aaaaaaaaaa", with: "d7aaaaaaaaaa"), id: 2)
        #expect(
            try exercises(["--add", "bench 2"], other, in: Sample.push).hasSuffix(", bench 2"))
        #expect(throws: ClientError.self) {
            try exercises(
                ["--add", "b7 2"], none.replacing("not_found", with: "ambiguous"), in: push)
        }
    }

    /// The examples of the help are there to be typed.
    @Test func examplesNameExercisesOfTheLibrary() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let library = try String(
            contentsOf: root.appendingPathComponent(
                "Sources/TrackerDaemon/Library/exercises.toml"), encoding: .utf8)
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
            let search = ExerciseSearch(plan.exercise)
            let best = keys.compactMap { search.rank(ofKey: $0.key) }.min()
            let good = keys.filter { best != nil && search.rank(ofKey: $0.key) == best }
            let isOne = good.count == 1 || good.count { !$0.isVariant } == 1
            #expect(isOne, "\(plan.exercise)")
        }
    }
}
