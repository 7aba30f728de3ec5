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
            try exercises(["--change", "bench 5x5x105"], found("b7aaaaaaaaaa"))
                == "b7aaaaaaaaaa 5, p7aaaaaaaaaa 3, c7aaaaaaaaaa 3")
        // Another exercise isn't the template's one.
        for answer in [none, found("d7aaaaaaaaaa")] {
            let refusal = #expect(throws: Refusal.self) {
                try exercises(["--change", "dips 4"], answer)
            }
            #expect(refusal?.message == "push has no dips")
        }
        // Of several matches, the template's exercise is meant.
        let several = none.replacing("not_found", with: "ambiguous").replacing(
            #""kind":"ambiguous""#,
            with: #""kind":"ambiguous","matches":["b7aaaaaaaaaa","d7aaaaaaaaaa"]"#)
        #expect(
            try exercises(["--change", "press 5"], several)
                == "b7aaaaaaaaaa 5, p7aaaaaaaaaa 3, c7aaaaaaaaaa 3")
        #expect(throws: ClientError.self) {
            try exercises(
                ["--change", "b7 2"], several.replacing("b7aaaaaaaaaa", with: "e7aaaaaaaaaa"))
        }
    }

    /// The values of an exercise that `--change` leaves out stay.
    @Test func anExerciseThatIsInItKeepsItsRest() throws {
        func bench(_ change: String) throws -> JSONValue? {
            let server = try FakeServer([[.read, .send(Sample.result(Sample.push))]])
            let words = ["template", "edit", "push", "--change", change, "--socket", server.path]
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

    /// On a terminal the template is proposed whose turn it is.
    @Test func aWorkoutWithoutANameIsProposed() throws {
        func start(_ proposal: String, answer: String?) throws -> (params: String, asked: [String])
        {
            let server = try FakeServer([
                [
                    .read, .send(Sample.result(Sample.finishedWorkout)), .read,
                    .send(Sample.result(proposal, id: 2)),
                ]
            ])
            let command = try WorkoutCommands.Start.parse(["--socket", server.path])
            var asked: [String] = []
            let dialogue = Dialogue(canAsk: true) { question in
                asked.append(question)
                return answer
            }
            return (try JSONText.of(command.request(.of(dialogue))), asked)
        }
        let turn = """
            {"template":\(Sample.push),"why":"turn","last_at":"2020-02-26T09:20:00.000+01:00"}
            """
        let agreed = try start(turn, answer: "")
        #expect(agreed.params == #"{"template":"t7aaaaaaaaaa"}"#)
        #expect(agreed.asked == ["start with push (last done 2020-02-26 09:20)? [Y/n] "])
        #expect(try start(turn, answer: "n").params == "{}")
        #expect(try start(turn, answer: nil).params == "{}")
        let fresh = try start(#"{"template":\#(Sample.push),"why":"new"}"#, answer: "Yes")
        #expect(fresh.asked == ["start with push (not done yet)? [Y/n] "])
        let done = try start(turn.replacing("turn", with: "week_done"), answer: "y").asked
        #expect(done.first?.contains("; this week is done as planned)?") == true)
        let none = try start(#"{"why":"none"}"#, answer: "y")
        #expect(none.params == "{}" && none.asked.isEmpty)
    }

    /// Nothing is proposed to a program, nor while a workout is open.
    @Test func aProposalIsForPeopleWithoutAWorkout() throws {
        let dialogue = Dialogue(canAsk: true) { _ in "y" }
        for option in ["--json", "--quiet"] {
            let command = try WorkoutCommands.Start.parse([option, "--socket", "/nowhere"])
            #expect(try JSONText.of(command.request(.of(dialogue))) == "{}")
        }
        let server = try FakeServer([[.read, .send(Sample.result(Sample.workout()))]])
        let command = try WorkoutCommands.Start.parse(["--socket", server.path])
        let refusal = #expect(throws: Refusal.self) { try command.request(.of(dialogue)) }
        #expect(refusal?.message.hasSuffix(" is open") == true)
        #expect(refusal?.hint?.contains("workout finish") == true)
    }

    @Test func templatesAreWrittenAsSets() throws {
        let create = try TemplateCommands.Create.parse([
            "push", "bench press 3x5x102,5kg rest 3m superset a", "plank 3x60s rest no", "curls 3",
            "--days", "2", "--rest", "2m", "--note", "slow",
        ])
        #expect(
            try RequestTests.wire(of: create).params == """
                {"days_per_week":2,"exercises":[{"exercise":"bench press",\
                "groups":[{"load":102.5,"load_unit":"kg","reps":5,"sets":3}],"rest":180000,\
                "superset":"a"},{"exercise":"plank","groups":[{"seconds":60,"sets":3}],"rest":0},\
                {"exercise":"curls","groups":[{"sets":3}]}],\
                "name":"push","note":"slow","rest":120000}
                """)
        let edit = try TemplateCommands.Update.parse(["push", "bench 5x5"])
        #expect(
            try RequestTests.wire(of: edit).params == """
                {"exercises":[{"exercise":"bench","groups":[{"reps":5,"sets":5}]}],"template":"push"}
                """)
        let warm = try TemplateCommands.Update.parse(["push", "bench w 1x5x60 3x8-12x85%@8"])
        #expect(
            try RequestTests.wire(of: warm).params == """
                {"exercises":[{"exercise":"bench","groups":[{"load":60,"reps":5,"sets":1,\
                "type":"warmup"},{"percent":85,"reps":8,"reps_to":12,"rpe":8,"sets":3}]}],\
                "template":"push"}
                """)
    }

    /// Quotes and single words may stand beside each other.
    @Test(
        arguments: [
            (
                ["bench", "1x5x60", "3x5x100", "row", "3x8-12"],
                ["bench 1x5x60 3x5x100", "row 3x8-12"]
            ),
            (
                [
                    "bench press", "w", "2x5x60", "3x5", "rest", "3m", "superset", "a",
                    "plank 3x60s",
                ],
                ["bench press w 2x5x60 3x5 rest 3m superset a", "plank 3x1:00"]
            ),
            (
                ["row 3x8", "chest", "dips", "3x10", "pull-ups 3"],
                ["row 3x8", "chest dips 3x10", "pull-ups 3"]
            ),
            (["21s", "3x7x20", "3 board press 3x5"], ["21s 3x7x20", "3 board press 3x5"]),
            (["bench", "3x5", "chest dips", "f", "1x10"], ["bench 3x5", "chest dips f 1x10"]),
        ] as [([String], [String])])
    func exercisesAreQuotedOrWordByWord(_ words: [String], _ plans: [String]) throws {
        #expect(try PlanNotation.read(all: words).map(\.text) == plans)
    }

    @Test func someOfATemplateIsChanged() throws {
        func exercises(_ words: [String], asking found: String? = nil) throws -> String {
            let more: [FakeServer.Step] =
                found.map { [.read, .send(Sample.result($0, id: 2))] } ?? []
            let server = try FakeServer([[.read, .send(Sample.result(Sample.push))] + more])
            let words = ["template", "edit", "push"] + words + ["--socket", server.path]
            let command = try #require(Trackerctl.command(for: words) as? TemplateCommands.Update)
            return try RequestTests.wire(of: command).params
        }
        let bench = """
            {"exercise":"b7aaaaaaaaaa","groups":[{"load":102.5,"load_unit":"kg","reps":5,"sets":3,\
            "type":"working"}],"rest":180000,"superset":"a"}
            """
        let plank = """
            {"exercise":"p7aaaaaaaaaa","groups":[{"seconds":60,"sets":3,"type":"working"}],"rest":0}
            """
        let other = Sample.exercise.replacing("p7aaaaaaaaaa", with: "d7aaaaaaaaaa")
        #expect(
            try exercises(["--add", "dips 3x10", "--remove", "curls"], asking: other) == """
                {"exercises":[\(bench),\(plank),{"exercise":"dips",\
                "groups":[{"reps":10,"sets":3}]}],\
                "template":"push"}
                """)
        #expect(
            try exercises(["--change", "plank 2", "--remove", "3"]) == """
                {"exercises":[\(bench),{"exercise":"p7aaaaaaaaaa","groups":[{"sets":2}],"rest":0}],\
                "template":"push"}
                """)
        let refusal = #expect(throws: Refusal.self) {
            try exercises(["--remove", "dips"], asking: other)
        }
        #expect(refusal?.message == "push has no dips")
    }

    /// An exercise may stand in a template twice; then its number tells which one is meant.
    @Test func anExerciseThatStandsThereTwice() throws {
        func exercises(_ words: String...) throws -> String {
            let twice = Sample.push.replacing(
                #""exercise":"c7aaaaaaaaaa","name":"Curls""#,
                with: #""exercise":"b7aaaaaaaaaa","name":"Bench Press""#)
            let server = try FakeServer([[.read, .send(Sample.result(twice))]])
            let words = ["template", "edit", "push"] + words + ["--socket", server.path]
            let command = try #require(Trackerctl.command(for: words) as? TemplateCommands.Update)
            let params = try RequestTests.wire(of: command).params
            let json = try Sample.read(params, as: JSONValue.self)["exercises"]
            guard case .array(let sent)? = json else { return "" }
            return sent.map { exercise in
                let load = exercise.load.map { load in "x\((try? JSONText.of(load)) ?? "")" } ?? ""
                return "\(exercise["exercise"]?.string?.prefix(2) ?? "") \(exercise.sets)\(load)"
            }.joined(separator: ", ")
        }
        func refusal(_ words: String, _ text: String) throws -> String? {
            #expect(throws: Refusal.self) { try exercises(words, text) }?.message
        }
        #expect(try exercises("--add", "plank 2") == "b7 3x102.5, p7 3, b7 3, pl 2")
        #expect(try exercises("--change", "bench press 2 2x12x40") == "b7 3x102.5, p7 3, b7 2x40")
        #expect(try exercises("--change", "1 5x5x105") == "b7 5x105, p7 3, b7 3")
        #expect(try exercises("--remove", "Bench-Press 1") == "p7 3, b7 3")
        #expect(try exercises("--remove", "1", "--remove", "3") == "p7 3")
        let twice = "push has Bench Press more than once: say which one, as "
        #expect(
            try refusal("--change", "bench press 3x5x105")
                == twice + "'bench press 1' or 'bench press 2'")
        #expect(try refusal("--remove", "bench press")?.hasPrefix(twice) == true)
        #expect(try refusal("--remove", "bench press 3") == "push has no 'bench press 3'")
        #expect(try refusal("--remove", "4") == "push has no '4'")

        #expect(try exercises("--order", "plank") == "p7 3, b7 3x102.5, b7 3")
        #expect(try exercises("--order", "3,1,2") == "b7 3, b7 3x102.5, p7 3")
        #expect(
            try exercises("--order", "bench press 2, plank", "--remove", "1", "--add", "row 4")
                == "b7 3, p7 3, ro 4")
        #expect(
            try exercises("--order", "bench press, bench press, plank") == "b7 3x102.5, b7 3, p7 3")
        #expect(try refusal("--order", "1, 1") == "push has no '1' once more")
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
            // A number behind the name tells which of two is meant.
            let search = ExerciseSearch(plan.exercise.replacing(#/ \d$/#, with: ""))
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
