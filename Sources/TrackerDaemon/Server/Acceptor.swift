import Glibc
import Systemd

/// Accepts the clients of a listening socket, and pauses when descriptors are used up.
@MainActor final class Acceptor {
    /// Pause in accepting clients when descriptors are used up, in nanoseconds.
    private static let pauseNs: Int64 = 1_000_000_000

    private let loop: EventLoop
    private let shortages: ShortageLog
    private let accepted: (Int32) -> Void
    private var listener: Int32
    private var source: DescriptorSource?
    private var again: AlarmSource?
    private var isPaused = false

    /// - Parameter accepted: gets the descriptor of each client, and has to close it.
    init(
        _ loop: EventLoop, _ listener: Int32, _ shortages: ShortageLog,
        accepted: @escaping (Int32) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.listener = listener
        self.shortages = shortages
        self.accepted = accepted
        again = try loop.alarm(on: .boot) { [unowned self] in resume() }
        source = try watch(listener)
    }

    private func watch(_ descriptor: Int32) throws(SystemError) -> DescriptorSource {
        try loop.watch(descriptor, for: .readable) { [unowned self] _ in accept() }
    }

    private func accept() {
        do {
            if let client = try acceptConnection(on: listener) { accepted(client) }
        } catch {
            // Otherwise the waiting client would wake the loop again and again.
            isPaused = true
            source?.interest = []
            shortages.note(error, "new clients have to wait")
            let later = Clocks.read().bootNs + Self.pauseNs
            again?.arm(atMicroseconds: UInt64(later / 1000))
        }
    }

    /// Ends a pause in accepting clients, since a descriptor was released.
    func resume() {
        guard isPaused else { return }
        isPaused = false
        again?.disarm()
        source?.interest = .readable
    }

    /// Accepts clients on another socket from now on, after those still waiting on the previous one, which is
    /// closed.
    func move(to descriptor: Int32) throws(SystemError) {
        let new = try watch(descriptor)
        while let client = try? acceptConnection(on: listener) { accepted(client) }
        source?.cancel()
        again?.disarm()
        isPaused = false
        source = new
        close(listener)
        listener = descriptor
    }

    func stop() {
        source?.cancel()
        again?.cancel()
    }
}
