import Synchronization
import TrackerAPI

/// The person's current day, as last reported by the daemon with any result.
package enum ToldDay {
    private static let told = Mutex<PresentDay?>(nil)

    /// The day; `nil` before the first reply.
    package static var last: PresentDay? { told.withLock { $0 } }

    static func note(_ day: PresentDay) { told.withLock { $0 = day } }
}
