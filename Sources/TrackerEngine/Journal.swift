import TrackerAPI
import TrackerCore
import TrackerStore

extension JournalVerify: Performable {
    func perform(in context: Context) throws -> Response {
        let report = try context.transaction.verify()
        return Response(
            events: report.events, rows: report.rows, differences: report.differences)
    }
}

extension JournalUndo: Answerable {
    func answer(in context: Context) throws -> String {
        let transaction = context.transaction
        guard let seq = try seq ?? transaction.newestUndoable(types: types) else {
            throw Rejection.conflict("there is nothing to undo")
        }
        let plan = try transaction.undoPlan(seq: seq)
        let undone = context.surroundings.writer.eventObject(plan.event, zone: context.zone)
        let (moved, gone) = try context.followUndoing(plan)
        let event = try transaction.record(
            Transaction.undoneType, subject: String(seq), cause: context.cause,
            data: "{\"undone\":\(undone)}", plan.restored + moved, removed: plan.removed + gone)
        return "{\"undone\":\(undone),\"seq\":\(event.seq)}"
    }
}
