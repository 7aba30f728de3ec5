import Glibc
import Systemd
import TrackerEngine

/// Carries out calls that may go through the whole history, in slices of a few milliseconds, so that no
/// other client waits for them and they wait for each other equally.
@MainActor final class LongCalls {
    /// Length of a slice in nanoseconds.
    private static let sliceNs: Int64 = 5_000_000

    private struct Entry {
        let call: LongCall
        /// The client's process group; `nil` for one of the daemon's own calls.
        let group: pid_t?
        let isWanted: () -> Bool
        let ended: (Reply?) -> Void
    }

    private let engine: Engine
    private let handOut: (Outcome, _ by: Set<pid_t>) -> Void
    private var waiting: [Entry] = []
    /// Calls that wait for a task in the shared folder to end.
    private var asleep: [Entry] = []
    /// Called when a call begins to wait for its next slice.
    var sliceWanted: () -> Void = {}

    /// - Parameter handOut: gets events, and the process group of the client that may have caused them.
    init(_ engine: Engine, handOut: @escaping (Outcome, _ by: Set<pid_t>) -> Void) {
        self.engine = engine
        self.handOut = handOut
    }

    /// True while no call waits for a slice. Calls that sleep don't.
    var isEmpty: Bool { waiting.isEmpty }

    /// Wakes the sleeping calls, since a task in the shared folder has ended.
    func wake() {
        guard !asleep.isEmpty else { return }
        waiting += asleep
        asleep = []
        sliceWanted()
    }

    /// - Parameters:
    ///   - group: the client's process group; `nil` for a call of the daemon's own.
    ///   - isWanted: called before each slice; a call that is no longer wanted is dropped.
    ///   - ended: gets the answer, or `nil` where the call was dropped.
    func add(
        _ call: LongCall, of group: pid_t? = nil, isWanted: @escaping () -> Bool,
        ended: @escaping (Reply?) -> Void
    ) {
        waiting.append(Entry(call: call, group: group, isWanted: isWanted, ended: ended))
        sliceWanted()
    }

    /// Carries out one slice of the call that has waited longest.
    func runSlice() {
        guard !waiting.isEmpty else { return }
        let entry = waiting.removeFirst()
        guard entry.isWanted() else { return entry.ended(nil) }
        let end = Clocks.read().bootNs + Self.sliceNs
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
