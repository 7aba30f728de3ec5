import TrackerDaemon
import TrackerStore
import UserFiles

/// Statuses with which the daemon ends, for systemd and for people.
enum ExitStatus: Int32, CaseIterable {
    case stopped = 0
    case usage = 64
    case internalError = 70
    case storage = 74
    case inUse = 75
    case newerSchema = 76
    case configuration = 78

    init(for error: any Error) {
        self =
            switch error {
            case is TextProblem: .configuration
            case is PathError, is UsageFault: .usage
            case is SocketInUse: .inUse
            case StoreError.lockedBy: .inUse
            case StoreError.newerSchema: .newerSchema
            case is StoreError: .storage
            default: StoreFault(error) == nil ? .internalError : .storage
            }
    }

    var meaning: String {
        switch self {
        case .stopped: "stopped on request, or --check found the configuration valid"
        case .usage: "wrong usage, or a place that can't be used"
        case .internalError: "internal error"
        case .storage: "the state can't be read or written"
        case .inUse: "another trackerd is using this state or socket"
        case .newerSchema: "the database is newer than this program"
        case .configuration: "the configuration is wrong"
        }
    }
}
