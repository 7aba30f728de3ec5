import TrackerCore
import TrackerEngine

extension World {
    /// Has the desktop answer, or be asked from now on, or no more.
    func askDesktop(_ dice: inout Dice) throws {
        if dice.chance(15) {
            machine.asksDesktop.toggle()
            model.desktop.isAsked.toggle()
            note("the desktop is asked: \(model.desktop.isAsked)")
            // One that isn't asked says that somebody is there.
            try answerDesktop(DesktopState())
        } else {
            try answerDesktop(
                state(&dice), awayMs: dice.chance(50) ? answers.spread(1000...10 * minuteMs) : nil)
        }
        try run([])
    }

    /// Answers where reminders wait for that, after a while in which all else goes on.
    ///
    /// - Returns: whether they did.
    func answerAwaited() throws -> Bool {
        guard try machine.engine.awaitsDesktop else { return false }
        count("desktop awaited")
        now.pass(ns: answers.spread(1...150) * msNs)
        try settle(try machine.engine.run([], at: now.moment), [])
        guard try machine.engine.awaitsDesktop else { return true }
        now.pass(ns: answers.spread(1...150) * msNs)
        try answerDesktop(state(&answers))
        return true
    }

    private func state(_ dice: inout Dice) -> DesktopState {
        DesktopState(
            absence: dice.pick([nil, nil, .idle, .locked]) ?? nil, doNotDisturb: dice.chance(25))
    }

    private func answerDesktop(_ state: DesktopState, awayMs: Int64? = nil) throws {
        note("the desktop: \(state)")
        let absence = state.absence.map { $0 == .locked ? "locked" : "idle" }
        let writes = model.writes(absence: absence, doNotDisturb: state.doNotDisturb)
        let follows = model.changes(present: state.absence == nil)
        let mayFall =
            machine.isFull && !model.storage.isDegraded
            && (writes.isBreak || writes.rearms || follows)
        let outcome = try machine.engine.desktopAnswered(state, awayMs: awayMs, at: now.moment)
        auditor.isUnreachable = !state.isReachable
        let actual = try Actual(outcome, after: Int64(model.journal.events.count))
        try settle(actual, mayFall ? [nil, false, true] : [nil]) { model, fall in
            model.answerDesktop(
                absence: absence, doNotDisturb: state.doNotDisturb, awayMs: awayMs, fall: fall)
            return []
        }
        handOut(outcome)
        count("desktop \(absence ?? "present")")
    }
}
