import Glibc
import Synchronization
import Testing

/// Random histories of a person with several machines. The seeds are new each time.
///
/// - `SIMULATE_HISTORIES`: number of histories.
/// - `SIMULATE_FROM`: the first seed.
/// - `SIMULATE_SEED`: replays this seed alone; `SIMULATE_TRACE=1` prints each step.
/// - `SIMULATE_COUNTS=1`: prints how often each request was carried out.
@Suite struct SyncHistoryTests {
    /// Seconds after which no new history begins, unless the number of histories is given.
    private static let limitS = 40

    /// Work that several tasks share.
    private final class Work: Sendable {
        struct State: Sendable {
            var next: UInt64
            let end: UInt64
            var done = 0
            var failures: [String] = []
            var counts: [String: Int] = [:]
        }

        private let state: Mutex<State>

        init(_ state: State) { self.state = Mutex(state) }

        var present: State { state.withLock { $0 } }

        /// The next seed; `nil` once all are taken.
        func next() -> UInt64? {
            state.withLock { state in
                guard state.next < state.end else { return nil }
                state.next += 1
                return state.next - 1
            }
        }

        func note(_ failure: String?, _ counts: [String: Int]) {
            state.withLock { state in
                state.done += 1
                state.counts.merge(counts, uniquingKeysWith: +)
                if let failure { state.failures.append(failure) }
            }
        }
    }

    private static func number<Number: LosslessStringConvertible>(_ name: String) -> Number? {
        getenv(name).flatMap { Number(String(cString: $0)) }
    }

    @Test func machinesThatComeTogetherHaveTheSame() async {
        if let seed: UInt64 = Self.number("SIMULATE_SEED") { return replay(seed) }
        let asked: UInt64? = Self.number("SIMULATE_HISTORIES")
        let first = Self.number("SIMULATE_FROM") ?? UInt64.random(in: 0..<1 << 40)
        print("histories of several machines: seeds from \(first) on")
        let work = Work(.init(next: first, end: first + (asked ?? 24)))
        let stop = asked == nil ? time(nil) + Self.limitS : .max
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { Self.run(work, until: stop) } }
        }
        let end = work.present
        print("histories of several machines: \(end.done) done")
        if Self.number("SIMULATE_COUNTS") == 1 { print(end.counts.sorted { $0.key < $1.key }) }
        for failure in end.failures { Issue.record("\(failure)") }
    }

    /// Runs histories until all are done or the time is up.
    private static func run(_ work: Work, until stop: Int) {
        while time(nil) < stop, let seed = work.next() {
            let run = Self.run(seed)
            work.note(run.failure, run.counts)
        }
    }

    private static func run(
        _ seed: UInt64
    ) -> (failure: String?, trace: [String], counts: [String: Int]) {
        var history: SyncHistory?
        var failure: String?
        do {
            let begun = try SyncHistory(seed: seed)
            history = begun
            try begun.run()
        } catch {
            failure = """
                A history of several machines failed: \(error)
                Replay: SIMULATE_SEED=\(seed) swift test --filter SyncHistoryTests
                """
        }
        return (failure, history?.trace ?? [], history?.counts ?? [:])
    }

    private func replay(_ seed: UInt64) {
        let run = Self.run(seed)
        if Self.number("SIMULATE_TRACE") == 1 { print(run.trace.joined(separator: "\n")) }
        #expect(run.failure == nil, "\(run.failure ?? "")")
    }
}
