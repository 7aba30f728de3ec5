import TrackerAPI
import TrackerCore
import TrackerStore

/// Where one request or one deadline is carried out.
struct Context {
    let transaction: Transaction
    let cause: Cause
    let surroundings: Surroundings
    /// How the storage is, for `status`.
    let health: Health

    var now: Moment { transaction.now }
    var zone: Zone { surroundings.zone }

    /// The same with another cause.
    func with(_ cause: Cause) -> Context {
        Context(
            transaction: transaction, cause: cause, surroundings: surroundings, health: health)
    }

    func newID() -> String { Identifier.random(using: &surroundings.random) }

    /// Records an event whose data is the entity as it is now.
    ///
    /// - Returns: the data, JSON.
    @discardableResult
    func record(
        _ type: EventType, subject: String, data: some Encodable,
        _ entities: [any StoredEntity] = [], removed: [any StoredEntity] = []
    ) throws -> String {
        let data = try JSONText.of(data)
        try transaction.record(
            type.rawValue, subject: subject, cause: cause, data: data, entities, removed: removed)
        return data
    }
}
