import TrackerAPI
import TrackerCore
import TrackerStore

/// The surroundings in which one request or one deadline is carried out.
struct Context {
    let transaction: Transaction
    let cause: Cause
    let dependencies: Dependencies
    /// Condition of the storage, for `status`.
    let health: Health

    /// The zone of a past moment whose knowledge is asked for; `nil` for the present one.
    var pastZone: Zone?

    var now: Moment { transaction.now }
    var zone: Zone { pastZone ?? dependencies.zone }

    /// This context with another cause.
    func with(_ cause: Cause) -> Context {
        Context(
            transaction: transaction, cause: cause, dependencies: dependencies, health: health)
    }

    /// A random id, for an entity that isn't found by its name.
    func newID() -> String { Identifier.random(using: &dependencies.random) }

    /// An id derived from the content of an entity, so that every machine that makes the entity gives it
    /// the same id. Where another entity of the kind has that id already, such as a renamed one, the id is
    /// a different one.
    func id<E: StoredEntity>(of kind: E.Type, from content: String) throws -> String {
        var number = 1
        while true {
            let suffix = number == 1 ? "" : "#\(number)"
            let id = Identifier.derived(from: "\(E.table):\(content)\(suffix)")
            if try !transaction.has(kind, id: id) { return id }
            number += 1
        }
    }

    /// Records an event whose data is the entity as it is now.
    ///
    /// - Returns: the data.
    @discardableResult
    func append<Data: Encodable>(
        _ type: EventType, subject: String, data: Data,
        _ entities: [any StoredEntity] = [], removed: [any StoredEntity] = []
    ) throws -> Written<Data> {
        // The course of time has to go on, whatever a salvaged state is like.
        if case .request = cause { try check(writing: entities, removing: removed) }
        let data = try Written(data)
        try transaction.append(
            type.rawValue, subject: subject, cause: cause, data: data.json, entities,
            removed: removed)
        return data
    }
}
