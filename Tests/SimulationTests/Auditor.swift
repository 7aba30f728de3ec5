import Rig
import TestSupport

/// Checks the events against the real time: their order, and that each end comes once and not too early. It
/// doesn't know the model.
final class Auditor {
    fileprivate struct Watched {
        var isRunning: Bool
        var isLive = true
        /// Whether it is a timer that is over and may wait for an answer.
        var mayWait = false
        /// Number of times that its alert was repeated since it was over.
        var rings: Int64 = 0
        var ranNs: Int64 = 0
        let begun: Instant
        var since: Instant
        var durationMs: Int64?
        var stopsInSleep = false
        var warned: Set<Int64> = []
    }

    private var watched: [String: Watched] = [:]
    private var gone: Set<String> = []
    /// Timers and rests that an undoing has put back as they were at some time.
    private var unknown: Set<String> = []
    private var runs: [String: WatchedRun] = [:]
    private var holds: [String: WatchedHold] = [:]
    private var reminders = WatchedReminders()
    /// Whether the desktop last told that nobody is there, or is to be disturbed.
    var isUnreachable = false
    /// Whether reminders that are due wait for the desktop's answer.
    var awaitsDesktop = false

    func note(_ event: EventModel, at now: Instant, in place: Place) throws {
        let parts = event.type.split(separator: ".").map(String.init)
        do {
            if event.type == "reminder.followed_up", isUnreachable {
                throw Mismatch("nobody was there to be reminded again")
            }
            switch parts[0] {
            case "run": try runs[event.subject, default: .init()].note(parts[1], event, now)
            case "training": try holds[event.subject, default: .init()].note(parts[1], event, now)
            case "journal": forget(event)
            case "timer", "rest":
                if parts[1] == "started" {
                    try begin(event, now)
                } else {
                    try go(on: event, parts[1], now)
                }
            default: break
            }
            try reminders.note(event, at: now, in: place)
        } catch let mismatch as Mismatch {
            throw Mismatch("\(event.type) of \(event.subject): \(mismatch)")
        }
    }

    /// What an undoing has made of a session or a timer isn't told by an event.
    private func forget(_ event: EventModel) {
        guard let undone = event.data["undone"] ?? event.data["redone"],
            let subject = undone["subject"]?.text, let type = undone["type"]?.text
        else { return }
        if type.hasPrefix("training."), event.data["undone"] != nil {
            holds[subject] = WatchedHold(isKnown: false)
        }
        if type.hasPrefix("timer.") || type.hasPrefix("rest.") {
            watched[subject] = nil
            unknown.insert(subject)
        }
    }

    func move() { reminders.move() }

    /// Takes the replies to requests that change nothing.
    func hear(_ method: String, _ reply: Json, at now: Instant, in place: Place) throws {
        guard !awaitsDesktop else { return }
        switch method {
        case "reminder.get": try reminders.hear(reply, at: now, in: place)
        case "reminder.list":
            for view in reply["reminders"]?.list ?? [] {
                try reminders.hear(view, at: now, in: place)
            }
        default: break
        }
    }

    private func begin(_ event: EventModel, _ now: Instant) throws {
        let alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
        guard event.subject.count == 12, event.subject.allSatisfy(alphabet.contains) else {
            throw Mismatch("that is no id")
        }
        guard watched[event.subject] == nil, !gone.contains(event.subject) else {
            throw Mismatch("it was there before")
        }
        watched[event.subject] = Watched(event, now)
    }

    /// Checks that everything that is over by now has ended.
    func checkMissed(at now: Instant) throws {
        for (id, thing) in watched where thing.isOverdue(at: now) {
            throw Mismatch("\(id) was over long ago and hasn't ended")
        }
        for (id, run) in runs where run.isMissed(at: now) {
            throw Mismatch("an interval of \(id) was over long ago and hasn't ended")
        }
        for (id, hold) in holds where hold.isMissed(at: now) {
            throw Mismatch("the target of \(id) was reached long ago and it wasn't told")
        }
        if let missed = reminders.missed(at: now) { throw Mismatch(missed) }
    }

    private func go(on event: EventModel, _ change: String, _ now: Instant) throws {
        guard var thing = watched[event.subject] else {
            if unknown.contains(event.subject) { return }
            throw Mismatch("there is no such thing")
        }
        let isAllowed =
            switch change {
            case "paused", "lapped", "warning": thing.isRunning
            case "resumed": thing.isLive && !thing.isRunning
            case "extended": thing.isLive || thing.mayWait
            case "rang_again", "answered", "expired": thing.mayWait
            case "finished", "cancelled", "skipped": thing.isLive
            case "cleared": !thing.isLive
            default: true
            }
        guard isAllowed else {
            throw Mismatch("running: \(thing.isRunning), live: \(thing.isLive)")
        }
        if thing.isRunning { thing.ranNs += now.realNs - thing.since.realNs }
        try thing.checkTime(event, change, now)
        switch change {
        case "paused": thing.isRunning = false
        case "resumed": thing.isRunning = true
        case "extended":
            if thing.mayWait {
                // It runs again, from what it was finished with.
                thing.ranNs = (thing.durationMs ?? 0) * msNs
                (thing.isRunning, thing.isLive, thing.mayWait) = (true, true, false)
            }
            thing.durationMs = event.data["duration_ms"]?.int
            thing.warned = []
        case "restarted":
            thing = Watched(event, now)
        case "finished", "cancelled", "skipped":
            (thing.isRunning, thing.isLive) = (false, false)
            thing.mayWait = change == "finished" && event.byTime
            thing.rings = 0
        case "rang_again":
            thing.rings += 1
            guard event.data["rings"]?.int == thing.rings else {
                throw Mismatch("it rang \(thing.rings) times")
            }
        case "answered", "expired": thing.mayWait = false
        default: break
        }
        thing.since = now
        watched[event.subject] = change == "cleared" ? nil : thing
        if change == "cleared" { gone.insert(event.subject) }
    }
}

extension Auditor.Watched {
    fileprivate init(_ event: EventModel, _ now: Instant) {
        self.init(
            isRunning: true, begun: now, since: now, durationMs: event.data["duration_ms"]?.int,
            stopsInSleep: event.data["on_suspend"].map { $0 != "continue" } ?? false
                || event.data["pause_when_away"] == true)
    }

    fileprivate func isOverdue(at now: Instant) -> Bool {
        guard isRunning, !stopsInSleep, let durationMs else { return false }
        let ranMs = (ranNs + now.realNs - since.realNs) / msNs
        return ranMs - errorMs(at: now) > durationMs
    }

    /// Allowed error: a reboot is bridged by the wall clock, which may have been set, and each time loses a
    /// part of a millisecond.
    private func errorMs(at now: Instant) -> Int64 {
        let boots = Int64(now.boot - begun.boot)
        return boots == 0 ? 0 : now.setMs - begun.setMs + boots
    }

    fileprivate mutating func checkTime(
        _ event: EventModel, _ change: String, _ now: Instant
    ) throws {
        guard event.byTime, let durationMs else { return }
        if change == "warning", let mark = event.data["warn_ms"]?.int {
            guard warned.insert(mark).inserted else { throw Mismatch("warned twice at \(mark)") }
            try check(reached: durationMs - mark, now)
        }
        if change == "finished" { try check(reached: durationMs, now) }
    }

    private func check(reached ms: Int64, _ now: Instant) throws {
        guard ranNs / msNs + errorMs(at: now) + 1 >= ms else {
            throw Mismatch("it came \(ms - ranNs / msNs) ms too early")
        }
    }
}
