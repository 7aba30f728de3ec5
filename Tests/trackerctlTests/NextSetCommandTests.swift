import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

/// Sets as they are planned, or with a change of that.
extension StrengthCommandTests {
    private static let nextSet = """
        {"set":{"exercise":"b7aaaaaaaaaa","exercise_name":"Bench Pr\\u001bess","index":3,"of":3,\
        "type":"working","reps":5,"load":100,"unit":"kg","load_mode":"external"},\
        "why":"template","last_time":\(Sample.former)}
        """

    @Test func theNextSetIsLeftToTheDaemon() throws {
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        let (sent, text) = try log(
            ["set"], [Sample.undoable(answer, workout: Sample.workout(), next: Self.nextSet)])
        #expect(sent.map { $0["method"]?.string } == ["set.log"])
        #expect(
            text == "Bench Pr\\u{1b}ess 2  5x100kg@8  last time 8x57.5kg  [s2aaaaaaaaaa]\n"
                + "next: Bench Pr\\u{1b}ess 3 of 3: 5x100kg (last time 8x57.5kg)\n"
                + "  undo: trackerctl undo\n")
        let done = try log(
            ["set"],
            [Sample.undoable(answer, workout: Sample.workout(), next: #"{"why":"done"}"#)])
        #expect(done.text.contains("\neverything planned is done\n"))
        // A workout that is named may be over.
        let added = try log(
            ["set", "5x100", "-w", "last"],
            [Sample.undoable(answer, workout: Sample.finishedWorkout)])
        #expect(added.sent[0]["params"]?["workout"]?.string == "last")
        #expect(added.sent[0]["params"]?["exercise"] == nil && !added.text.contains("next:"))
    }

    @Test func anExerciseAloneIsItsNextSet() throws {
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        let (sent, text) = try log(
            ["set", "bench"],
            [Sample.undoable(answer, workout: Sample.workout(), next: Self.nextSet)])
        #expect(sent[0]["method"]?.string == "set.log")
        #expect(sent[0]["params"]?["exercise"]?.string == "bench")
        #expect(sent[0]["params"]?["reps"] == nil)
        #expect(text.hasPrefix("Bench Pr\\u{1b}ess 2  5x100kg@8"))
    }

    @Test func metresAreReadByTheExercise() throws {
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        let more = [answer, Sample.workout(), Self.nextSet]
        let walk = Sample.exercise.replacing(
            "\"aliases\"", with: "\"over_distance\":true,\"aliases\"")
        let (sent, _) = try log(["set", "farmers", "walk", "40m"], [walk] + more)
        #expect(sent[0]["params"]?["exercise"]?.string == "farmers walk")
        #expect(sent[1]["method"]?.string == "set.log")
        #expect(sent[1]["params"]?["distance_m"] == .integer(40))
        #expect(sent[1]["params"]?["seconds"] == nil)
        // Without a name it is that of the next set.
        let next = try log(["set", "40m"], [Self.nextSet, walk] + more).sent
        #expect(next[1]["params"]?["exercise"]?.string == "b7aaaaaaaaaa")
        #expect(next[2]["params"]?["distance_m"] == .integer(40))
        let held = try log(["set", "plank", "2m"], [Sample.exercise] + more).sent
        #expect(held[1]["params"]?["seconds"] == .integer(120))
        let both = try log(["set", "running", "5km", "25:00"], more).sent
        #expect(both[0]["params"]?["distance_m"] == .integer(5000))
        #expect(both[0]["params"]?["seconds"] == .integer(1500))
        let reps = Sample.exercise.replacing("seconds", with: "reps")
        let refusal = #expect(throws: Refusal.self) { try log(["set", "bench", "40m"], [reps]) }
        #expect(refusal?.message.contains("can be a distance or a time") == true)
    }

    /// `+10` beside reps may be the load itself, where there is an added one.
    @Test func anAddedLoadIsAsked() throws {
        func next(_ load: String, _ mode: String) -> String {
            """
            {"set":{"exercise":"p8aaaaaaaaaa","exercise_name":"Pull-ups","index":2,"of":3,\
            "type":"working","reps":8,\(load)"load_mode":"\(mode)"},"why":"last_time"}
            """
        }
        let added = next(#""load":10,"unit":"kg","#, "bodyweight")
        let refusal = #expect(throws: Refusal.self) {
            try log(["set", "pull-ups", "8", "+10"], [added])
        }
        #expect(refusal?.message.contains("10 in all, or 10 more than the +10") == true)
        #expect(refusal?.hint == "write 8x+10, or 8x+20")
        let answer = [#"{"set":\#(Sample.heavy),"records":[]}"#, Sample.workout(), Self.nextSet]
        func load(_ words: [String], _ next: String) throws -> JSONValue? {
            try log(["set"] + words, [next] + answer).sent[1]["params"]?["load"]
        }
        // These have one reading.
        #expect(try load(["pull-ups", "+10"], added) == .integer(20))
        #expect(try load(["pull-ups", "8", "+10"], next("", "bodyweight")) == .integer(10))
        let lifted = next(#""load":100,"unit":"kg","#, "external")
        #expect(try load(["bench", "8", "+10"], lifted) == .integer(110))
    }

    @Test func nothingIsKnownToRepeat() throws {
        func refusal(_ words: [String]) throws -> Refusal? {
            let server = try FakeServer([
                [
                    .read,
                    .send(
                        """
                        {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"reps is missing",\
                        "data":{"kind":"invalid","field":"reps"}}}
                        """),
                ]
            ])
            let command = try Trackerctl.command(for: words + ["--socket", server.path])
            return #expect(throws: Refusal.self) {
                try #require(command as? SetCommands.Log).printed()
            }
        }
        let named = try refusal(["set", "plank"])
        #expect(named?.message == "no earlier set of 'plank' to repeat")
        #expect(named?.hint?.contains("5x100, 5x100kg@8, 10, 10x+20 or 60s") == true)
        #expect(try refusal(["set"])?.message.contains("the next exercise") == true)
    }

    /// Sets of one line are of one exercise, also within a superset.
    @Test func severalAreOfTheNextExercise() throws {
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        let (sent, _) = try log(
            ["set", "8x60", "7x60"], [Self.nextSet, #"{"results":[\#(answer),\#(answer)]}"#])
        #expect(sent[0]["method"]?.string == "set.next")
        guard case .array(let calls)? = sent[1]["params"]?["calls"] else {
            throw Refusal(message: "no calls")
        }
        #expect(
            calls.map { $0["params"]?["exercise"]?.string } == ["b7aaaaaaaaaa", "b7aaaaaaaaaa"])
        func refused(_ parts: [String]) throws -> String? {
            let workout = Sample.workout(exercises: parts)
            return #expect(throws: Refusal.self) {
                try log(["set", "8x60", "7x60"], [#"{"why":"done"}"#, workout])
            }?.message
        }
        let planned =
            #"{"exercise":"b","name":"B","sets":[],"groups":[{"sets":3,"type":"working"}]}"#
        #expect(
            try refused([planned.replacing("\"groups\":", with: "\"target\":{\"groups\":") + "}"])
                == "everything planned is done")
        #expect(try refused([]) == "no planned set to go by")
        let server = try FakeServer(
            [#"{"why":"done"}"#, Sample.workout(exercises: [])].map {
                [.read, .send(Sample.result($0))]
            })
        let next = try SetCommands.Next.parse(["--socket", server.path])
        #expect(try next.printed() == "nothing planned: log any set\n")
    }

    @Test func aChangeIsOfThePlannedLoad() throws {
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        func load(_ words: [String], _ next: String = Self.nextSet) throws -> String {
            let sent = try log(["set"] + words, [next, answer]).sent
            let params = sent[1]["params"]
            let load = params?["load"]?.figure ?? -1
            return "\(load) \(params?["unit"]?.string ?? "") \(params?["load_mode"]?.string ?? "")"
        }
        #expect(try load(["+2.5"]) == "102.5 kg external")
        #expect(try load(["5", "--", "-2.5"]) == "97.5 kg external")
        let helped = Self.nextSet.replacing(
            #""load":100,"unit":"kg","load_mode":"external""#,
            with: #""load":5,"unit":"lb","load_mode":"assisted""#)
        #expect(try load(["+2.5"], helped) == "2.5 lb assisted")
        #expect(try load(["+7.5"], helped) == "2.5 lb bodyweight")
        let bare = Self.nextSet.replacing(
            #","load":100,"unit":"kg","load_mode":"external""#, with: "")
        #expect(try load(["+2.5kg"], bare) == "2.5 kg bodyweight")
        #expect(try load(["bench", "+2.5"]) == "102.5 kg external")
        let unknown = #expect(throws: Refusal.self) {
            try load(["bench", "+2.5"], #"{"why":"done"}"#)
        }
        #expect(unknown?.message.hasPrefix("no earlier set of 'bench'") == true)
        for words in [["+2.5lb"], ["--", "-102.5"]] {
            #expect(throws: Refusal.self) { try load(words) }
        }
    }

    @Test func aPairTheOtherWayRoundIsRefused() throws {
        let settings = """
            {"unit":"kg","rest_ms":0,"bar":20,"plates":[],"day_starts_at":"04:00",\
            "week_starts":"mon","active_days":[],"streak":true,"achievements":true,"xp":false,\
            "challenges":true,\
            "reports":{"daily":false,"weekly":true,"monthly":true,"at":"20:30"}}
            """
        let none = #expect(throws: Refusal.self) {
            try log(["set", "bench", "100x5"], [#"{"records":[]}"#, settings])
        }
        #expect(none?.message.contains("for 5 reps with 100 kg type 5x100 or 100kgx5") == true)
        let light = """
            {"records":[{"exercise":"b7","exercise_name":"Bench","kind":"most_reps","value":20,\
            "unit":"reps","load":10,"load_unit":"lb","reps":20,"at":"2026-03-01T09:20:00.000+01:00",\
            "first":true}]}
            """
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        let (sent, _) = try log(["set", "bench", "100x5"], [light, answer])
        #expect(
            sent.map { $0["method"]?.string } == ["record.list", "set.log"])
        #expect(sent[0]["params"]?["exercise"]?.string == "bench")
        #expect(throws: Refusal.self) {
            try log(["set", "bench", "100x4"], [light, answer])
        }
    }

    /// A count above 30 is rather a load, where the next set has a load and isn't planned with so many reps.
    @Test func aCountThatIsRatherALoadIsRefused() throws {
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        func refusal(_ words: [String], _ next: String = Self.nextSet) throws -> String? {
            #expect(throws: Refusal.self) { try log(["set"] + words, [next, next, answer]) }?
                .message
        }
        #expect(
            try refusal(["bench", "100", "5"])
                == "'100 5' reads as 100 reps with 100 kg, the planned load; for a load of 100 "
                + "type 5x100, for that many reps 100x100kg 5x100kg")
        #expect(try refusal(["bench", "5", "105"])?.contains("type 5x105, for") == true)
        #expect(
            try refusal(["60"])
                == "'60' reads as 60 reps with 100 kg, the planned load; for a load of 60 type "
                + "5x60, for that many reps 60x100kg")
        #expect(try refusal(["31@9"])?.hasSuffix("for that many reps 31x100kg@9") == true)
        func sent(_ words: [String], _ answers: [String]) throws -> [String?] {
            try log(["set"] + words, answers).sent.map { $0["method"]?.string }
        }
        #expect(try sent(["bench", "30"], [answer])[0] == "set.log")
        for (old, new) in [
            (#""reps":5"#, #""reps":60"#), (#""reps":5"#, #""reps":50,"reps_to":60"#),
            (#""load":100,"unit":"kg","load_mode":"external""#, #""load_mode":"bodyweight""#),
            (#""load_mode":"external""#, #""load_mode":"assisted""#),
        ] {
            let next = Self.nextSet.replacing(old, with: new)
            #expect(
                try sent(["bench", "60"], [next, answer]).prefix(2) == ["set.next", "set.log"])
        }
        #expect(try sent(["bench", "60x20kg"], [answer])[0] == "set.log")
    }

    /// Help is for exercises that move the body; a load that is lifted doesn't help.
    @Test func helpOfABarbellIsRefused() throws {
        func exercise(_ equipment: String, _ name: String = "Bench Press") -> String {
            Sample.exercise.replacing("bodyweight", with: equipment).replacing("Plank", with: name)
        }
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        let set = ["set", "bench", "5x-100"]
        let refusal = #expect(throws: Refusal.self) { try log(set, [exercise("barbell")]) }
        #expect(refusal?.message.contains(" is done with barbell, which can't assist") == true)
        #expect(refusal?.hint == "write its load without a sign, as 5x100")
        #expect(throws: Refusal.self) {
            try log(["set", "5x-100"], [Self.nextSet, exercise("Dumbbells")])
        }
        for found in [exercise("bodyweight"), exercise("machine", "Assisted Pull-ups")] {
            let sent = try log(set, [found, answer]).sent
            #expect(sent.map { $0["method"]?.string } == ["exercise.get", "set.log"])
        }
        let edit = #expect(throws: Refusal.self) {
            try edited(["last", "5x-100"], [Sample.workout(), exercise("barbell")])
        }
        #expect(edit?.message.contains(" is done with barbell") == true)
    }

    private func edited(_ words: [String], _ answers: [String]) throws -> String {
        let steps = answers.enumerated().flatMap { index, answer -> [FakeServer.Step] in
            [.read, .send(Sample.result(answer, id: index + 1))]
        }
        let server = try FakeServer([steps])
        let words = ["set", "edit"] + words + ["--socket", server.path]
        let command = try #require(Trackerctl.command(for: words) as? SetCommands.Update)
        return try RequestTests.wire(of: command).params
    }

    /// What changes the next set changes one that is there, too.
    @Test func aSetIsChangedByWhatDiffers() throws {
        #expect(try edited(["last", "@9"], []) == #"{"rpe":9,"set":"last"}"#)
        #expect(
            try edited(["last", "6", "@rir1"], [])
                == #"{"reps":6,"rir":1,"seconds":false,"set":"last"}"#)
        #expect(try edited(["last", "w"], []) == #"{"set":"last","type":"warmup"}"#)
        let more = #"{"load":102.5,"load_mode":"external","set":"s2aaaaaaaaaa","unit":"kg"}"#
        #expect(try edited(["last", "+2.5"], [Sample.workout()]) == more)
        #expect(try edited(["s2", "+2.5"], [Sample.workout()]) == more)
        let unknown = #expect(throws: Refusal.self) {
            try edited(["k3v9", "+2.5"], [Sample.workout()])
        }
        #expect(unknown?.message.hasSuffix("write its load, as 5x102.5") == true)
        for words in [
            ["last", "+2.5", "--no-load"], ["last", "w", "--drop"], ["last", "5", "5"],
        ] {
            #expect(throws: (any Error).self) { try edited(words, []) }
        }
    }

    @Test func manySetsAtOnceAreAskedAbout() throws {
        func answers(_ count: Int) -> String {
            let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
            return "{\"results\":[\(repeatElement(answer, count: count).joined(separator: ","))]}"
        }
        let three = try log(["set", "bench", "3x5x100"], [answers(3)]).text
        #expect(three.hasPrefix("3 sets, done at once:\nBench"))
        let ten = try log(["set", "bench", "10x5x100", "--yes"], [answers(10)]).text
        #expect(ten.hasPrefix("10 sets, done at once:\n"))
        var questions: [String] = []
        let command = try #require(
            Trackerctl.command(for: ["set", "bench", "6x5x100"]) as? SetCommands.Log)
        let asked = Dialogue(canAsk: true) {
            questions.append($0)
            return "n"
        }
        #expect(throws: Refusal.self) { try command.printed(asked) }
        #expect(questions == ["this logs 6 sets done at once: all of them? [y/N] "])
        let unasked = #expect(throws: Refusal.self) {
            try command.printed()
        }
        #expect(unasked?.hint == "to do it anyway, add --yes")
    }
}

extension JSONValue {
    /// The number, whole or not.
    fileprivate var figure: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
