import Rig
import TestSupport

// Reminders for once, and those that are off for a while.

extension Model {
    /// A reminder for once with this name whose time is over, and which waits for nothing.
    func finishedReminder(named name: String) -> ReminderModel? {
        reminders.first {
            ExerciseModel.key($0.fields.name) == ExerciseModel.key(name)
                && $0.fields.schedule.onceMs(in: place).map { $0 <= now.wallMs } ?? false
                && nexts[$0.id] == nil && lives[$0.id] == nil
        }
    }

    /// Deletes the reminders for once that an answer has ended.
    mutating func deleteFinished(_ owners: [ReminderModel], byTime: Bool = false) {
        for owner in owners
        where owner.fields.schedule.isOnce && nexts[owner.id] == nil && lives[owner.id] == nil {
            guard byTime else {
                _ = change(owner.id, to: nil, "deleted")
                continue
            }
            keep(nil, owner.id)
            record("reminder.deleted", owner.id, view(owner, isGone: true), byTime: true)
        }
    }

    /// The members of a schedule, with the one time as the daemon keeps it.
    func resolvingOnce(_ members: [String: Json]) throws -> [String: Json] {
        guard let given = members["once"]?.text else { return members }
        var members = members
        let parts = given.split(separator: ":").compactMap { Int64($0) }
        if let ms = coming(given), parts.count == 2 {
            let day = place.localDay(ms)
            let first = place.instantMs(ofLocal: day * 86_400 + (parts[0] * 60 + parts[1]) * 60)
            // The second time that the clock shows it.
            members["once"] = first == ms ? .text("\(Place.date(ofDay: day))T\(given)") : text(ms)
        } else if let span = Params.ms(.text(given)), span > 0 {
            members["once"] = text(now.wallMs + span)
        } else {
            throw Refusal.invalid("once")
        }
        return members
    }

    /// Enables a reminder that was off until now.
    mutating func elapseOff(_ id: String) {
        guard let former = owner(id), !former.isEnabled, former.offUntil ?? .max <= now.wallMs
        else { return }
        var reminder = former
        (reminder.isEnabled, reminder.offUntil) = (true, nil)
        follow(id, reminder, former)
        keep(.reminder(reminder), id)
        record("reminder.enabled", id, view(reminder), byTime: true)
    }

    /// The reminders that are off, as `status` names them.
    var remindersOff: Json? {
        let off = reminders.filter { !$0.isEnabled }.sorted {
            ($0.order, $0.id) < ($1.order, $1.id)
        }
        guard !off.isEmpty else { return nil }
        return [
            "count": .int(Int64(off.count)),
            "reminders": .list(
                off.prefix(5).map {
                    .members([
                        "reminder": .text($0.id), "name": .text($0.fields.name),
                        "off_until": $0.offUntil.map(text),
                    ])
                }),
        ]
    }
}
