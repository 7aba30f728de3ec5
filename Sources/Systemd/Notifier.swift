import CSystemd
import Glibc

/// Reports this program's condition to the service manager. Does nothing if no manager listens.
///
/// The protocol (documented, one datagram a message) is implemented here instead of by `sd_notify`, which
/// opens a socket for every message and so fails when descriptors are used up: the watchdog of systemd would
/// then kill a daemon that only had too many clients. The address is remembered, so later changes of the
/// environment don't matter.
// Explicit, though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor package final class Notifier {
    /// Longest interval, in microseconds, between two calls of `watchdog` that the manager accepts; `nil` if
    /// it wants none. Call at half of it.
    package let watchdogIntervalMicroseconds: UInt64?
    /// Whether a service manager listens, that is, whether NOTIFY_SOCKET is set.
    package var isSupervised: Bool { address != nil }

    private let address: String?
    private let socket: Int32
    private var lastStatus: String?

    /// Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, and leaves them set.
    package init() {
        address = getenv("NOTIFY_SOCKET").map { String(cString: $0) }
        socket = address == nil ? -1 : csystemd_notify_socket()
        var interval: UInt64 = 0
        let wanted = sd_watchdog_enabled(0, &interval) > 0
        watchdogIntervalMicroseconds = wanted ? interval : nil
    }

    isolated deinit {
        if socket >= 0 { close(socket) }
    }

    /// Reports that the start, or a reload, is complete.
    ///
    /// All these functions return `true` if the manager got the message, or if there is no manager.
    @discardableResult
    package func ready(status: String) -> Bool {
        send("READY=1", status: status, waiting: true)
    }

    /// Sets the line that `systemctl status` shows. Costs nothing when the line hasn't changed.
    @discardableResult
    package func status(_ status: String) -> Bool {
        guard status != lastStatus else { return true }
        return send(nil, status: status, waiting: false)
    }

    /// Reports that the configuration is being read again; `ready` reports the end of that.
    @discardableResult
    package func reloading() -> Bool {
        let now = Clocks.read().awakeNs / 1000
        return send("RELOADING=1\nMONOTONIC_USEC=\(now)", status: nil, waiting: true)
    }

    /// Reports that the program is about to end.
    @discardableResult
    package func stopping(status: String) -> Bool {
        send("STOPPING=1", status: status, waiting: true)
    }

    /// Reports that the program is alive. Call as often as `watchdogIntervalMicroseconds` demands.
    @discardableResult
    package func watchdog() -> Bool {
        send("WATCHDOG=1", status: nil, waiting: false)
    }

    /// Extends the time-out of starting or stopping to at least this many microseconds from now. Call again
    /// before they are over.
    @discardableResult
    package func extendTimeout(byMicroseconds span: UInt64) -> Bool {
        send("EXTEND_TIMEOUT_USEC=\(span)", status: nil, waiting: true)
    }

    /// - Parameter waiting: whether to wait for a manager that is slow to read. Messages that are repeated or
    ///   only displayed mustn't hold up the program.
    private func send(_ state: String?, status: String?, waiting: Bool) -> Bool {
        guard let address else { return true }
        var lines = state.map { [$0] } ?? []
        if let status {
            // A line break would begin another assignment.
            let line = status.split(whereSeparator: \.isNewline).joined(separator: " ")
            lines.append("STATUS=\(line)")
        }
        var message = lines.joined(separator: "\n")
        let result = message.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) {
                csystemd_notify(socket, address, $0.baseAddress, $0.count, waiting ? 1 : 0)
            }
        }
        guard result >= 0 else { return false }
        if let status { lastStatus = status }
        return true
    }
}
