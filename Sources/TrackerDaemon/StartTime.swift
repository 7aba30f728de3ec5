import Systemd

/// Asks the service manager for more time while the daemon starts: bringing a large database to a new schema,
/// or saving one that is damaged, may take minutes.
@MainActor final class StartTime {
    /// The time in which any part of the start is done.
    private static let partMicroseconds: UInt64 = 600_000_000
    /// More often than this nobody needs to hear of it.
    private static let pauseNs: Int64 = 1_000_000_000

    private let notifier: Notifier
    private var askedNs: Int64?
    /// Once the daemon is ready, its time is its own.
    var isOver = false

    init(_ notifier: Notifier) { self.notifier = notifier }

    /// A part is done, and the next one begins.
    func goesOn() {
        let now = Clocks.read().bootNs
        guard !isOver, now - (askedNs ?? .min / 2) > Self.pauseNs else { return }
        askedNs = now
        notifier.extendTimeout(byMicroseconds: Self.partMicroseconds)
    }
}
