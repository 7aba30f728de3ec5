import TrackerAPI
import TrackerCore
import TrackerStore

extension Timer: Recorded {
    func view(in context: Context) -> TimerView {
        TimerView(self, at: context.now, zone: context.zone)
    }
}

extension Context {
    /// The timer that a text refers to; by its name one with exactly this name, else with this name apart from
    /// case.
    ///
    /// - Parameter field: the name of the parameter.
    func timer(_ text: String, field: String = "timer") throws -> Timer {
        try resolve(
            text,
            Address(
                field: "timer", plural: "timers",
                named: { name in
                    try onlyTimer(named: [name], field: field)
                        ?? onlyTimer(
                            named: name.sameButForCase(among: transaction.timerNames()),
                            field: field)
                }, last: transaction.lastTimer,
                advice: { advice(insteadOf: $0, among: try transaction.timerNames()) }),
            field: field)
    }

    /// The running or paused timer with one of these names, else the newest that has ended; `nil` for none.
    ///
    /// - Throws: `ambiguous` where several are running or paused, with what tells them apart.
    private func onlyTimer(named names: [String], field: String) throws -> Timer? {
        let timers = try transaction.timers(named: names)
        guard timers.count > 1 else { return timers.first }
        let places = timers.map { $0.view(in: self).place }.listed(atMost: Self.mostListed)
        throw Rejection(
            .ambiguous,
            "several timers are called '\(timers[0].name ?? "")', so give the id: \(places)",
            field: field, matches: timers.map(\.id))
    }

    /// The only stopwatch that is running or paused.
    fileprivate func onlyStopwatch() throws -> Timer {
        let watches = try transaction.timers(in: [.running, .paused])
            .filter { $0.kind == .stopwatch }
        guard let watch = watches.first else {
            throw Rejection(
                .notFound, "no stopwatch is running", field: "stopwatch", state: "none")
        }
        guard watches.count > 1 else { return watch }
        let places = watches.map { watch in
            [watch.name, watch.view(in: self).place].compactMap(\.self).joined(separator: " ")
        }.listed(atMost: Self.mostListed)
        throw Rejection(
            .ambiguous, "several stopwatches are running, so name one: \(places)", field: "timer",
            matches: watches.prefix(Self.mostMatches).map(\.id))
    }

    /// Most ids that a refusal has.
    private static let mostMatches = 10

    /// Most things that the message of a refusal lists.
    static let mostListed = 4

    /// The timer that a text refers to, for what is done to it.
    fileprivate func timer(
        _ text: String, for word: TimerWord, field: String = "timer"
    ) throws -> Timer {
        // A timer of the same name that runs again can't be answered.
        if word == .answer, let timer = try waitingTimer(text) { return timer }
        return try timer(text, field: field)
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

    fileprivate func change(
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
            to: now, ringing: dependencies.configuration.timers.ringing(of: timer))
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
            id: context.newID(), durationMs: durationMs(in: context),
            name: name.map(context.nameOfTimer), message: message,
            sound: sound.map { try context.chosenSound($0, field: "sound") },
            ringAgainMs: ringAgain.map { $0.value?.ms ?? 0 }, onSuspend: onSuspend ?? .continue,
            pausesWhenAway: pauseWhenAway ?? false,
            order: context.transaction.nextOrder(of: Timer.self), at: context.now)
        return try context.record(.timerStarted, timer)
    }

    /// Milliseconds from now to the end of the countdown.
    private func durationMs(in context: Context) throws -> Int64 {
        switch (duration, until) {
        case (let duration?, nil): return duration.ms
        case (nil, let until?):
            let time = try context.coming(until)
            try time.checkTimeOfDay("until")
            let end = time.comingMs(at: context.now, zone: context.zone)
            let (ms, overflow) = end.subtractingReportingOverflow(context.now.wallMs)
            guard ms > 0, !overflow else {
                throw Rejection.invalid(
                    "until", "\(field: "until") is over: give a time that is still to come")
            }
            guard Timer.durations.contains(ms) else {
                throw Rejection.invalid(
                    "until", "\(field: "until") is out of range: a timer can last 1 s to 366 days")
            }
            return ms
        case (.some, .some):
            throw Rejection.invalid(
                "until", "give \(field: "duration") or \(field: "until"), not both")
        case (nil, nil):
            throw Rejection.invalid(
                "duration",
                "no duration given: give \(field: "duration") (how long) or \(field: "until") (a time)"
            )
        }
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
        guard let name = target.timer else {
            return try context.change(context.onlyStopwatch()) { try move(&$0, in: context) }
        }
        return try context.change(context.timer(name, for: self)) {
            try move(&$0, in: context)
        }
    }

    fileprivate func move(_ timer: inout Timer, in context: Context) throws -> Timer.Change {
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

extension TimerEach: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let timers =
            try self.timers?.things(field: "timers") { text in
                try context.timer(text, for: word, field: "timers")
            } ?? possible(in: context)
        let views = try timers.map { timer in
            try context.change(timer) { try word.move(&$0, in: context) }.json
        }
        return Written(json: "{\"timers\":[\(views.joined(separator: ","))]}")
    }

    private var word: TimerWord {
        switch action {
        case .pause: .pause
        case .resume: .resume
        case .cancel: .cancel
        case .finish: .finish
        case .restart: .restart
        case .answer: .answer
        }
    }

    /// All timers that the action is possible for.
    private func possible(in context: Context) throws -> [Timer] {
        let transaction = context.transaction
        let timers: [Timer] =
            switch action {
            case .pause: try transaction.timers(in: [.running])
            case .resume: try transaction.timers(in: [.paused])
            // A stopwatch is stopped, not cancelled.
            case .cancel:
                try transaction.timers(in: [.running, .paused]).filter { $0.kind == .countdown }
            case .finish, .restart: try transaction.timers(in: [.running, .paused])
            case .answer: try transaction.waitingTimers()
            }
        guard !timers.isEmpty else {
            throw Rejection.conflict("there is no timer to \(action.rawValue)", state: "none")
        }
        return timers
    }
}

extension TimerView {
    /// Words that tell this timer from others of its name: `k3v9x2m4q7wd (12m left)`.
    var place: String { "\(id) (\(progress))" }

    /// How far it is, such as `12m left`.
    var progress: String {
        guard waitingMs == nil else { return "over" }
        let left = remainingMs.map { "\(DurationText.secondsLeft(ms: $0)) left" }
        let time = left ?? DurationText.text(ms: elapsedMs / 1000 * 1000)
        return (state == .paused ? "paused, " : "") + time
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
        // Nobody has seen the end of those that wait for an answer.
        let ended = try context.transaction.timers(in: [.finished, .cancelled])
            .filter { !$0.isWaiting }
        for timer in ended { try context.record(.timerCleared, timer, isGone: true) }
        return Response(cleared: ended.count)
    }
}
