import Rig
import TestSupport
import TrackerCore
import TrackerEngine

// What the person is told, and told again.

extension World {
    /// Checks that the bubble of a pending occurrence is updated when its reminder is edited, that of a timer
    /// when it is renamed, and never otherwise.
    func checkUpdates(_ actual: Actual) throws {
        let again = actual.shownAgain.map { model.journal.events[Int($0) - 1] }
        let shown = again.filter { !Self.questions.contains($0.type) }.map(\.occurrence)
        let timers = Set(again.filter { Self.questions.contains($0.type) }.map(\.subject))
        let waiting = Set(model.waitingTimers.map(\.id))
        let renamed = actual.events.filter { $0.event.type == "timer.renamed" }.map(\.event.subject)
        guard timers.isSubset(of: waiting),
            isFailing || waiting.intersection(renamed).isSubset(of: timers)
        else { throw Mismatch("renamed is \(renamed), but shown again is \(timers)") }
        let pending = model.lives.filter { $0.value.state == "pending" }
        guard shown.allSatisfy({ id in pending.values.contains { $0.id == id } }) else {
            throw Mismatch("shown again is \(shown), but pending is \(pending)")
        }
        let edited = actual.events.filter { $0.event.type == "reminder.updated" }
            .compactMap { pending[$0.event.subject]?.id }
        guard isFailing || edited.allSatisfy(shown.contains) else {
            throw Mismatch("edited is \(edited), but shown again is \(shown)")
        }
    }

    /// Checks that the alerts that the person may have missed are given again, and no others.
    func checkToldAgain(_ actual: Actual) throws {
        defer { untold = [] }
        let events = model.journal.events
        let seqs = actual.toldAgain
        // A run has one bubble, so that a later alert of the run takes the place of an earlier one.
        let isReplaced = { (seq: Int64) in
            let run = events[Int(seq) - 1]
            return run.type.hasPrefix("run.")
                && (actual.events.contains {
                    $0.alert != nil && $0.event.subject == run.subject
                } || seqs.contains { $0 > seq && events[Int($0) - 1].subject == run.subject })
        }
        let isRecent = { (seq: Int64) in
            // An occurrence that is over since needs no alert.
            self.now.wallMs - events[Int(seq) - 1].atMs < dayMs
                && events[Int(seq) - 1].occurrence == nil
                // Neither does a timer that was answered since.
                && !Self.questions.contains(events[Int(seq) - 1].type)
                // Momentary alerts aren't given again.
                && !Self.momentary.contains(events[Int(seq) - 1].type)
                && !["3", "2", "1"].contains(events[Int(seq) - 1].alert)
        }
        if let lost = untold.first(where: { isRecent($0) && !seqs.contains($0) && !isReplaced($0) })
        {
            throw Mismatch("event \(lost) was never told: the daemon died before")
        }
        if endedWell, let twice = seqs.first(where: { !untold.contains($0) }) {
            throw Mismatch("event \(twice) is told again, though the daemon ended in order")
        }
        guard Set(seqs).count == seqs.count else { throw Mismatch("told twice: \(seqs)") }
    }

    /// Types of the alerts of timers that wait for an answer.
    private static let questions: Set = ["timer.finished", "timer.rang_again"]

    private static let momentary: Set = [
        "run.halfway", "run.countdown", "run.interval_finished",
    ]

    /// Checks that each pending occurrence, each timer that waits for an answer, and the interval that waits for
    /// confirmation, has its bubble once: as a new alert, as one given again, or shown again.
    func checkShownAgain(_ actual: Actual, _ toldAgain: Set<Int64>) throws {
        let events = model.journal.events
        let anew = Set(actual.events.filter { $0.alert != nil }.map(\.event.seq))
        var shown: [String: Int] = [:]
        var timers: [String: Int] = [:]
        var gates = 0
        for seq in actual.shownAgain + toldAgain + anew {
            let event = events[Int(seq) - 1]
            if let id = event.occurrence { shown[id, default: 0] += 1 }
            if Self.questions.contains(event.type) { timers[event.subject, default: 0] += 1 }
            if ["run.confirmation_needed", "run.followed_up"].contains(event.type) { gates += 1 }
        }
        let isWaiting = model.runs.last?.state == "waiting_for_confirmation"
        guard !isWaiting || gates == 1 || model.storage.isDegraded else {
            throw Mismatch("the interval to be confirmed has \(gates) bubbles")
        }
        let waiting = model.waitingTimers.map(\.id)
        guard
            timers == Dictionary(uniqueKeysWithValues: waiting.map { ($0, 1) })
                || model.storage.isDegraded
        else { throw Mismatch("bubbles of \(timers), but waiting is \(waiting)") }
        let pending = model.lives.values.filter { $0.state == "pending" }.compactMap(\.id)
        guard
            shown == Dictionary(uniqueKeysWithValues: pending.map { ($0, 1) })
                || model.storage.isDegraded
        else { throw Mismatch("bubbles of \(shown), but pending is \(pending)") }
    }

    /// Hands the alerts to the hooks, as the daemon does.
    func handOut(_ outcome: Outcome) {
        let alerted = outcome.published.last {
            $0.alert != nil && $0.audience.isNews
                && $0.event.isJournaled
        }
        if let alerted, let engine = try? machine.engine {
            engine.noteAlerted(upTo: alerted.event.seq)
            if alerted.event.seq % 2 == 0 { engine.noteAlerts(at: now.moment) }
        }
    }
}
