import TestSupport
import TrackerAPI

/// One call to the daemon.
struct SimulatedCall: Hashable {
    var method: String
    /// Params with the `request_id`; any JSON, where the call is to be refused.
    var params: Json

    var requestID: Json? { params["request_id"] }

    /// Whether the call runs in the transaction of its batch.
    var isInside: Bool { Arm.byMethod[method]?.effect != .outside }

    var json: Json { ["id": 1, "method": .text(method), "params": params] }
}

extension Model {
    /// Runs a batch: the due deadlines, then the calls in order.
    mutating func run(_ calls: [SimulatedCall], _ outcome: StorageOutcome) -> [Expected] {
        defer { lastRun = now }
        noteSleep()
        asked = calls.compactMap { $0.requestID?.text }
        switch outcome {
        case .fair: return runFair(calls)
        case .recovered:
            recover(nil)
            return runFair(calls)
        case .relapses(let fall):
            recover(fall)
            return calls.map { answer($0, insteadOfChange: Refusal("storage"), remembers: true) }
        case .fallsAfter(let journaled):
            let answers = run(calls, storage.isDegraded ? .recovered : .fair)
            fall(elapsing: journaled)
            return answers
        case .reopened:
            let answers = runFair(calls)
            takeUp()
            elapse()
            takeProgress()
            return answers
        case .falls(let journaled):
            fall(elapsing: journaled)
            return calls.map { answer($0, insteadOfChange: Refusal("storage"), remembers: true) }
        case .stays(let journaled):
            if isDue || now.slept(since: lastRun) { runDueDegraded(journaled) }
            return calls.map { answer($0, insteadOfChange: Refusal("storage"), remembers: true) }
        case .unknown(let applied):
            if applied { _ = runFair(calls) }
            takeUp()
            elapse()
            takeProgress()
            return calls.map { answer($0, insteadOfChange: Refusal("unknown"), remembers: false) }
        }
    }

    /// Follows clock or zone, with what comes of the disk then.
    mutating func adjust(_ outcome: StorageOutcome, _ body: (inout Model) -> Void) {
        if case .falls(let journaled) = outcome { return fall(elapsing: journaled) }
        body(&self)
        takeProgress()
        if case .fallsAfter(let journaled) = outcome { fall(elapsing: journaled) }
    }

    mutating func fall(elapsing journaled: Bool) {
        fall()
        if isDue { runDueDegraded(journaled) }
    }

    private mutating func runDueDegraded(_ journaled: Bool) {
        guard journaled else { return tellDue() }
        let (afterTold, rehearsed, events) = (storage.afterTold, storage.rehearsed, fresh.count)
        (storage.afterTold, storage.rehearsed) = (nil, nil)
        carryOver()
        elapse()
        // Where nothing was due in the database, what is only alerted goes on.
        guard fresh.count == events, rehearsed != nil else { return }
        (storage.afterTold, storage.rehearsed) = (afterTold, rehearsed)
        tellDue()
    }

    private mutating func runFair(_ calls: [SimulatedCall]) -> [Expected] {
        var answers: [Expected] = []
        var left = calls[...]
        repeat {
            // Calls with effects outside of the state run alone, between two batches.
            let inside = left.prefix(while: \.isInside)
            left = left.dropFirst(inside.count)
            elapse()
            for call in inside { answers.append(answer(call)) }
            takeProgress()
            if let call = left.popFirst() { answers.append(answer(call)) }
        } while !left.isEmpty
        return answers
    }

    /// The answer while nothing can be changed.
    private mutating func answer(
        _ call: SimulatedCall, insteadOfChange refusal: Refusal, remembers: Bool
    ) -> Expected {
        guard let arm = Arm.byMethod[call.method], arm.effect == .change else {
            return answer(call)
        }
        // Unreadable calls are refused as ever, and earlier requests are known.
        var copy = self
        let answer = copy.answer(call)
        if case .refused(let refusal) = answer, copy.isUnreadable(call, refusal) { return answer }
        if remembers, let id = call.requestID?.text, self.remembers(id) { return answer }
        return .refused(refusal)
    }

    func remembers(_ id: String) -> Bool {
        remembered[id].map { now.ms(since: $0.at) < dayMs } ?? false
    }

    /// Whether a call is refused before the state is consulted.
    private func isUnreadable(_ call: SimulatedCall, _ refusal: Refusal) -> Bool {
        guard ["invalid_params", "too_large", "unknown_method"].contains(refusal.kind),
            refusal.index == nil, let field = refusal.field
        else { return false }
        guard !["params", "method", "request_id", "extra"].contains(field) else { return true }
        if field.hasPrefix("intervals") { return !Params.areIntervals(call.params["intervals"]) }
        if field.hasPrefix("attempts") { return !Params.areCorrections(call.params["attempts"]) }
        if call.method.hasPrefix("plan.") { return Params.isUnreadablePlan(call, field) }
        if call.method.hasPrefix("goal.") { return Params.isUnreadableGoal(call, field) }
        if Params.isOfProgress(call.method) { return Params.isUnreadableProgress(call, field) }
        if Params.isOfStrength(call.method) { return Params.isUnreadable(call, field) }
        if Params.isOfReminders(call.method) {
            guard let value = call.params[field], value != .null else {
                return ["action", "reminder", "name"].contains(field)
                    && call.method != "reminder.answer"
                    || field == "action"
            }
            return !Params.isReminderMember(field, value)
        }
        if call.method.hasPrefix("live.") { return Params.isUnreadableLive(call, field) }
        if call.method == "timer.start", ["duration", "until"].contains(field),
            call.params[field] ?? .null == .null
        {
            // Which of them is missing turns out when it is carried out.
            return false
        }
        let isOfTraining = ["training.", "preset."].contains { call.method.hasPrefix($0) }
        if isOfTraining, call.params[field] ?? .null == .null {
            // A missing member may come from the preset, so only these two are refused early.
            return ["name", "count", "training"].contains(field)
        }
        // The exercises of a program's steps are looked up once the rest has been read.
        let areOfSteps = ["run.", "program.", "live."].contains { call.method.hasPrefix($0) }
        if field == "exercise", areOfSteps, call.params["exercise"] ?? .null == .null {
            return false
        }
        // A time that is out of range is refused as a count.
        let stand = field == "count" ? call.params["seconds"] : nil
        return Self.isMisshapen(field, call.params[field] ?? stand)
    }

