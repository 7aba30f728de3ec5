import TestSupport
import TrackerAPI

struct SimulatedCall: Hashable {
    var method: String
    /// Params with the `request_id`; any JSON, where the call is to be refused.
    var params: Json

    var requestID: Json? { params["request_id"] }

    /// Whether the program reads a request in it. If it doesn't, the call is refused before the state is consulted.
    var isReadable: Bool {
        guard case .single(let call) = MessageReader().read(Array(json.description.utf8)),
            case .success = call.request
        else { return false }
        return true
    }

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
        // Unreadable calls are refused as ever, and earlier requests are known.
        let id = call.requestID?.text
        let isKnown = remembers && id.map { self.remembers($0) } ?? false
        guard isKnown || !call.isReadable || Arm.byMethod[call.method]?.effect != .change else {
            return .refused(refusal)
        }
        return answer(call)
    }

    func remembers(_ id: String) -> Bool {
        remembered[id].map { now.ms(since: $0.at) < dayMs } ?? false
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
            try require(members["extra"] == nil, .invalid("extra"))
            guard arm.effect == .change, let id = call.requestID else {
                return try arm.expect(&self, Params(members: members))
            }
            return try once(id, call, Params(members: members), arm)
        } catch {
            self = before
            return .refused(error as? Refusal ?? Refusal("\(error)"))
        }
    }

    /// Refuses a call that can't be read, whatever its `request_id`, for what is wrong with it.
    private mutating func requireReadable(_ params: Params, _ arm: Arm) throws {
        let bare = params.members.filter { $0.key != "request_id" }
        let call = SimulatedCall(method: arm.method, params: .object(bare))
        if !call.isReadable { _ = try arm.expect(&self, params) }
    }

    private mutating func once(
        _ id: Json, _ call: SimulatedCall, _ params: Params, _ arm: Arm
    ) throws -> Expected {
        guard let id = id.text, (1...64).contains(id.count) else {
            try requireReadable(params, arm)
            throw Refusal.invalid("request_id")
        }
        let canonical = Params.canonical(call.params)
        if let earlier = remembered[id], remembers(id) {
            guard earlier.method == call.method, earlier.params == canonical else {
                // Unreadable params aren't compared with earlier ones.
                try requireReadable(params, arm)
                throw Refusal("conflict", field: "request_id")
            }
            return earlier.result.map(Expected.result) ?? .like { _ in nil }
        }
        let expected = try arm.expect(&self, params)
        let result: Json? = if case .result(let json) = expected { json } else { nil }
        remembered[id] = Remembered(method: call.method, params: canonical, result: result, at: now)
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
