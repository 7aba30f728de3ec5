import Systemd
import TrackerCore

/// Reports the hook failures that `FailureCount` selects, in the system's journal and in the state's own.
final class HookFailureLog {
    /// Data of `hook.failed`.
    nonisolated struct Entry: Encodable, Sendable {
        let hook: String
        let kind: String
        let reason: String
        let seq: Int64?
        let type: String
        /// Number of further failures in a day, of which this was the last, and the start of that day.
        let count: Int?
        let since: MomentText<String>?

        fileprivate init(_ entry: FailureCount.Entry, _ zone: Zone) {
            let failure = entry.failure
            hook = failure.hook
            kind = failure.kind.rawValue
            reason = failure.reason
            seq = failure.seq > 0 ? failure.seq : nil
            type = failure.type
            count = entry.more?.count
            since = entry.more.map { MomentText(wrappedValue: zone.text(ofMs: $0.since.wallMs)) }
        }
    }

    private let log: Log
    private let record: (Entry) -> Void
    private var elapsedTime = FailureCount()
    private var dayEnd: AlarmSource?

    /// - Parameter record: adds an entry to the state's journal.
    init(_ loop: EventLoop, _ log: Log, record: @escaping (Entry) -> Void) throws(SystemError) {
        self.log = log
        self.record = record
        dayEnd = try loop.alarm(on: .boot, priority: .idle) { [weak self] in self?.count() }
    }

    func take(_ failure: HookFailure) {
        if elapsedTime.tells(failure, at: Clock.now()) {
            tell(FailureCount.Entry(failure: failure, more: nil))
        }
        arm()
    }

    /// Reports the counts so far. Call once no hook runs any more.
    func close() {
        dayEnd?.cancel()
        for entry in elapsedTime.takeAllCounts(at: Clock.now()) { tell(entry) }
    }

    private func count() {
        for entry in elapsedTime.takeCounts(at: Clock.now()) { tell(entry) }
        arm()
    }

    private func arm() {
        if let next = elapsedTime.nextBootNs {
            dayEnd?.arm(atMicroseconds: UInt64(next + 999) / 1000)
        }
    }

    private func tell(_ entry: FailureCount.Entry) {
        let told = Entry(entry, Clock.zone)
        let failure = entry.failure
        var text = "\(failure)"
        if let count = told.count, let since = told.since?.wrappedValue {
            let times = count == 1 ? "once more" : "\(count) more times"
            text = "hook \(failure.hook) failed \(times) since \(since); the last was: \(text)"
        }
        log.log(.warning, text, id: .hookFailed, fields: [("TRACKER_EVENT", failure.type)])
        record(told)
    }
}
