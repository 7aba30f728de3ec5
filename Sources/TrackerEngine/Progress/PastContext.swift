import TrackerCore
import TrackerStore

/// The state as it was at a moment of the past, while it is rebuilt from the journal.
final class PastContext {
    private let moment: Int64
    private let state: PastState
    /// Whether all rows are there.
    private var isWhole = false

    /// - Parameter moment: UTC milliseconds.
    init(upTo moment: Int64, in context: Context) throws {
        self.moment = moment
        state = try PastState(upTo: moment, in: context.transaction)
    }

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: whether the state is complete, with the checkpoints of progress.
    func advance(in context: Context, while hasTime: () -> Bool) throws -> Bool {
        if isWhole { return try read(in: context) { try $0.makeCheckpoints(while: hasTime) } }
        isWhole = try state.advance(in: context.transaction, while: hasTime)
        return false
    }

    /// Reads the past state as one would have then.
    func read<Value>(in context: Context, _ body: (Context) throws -> Value) throws -> Value {
        // Definitions aren't in the journal, so the present ones apply; this reads them.
        _ = try context.definitions()
        let then = context.now.advanced(byMs: moment - context.now.wallMs)
        return try state.read(at: then) { transaction in
            // The zone at that moment is the one that the last change before it led to, or that the first
            // change after it left.
            let last = try transaction.zoneChanges().last?.to
            let name = try last ?? context.transaction.zoneChanges().first?.from
            return try body(
                Context(
                    transaction: transaction, cause: context.cause,
                    dependencies: context.dependencies, health: context.health,
                    pastZone: name.flatMap(context.zone.named) ?? context.zone))
        }
    }
}
