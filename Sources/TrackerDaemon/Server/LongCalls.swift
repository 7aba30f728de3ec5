import Systemd
import TrackerEngine

/// Calls that may look through the whole history, carried out in turns of a few milliseconds, so that no
/// other client waits for them and they wait for each other fairly.
@MainActor final class LongCalls {
    /// The length of a turn, in nanoseconds.
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

    /// - Parameter handOut: told what happened beside a call, such as a salvage of a damaged database.
    init(_ loop: EventLoop, _ engine: Engine, handOut: @escaping (Outcome) -> Void) throws {
        self.engine = engine
        self.handOut = handOut
        source = try loop.deferred(priority: .batch) { [unowned self] in runTurn() }
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// - Parameters:
    ///   - isWanted: asked before each turn; a call that nobody wants any more is dropped.
    ///   - ended: told the answer, or `nil` where the call was dropped.
    func add(
        _ call: LongCall, isWanted: @escaping () -> Bool, ended: @escaping (Reply?) -> Void
    ) {
        waiting.append(Entry(call: call, isWanted: isWanted, ended: ended))
        source?.arm()
    }

    /// One turn of the call that has waited longest.
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
