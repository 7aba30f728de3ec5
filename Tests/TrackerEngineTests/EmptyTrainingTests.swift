import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// `training.stop` where nothing was done: nothing is kept, and nothing is celebrated.
@Suite struct EmptyTrainingTests {
    private enum Step {
        case wait(Int64)
        case call(String, String = "{}")
        static let pause = Step.call("training.pause")
        static let bail = Step.call("training.bail")
        static let undo = Step.call("training.undo")
        static func reps(_ count: Int) -> Step { .call("training.reps", "{\"count\":\(count)}") }
    }

    let bench: Bench

    init() throws { bench = try Bench.withExercises() }

    private func start(_ params: String, _ steps: [Step]) throws -> String {
        let id = try bench.call("training.start", params).id()
        for step in steps {
            switch step {
            case .wait(let ms): bench.advance(ms: ms)
            case .call(let method, let params): try bench.call(method, params)
            }
        }
        bench.forget()
        return id
    }

    private static let reps = #"{"mode":"reps","target":20,"exercise":"push-ups"}"#
    private static let time = #"{"mode":"time","target":60,"exercise":"plank"}"#

    private static let empty: [(String, [Step])] = [
        (reps, []), (reps, [.wait(600_000)]), (reps, [.wait(5000), .pause, .wait(600_000)]),
        (reps, [.wait(5000), .reps(5), .undo]), (reps, [.wait(5000), .reps(5), .undo, .pause]),
        (#"{"mode":"reps"}"#, [.wait(1000)]), (time, []), (time, [.wait(999)]),
        (time, [.wait(800), .pause, .wait(600_000)]), (time, [.wait(12_000), .bail, .undo]),
        (#"{"mode":"time","target":0.5}"#, [.wait(400)]),
    ]

    @Test(arguments: 0..<empty.count) func itIsDiscarded(_ index: Int) throws {
        let (params, steps) = Self.empty[index]
        let id = try start(params, steps)
        let reply = try bench.call("training.stop")
        #expect(try reply.id() == id && reply["discarded"] == .bool(true))
        #expect(reply["attempts"] == .array([]) && reply["state"] != .string("complete"))
        #expect(bench.types == ["training.reset"] && bench.alerts.isEmpty)
        #expect(try bench.data(of: "training.reset") == reply)
        #expect(try bench.call("training.list")["trainings"] == .array([]))
        #expect(try bench.call("log.list")["entries"] == .array([]))
        #expect(try bench.refusal("training.get").kind == .notFound)
        // The next one isn't compared with it.
        #expect(try bench.call("training.start", params)["last"] == nil)
        try bench.verify()
        try bench.restart()
        try bench.verify()
    }

    private static let kept: [(String, [Step], JSONValue)] = [
        (reps, [.wait(5000), .reps(5)], .integer(7)),
        (reps, [.wait(5000), .reps(5), .wait(20_000)], .integer(7)),
        (time, [.wait(1000)], .integer(1)), (time, [.wait(1000), .pause], .integer(1)),
        (time, [.wait(12_000), .bail], .integer(7)),
        // The hold that has only begun isn't added.
        (time, [.wait(12_000), .bail, .call("training.skip_rest"), .wait(500)], .integer(7)),
        (#"{"mode":"time","target":0.5,"adjustment":0}"#, [.wait(500)], .number(0.5)),
    ]
}
