/// The questions to the desktop, what it answered last, and whether follow-ups wait for the person since.
struct DesktopModel: Hashable {
    /// Whether it is asked before a reminder is shown.
    var isAsked = false
    /// Whether reminders are due that wait for its answer.
    var isAwaited = false
    /// Moment of the last answer; `nil` before the first.
    var at: Instant?
    /// `idle` or `locked`; `nil` for a person who is there.
    var absence: String?
    var doNotDisturb = false

    var awaitsReturn: Bool { absence != nil || doNotDisturb }

    func holds(_ now: Instant) -> Bool { at.map { now.ms(since: $0) < 2000 } ?? false }

    /// What a new daemon knows.
    var fresh: DesktopModel { DesktopModel(isAsked: isAsked) }
}

extension Model {
    /// Whether reminders that are due are left until the desktop has answered.
    var remindersAwaitDesktop: Bool {
        desktop.isAsked && !storage.isDegraded && !desktop.holds(now)
    }

    /// The reason why a reminder that falls due now isn't shown; `nil` where it is.
    func silence(of owner: ReminderModel) -> String? {
        if quietNow != nil { return "do_not_disturb" }
        guard desktop.holds(now) else { return nil }
        if desktop.doNotDisturb { return "desktop_do_not_disturb" }
        return owner.whenIdle == "skip" ? desktop.absence : nil
    }

    /// The period in which follow-ups and ends of snoozes are held back; `nil` for none. The return of the
    /// person has no time, so that they are tried again after an hour.
    var held: QuietModel? {
        quietNow ?? (desktop.awaitsReturn ? QuietModel(since: now, span: hourMs) : nil)
    }

    /// - Parameter fall: whether due deadlines are journaled where the disk can't be written; `nil` where
    ///   it can.
    mutating func answerDesktop(absence: String?, doNotDisturb: Bool, fall: Bool?) {
        let wasAway = desktop.awaitsReturn
        desktop = DesktopModel(
            isAsked: desktop.isAsked, at: now, absence: absence, doNotDisturb: doNotDisturb)
        // A return while nothing can be written has its effect once something can.
        guard wasAway, !desktop.awaitsReturn, !storage.isDegraded, !lives.isEmpty else { return }
        guard let fall else { return rearmLives() }
        self.fall(elapsing: fall)
    }
}

extension ReminderModel {
    var whenIdle: String { fields.whenIdle ?? (fields.schedule.every == nil ? "show" : "skip") }
}
