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
            try answerDesktop(state(&dice))
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

    private func answerDesktop(_ state: DesktopState) throws {
        note("the desktop: \(state)")
        let hasReturned = model.desktop.awaitsReturn && state.isReachable
        let writes =
            hasReturned && !model.lives.isEmpty
            || model.changes(present: state.absence == nil)
        let mayFall = machine.isFull && !model.storage.isDegraded && writes
        let outcome = try machine.engine.desktopAnswered(state, at: now.moment)
        auditor.isUnreachable = !state.isReachable
        let absence = state.absence.map { $0 == .locked ? "locked" : "idle" }
        let actual = try Actual(outcome, after: Int64(model.journal.events.count))
        try settle(actual, mayFall ? [nil, false, true] : [nil]) { model, fall in
            model.answerDesktop(
                absence: absence, doNotDisturb: state.doNotDisturb, fall: fall)
            return []
        }
        handOut(outcome)
        count("desktop \(absence ?? "present")")
    }
}
