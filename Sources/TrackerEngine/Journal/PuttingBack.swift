import TrackerCore
import TrackerStore

/// Timers, rests, reminders and trainings as undo and redo put them back: as if nothing had happened meanwhile.
extension Context {
    /// The entity to write in place of a former one. Time that has passed since counts, as if nothing had
    /// happened.
    ///
    /// - Throws: `Rejection` where it would be over by now.
    func putBack(_ entity: any StoredEntity) throws -> any StoredEntity {
        switch entity {
        case let training as Training:
            guard let present = try transaction.training(id: training.id) else { return training }
            return try training.putBack(beside: present, at: now)
        case let timer as Timer: return try putBack(timer)
        case let rest as Rest: return try putBack(rest)
        case let quiet as DoNotDisturb:
            let quiet = try movedToPresentClocks(quiet)
            guard !quiet.isOver(at: now) else {
                throw Rejection.conflict("do-not-disturb would be over by now", state: "over")
            }
            return quiet
        case let occurrence as Occurrence: return try putBack(occurrence)
        default: return entity
        }
    }

    /// Entity with its running counts moved to the present clocks, as after a reboot or a change of the
    /// clock.
    private func movedToPresentClocks<E: StoredEntity>(_ entity: E) throws -> E {
        var entity = entity
        _ = entity.reanchor(at: now, lastMs: try transaction.lastChangeMs())
        _ = entity.adjustToClock(at: now)
        return entity
    }

    /// Timer as it would be by now; a timer that stops during sleep is paused where the machine fell asleep.
    private func putBack(_ timer: Timer) throws -> Timer {
        let timer = try movedToPresentClocks(timer)
        var later = timer
        switch later.advance(to: now) {
        // A repetition of the alert that is due comes at once.
        case nil, .rangAgain: return timer
        case .paused: return later
        case .expired:
            throw Rejection.conflict("the timer ended more than 12 hours ago", state: "over")
        case .cancelled:
            throw Rejection.conflict("the timer would have been cancelled by sleep", state: "over")
        default: throw Rejection.conflict("the timer would be over by now", state: "over")
        }
    }

    /// Rest as it would be by now.
    private func putBack(_ rest: Rest) throws -> Rest {
        let rest = try movedToPresentClocks(rest)
        var later = rest
        guard later.advance(to: now) != .finished else {
            throw Rejection.conflict("the rest would be over by now", state: "over")
        }
        return rest
    }

    /// Occurrence that is live again, or expired where it can't be: another one is live, or its reminder is
    /// disabled or deleted.
    private func putBack(_ occurrence: Occurrence) throws -> Occurrence {
        var occurrence = try movedToPresentClocks(occurrence)
        if occurrence.state == .scheduled, occurrence.dueMs <= now.wallMs,
            try transaction.occurrence(id: occurrence.id)?.state == .suppressed
        {
            throw Rejection.conflict("its time has passed by now", state: "over")
        }
        guard occurrence.isLive else { return occurrence }
        let other = try transaction.currentOccurrences(of: occurrence.reminder).live
        let reminder = try transaction.reminder(id: occurrence.reminder)
        if reminder == nil {
            _ = occurrence.expire(.deleted, at: now)
        } else if reminder?.isEnabled == false, !occurrence.isTest {
            _ = occurrence.expire(.disabled, at: now)
        } else if let other, other.id != occurrence.id {
            _ = occurrence.expire(at: now)
        }
        return occurrence
    }
}
