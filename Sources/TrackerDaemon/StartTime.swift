import Systemd

/// Asks the service manager for more time while the daemon starts: migrating a large database to a new
/// schema, or salvaging a damaged one, may take minutes.
@MainActor final class StartTime {
    /// Time within which each part of the start is done, in microseconds.
    private static let partMicroseconds: UInt64 = 600_000_000
    /// Least time between two requests to the manager, in nanoseconds.
    private static let pauseNs: Int64 = 1_000_000_000

    private let notifier: Notifier
    private var askedNs: Int64?
    /// Whether the daemon is ready and needs no more time.
    var isOver = false

    init(_ notifier: Notifier) { self.notifier = notifier }

    /// Asks for more time, as a part of the start is done and the next one begins.
    func goesOn() {
        let now = Clocks.read().bootNs
        guard !isOver, now - (askedNs ?? .min / 2) > Self.pauseNs else { return }
        askedNs = now
        notifier.extendTimeout(byMicroseconds: Self.partMicroseconds)
    }
}