    /// Whether a member is refused for its kind alone. Values out of range are found when the call is
    /// carried out.
    private static func isMisshapen(_ field: String, _ value: Json?) -> Bool {
        switch field {
        case "duration", "by", "work": value.flatMap(Params.ms) == nil
        case "until": value?.text?.contains(":") != true
        case "timers", "reminders": !Params.isListOfTexts(value)
        case "timer", "name", "label", "message", "exercise", "category", "equipment", "icon",
            "color", "variant_of", "entry", "into", "note", "program", "training", "sound":
            value?.text == nil
        case "muscles":
            (try? MusclesModel.given(Params(members: [field: value ?? .null]))) == nil
        case "load_unit", "bar", "bar_unit", "pair", "steps", "step", "start":
            (try? GivenGear(Params(members: [field: value ?? .null]))) == nil
        case "mode": value.map { !["time", "reps"].contains($0.text) && $0 != .null } ?? false
        case "target", "adjustment": value?.double == nil
        case "rest", "ready", "ring_again": value.flatMap(Params.ms) == nil
        case "count", "seconds", "default_count", "index", "from", "rounds": value?.int == nil
        case "at": value?.text.map { $0.hasPrefix("20") && !$0.contains("02-30T") } != true
        case "warn_at": value?.list.contains { Params.ms($0) == nil } ?? false || value?.list == []
        default: true
        }
    }

    /// Carries out one call in the ordinary way: wholly or not at all.
    mutating func answer(_ call: SimulatedCall) -> Expected {
        guard let arm = Arm.byMethod[call.method] else {
            return .refused(Refusal("unknown_method", field: "method"))
        }
        let before = self
        requestSeq = seq + 1
        isReversing = ["journal.undo", "journal.redo", "import.undo"].contains(call.method)
        defer { (requestSeq, isReversing) = (nil, false) }
        do {
            guard case .object(let members) = call.params else { throw Refusal.invalid("params") }
            guard members["extra"] == nil else { throw Refusal.invalid("extra") }
            guard arm.effect == .change, let id = call.requestID else {
                return try arm.expect(&self, Params(members: members))
            }
            return try once(id, call, Params(members: members), arm)
        } catch {
            self = before
            return .refused(error as? Refusal ?? Refusal("\(error)"))
        }
    }

    private func checkReadable(_ call: SimulatedCall, _ params: Params, _ arm: Arm) throws {
        var copy = self
        do { _ = try arm.expect(&copy, params) } catch let refusal as Refusal {
            if isUnreadable(call, refusal) { throw refusal }
        }
    }

    private mutating func once(
        _ id: Json, _ call: SimulatedCall, _ params: Params, _ arm: Arm
    ) throws -> Expected {
        guard let id = id.text, (1...64).contains(id.count) else {
            try checkReadable(call, params, arm)
            throw Refusal.invalid("request_id")
        }
        let canonical = Params.canonical(call.params)
        if let earlier = remembered[id], remembers(id) {
            guard earlier.method == call.method, earlier.params == canonical else {
                // Unreadable params aren't compared with earlier ones.
                try checkReadable(call, params, arm)
                throw Refusal("conflict", field: "request_id")
            }
            return earlier.result.map(Expected.result) ?? .like { _ in nil }
        }
        let expected = try arm.expect(&self, params)
        let result: Json? = if case .result(let json) = expected { json } else { nil }
        remembered[id] = Remembered(
            method: call.method, params: canonical, result: result, at: now)
        return expected
    }
}

/// A possible outcome of writing a batch. Where the disk fails, the actual outcome tells which one it was; where it
/// doesn't, only the first is right.
enum StorageOutcome: Hashable {
    case fair
    /// The disk can be written again.
    case recovered
    /// The disk seemed to be writable again, but fails.
    case relapses(Fall)
    /// The disk can't be written any more; due deadlines are journaled from the reserve, or only alerted.
    case falls(journaled: Bool)
    /// The same, only once progress is settled after the batch.
    case fallsAfter(journaled: Bool)
    /// The state was opened anew, since settling progress after the batch met an error whose effect isn't known.
    case reopened
    /// The disk still can't be written.
    case stays(journaled: Bool)
    /// An error whose effect isn't known.
    case unknown(applied: Bool)
}
