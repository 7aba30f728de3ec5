import TrackerAPI
import TrackerCore
import TrackerStore

extension Timer: Recorded {
    func view(in context: Context) -> TimerView {
        TimerView(self, at: context.now, zone: context.zone)
    }
}

extension Context {
    /// The timer with a name: one with exactly this name, else with this name apart from case.
    fileprivate func timer(_ text: String) throws -> Timer {
        try resolve(
            text,
            Address(
                field: "timer", plural: "timers",
                named: { name in
                    try transaction.timer(named: [name])
                        ?? transaction.timer(
                            named: name.sameButForCase(among: transaction.timerNames()))
                }, last: transaction.lastTimer,
                advice: { advice(insteadOf: $0, among: try transaction.timerNames()) }))
    }

    /// The countdown that waits for an answer and has this id or name, or the only one whose id begins so; `nil`
    /// for none.
    func waitingTimer(_ text: String) throws -> Timer? {
        let waiting = try transaction.waitingTimers()
        if let timer = waiting.first(where: { $0.id == text })
            ?? waiting.first(where: { $0.name == text })
            ?? waiting.first(where: { $0.name?.lowercased() == text.lowercased() })
        {
            return timer
        }
        guard text.utf8.count >= Identifier.shortestPrefix else { return nil }
        let beginning = waiting.filter { $0.id.hasPrefix(text) }
        return beginning.count == 1 ? beginning.first : nil
    }

    fileprivate func nameOfTimer(_ text: String) throws -> String {
        try Text.nameBesideLast(text, field: "name")
    }

    fileprivate func change(
        _ text: String, _ move: (inout Timer) throws -> Timer.Change
    ) throws -> Written<TimerView> {
        try change(timer(text), move)
    }

    private func change(
        _ timer: Timer, _ move: (inout Timer) throws -> Timer.Change
    ) throws -> Written<TimerView> {
        var timer = timer
        return try record(move(&timer).event, timer)
    }

    /// Answers a countdown that is over.
    func answer(_ timer: Timer) throws -> Written<TimerView> {
        try change(timer) { try $0.answer(at: now) }
    }

    func liveTimers() throws -> [TimerView] {
        try transaction.timers(in: [.running, .paused])
            .map { $0.view(in: self) }
    }

    /// Countdowns that are over and wait for an answer, the newest alert first.
    func waitingTimers() throws -> [TimerView] {
        try transaction.waitingTimers().map { $0.view(in: self) }
    }

    /// Carries out the deadline of a timer.
    func advanceTimer(_ id: String) throws {
        guard var timer = try transaction.timer(id: id) else { return }
        if let change = timer.advance(
            to: now, ringing: dependencies.configuration.timers.ringing)
        {
            try record(change.event, timer, isGone: change == .cleared)
        } else {
            try transaction.rearm(timer)
        }
    }

    /// Pauses or cancels timers that stop when the machine sleeps, once it has slept.
    func wakeTimers() throws {
        for timer in try transaction.timersStoppedBySleep() where timer.elapsedTime.slept(at: now) {
            try advanceTimer(timer.id)
        }
    }
}

extension TimerStart: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let timer = try Timer(
            id: context.newID(), durationMs: duration.ms, name: name.map(context.nameOfTimer),
            message: message, sound: sound.map { try context.chosenSound($0, field: "sound") },
            onSuspend: onSuspend ?? .continue, pausesWhenAway: pauseWhenAway ?? false,
            order: context.transaction.nextOrder(of: Timer.self), at: context.now)
        return try context.record(.timerStarted, timer)
    }
}

extension StopwatchStart: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let timer = try Timer(
            id: context.newID(), durationMs: nil, name: name.map(context.nameOfTimer), message: nil,
            onSuspend: onSuspend ?? .continue, pausesWhenAway: pauseWhenAway ?? false,
            order: context.transaction.nextOrder(of: Timer.self), at: context.now)
        return try context.record(.timerStarted, timer)
    }
}

extension TimerWord: SpokenWord {
    func reply(on target: Target, in context: Context) throws -> Written<TimerView> {
        // A timer of the same name that runs again can't be meant.
        if self == .answer, let timer = try context.waitingTimer(target.timer) {
            return try context.answer(timer)
        }
        return try context.change(target.timer) { timer in
            switch self {
            case .pause: try timer.pause(at: context.now)
            case .resume: try timer.resume(at: context.now)
            case .cancel: try timer.cancel(at: context.now)
            case .restart:
                timer.restart(
                    order: try context.transaction.nextOrder(of: Timer.self), at: context.now)
            case .finish: try timer.finish(at: context.now)
            case .answer: try timer.answer(at: context.now)
            case .lap: try timer.lap(at: context.now)
            }
        }
    }
}

extension TimerExtend: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.change(timer) { try $0.extend(byMs: by.ms, at: context.now) }
    }
}

extension TimerRename: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.change(timer) { try $0.rename(to: context.nameOfTimer(name)) }
    }
}

extension TimerGet: Performable {
    func perform(in context: Context) throws -> TimerView {
        try context.timer(timer).view(in: context)
    }
}

extension TimerList: Performable {
    func perform(in context: Context) throws -> Response {
        let ended: [Timer.State] = all == true ? [.finished, .cancelled] : []
        let waiting = try context.transaction.waitingTimers()
        let others = try context.transaction.timers(in: [.running, .paused] + ended)
            .filter { !$0.isWaiting }
        return Response(timers: (waiting + others).map { $0.view(in: context) })
    }
}

extension TimerClear: Performable {
    func perform(in context: Context) throws -> Response {
        let ended = try context.transaction.timers(in: [.finished, .cancelled])
        for timer in ended { try context.record(.timerCleared, timer, isGone: true) }
        return Response(cleared: ended.count)
    }
}
