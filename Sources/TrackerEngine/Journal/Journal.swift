import TrackerAPI
import TrackerCore
import TrackerStore

extension JournalVerify: SlicedRead {
    func slices() throws -> any Slices { VerifySlices() }
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

extension JournalUndoable: SlicedRead {
    func slices() throws -> any Slices { StepSlices(limit: try checkedLimit) }
}

/// Steps that undo and redo could take one after the other, a request each, as of the beginning of the
/// search. A request may have many events, so these are looked at one by one.
private final class StepSlices: Slices {
    private let limit: Int
    private var rest: [Reversal] = [.undo, .redo]
    private var members: [String] = []
    /// JSON member `last`, for a last command that can't be undone; else empty.
    private var last = ""
    /// Steps of the reversal that is first in `rest`.
    private var steps: [String] = []
    private var imports: Set<String> = []
    /// Number that the next event had when the search began; `nil` before that.
    private var end: Int64?
    /// Number of the event before which the next step is looked for.
    private var place: Int64 = .max
    /// Numbers of the present step's events that are still to be looked at.
    private var unseen: ArraySlice<Int64> = []
    private var seen: [SeenEvent] = []
    /// True until the first step that undo meets has been looked at.
    private var isFirst = true

    init(limit: Int) { self.limit = limit }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        if end == nil {
            end = context.transaction.nextSeq
            place = context.transaction.nextSeq
        }
        repeat {
            guard let reversal = rest.first else {
                return "{\(members.joined(separator: ","))\(last)}"
            }
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
            seen.append(
                SeenEvent(
                    seq: event.seq, json: context.object(event),
                    can: try context.transaction.reversibility(of: event)))
        }
        guard unseen.isEmpty, !seen.isEmpty else { return }
        if seen.map(\.can).arePossible {
            steps.append(SeenEvent.step(seen.filter { $0.can == .possible }))
        } else if isFirst, rest.first == .undo {
            let reasons = seen.filter { $0.can == .impossible }
            last = ",\"last\":\(SeenEvent.step(reasons.isEmpty ? seen : reasons))"
        }
        isFirst = false
        seen = []
    }
}

/// An event of a step, with its JSON.
private struct SeenEvent {
    let seq: Int64
    let json: String
    let can: Reversibility

    /// JSON of a step.
    static func step(_ events: [SeenEvent]) -> String {
        let newestFirst = events.sorted { $0.seq > $1.seq }.map(\.json)
        return "{\"events\":[\(newestFirst.joined(separator: ","))]}"
    }
}

extension Context {
    /// Undoes or redoes one event, or all that is left to reverse of one request.
    ///
    /// - Parameters:
    ///   - seq: the only event to reverse; `nil` for the events of the request whose turn it is.
    ///   - types: globs of event types by which that request is searched for; `nil` for all.
    fileprivate func reverse<Response>(
        _ reversal: Reversal, seq: Int64?, types: [String]?
    ) throws -> Written<Response> {
        try checkNoneIsWritten()
        if let seq {
            let answers = try answers(by: seq, for: reversal)
            let events = reversal == .undo ? answers.reversed() + [seq] : [seq] + answers
            return try reply(to: reversal, events.map { try reverse(reversal, event: $0) })
        }
        var place = Int64.max
        // Where the first candidate is refused, an older one isn't what the person means. A candidate without
        // events is passed over: a salvaged journal has lost what would be reversed.
        while let candidate = try transaction.candidate(
            for: reversal, before: place, types: types)
        {
            place = candidate.request
            let events = try reverse(reversal, candidate, types)
            if !events.isEmpty { return try reply(to: reversal, events) }
        }
        throw Rejection.conflict("there is nothing to \(reversal)", state: "none")
    }

    /// The one of some requests that undo would take back next.
    ///
    /// - Parameter requests: numbers of the first events of the requests.
    /// - Returns: number of its first event; `nil` if undo would take back another request, or refuse.
    func nextUndo(among requests: [Int64]) throws -> Int64? {
        guard let candidate = try transaction.candidate(for: .undo),
            requests.contains(candidate.request)
        else { return nil }
        var imports: Set<String> = []
        let events = try transaction.candidates(ofRequest: candidate.request, for: .undo)
            .compactMap { try event(reversedWith: $0, besides: &imports) }
        let can = try events.map { try transaction.reversibility(of: $0) }
        return can.arePossible ? candidate.request : nil
    }

