import TrackerAPI
import TrackerCore
import TrackerStore

/// Where one request or one deadline is carried out.
struct Context {
    let transaction: Transaction
    let cause: Cause
    let dependencies: Dependencies
    /// How the storage is, for `status`.
    let health: Health

    var now: Moment { transaction.now }
    var zone: Zone { dependencies.zone }

    /// The same with another cause.
    func with(_ cause: Cause) -> Context {
        Context(
            transaction: transaction, cause: cause, dependencies: dependencies, health: health)
    }

    /// A random id, for what isn't found by its name.
    func newID() -> String { Identifier.random(using: &dependencies.random) }

    /// An id that follows from what something is, so that every machine that makes the same comes to the
    /// same. Where one of the kind has that id already, as one that was renamed since, it is another one.
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
    /// - Returns: the data, JSON.
    @discardableResult
    func append(
        _ type: EventType, subject: String, data: some Encodable,
        _ entities: [any StoredEntity] = [], removed: [any StoredEntity] = []
    ) throws -> String {
        // The course of time has to go on, whatever a salvaged state is like.
        if case .request = cause { try check(writing: entities, removing: removed) }
        let data = try JSONText.of(data)
        try transaction.append(
            type.rawValue, subject: subject, cause: cause, data: data, entities, removed: removed)
        return data
    }
}
