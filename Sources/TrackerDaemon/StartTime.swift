/// Asks the service manager for more time while a start takes long: migrating a large database to a new
/// schema, or salvaging a damaged one, may take minutes. A usual start asks for nothing, so that one that
/// hangs is noticed by the manager's own time-out.
@MainActor final class StartTime {
    /// Duration of a start, in nanoseconds, from which more time is asked for. A usual one takes some
    /// hundredths of a second.
    static let patienceNs: Int64 = 500_000_000
    /// Time between two requests to the manager, in nanoseconds.
    static let pauseNs: Int64 = 10_000_000_000
    /// Time asked for, in microseconds. `goesOn` comes far more often than this, except while a large
    /// write-ahead log is moved onto a slow disk.
    static let stepMicroseconds: UInt64 = 120_000_000

    private let now: () -> Int64
    private let ask: (_ microseconds: UInt64) -> Void
    private var nextNs: Int64

    /// - Parameters:
    ///   - now: nanoseconds of the clock that stands still in suspend, which the manager goes by.
    ///   - ask: asks the manager for this much time from now on.
    init(now: @escaping () -> Int64, ask: @escaping (_ microseconds: UInt64) -> Void) {
        self.now = now
        self.ask = ask
        nextNs = now() + Self.patienceNs
    }

    /// Notes that the start is still getting on. May be called as often as one likes.
    func goesOn() {
        let now = now()
        guard now >= nextNs else { return }
        nextNs = now + Self.pauseNs
        ask(Self.stepMicroseconds)
    }
}
