import TrackerAPI
import TrackerCore
import TrackerStore

/// State from before a merge, which the merged rows are compared with.
struct FormerState {
    /// Occurrences that waited for an answer here, by id.
    fileprivate var live: [String: Occurrence] = [:]
    fileprivate var reminders: [String: Reminder] = [:]
    /// Ids of the log entries and sets that were here already.
    fileprivate var efforts: Set<String> = []

    init(_ merge: Merge, _ transaction: Transaction) throws {
        for entity in merge.written + merge.removed {
            switch entity {
            case let occurrence as Occurrence:
                let former = try transaction.occurrence(id: occurrence.id)
                if let former, former.isLive { live[former.id] = former }
            case let reminder as Reminder:
                reminders[reminder.id] = try transaction.reminder(id: reminder.id)
            case is LogEntry where try transaction.has(LogEntry.self, id: entity.id):
                efforts.insert(entity.id)
            case is WorkoutSet where try transaction.has(WorkoutSet.self, id: entity.id):
                efforts.insert(entity.id)
            default: break
            }
        }
    }
}

extension Context {
    /// Updates the reminders here after a merge: ends what was answered elsewhere, and schedules what comes next.
    func updateReminders(_ former: FormerState, _ merge: Merge, from machine: String) throws {
        for case let reminder as Reminder in merge.removed {
            try updateReminders(removed: reminder)
        }
        for case let reminder as Reminder in merge.written {
            try updateReminders(reminder, after: former.reminders[reminder.id], merge)
        }
        for case let occurrence as Occurrence in merge.written {
            try updateReminders(occurrence, after: former.live[occurrence.id], from: machine)
        }
        for entity in merge.written where !former.efforts.contains(entity.id) {
            switch entity {
            case let entry as LogEntry: try move(intervals(begunBy: Effort(entry)))
            case let set as WorkoutSet: try move(intervals(begunBy: Effort(set)))
            default: break
            }
        }
    }

    private func updateReminders(removed reminder: Reminder) throws {
        let changes = try occurrenceChanges(forRemoved: reminder)
        try end(changes.ended, of: reminder)
        try move([], removed: changes.removed)
    }

    private func updateReminders(_ reminder: Reminder, after former: Reminder?, _ merge: Merge)
        throws
    {
        let stamps = merge.entries.first { $0.id == reminder.id }?.row.stamps
        let stamp = stamps.map { max($0[SharedParts.others], $0["enabled"]) }
        // An interval counts from the change, not from its arrival.
        let sinceMs = stamp.map { min(0, $0.ms - now.wallMs) } ?? 0
        let changes = try occurrenceChanges(
            for: reminder, after: former, at: now.advanced(byMs: sinceMs))
        try end(changes.ended, of: reminder)
        try move(changes.moved, removed: changes.removed)
    }

    /// Ends what waited here if it was answered elsewhere, and schedules what comes next.
    private func updateReminders(
        _ occurrence: Occurrence, after live: Occurrence?, from machine: String
    ) throws {
        let reminder = try transaction.reminder(id: occurrence.reminder)
        if live != nil, let change = occurrence.lastChange {
            var view =
                try reminder.map { try self.view(of: occurrence, $0) }
                ?? viewOfOrphan(occurrence)
            view.elsewhere = machine
            try append(change.event, subject: occurrence.reminder, data: view, [occurrence])
        }
        guard let reminder else { return }
        if occurrence.isLive {
            // Only one occurrence of a reminder may wait: the merged one stays, the others expire.
            for var other in try transaction.liveOccurrences()
            where other.reminder == reminder.id && other.id != occurrence.id && !other.isTest {
                try append(other.expire(at: now), other, of: reminder)
            }
        }
        guard reminder.isEnabled else { return }
        let next = try transaction.currentOccurrences(of: reminder.id).next
        let isAnswered =
            occurrence.answeredMs != nil && reminder.fields.schedule.anchor == .response
        let answered = occurrence.answeredMs.map { now.advanced(byMs: min(0, $0 - now.wallMs)) }
        let base = isAnswered ? answered ?? now : next?.base ?? now
        let isPast = try next.map { try transaction.hasFallenDue(reminder.id, atMs: $0.dueMs) }
        guard next == nil || isPast == true || isAnswered && base.wallMs > next?.base?.wallMs ?? 0
        else { return }
        if let moved = try rescheduled(next, of: reminder, base: base) { try move([moved]) }
    }

    /// Answers what waits here with a log entry or set from another machine, if it wasn't answered there.
    func answer(by effort: any StoredEntity) throws {
        switch effort {
        case let entry as LogEntry: try answerPending(by: Effort(entry))
        case let set as WorkoutSet: try answerPending(by: Effort(set))
        default: break
        }
    }

    private func move(_ moved: [any StoredEntity], removed: Occurrence? = nil) throws {
        guard !moved.isEmpty || removed != nil else { return }
        try append(
            .clockRescheduled, subject: "", data: ["occurrences": moved.count], moved,
            removed: removed.map { [$0] } ?? [])
    }
}
