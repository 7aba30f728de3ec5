import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// A batch may be cut short before its last call; the remaining calls change nothing until they are run.
struct BatchBudgetTests {
    private let reader = MessageReader()

    private func calls(_ methods: [String]) throws -> [Call] {
        let objects = methods.map {
            "{\"id\":1,\"method\":\"\($0)\"}"
        }
        let line = "[\(objects.joined(separator: ","))]"
        guard case .batch(let calls) = reader.read(Array(line.utf8)) else {
            throw Rejection(.parseError, line)
        }
        return calls
    }

    @Test(arguments: [
        ["stopwatch.start", "stopwatch.start", "stopwatch.start"],
        ["hello", "hello", "stopwatch.start"],
        ["hello", "config.get", "stopwatch.start"],
        ["config.get", "stopwatch.start", "stopwatch.start"],
        ["nonsense", "hello", "stopwatch.start"],
    ])
    func nothingBecomesOfWhatComesAfterItsEnd(methods: [String]) throws {
        let bench = try Bench()
        let calls = try calls(methods)
        var asked = 0
        let outcome = bench.engine.run(calls, at: bench.clock) { bytes in
            #expect(bytes > 0)
            asked += 1
            return asked < 2
        }
        #expect(outcome.replies.count == 2)
        let changes = methods.prefix(2).count { $0 == "stopwatch.start" }
        #expect(outcome.published.count == changes)
        #expect(bench.engine.store.lastSeq == Int64(changes))
        let rest = bench.engine.run(Array(calls[2...]), at: bench.clock)
        #expect(rest.replies.count == 1)
        #expect(rest.published.map(\.event.type) == ["timer.started"])
    }

    @Test func theFirstIsAlwaysCarriedOut() throws {
        let bench = try Bench()
        let outcome = bench.engine.run(
            try calls(["stopwatch.start", "stopwatch.start"]), at: bench.clock
        ) { _ in false }
        #expect(outcome.replies.count == 1)
        #expect(bench.engine.store.lastSeq == 1)
    }

    @Test func itIsToldHowLargeTheAnswersAre() throws {
        let bench = try Bench()
        var sizes: [Int] = []
        let outcome = bench.engine.run(
            try calls(["hello", "stopwatch.start", "hello"]), at: bench.clock
        ) { bytes in
            sizes.append(bytes)
            return true
        }
        var expected: [Int] = []
        for answer in outcome.replies {
            guard case .result(let json) = answer else { continue }
            expected.append((expected.last ?? 0) + json.utf8.count)
        }
        #expect(sizes == Array(expected.dropLast()))
    }
}