    /// Numbers of the events by which a log entry or a set answered reminders, and ended those for once, the
    /// oldest first: they are reversed together with it.
    ///
    /// - Parameter seq: number of an event; an event that logs neither an entry nor a set has no answers.
    private func answers(by seq: Int64, for reversal: Reversal) throws -> [Int64] {
        let efforts = [EventType.logAdded, .setLogged].map(\.rawValue)
        guard let effort = try transaction.event(seq), efforts.contains(effort.type),
            let request = try transaction.request(ofEvent: seq, for: reversal)
        else { return [] }
        let later = try transaction.candidates(ofRequest: request, for: reversal)
            .filter { $0 > seq }.sorted()
            .compactMap { try transaction.event($0) }
        var answered: Set<String> = []
        return try later.prefix {
            if $0.type == EventType.reminderAnswered.rawValue { answered.insert($0.subject) }
            return try answered.contains($0.subject) && $0.isAnswer
                || transaction.reversibility(of: $0) == .following
        }
        .filter { answered.contains($0.subject) && $0.isAnswer }
        .map(\.seq)
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
    /// - Parameter types: globs of event types; an event of another type that can't be undone is passed over.
    ///   `nil` for all.
    /// - Returns: the events that were undone or redone.
    private func reverse(
        _ reversal: Reversal, _ candidate: ReversalCandidate, _ types: [String]?
    ) throws -> [Event] {
        var imports: Set<String> = []
        let events = try transaction.candidates(ofRequest: candidate.request, for: reversal)
            .compactMap { try event(reversedWith: $0, besides: &imports) }
            .map { (event: $0, can: try transaction.reversibility(of: $0)) }
            .filter { $0.can != .impossible || Glob.anyMatches(types, $0.event.type) }
        if let first = events.first, !events.map(\.can).arePossible {
            throw Rejection(
                cannotUndo: events.first { $0.can == .impossible }?.event ?? first.event)
        }
        return try events.filter { $0.can == .possible }.map {
            try reverse(reversal, event: $0.event.seq)
        }
    }

    /// Event to reverse for an event of a request: for a part of an import, the event of the whole import.
    ///
    /// - Parameter imports: imports that other events of the request belong to; each is reversed once, as a
    ///   whole.
    /// - Returns: `nil` where its import is among `imports` already, or a salvaged journal has lost it.
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
    /// - Returns: the event that was undone or redone.
    private func reverse(_ reversal: Reversal, event seq: Int64) throws -> Event {
        if reversal == .undo, let event = try undoImport(ofEvent: seq) { return event }
        let plan = try transaction.plan(for: reversal, ofEvent: seq)
        let (moved, gone) = try rescheduleOccurrences(
            restored: plan.restored, removed: plan.removed)
        let removed = Set(plan.removed.map(\.id))
        try endRest { $0.after.map { removed.contains($0.id) } ?? false }
        let restored = try plan.restored.map(putBack)
        let isQuietChanged = (plan.restored + plan.removed).contains { $0 is DoNotDisturb }
        let view = dependencies.writer.eventObject(plan.event, zone: zone)
        try append(
            reversal.eventType, subject: String(seq),
            json: "{\"\(reversal.member)\":\(view)}", restored + moved,
            removed: plan.removed + gone)
        if isQuietChanged || restored.contains(where: { $0 is Occurrence }) { try rearmLive() }
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

extension Event {
    /// Whether the event answers a reminder, or deletes one, as the answer to a reminder for once does.
    fileprivate var isAnswer: Bool {
        [EventType.reminderAnswered, .reminderDeleted].contains { $0.rawValue == type }
    }
}

extension [Reversibility] {
    /// True where undo can reverse the request that these events belong to.
    fileprivate var arePossible: Bool { contains(.possible) && !contains(.impossible) }
}

extension Reversal {
    /// JSON member that holds what was reversed.
    fileprivate var member: String {
        switch self {
        case .undo: "undone"
        case .redo: "redone"
        }
    }
}
