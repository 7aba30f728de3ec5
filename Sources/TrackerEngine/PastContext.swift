import TrackerCore
import TrackerStore

/// The state as it was at a moment of the past, while it is rebuilt from the journal.
final class PastContext {
    private let moment: Int64
    private let zone: Zone
    private let state: PastState

    /// - Parameter moment: UTC milliseconds.
    init(upTo moment: Int64, in context: Context) throws {
        self.moment = moment
        let zones = ZoneHistory(
            try context.transaction.zoneChanges(), present: context.zone, startMinute: 0)
        zone = zones.zone(atMs: moment)
        state = try PastState(upTo: moment, in: context.transaction)
        // The definitions aren't in the journal: the present ones are taken, and read here.
        _ = try context.definitions()
    }

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: whether the state is complete.
    func advance(in context: Context, while hasTime: () -> Bool) throws -> Bool {
        try state.advance(in: context.transaction, while: hasTime)
    }

    /// Reads the past state as one would have then.
    func read<Value>(in context: Context, _ body: (Context) throws -> Value) throws -> Value {
        let then = context.now.advanced(byMs: moment - context.now.wallMs)
        return try state.read(at: then) { transaction in
            try body(
                Context(
                    transaction: transaction, cause: context.cause,
                    dependencies: context.dependencies, health: context.health,
                    pastZone: zone))
        }
    }
}
