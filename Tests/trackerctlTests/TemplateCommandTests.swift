import ArgumentParser
import Foundation
import TestSupport
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct TemplateCommandTests {
    /// An exercise of the template is found by the same texts as in the daemon.
    @Test func someOfATemplateIsFoundAsByTheDaemon() throws {
        func exercises(_ words: [String], _ answer: String) throws -> String {
            let server = try FakeServer([
                [.read, .send(Sample.result(Sample.push)), .read, .send(answer)]
            ])
            let words = ["template", "edit", "push"] + words + ["--socket", server.path]
            let command = try #require(Trackerctl.command(for: words) as? TemplateCommands.Update)
            let params = try RequestTests.wire(of: command).params
            let json = try Sample.read(params, as: JSONValue.self)["exercises"]
            guard case .array(let sent)? = json else { return "" }
            return sent.map { "\($0["exercise"]?.string ?? "") \($0.sets)" }
                .joined(separator: ", ")
        }
        func found(_ id: String) -> String {
            Sample.result(Sample.exercise.replacing("p7aaaaaaaaaa", with: id), id: 2)
        }
        let none = Sample.error("not_found").replacing(#""id":1"#, with: #""id":2"#)
        #expect(
            try exercises(["--remove", "bench"], found("b7aaaaaaaaaa"))
                == "p7aaaaaaaaaa 3, c7aaaaaaaaaa 3")
        #expect(
            try exercises(["--add", "bench 5x5x105"], found("b7aaaaaaaaaa"))
                == "b7aaaaaaaaaa 5, p7aaaaaaaaaa 3, c7aaaaaaaaaa 3")
        #expect(
            try exercises(["--add", "dips 4"], none)
                == "b7aaaaaaaaaa 3, p7aaaaaaaaaa 3, c7aaaaaaaaaa 3, dips 4")
        // Another exercise isn't the template's one.
        #expect(try exercises(["--add", "bench 2"], found("d7aaaaaaaaaa")).hasSuffix(", bench 2"))
        // Of several matches, the template's exercise is meant.
        let several = none.replacing("not_found", with: "ambiguous").replacing(
            #""kind":"ambiguous""#,
            with: #""kind":"ambiguous","matches":["b7aaaaaaaaaa","d7aaaaaaaaaa"]"#)
        #expect(
            try exercises(["--add", "press 5"], several)
                == "b7aaaaaaaaaa 5, p7aaaaaaaaaa 3, c7aaaaaaaaaa 3")
        #expect(throws: ClientError.self) {
            try exercises(
                ["--add", "b7 2"], several.replacing("b7aaaaaaaaaa", with: "e7aaaaaaaaaa"))
        }
    }

    /// The values of an exercise that `--add` leaves out stay.
    @Test func anExerciseThatIsInItKeepsItsRest() throws {
        func bench(_ add: String) throws -> JSONValue? {
            let server = try FakeServer([[.read, .send(Sample.result(Sample.push))]])
            let words = ["template", "edit", "push", "--add", add, "--socket", server.path]
            let command = try #require(Trackerctl.command(for: words) as? TemplateCommands.Update)
            let params = try RequestTests.wire(of: command).params
            let json = try Sample.read(params, as: JSONValue.self)["exercises"]
            guard case .array(let sent)? = json else { return nil }
            return sent.first
        }
        let kept = try bench("bench press 5x5x105")
        #expect(kept?["rest"] == .integer(180_000) && kept?["superset"] == .string("a"))
        #expect(kept?.sets == 5 && kept?.load == .integer(105))
        let other = try bench("bench press 5x5 rest 2m superset b")
        #expect(other?["rest"] == .integer(120_000) && other?["superset"] == .string("b"))
        #expect(other?.load == nil)
    }

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
            let search = ExerciseSearch(plan.exercise)
            let best = keys.compactMap { search.rank(ofKey: $0.key) }.min()
            let good = keys.filter { best != nil && search.rank(ofKey: $0.key) == best }
            let isOne = good.count == 1 || good.count { !$0.isVariant } == 1
            #expect(isOne, "\(plan.exercise)")
        }
    }
}

extension JSONValue {
    private var group: JSONValue? {
        guard case .array(let groups)? = self["groups"] else { return nil }
        return groups.first
    }

    fileprivate var sets: Int64 { group?["sets"]?.integer ?? 0 }
    fileprivate var load: JSONValue? { group?["load"] }
}
