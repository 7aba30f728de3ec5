/// The progress of alerts through their hooks. An alert whose hooks are still queued isn't given yet, and a
/// daemon that is killed meanwhile leaves the alert to the next one.
final class Telling {
    /// The turn of one hook or one bubble for an event. A turn that is released without having begun counts
    /// as begun.
    final class Turn {
        private let telling: Telling
        private let seq: Int64
        private var hasBegun = false

        fileprivate init(_ telling: Telling, _ seq: Int64) {
            self.telling = telling
            self.seq = seq
        }

        isolated deinit { begin() }

        /// Marks the turn as begun; called when the hook begins, or when it never will.
        func begin() {
            if !hasBegun { telling.begin(seq) }
            hasBegun = true
        }
    }

    /// Called when `upTo` has grown.
    private let toldMore: () -> Void
    /// Number of turns that each event waits for, by the event's number.
    private var waiting: [Int64: Int] = [:]
    private var newest: Int64 = 0
    private var isOver = false
    /// Number of the event up to which all alerts were given; 0 while none is known.
    private(set) var upTo: Int64 = 0

    init(toldMore: @escaping () -> Void) { self.toldMore = toldMore }

    /// Whether no alert waits for its turns.
    var isComplete: Bool { waiting.isEmpty }

    /// Notes that the alert of an event was handed over; for an event that isn't in the journal the number
    /// is 0.
    func hand(_ seq: Int64) { newest = max(newest, seq) }

    func turn(for seq: Int64) -> Turn {
        waiting[seq, default: 0] += 1
        return Turn(self, seq)
    }

    /// Stops the progress: alerts that wait now count as not given.
    func stop() { isOver = true }

    private func begin(_ seq: Int64) {
        guard !isOver, let count = waiting[seq] else { return }
        waiting[seq] = count > 1 ? count - 1 : nil
        if count == 1 { step() }
    }

    /// Updates `upTo`, once all turns of the alerts that were handed over are known.
    func step() {
        guard !isOver else { return }
        let reached = waiting.keys.lazy.filter { $0 > 0 }.min().map { $0 - 1 } ?? newest
        guard reached > upTo else { return }
        upTo = reached
        toldMore()
    }
}
