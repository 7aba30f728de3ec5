import TrackerAPI
import TrackerCore
import TrackerView

/// The break that `live --break` shows until it is over.
struct LiveBreak: Hashable {
    enum Subject: Hashable {
        /// A reminder that waits for an answer, by the id of its occurrence.
        case reminder(String)
        /// A rest, or an interval for resting, by the `restID` of its item.
        case rest(String)
    }

    /// Outcome of a break that has ended.
    enum End: Hashable {
        /// There was nothing to show.
        case nothing
        /// Over. The sentence says how, and is empty if that isn't known.
        case over(String)
    }

    /// Milliseconds without a key before keys count: the window may open while the person is typing in
    /// another one.
    static let calmMs: Int64 = 1000

    /// `nil` until the daemon has sent its status, and if there is nothing to show.
    private(set) var subject: Subject?
    /// Time until which keys are taken as meant for another window, in milliseconds of the boot clock; `nil`
    /// until the daemon has sent its status.
    private(set) var calmAtMs: Int64?
    /// Sentence that says how the break ended; `nil` if that isn't known.
    private(set) var farewell: String?

    func isAbout(_ reminder: ReminderView) -> Bool {
        reminder.pending.map { subject == .reminder($0.id) } ?? false
    }

    /// Chooses what to show, once: the newest reminder that waits, otherwise a rest.
    mutating func begin(_ waiting: [ReminderView], _ items: [LiveItem], at now: LiveTime) {
        guard calmAtMs == nil else { return }
        calmAtMs = now.bootMs + Self.calmMs
        if let occurrence = waiting.first?.pending {
            subject = .reminder(occurrence.id)
        } else {
            subject = items.lazy.compactMap(\.restID).first.map(Subject.rest)
        }
    }

    /// Whether a key is taken as meant for another window; such a key prolongs that.
    mutating func ignoresKey(at now: LiveTime) -> Bool {
        guard let calmAtMs, now.bootMs < calmAtMs else { return false }
        self.calmAtMs = now.bootMs + Self.calmMs
        return true
    }

    /// Notes how the reminder was answered, or that it expired.
    mutating func note(_ event: EventView, in style: Style) {
        guard case .reminder(let id)? = subject, farewell == nil, event.data["id"]?.string == id,
            let occurrence = try? event.data.decoded(as: OccurrenceView.self),
            occurrence.state != .pending
        else { return }
        farewell = occurrence.sentence(in: style)
    }

    mutating func note(_ answer: LiveAnswer) {
        if answer.outcome == .done { farewell = answer.text }
    }
}

extension LiveModel {
    /// The rest, or the interval for resting, that the break shows; `nil` for none.
    private var restItem: LiveItem? {
        guard case .rest(let id)? = breakTime?.subject else {
            return items.first { $0.restID != nil }
        }
        return items.first { $0.restID == id }
    }

    /// Face of the break; `nil` for a break that is over, and outside of breaks.
    func breakFace(at now: LiveTime) -> LiveFace? {
        guard breakTime?.subject != nil else { return nil }
        let rest = restItem.map { face(of: $0, at: now) }
        guard case .reminder? = breakTime?.subject else { return rest }
        return pending.map { reminder, occurrence, _ in
            let exercise = lists.exercises.first { $0.id == reminder.exercise }
            var face = LiveFace(
                reminder, occurrence, now: daemonMs(at: now), unit: exercise?.unit, style: style)
            if let rest { face.count(rest) }
            return face
        }
    }

    /// Actions for the rest that the break is for, without those that ask or have something typed.
    func breakActions(at now: LiveTime) -> [LiveAction] {
        guard case .rest? = breakTime?.subject, let restItem else { return [] }
        return LiveAction.all(
            for: restItem, isOver: false, passed: passed(at: now), in: nil, LivePlan()
        ).filter(\.isImmediate)
    }

    /// Outcome of the break; `nil` before that, and outside of breaks. A running answer is waited for, since
    /// it says what was logged.
    var breakEnd: LiveBreak.End? {
        guard let breakTime, status != nil, running == nil else { return nil }
        let isOver =
            switch breakTime.subject {
            case .reminder?: pending == nil
            case .rest?: restItem == nil
            case nil: true
            }
        guard isOver else { return nil }
        return breakTime.subject == nil ? .nothing : .over(breakTime.farewell ?? "")
    }
}
