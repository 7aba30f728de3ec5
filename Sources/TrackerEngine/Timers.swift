import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Records a change of a timer.
    ///
    /// - Returns: the timer as it is now, which is the event's data and the request's result.
    @discardableResult
    fileprivate func append(_ change: Timer.Change, _ timer: Timer) throws -> Written<TimerView> {
        let view = TimerView(timer, at: now, zone: zone)
        let isGone = change == .cleared
        return try append(
            change.event, subject: timer.id, data: view, isGone ? [] : [timer],
            removed: isGone ? [timer] : [])
    }

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

    fileprivate func nameOfTimer(_ text: String) throws -> String {
        try Text.nameBesideLast(text, field: "name")
    }

    fileprivate func change(
        _ text: String, _ move: (inout Timer) throws -> Timer.Change
    ) throws -> Written<TimerView> {
        var timer = try timer(text)
        return try append(move(&timer), timer)
    }

    func liveTimers() throws -> [TimerView] {
        try transaction.timers(in: [.running, .paused])
            .map { TimerView($0, at: now, zone: zone) }
    }

    /// Carries out the deadline of a timer.
    func advanceTimer(_ id: String) throws {
        guard var timer = try transaction.timer(id: id) else { return }
        if let change = timer.advance(to: now) {
            try append(change, timer)
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
            message: message,
            onSuspend: onSuspend ?? .continue,
            order: context.transaction.nextOrder(of: Timer.self), at: context.now)
        return try context.append(.started, timer)
    }
}

extension StopwatchStart: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let timer = try Timer(
            id: context.newID(), durationMs: nil, name: name.map(context.nameOfTimer), message: nil,
            onSuspend: onSuspend ?? .continue,
            order: context.transaction.nextOrder(of: Timer.self), at: context.now)
        return try context.append(.started, timer)
    }
}

extension StopwatchLap: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.change(timer) { try $0.lap(at: context.now) }
    }
}

extension TimerPause: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.change(timer) { try $0.pause(at: context.now) }
    }
}

extension TimerResume: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.change(timer) { try $0.resume(at: context.now) }
    }
}

extension TimerCancel: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.change(timer) { try $0.cancel(at: context.now) }
    }
}

extension TimerRestart: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let order = try context.transaction.nextOrder(of: Timer.self)
        return try context.change(timer) {
            $0.restart(order: order, at: context.now)
        }
    }
}

extension TimerFinish: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.change(timer) { try $0.finish(at: context.now) }
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
        TimerView(try context.timer(timer), at: context.now, zone: context.zone)
    }
}

extension TimerList: Performable {
    func perform(in context: Context) throws -> Response {
        let ended: [Timer.State] = all == true ? [.finished, .cancelled] : []
        let timers = try context.transaction.timers(in: [.running, .paused] + ended)
        return Response(timers: timers.map { TimerView($0, at: context.now, zone: context.zone) })
    }
}

extension TimerClear: Performable {
    func perform(in context: Context) throws -> Response {
        let ended = try context.transaction.timers(in: [.finished, .cancelled])
        for timer in ended { try context.append(.cleared, timer) }
        return Response(cleared: ended.count)
    }
}
