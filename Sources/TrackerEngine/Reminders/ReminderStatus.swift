import TrackerAPI
import TrackerCore
import TrackerStore

/// The reminders that `status` shows, kept between requests: status bars ask again and again, and mostly
/// nothing has changed.
struct RemindersShown {
    /// Reminders with a live occurrence, the newest first, and then the next ones to fall due.
    let reminders: [ReminderView]
    /// The reminders that are off; `nil` where none is.
    let off: Status.RemindersOff?
    fileprivate let quiet: DoNotDisturb?

    /// Maximum number of reminders that are shown because they fall due next.
    fileprivate static let nextNumber = 5
    /// Maximum number of reminders that are named because they are off.
    fileprivate static let offNumber = 5
}

extension Context {
    func remindersShown() throws -> RemindersShown {
        // Changes of an unfinished batch may still be rolled back, so they aren't kept here.
        let isCommitted = transaction.events.isEmpty
        let key = Memos.RemindersKey(seq: transaction.lastSeq, calendar: dependencies.calendar)
        if isCommitted, let shown = dependencies.memos.reminders.value(for: key) { return shown }
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
            reminders: views, off: try remindersOff(), quiet: try transaction.doNotDisturb())
        // During do-not-disturb nothing is kept: where it was given as a span, its end moves when the clock
        // is set.
        if isCommitted, shown.quiet == nil {
            dependencies.memos.reminders.keep(shown, for: key)
        }
        return shown
    }

    private func remindersOff() throws -> Status.RemindersOff? {
        let named = try transaction.disabledReminders(limit: RemindersShown.offNumber)
        guard !named.isEmpty else { return nil }
        let count =
            named.count < RemindersShown.offNumber
            ? named.count : try transaction.numberOfDisabledReminders()
        return Status.RemindersOff(
            count: count,
            reminders: named.map {
                .init(
                    reminder: $0.id, name: $0.fields.name,
                    offUntil: $0.offUntilMs.map(zone.text))
            })
    }
}

extension RemindersShown {
    func doNotDisturb(in context: Context) -> DoNotDisturbView? {
        guard let quiet, !quiet.isOver(at: context.now) else { return nil }
        return DoNotDisturbView(
            until: context.zone.text(ofMs: quiet.endsMs(at: context.now)))
    }
}
