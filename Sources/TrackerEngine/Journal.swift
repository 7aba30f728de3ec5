import TrackerAPI
import TrackerCore
import TrackerStore

extension JournalVerify: Sliced, Replying {
    func begin(by engine: Engine, at now: Moment) -> any Slices { VerifySlices() }

    func reply(in context: Context) throws -> Written<Response> {
        Written(json: try VerifySlices().finish(in: context))
    }
}

private final class VerifySlices: Slices {
    private let verifier = Verifier()
    private var report: Verification?
    private let checkpoints = CheckpointCheck()

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        if report == nil {
            report = try verifier.advance(in: context.transaction, while: hasTime)
        }
        guard let report, try checkpoints.advance(in: context, while: hasTime) else { return nil }
        return try JSONText.of(
            JournalVerify.Response(
                events: report.events, rows: report.rows,
                differences: report.differences + checkpoints.differences))
    }
}

extension JournalUndo: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try EventType.check(types)
        return try context.reverse(.undo, seq: seq, types: types)
    }
}

extension JournalRedo: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.reverse(.redo, seq: seq, types: nil)
    }
}

extension JournalUndoable: Sliced, Replying {
    func begin(by engine: Engine, at now: Moment) throws -> any Slices {
        StepSlices(limit: try checkedLimit)
    }

    func reply(in context: Context) throws -> Written<Response> {
        Written(json: try StepSlices(limit: checkedLimit).finish(in: context))
    }
}

/// The steps of reversing again and again, a request each, of those that could be taken at the beginning. A
/// request may have many events, so these are looked at one by one.
private final class StepSlices: Slices {
    private let limit: Int
    private var rest: [Reversal] = [.undo, .redo]
    private var members: [String] = []
    /// Steps of the first of `rest`.
    private var steps: [String] = []
    private var imports: Set<String> = []
    /// Number of the event after the newest at the beginning; `nil` before it.
    private var end: Int64?
    /// Number of the event before which the next step is looked for.
    private var place: Int64 = .max
    /// Numbers of the present step's events that are still to be looked at.
    private var unseen: ArraySlice<Int64> = []
    /// Events of the present step, with their JSON.
    private var seen: [(seq: Int64, json: String)] = []

    init(limit: Int) { self.limit = limit }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        if end == nil {
            end = context.transaction.nextSeq
            place = context.transaction.nextSeq
        }
        repeat {
            guard let reversal = rest.first else { return "{\(members.joined(separator: ","))}" }
            if let seq = unseen.popFirst() {
                try add(event: seq, in: context)
            } else if try !beginStep(of: reversal, in: context) {
                members.append("\"\(reversal)\":[\(steps.joined(separator: ","))]")
                rest.removeFirst()
                (steps, imports, place) = ([], [], end ?? .max)
            }
        } while hasTime()
        return nil
    }

    /// - Returns: false where there is no other step, or no more is wanted.
    private func beginStep(of reversal: Reversal, in context: Context) throws -> Bool {
        guard steps.count < limit,
            let candidate = try context.transaction.candidate(for: reversal, before: place)
        else { return false }
        place = candidate.request
        unseen = try context.transaction.candidates(ofRequest: candidate.request, for: reversal)[
            ...]
        return true
    }

    private func add(event seq: Int64, in context: Context) throws {
        if let event = try context.event(reversedWith: seq, besides: &imports) {
            seen.append((event.seq, context.object(event)))
        }
        guard unseen.isEmpty, !seen.isEmpty else { return }
        let newestFirst = seen.sorted { $0.seq > $1.seq }.map(\.json)
        steps.append("{\"events\":[\(newestFirst.joined(separator: ","))]}")
        seen = []
    }
}

