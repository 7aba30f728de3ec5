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

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        let report = try verifier.advance(in: context.transaction, while: hasTime)
        return try report.map { report in
            try JSONText.of(
                JournalVerify.Response(
                    events: report.events, rows: report.rows, differences: report.differences))
        }
    }
}

extension JournalUndo: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let transaction = context.transaction
        guard let seq = try seq ?? transaction.newestUndoable(types: types) else {
            throw Rejection.conflict("there is nothing to undo")
        }
        if let reply = try undoImport(ofEvent: seq, in: context) { return reply }
        let plan = try transaction.undoPlan(seq: seq)
        let undone = context.dependencies.writer.eventObject(plan.event, zone: context.zone)
        let (moved, gone) = try context.rescheduleOccurrences(
            restored: plan.restored, removed: plan.removed)
        let removed = Set(plan.removed.map(\.id))
        try context.endRest { $0.after.map { removed.contains($0.id) } ?? false }
        let restored = try plan.restored.map(context.putBack)
        let event = try transaction.append(
            Transaction.undoneType, subject: transaction.subject(ofUndoing: seq),
            cause: context.cause,
            data: "{\"undone\":\(undone)}", restored + moved, removed: plan.removed + gone)
        return Written(json: "{\"undone\":\(undone),\"seq\":\(event.seq)}")
    }

    /// Undoes an import as a whole, whichever of its events is given.
    ///
    /// - Returns: `nil` where the event isn't one of an import.
    private func undoImport(ofEvent seq: Int64, in context: Context) throws -> Written<Response>? {
        var query = JournalQuery(limit: 1)
        query.since = max(1, seq) - 1
        query.until = seq
        let event = try context.transaction.events(query).first
        guard let event, Transaction.importParts.contains(event.type),
            let committed = try context.importEvent(event.subject, Transaction.importParts[1])
        else { return nil }
        _ = try context.undoImport(event.subject)
        let undone = context.dependencies.writer.eventObject(committed, zone: context.zone)
        return Written(
            json: "{\"undone\":\(undone),\"seq\":\(context.transaction.lastSeq)}")
    }
}
