import TrackerAPI
import TrackerCore
import TrackerStore

/// The reminders that `status` shows, kept between requests: status bars ask again and again, and mostly
/// nothing has changed.
struct RemindersShown {
    /// Number of the event after which the reminders were read.
    fileprivate let seq: Int64
    /// Reminders with a live occurrence, the newest first, and then the next ones to fall due.
    let reminders: [ReminderView]
    fileprivate let quiet: DoNotDisturb?

    /// Most reminders that are shown because they fall due next.
    fileprivate static let nextNumber = 5
}

extension Context {
    func remindersShown() throws -> RemindersShown {
        // Changes of an unfinished batch may still be rolled back, so they aren't kept here.
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
        // The end of a pause that was given as a span moves where the clock is set.
        if isSettled, shown.quiet == nil { dependencies.remindersShown = shown }
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
