import TrackerCore
import TrackerEngine

extension World {
    /// Has the desktop answer, or its answer forgotten.
    func askDesktop(_ dice: inout Dice) throws {
        if dice.chance(25) {
            try machine.engine.forgetDesktop()
            (model.desktop.absence, model.desktop.doNotDisturb) = (nil, false)
        } else {
            let absence: DesktopState.Absence? = dice.pick([nil, nil, .idle, .locked]) ?? nil
            try answerDesktop(
                DesktopState(absence: absence, doNotDisturb: dice.chance(25)))
        }
        try run([])
    }

    private func answerDesktop(_ state: DesktopState) throws {
        note("the desktop: \(state)")
        let mayFall =
            machine.isFull && !model.storage.isDegraded && model.desktop.awaitsReturn
            && state.isReachable && !model.lives.isEmpty
        let outcome = try machine.engine.desktopAnswered(state, at: now.moment)
        auditor.isUnreachable = !state.isReachable
        let absence = state.absence.map { $0 == .locked ? "locked" : "idle" }
        let actual = try Actual(outcome, after: Int64(model.journal.events.count))
        try settle(actual, mayFall ? [nil, false, true] : [nil]) { model, fall in
            model.answerDesktop(
                absence: absence, doNotDisturb: state.doNotDisturb, fall: fall)
            return []
        }
        count("desktop \(absence ?? "present")")
    }
}
