import TestSupport

/// Makes requests that are valid when they are carried out one after the other.
struct TorturePlanner {
    private struct Known {
        var name: String
        let isStopwatch: Bool
        var isPaused = false
    }

    private static let manyTimers = 12

    let owner: String
    /// Whether the requests are about the rest, of which there is only one, rather than about timers.
    private let rests: Bool
    private var random: SplitMix
    private var count: Int64 = 0
    /// The planner's timers that haven't ended, in the state after all earlier requests.
    private var timers: [Known] = []
    /// Whether the rest is paused; `nil` while no rest is live.
    private var isRestPaused: Bool?
    /// Whether its reminder waits for an answer; `nil` as long as it has none.
    private var isReminderPending: Bool?

    init(owner: String, rests: Bool, seed: UInt64) {
        self.owner = owner
        self.rests = rests
        random = SplitMix(seed: seed)
    }

    mutating func order() -> TortureOrder {
        guard Int.random(in: 1...8, using: &random) == 1 else {
            return TortureOrder(requests: [request()], isArray: false)
        }
        let several = (1...Int.random(in: 1...6, using: &random)).map { _ in request() }
        return TortureOrder(requests: several, isArray: true)
    }

    private mutating func request() -> TortureRequest {
        count += 1
        if rests { return restRequest() }
        switch Int.random(in: 1...20, using: &random) {
        case 1: return short()
        case 2: return Int.random(in: 1...4, using: &random) == 1 ? burst() : short()
        case 3: return pair()
        case 4: return refused()
        case 9: return log()
        case 10, 11: return remind()
        case 5 where timers.count < Self.manyTimers: return stopwatch()
        case 6...8 where timers.count < Self.manyTimers: return start()
        default: return timers.isEmpty ? start() : change()
        }
    }

    private func make(
        _ method: String, _ params: String, _ effect: TortureRequest.Effect
    ) -> TortureRequest {
        TortureRequest(owner, count, method, params, effect)
    }

    // MARK: New timers

    /// The name, which is different for each request.
    private var name: String { "\(owner)-\(count)" }

    private mutating func start() -> TortureRequest {
        timers.append(Known(name: name, isStopwatch: false))
        let params = """
            {"duration":"2d","name":"\(name)","message":"say \\"\(count)\\""}
            """
        return make("timer.start", params, .event("timer.started"))
    }

    private mutating func stopwatch() -> TortureRequest {
        timers.append(Known(name: name, isStopwatch: true))
        return make("stopwatch.start", "{\"name\":\"\(name)\"}", .event("timer.started"))
    }

    /// A timer that falls due while a daemon is killed. Its name marks it for the ledger.
    private mutating func short() -> TortureRequest {
        let ms = Int.random(in: 1000...1300, using: &random)
        let params = "{\"duration\":\(ms),\"name\":\"\(name)\(TortureLedger.shortMark)\"}"
        return make("timer.start", params, .event("timer.started"))
    }

    /// More timers than hooks run at once, all due at the same moment.
    private func burst() -> TortureRequest {
        let start = """
            {"method":"timer.start","params":\
            {"duration":1000,"name":"\(name)\(TortureLedger.shortMark)"}}
            """
        let starts = Array(repeating: start, count: 20)
        return make(
            "atomic", "{\"calls\":[\(starts.joined(separator: ","))]}",
            .events(starts.map { _ in "timer.started" }))
    }

    /// Two calls that are carried out both or not at all.
    private mutating func pair() -> TortureRequest {
        timers.append(Known(name: name, isStopwatch: false, isPaused: true))
        let calls = """
            {"method":"timer.start","params":{"duration":"3d","name":"\(name)"}},\
            {"method":"timer.pause","params":{"timer":"\(name)"}}
            """
        return make("atomic", "{\"calls\":[\(calls)]}", .events(["timer.started", "timer.paused"]))
    }

    /// Two calls of which only the first would be valid.
    private mutating func refused() -> TortureRequest {
        let calls = """
            {"method":"timer.start","params":{"duration":"3d","name":"\(name)"}},\
            {"method":"timer.pause","params":{"timer":"nobody"}}
            """
        return make("atomic", "{\"calls\":[\(calls)]}", .nothing)
    }

    // MARK: Records

    private mutating func log() -> TortureRequest {
        let reps = Int.random(in: 1...50, using: &random)
        let params = "{\"exercise\":\"push-ups\",\"count\":\(reps),\"note\":\"\(name)\"}"
        return make("log.add", params, .event("log.added"))
    }

    /// A reminder that doesn't fall due by itself.
    private mutating func remind() -> TortureRequest {
        let reminder = "\(owner)-reminder"
        guard let isPending = isReminderPending else {
            isReminderPending = false
            let params = "{\"name\":\"\(reminder)\",\"every\":\"24h\",\"follow_up\":false}"
            return make("reminder.create", params, .event("reminder.created"))
        }
        isReminderPending = !isPending
        let params = "{\"reminder\":\"\(reminder)\"}"
        guard isPending else { return make("reminder.fire", params, .event("reminder.fired")) }
        let answer = "{\"reminder\":\"\(reminder)\",\"action\":\"dismiss\"}"
        return make("reminder.answer", answer, .event("reminder.dismissed"))
    }

    // MARK: Changes

    private mutating func change() -> TortureRequest {
        let place = Int.random(in: timers.indices, using: &random)
        let timer = timers[place]
        let params = "{\"timer\":\"\(timer.name)\"}"
        switch Int.random(in: 1...8, using: &random) {
        case 1 where timer.isStopwatch && !timer.isPaused:
            return make("stopwatch.lap", params, .event("timer.lapped"))
        case 3, 4:
            timers[place].isPaused.toggle()
            return timer.isPaused
                ? make("timer.resume", params, .event("timer.resumed"))
                : make("timer.pause", params, .event("timer.paused"))
        case 5:
            timers[place].isPaused = false
            return make("timer.restart", params, .event("timer.restarted"))
        case 6:
            timers.remove(at: place)
            return make("timer.cancel", params, .event("timer.cancelled"))
        case 7:
            timers.remove(at: place)
            return make("timer.finish", params, .event("timer.finished"))
        case 8 where !timer.isStopwatch, 2 where !timer.isStopwatch:
            let by = Int.random(in: 1...60_000, using: &random)
            let extending = "{\"timer\":\"\(timer.name)\",\"by\":\(by)}"
            return make("timer.extend", extending, .event("timer.extended"))
        default:
            timers[place].name = name
            let renaming = "{\"timer\":\"\(timer.name)\",\"name\":\"\(name)\"}"
            return make("timer.rename", renaming, .event("timer.renamed"))
        }
    }

    // MARK: The rest

    private mutating func restRequest() -> TortureRequest {
        guard let isPaused = isRestPaused else {
            isRestPaused = false
            let params = "{\"duration\":\"2h\",\"label\":\"\(name)\"}"
            return make("rest.start", params, .event("rest.started"))
        }
        switch Int.random(in: 1...6, using: &random) {
        case 1:
            isRestPaused = nil
            return make("rest.skip", "{}", .event("rest.skipped"))
        case 2:
            isRestPaused = false
            let params = "{\"duration\":\"3h\",\"replace\":true,\"label\":\"\(name)\"}"
            return make("rest.start", params, .replacement)
        case 3, 4:
            isRestPaused = !isPaused
            return isPaused
                ? make("rest.resume", "{}", .event("rest.resumed"))
                : make("rest.pause", "{}", .event("rest.paused"))
        default: return make("rest.extend", "{\"by\":\"1s\"}", .event("rest.extended"))
        }
    }
}