extension Context {
    /// Undoes or redoes one event, or all that one request has left to be reversed.
    ///
    /// - Parameters:
    ///   - seq: the only event to reverse; `nil` for those of the request whose turn it is.
    ///   - types: globs of event types, where that request is searched for; `nil` for all.
    fileprivate func reverse<Response>(
        _ reversal: Reversal, seq: Int64?, types: [String]?
    ) throws -> Written<Response> {
        if let seq { return try reply(to: reversal, [reverse(reversal, event: seq)]) }
        var place = Int64.max
        // Where the first is refused, an older one isn't what the person means; but of some, a salvaged
        // journal has lost the event that would be reversed.
        while let candidate = try transaction.candidate(
            for: reversal, before: place, types: types)
        {
            place = candidate.request
            let events = try reverse(reversal, candidate)
            if !events.isEmpty { return try reply(to: reversal, events) }
        }
        throw Rejection.conflict("there is nothing to \(reversal)", state: "none")
    }

    /// - Parameter events: the events that were reversed, at least one.
    private func reply<Response>(
        to reversal: Reversal, _ events: [Event]
    ) throws -> Written<Response> {
        let views = events.sorted { $0.seq > $1.seq }.map(object)
        let others = views.dropFirst().joined(separator: ",")
        let member = reversal.member
        return Written(
            json: "{\"\(member)\":\(views[0]),"
                + (others.isEmpty ? "" : "\"others\":[\(others)],")
                + "\"seq\":\(transaction.lastSeq)}")
    }

    fileprivate func object(_ event: Event) -> String {
        dependencies.writer.eventObject(event, zone: zone)
    }

    /// Reverses the rest of a candidate's request.
    ///
    /// - Returns: the person's events.
    private func reverse(_ reversal: Reversal, _ candidate: ReversalCandidate) throws -> [Event] {
        var imports: Set<String> = []
        return try transaction.candidates(ofRequest: candidate.request, for: reversal)
            .compactMap { try event(reversedWith: $0, besides: &imports) }
            .map { try reverse(reversal, event: $0.seq) }
    }

    /// The event that is reversed in place of one of its request.
    ///
    /// - Parameter imports: the imports that other events of the request have stood for; each is reversed as a
    ///   whole.
    /// - Returns: `nil` where another event stands for it, or a salvaged journal has lost it.
    fileprivate func event(
        reversedWith seq: Int64, besides imports: inout Set<String>
    ) throws -> Event? {
        guard let event = try transaction.event(seq) else { return nil }
        guard Transaction.importParts.contains(event.type) else { return event }
        guard imports.insert(event.subject).inserted else { return nil }
        return try wholeImportEvent(event.subject)
    }

    /// Reverses one event.
    ///
    /// - Returns: the event, which a person once brought about.
    private func reverse(_ reversal: Reversal, event seq: Int64) throws -> Event {
        if reversal == .undo, let event = try undoImport(ofEvent: seq) { return event }
        let plan = try transaction.plan(for: reversal, ofEvent: seq)
        let (moved, gone) = try rescheduleOccurrences(
            restored: plan.restored, removed: plan.removed)
        let removed = Set(plan.removed.map(\.id))
        try endRest { $0.after.map { removed.contains($0.id) } ?? false }
        let restored = try plan.restored.map(putBack)
        let view = dependencies.writer.eventObject(plan.event, zone: zone)
        try transaction.append(
            reversal.eventType.rawValue, subject: transaction.subject(ofReversing: seq),
            cause: cause, data: "{\"\(reversal.member)\":\(view)}", restored + moved,
            removed: plan.removed + gone)
        return plan.event
    }

    /// Undoes an import as a whole, whichever of its events is given.
    ///
    /// - Returns: the event that stands for it; `nil` where the given event isn't one of an import.
    private func undoImport(ofEvent seq: Int64) throws -> Event? {
        guard let event = try transaction.event(seq),
            Transaction.importParts.contains(event.type),
            let whole = try wholeImportEvent(event.subject)
        else { return nil }
        _ = try undoImport(event.subject)
        return whole
    }
}

extension Reversal {
    /// The member of an event or a result with what was reversed.
    fileprivate var member: String {
        switch self {
        case .undo: "undone"
        case .redo: "redone"
        }
    }
}
