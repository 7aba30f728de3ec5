import TrackerAPI
import TrackerCore
import TrackerStore

/// What `status` shows of reminders. A bar asks for it again and again, and mostly nothing has happened.
struct RemindersShown {
    /// The event up to which it is so.
    fileprivate let seq: Int64
    /// Those with something pending, the newest first, then those that are next.
    let reminders: [ReminderView]
    fileprivate let quiet: DoNotDisturb?

    /// How many are told of those that are next.
    fileprivate static let nextNumber = 5
}

extension Context {
    func remindersShown() throws -> RemindersShown {
        // What a batch has only begun to change may yet be taken back.
        let isSettled = transaction.events.isEmpty
        if isSettled, let shown = dependencies.remindersShown, shown.seq == transaction.lastSeq {
            return shown
        }
        var views: [ReminderView] = []
        let live = try transaction.liveOccurrences()
        let waiting = Set(live.map(\.reminder))
        let next = try transaction.scheduledOccurrences(
            limit: RemindersShown.nextNumber + live.count
        ).filter { !waiting.contains($0.reminder) }.prefix(RemindersShown.nextNumber)
        for id in (live + next).map(\.reminder) {
            if let reminder = try transaction.reminder(id: id) {
                views.append(try view(of: reminder))
            }
        }
        let shown = RemindersShown(
            seq: transaction.lastSeq, reminders: views, quiet: try transaction.doNotDisturb())
        if isSettled { dependencies.remindersShown = shown }
        return shown
    }
}

extension RemindersShown {
    func doNotDisturb(in context: Context) -> DoNotDisturbView? {
        guard let quiet, !quiet.isOver(at: context.now) else { return nil }
        return DoNotDisturbView(
            until: context.zone.text(ofMs: quiet.endsMs(at: context.now)))
    }
}
