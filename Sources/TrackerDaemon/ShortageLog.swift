import Glibc
import Systemd

/// Logs that descriptors, processes or memory have run out: once, and again only after a while without
/// shortage, since whatever failed is retried every second.
@MainActor final class ShortageLog {
    /// Time without a shortage after which it is logged again, in nanoseconds.
    private static let calmNs: Int64 = 60_000_000_000

    private let log: Log
    /// Time of the last shortage with each consequence, in nanoseconds of the boot clock.
    private var metNs: [String: Int64] = [:]

    init(_ log: Log) { self.log = log }

    /// - Parameter consequence: what has to wait, such as `new clients have to wait`.
    func note(_ error: SystemError, _ consequence: String) {
        let now = Clocks.read().bootNs
        let last = metNs.updateValue(now, forKey: consequence)
        guard last.map({ now - $0 > Self.calmNs }) ?? true else { return }
        log.log(.warning, "\(consequence): \(Self.reason(of: error))")
    }

    /// Errors that pass by themselves once other programs release resources.
    nonisolated static let codes: Set<Int32> = [EMFILE, ENFILE, EAGAIN, ENOMEM]

    nonisolated static func reason(of error: SystemError) -> String {
        guard error.code == EMFILE else { return "\(error)" }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return
            "all \(limit.rlim_cur) file descriptors of trackerd are in use; close some clients, or raise"
            + " LimitNOFILE= in trackerd.service (ulimit -n)"
    }
}
