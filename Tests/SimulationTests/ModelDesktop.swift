/// What the desktop answered last, and whether follow-ups wait for the person since.
struct DesktopModel: Hashable {
    /// `idle` or `locked`; `nil` for a person who is there.
    var absence: String?
    var doNotDisturb = false
    var awaitsReturn = false
    /// Whether the last answer was that of a server that isn't to disturb.
    var isSilent = false
}

extension Model {
    /// The reason why a reminder that falls due now isn't shown; `nil` where it is.
    func silence(of owner: ReminderModel) -> String? {
        if quietNow != nil { return "do_not_disturb" }
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
        let isAway = absence != nil || doNotDisturb
        let hasReturned = desktop.awaitsReturn && !isAway
        desktop = DesktopModel(
            absence: absence, doNotDisturb: doNotDisturb, awaitsReturn: isAway,
            isSilent: doNotDisturb)
        guard hasReturned, !storage.isDegraded, !lives.isEmpty else { return }
        guard let fall else { return rearmLives() }
        self.fall(elapsing: fall)
    }
}

extension ReminderModel {
    var whenIdle: String { fields.whenIdle ?? (fields.schedule.every == nil ? "show" : "skip") }
}
