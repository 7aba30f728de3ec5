import CSystemd

/// What a descriptor is ready for, or what to wait for. The bits are epoll's.
package nonisolated struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// There is input to read, a connection to accept, or the end of the peer's output.
    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Both directions are closed. Reported whenever the interest isn't empty.
    package static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)
    /// The descriptor has failed. Reported whenever the interest isn't empty.
    package static let error = Readiness(rawValue: EPOLLERR.rawValue)
}
