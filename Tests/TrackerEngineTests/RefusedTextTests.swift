import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// What a person wrote comes back byte for byte in a refusal, whatever it looks like.
@Suite struct RefusedTextTests {
    private let bench: Bench

    init() throws { bench = try Bench.gym() }

    /// Requests of all areas that name something, with the person's text.
    private static let naming = [
        ("timer.cancel", #"{"timer":TEXT}"#),
        ("reminder.update", #"{"reminder":TEXT,"every":"1h"}"#),
        ("log.add", #"{"exercise":TEXT,"count":5}"#), ("exercise.get", #"{"exercise":TEXT}"#),
        ("program.get", #"{"program":TEXT}"#), ("run.start", #"{"program":TEXT}"#),
        ("preset.delete", #"{"name":TEXT}"#), ("training.get", #"{"training":TEXT}"#),
        ("template.get", #"{"template":TEXT}"#), ("plan.get", #"{"plan":TEXT}"#),
        ("workout.start", #"{"named":TEXT}"#), ("workout.get", #"{"workout":TEXT}"#),
        ("set.delete", #"{"set":TEXT}"#), ("measurement.delete", #"{"entry":TEXT}"#),
        ("max.delete", #"{"entry":TEXT}"#), ("max.log", #"{"exercise":TEXT,"load":140}"#),
        ("import.undo", #"{"import":TEXT}"#),
    ]

    /// Words that look like members, options, slots and what programs write.
    private static let words = [
        "started_at", "drop_of", "every", "at", "--start", "--drop-of", "-5m",
        "{\"field\":\"every\"}",
        "{every}", "[\"at\",5]", "\\(field: \"at\")", "'at'", "say \"x\"", "back\\slash", "#/at/#",
        "exercises[0].sets",
        "event 6 was undone", "2026-03-01T09:30:00.000+01:00", "unit is needed", "%zd", "ääh", "散步",
    ]

    private static let texts: [String] = {
        var random = SplitMix(seed: 1)
        return (0..<60).map { _ in
            (0..<2).compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
        }
    }()

    /// The refusal as a client reads it.
    private func wire(_ rejection: Rejection) throws -> WireError {
        try decode(WireError.self, json(WireError(rejection)))
    }

    private func isWhole(_ text: String, in message: String) -> Bool {
        Array(message.utf8).firstRange(of: Array(text.utf8)) != nil
    }

    @Test func textsComeBackByteForByte() throws {
        for text in Self.texts {
            for (method, params) in Self.naming {
                let params = params.replacing("TEXT", with: JSONText.quoted(text))
                let error = try wire(bench.refusal(method, params))
                #expect(error.data.kind == "not_found", "\(method): \(error.message)")
                #expect(isWhole(text, in: error.message), "\(method): \(error.message)")
                // With other words in all slots, the text is still whole.
                let words = error.data.text?.rendered { _ in "<slot>" } ?? error.message
                #expect(isWhole(text, in: words), "\(method): \(words)")
            }
        }
    }

    @Test func namesThatAreTakenComeBack() throws {
        for (index, text) in Self.texts.enumerated() {
            let params = "{\"name\":\(JSONText.quoted("\(index) \(text)")),\"unit\":\"reps\"}"
            try bench.call("exercise.create", params)
            let error = try wire(bench.refusal("exercise.create", params))
            #expect(isWhole(text, in: error.message), "\(error.message)")
            #expect(error.data.text == nil)
        }
    }

    /// A member that a refusal names is a slot.
    @Test func membersAreSlots() throws {
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        try bench.call("workout.start")
        for (method, params, fields) in [
            ("timer.start", #"{"duration":0}"#, ["duration"]),
            ("reminder.create", #"{"name":"every","every":"5s"}"#, ["every"]),
            ("reminder.create", #"{"name":"x","every":"1h","at":["08:00"]}"#, ["at", "every"]),
            ("log.update", #"{"entry":"last"}"#, ["exercise", "count", "at", "note"]),
            ("log.list", #"{"from":"2026-03-02","to":"2026-03-01"}"#, ["to", "from"]),
            ("exercise.create", #"{"name":"","unit":"reps"}"#, ["name"]),
            (
                "program.create", #"{"name":"p","intervals":[{"label":"a","duration":1}]}"#,
                ["intervals[0].duration"]
            ),
            (
                "workout.update", #"{"workout":"last"}"#,
                ["name", "started_at", "ended_at", "deload"]
            ),
            ("settings.set", #"{"day_starts_at":"25:00"}"#, ["day_starts_at"]),
            ("timer.start", #"{}"#, ["duration", "until"]),
            ("timer.start", #"{"duration":"1h","name":5}"#, ["name"]),
        ] {
            let error = try wire(bench.refusal(method, params))
            let slots = error.data.text?.pieces.compactMap { piece -> String? in
                guard case .field(let name) = piece else { return nil }
                return name
            }
            #expect(slots == fields, "\(error.message)")
            #expect(error.data.text?.description == error.message)
        }
    }

    @Test func timesAreSlots() throws {
        try bench.call("workout.start")
        let error = try wire(
            bench.refusal(
                "set.log", #"{"exercise":"squats","reps":5,"load":0,"at":"2026-03-01T05:00:00Z"}"#))
        let hasMoment = error.data.text?.pieces.contains { piece in
            if case .moment = piece { true } else { false }
        }
        #expect(hasMoment == true, "\(error.message)")
    }
}
