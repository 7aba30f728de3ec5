/// The progress of telling the person: an alert whose hooks are still queued isn't told yet, and a daemon that
/// is killed meanwhile leaves it to the next one.
final class Telling {
    /// One hook, or one bubble, that is to tell of an event; gone without having begun, it has had its turn
    /// all the same.
    final class Turn {
        private let telling: Telling
        private let seq: Int64
        private var hasBegun = false

        fileprivate init(_ telling: Telling, _ seq: Int64) {
            self.telling = telling
            self.seq = seq
        }

        isolated deinit { begin() }

        /// It has begun, or never will.
        func begin() {
            if !hasBegun { telling.begin(seq) }
            hasBegun = true
        }
    }

    /// Told of each step.
    private let toldMore: () -> Void
    /// The number of turns that each event waits for.
    private var waiting: [Int64: Int] = [:]
    private var newest: Int64 = 0
    private var isOver = false
    /// All alerts up to this event are told; 0 while nobody knows.
    private(set) var upTo: Int64 = 0

    init(toldMore: @escaping () -> Void) { self.toldMore = toldMore }

    /// Whether nothing is left to be told.
    var isComplete: Bool { waiting.isEmpty }

    /// An alert was handed over; of an event that isn't in the journal the number is 0.
    func hand(_ seq: Int64) { newest = max(newest, seq) }

    func turn(for seq: Int64) -> Turn {
        waiting[seq, default: 0] += 1
        return Turn(self, seq)
    }

    /// Gives up: nobody tells any more what is waiting now.
    func stop() { isOver = true }

    private func begin(_ seq: Int64) {
        guard !isOver, let count = waiting[seq] else { return }
        waiting[seq] = count > 1 ? count - 1 : nil
        if count == 1 { step() }
    }

    /// Takes stock once all turns for what was handed over are known.
    func step() {
        guard !isOver else { return }
        let reached = waiting.keys.lazy.filter { $0 > 0 }.min().map { $0 - 1 } ?? newest
        guard reached > upTo else { return }
        upTo = reached
        toldMore()
    }
}
