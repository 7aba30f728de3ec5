import CSystemd

/// The operations that a descriptor is ready for, or that are of interest. The bits are epoll's.
package nonisolated struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// There is input to read, a connection to accept, or the end of the peer's output.
    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Both directions are closed. Reported whenever there is any interest at all.
    package static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)
    /// The descriptor has failed. Reported whenever there is any interest at all.
    package static let error = Readiness(rawValue: EPOLLERR.rawValue)
}
