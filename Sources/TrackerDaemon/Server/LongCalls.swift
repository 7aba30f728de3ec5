import Glibc
import Systemd
import TrackerEngine

/// Carries out calls that may go through the whole history, in turns of a few milliseconds, so that no
/// other client waits for them and they wait for each other equally.
@MainActor final class LongCalls {
    /// Length of a turn in nanoseconds.
    private static let turnNs: Int64 = 5_000_000

    private struct Entry {
        let call: LongCall
        /// The client's process group; `nil` for a call of the daemon's own.
        let group: pid_t?
        let isWanted: () -> Bool
        let ended: (Reply?) -> Void
    }

    private let engine: Engine
    private let handOut: (Outcome, _ by: Set<pid_t>) -> Void
    private var waiting: [Entry] = []
    /// Calls that wait for the end of a task in the shared folder.
    private var asleep: [Entry] = []
    private var source: DeferredSource?

    /// - Parameter handOut: gets events, and the process group of the client that may have caused them.
    init(
        _ loop: EventLoop, _ engine: Engine,
        handOut: @escaping (Outcome, _ by: Set<pid_t>) -> Void
    ) throws {
        self.engine = engine
        self.handOut = handOut
        source = try loop.deferred(priority: .batch) { [unowned self] in runTurn() }
    }

    /// True while no call wants a turn. Calls that sleep want none.
    var isEmpty: Bool { waiting.isEmpty }

    /// Continues the calls that sleep, since a task in the shared folder has ended.
    func wake() {
        guard !asleep.isEmpty else { return }
        waiting += asleep
        asleep = []
        source?.arm()
    }

    /// - Parameters:
    ///   - group: the client's process group; `nil` for a call of the daemon's own.
    ///   - isWanted: called before each turn; a call that is no longer wanted is dropped.
    ///   - ended: gets the answer, or `nil` where the call was dropped.
    func add(
        _ call: LongCall, of group: pid_t? = nil, isWanted: @escaping () -> Bool,
        ended: @escaping (Reply?) -> Void
    ) {
        waiting.append(Entry(call: call, group: group, isWanted: isWanted, ended: ended))
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
        if let answer {
            entry.ended(answer)
        } else if entry.call.isAsleep {
            asleep.append(entry)
        } else {
            waiting.append(entry)
        }
        handOut(outcome, Set([entry.group].compactMap(\.self)))
    }
}
