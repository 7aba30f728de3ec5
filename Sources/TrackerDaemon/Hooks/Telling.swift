/// Tracks which alerts have reached their hooks. An alert whose hooks are still queued doesn't count, so if
/// the daemon is killed meanwhile, the next one gives it.
final class Telling {
    /// The turn of one hook or one notification for an event. A turn that is released before it has begun
    /// counts as begun.
    final class Turn {
        private let telling: Telling
        private let seq: Int64
        private var hasBegun = false

        fileprivate init(_ telling: Telling, _ seq: Int64) {
            self.telling = telling
            self.seq = seq
        }

        isolated deinit { begin() }

        /// Marks the turn as begun. Called when the hook starts, or when it never will.
        func begin() {
            if !hasBegun { telling.begin(seq) }
            hasBegun = true
        }
    }

    /// Called after `upTo` has grown.
    private let toldMore: () -> Void
    /// Number of turns that each event waits for, by event number.
    private var waiting: [Int64: Int] = [:]
    private var newest: Int64 = 0
    private var isOver = false
    /// Number of the event up to which all alerts were given; 0 if unknown.
    private(set) var upTo: Int64 = 0

    init(toldMore: @escaping () -> Void) { self.toldMore = toldMore }

    /// Whether no alert waits for its turns.
    var isComplete: Bool { waiting.isEmpty }

    /// Records that the alert of an event was handed over; the number is 0 for an event that isn't in the
    /// journal.
    func hand(_ seq: Int64) { newest = max(newest, seq) }

    func turn(for seq: Int64) -> Turn {
        waiting[seq, default: 0] += 1
        return Turn(self, seq)
    }

    /// Stops the tracking: alerts that are waiting count as not given.
    func stop() { isOver = true }

    private func begin(_ seq: Int64) {
        guard !isOver, let count = waiting[seq] else { return }
        waiting[seq] = count > 1 ? count - 1 : nil
        if count == 1 { step() }
    }

    /// Updates `upTo`. Call once all turns of the handed-over alerts are known.
    func step() {
        guard !isOver else { return }
        let reached = waiting.keys.lazy.filter { $0 > 0 }.min().map { $0 - 1 } ?? newest
        guard reached > upTo else { return }
        upTo = reached
        toldMore()
    }
}
