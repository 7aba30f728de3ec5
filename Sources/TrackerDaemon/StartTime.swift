/// Asks the service manager for more time if a start takes long: migrating a large database to a new schema,
/// or salvaging a damaged one, may take minutes. A normal start asks for nothing, so a start that hangs still
/// runs into the manager's own time-out.
@MainActor final class StartTime {
    /// Duration of a start after which to ask for more time, in nanoseconds. A normal start takes a few
    /// hundredths of a second.
    static let patienceNs: Int64 = 500_000_000
    /// Time between two requests to the manager, in nanoseconds.
    static let pauseNs: Int64 = 10_000_000_000
    /// Time to ask for, in microseconds. `goesOn` is called far more often than this, except while a large
    /// write-ahead log is moved onto a slow disk.
    static let stepMicroseconds: UInt64 = 120_000_000

    private let now: () -> Int64
    private let ask: (_ microseconds: UInt64) -> Void
    private var nextNs: Int64

    /// - Parameters:
    ///   - now: nanoseconds of the clock that stands still during suspend, which the manager uses.
    ///   - ask: asks the manager for this much time from now on.
    init(now: @escaping () -> Int64, ask: @escaping (_ microseconds: UInt64) -> Void) {
        self.now = now
        self.ask = ask
        nextNs = now() + Self.patienceNs
    }

    /// Notes that the start is making progress. May be called any number of times.
    func goesOn() {
        let now = now()
        guard now >= nextNs else { return }
        nextNs = now + Self.pauseNs
        ask(Self.stepMicroseconds)
    }
}
