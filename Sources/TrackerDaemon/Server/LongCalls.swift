import Systemd
import TrackerEngine

/// Carries out calls that may go through the whole history, in turns of a few milliseconds, so that no
/// other client waits for them and they wait for each other equally.
@MainActor final class LongCalls {
    /// Length of a turn in nanoseconds.
    private static let turnNs: Int64 = 5_000_000

    private struct Entry {
        let call: LongCall
        let isWanted: () -> Bool
        let ended: (Reply?) -> Void
    }

    private let engine: Engine
    private let handOut: (Outcome) -> Void
    private var waiting: [Entry] = []
    private var source: DeferredSource?

    /// - Parameter handOut: gets events that don't belong to a call, such as the salvage of a damaged
    ///   database.
    init(_ loop: EventLoop, _ engine: Engine, handOut: @escaping (Outcome) -> Void) throws {
        self.engine = engine
        self.handOut = handOut
        source = try loop.deferred(priority: .batch) { [unowned self] in runTurn() }
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// - Parameters:
    ///   - isWanted: called before each turn; a call that is no longer wanted is dropped.
    ///   - ended: gets the answer, or `nil` where the call was dropped.
    func add(
        _ call: LongCall, isWanted: @escaping () -> Bool, ended: @escaping (Reply?) -> Void
    ) {
        waiting.append(Entry(call: call, isWanted: isWanted, ended: ended))
        source?.arm()
    }

    /// Carries out one turn of the call that has waited longest.
    func runTurn() {
        guard !waiting.isEmpty else { return }
        let entry = waiting.removeFirst()
        defer { if !waiting.isEmpty { source?.arm() } }
        guard entry.isWanted() else { return entry.ended(nil) }
        let end = Clocks.read().bootNs + Self.turnNs
        let (answer, outcome) = engine.advance(entry.call, at: Clock.now()) {
            Clocks.read().bootNs < end
        }
        if let answer { entry.ended(answer) } else { waiting.append(entry) }
        handOut(outcome)
    }
}
