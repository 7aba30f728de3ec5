import TrackerAPI
import TrackerCore
import TrackerStore

/// A kind with one view, which is the data of its events.
protocol Recorded: StoredEntity {
    associatedtype View: Encodable
    func view(in context: Context) throws -> View
}

/// The surroundings in which one request or one deadline is carried out.
struct Context {
    let transaction: Transaction
    let cause: Cause
    let dependencies: Dependencies
    /// Condition of the storage, for `status`.
    let health: Health

    /// Time zone of the past moment that a report is for; `nil` for the present zone.
    var pastZone: Zone?

    /// True where no part of the transaction is taken back by itself any more, so that what is made from it can be
    /// kept.
    var isComplete = false

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
    ///
    /// - Parameter present: the id that the entity itself has already; `nil` for a new entity.
    func id<E: StoredEntity>(
        of kind: E.Type, from content: String, now present: String? = nil
    ) throws -> String {
        var number = 1
        while true {
            let suffix = number == 1 ? "" : "#\(number)"
            let id = Identifier.derived(from: "\(E.table):\(content)\(suffix)")
            if try id == present || !transaction.has(kind, id: id) { return id }
            number += 1
        }
    }

    /// Records a change of an entity, which is the event's data as it is now.
    ///
    /// - Parameters:
    ///   - isGone: whether the entity is deleted.
    ///   - others: entities that are changed with it.
    /// - Returns: the data.
    @discardableResult
    func record<E: Recorded>(
        _ type: EventType, _ entity: E, isGone: Bool = false, beside others: [any StoredEntity] = []
    ) throws -> Written<E.View> {
        try record(
            type, entity, as: entity.view(in: self), isGone: isGone, beside: others)
    }

    /// - Parameter view: the entity in the words of this event.
    @discardableResult
    func record<View: Encodable>(
        _ type: EventType, _ entity: any StoredEntity, as view: View, isGone: Bool = false,
        beside others: [any StoredEntity] = []
    ) throws -> Written<View> {
        try append(
            type, subject: entity.id, data: view, (isGone ? [] : [entity]) + others,
            removed: isGone ? [entity] : [])
    }

    /// Records an event.
    ///
    /// - Returns: the data.
    @discardableResult
    func append<Data: Encodable>(
        _ type: EventType, subject: String, data: Data,
        _ entities: [any StoredEntity] = [], removed: [any StoredEntity] = []
    ) throws -> Written<Data> {
        // Only requests are checked: deadlines must be carried out even where a salvaged state breaks the
        // rules.
        if case .request = cause { try check(writing: entities, removing: removed) }
        let data = try Written(data)
        try append(type, subject: subject, json: data.json, entities, removed: removed)
        return data
    }

    /// Records an event whose data is JSON already, without a look at whether the entities fit each other.
    func append(
        _ type: EventType, subject: String, json: String, _ entities: [any StoredEntity],
        removed: [any StoredEntity]
    ) throws {
        // What was reached before a feature was switched on is no news.
        if (entities + removed).contains(where: { $0 is Settings }) { try noteHistory() }
        try transaction.append(
            type.rawValue, subject: subject, cause: cause, data: json, entities, removed: removed)
    }
}
