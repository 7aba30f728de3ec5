import GRDB
import TrackerCore

/// Check of the rules of all kinds against the state as it will be, once some entities are written and others
/// removed.
///
/// Entities are added to the plan first; then each is checked for a rule that it would break. Nothing is
/// written.
package struct Integrity {
    private let transaction: Transaction
    /// True where entities may share a name, if names of their kind could once be shared.
    private let allowsOlderNames: Bool
    private var plans: [String: Plan] = [:]

    /// One kind's part of the plan.
    private struct Plan {
        /// Entities that will be written, as they will be, by id.
        var written: [String: any StoredEntity] = [:]
        var removed: Set<String> = []
        /// Entities that will be written, as they are stored, by id.
        var former: [String: any StoredEntity] = [:]
        /// Ids of the entities that will be written, by name; of two, the first has the name.
        var names: [String: [String]] = [:]
        /// Ids of the entities that will be written and will be live.
        var live: Set<String> = []
        /// Ids of the first entities that will be written, by the group that has to agree.
        var firsts: [String: String] = [:]
        /// Counts by the group that a maximum holds for: how many there were before the plan, and how many
        /// more there will be.
        var counts: [String: (before: Int, more: Int)] = [:]

        func keeps(_ id: String) -> Bool { written[id] == nil && !removed.contains(id) }
    }

    package init(_ transaction: Transaction, allowsOlderNames: Bool = false) {
        self.transaction = transaction
        self.allowsOlderNames = allowsOlderNames
    }

    /// Makes a whole plan at once; the order of the entities doesn't matter.
    package init(
        _ transaction: Transaction, writing written: [any StoredEntity],
        removing removed: [any StoredEntity] = []
    ) throws {
        self.init(transaction)
        for entity in removed { try remove(entity) }
        for entity in written { try write(entity) }
    }

    // MARK: The plan

    package mutating func write<E: StoredEntity>(_ entity: E) throws {
        let former = try E.fetch(transaction.db, id: entity.id)
        if let former { try count(former, by: -1) }
        try count(entity, by: 1)
        plans[E.table, default: Plan()].former[entity.id] = former
        plans[E.table, default: Plan()].written[entity.id] = entity
        if let key = E.rules.name?.key(entity) {
            plans[E.table]?.names[key, default: []].append(entity.id)
        }
        if E.rules.live?.isLive(entity) == true { plans[E.table]?.live.insert(entity.id) }
        if let group = E.rules.agreement?.group(entity), plans[E.table]?.firsts[group] == nil {
            plans[E.table]?.firsts[group] = entity.id
        }
    }

    package mutating func remove<E: StoredEntity>(_ entity: E) throws {
        if let former = try E.fetch(transaction.db, id: entity.id) { try count(former, by: -1) }
        plans[E.table, default: Plan()].removed.insert(entity.id)
    }

    /// Takes an entity that was to be written out of the plan: it stays as it is.
    package mutating func leaveOut<E: StoredEntity>(_ entity: E) throws {
        if let key = E.rules.name?.key(entity) {
            plans[E.table]?.names[key]?.removeAll { $0 == entity.id }
        }
        if let former = plans[E.table]?.former[entity.id] as? E { try count(former, by: 1) }
        try count(entity, by: -1)
        plans[E.table]?.live.remove(entity.id)
        if let group = E.rules.agreement?.group(entity),
            plans[E.table]?.firsts[group] == entity.id
        {
            plans[E.table]?.firsts[group] = nil
        }
        plans[E.table]?.written[entity.id] = nil
    }

    /// Takes an entity that was to be removed out of the plan.
    package mutating func keep<E: StoredEntity>(_ entity: E) throws {
        plans[E.table]?.removed.remove(entity.id)
        try count(entity, by: 1)
    }

    private mutating func count<E: StoredEntity>(_ entity: E, by number: Int) throws {
        guard let maximum = E.rules.maximum, let group = maximum.group(entity) else { return }
        // What was there is counted before anything of the plan is written.
        let before = try plans[E.table]?.counts[group]?.before ?? stored(maximum, group)
        plans[E.table, default: Plan()].counts[group, default: (before, 0)].more += number
    }

    private func stored<E: StoredEntity>(_ maximum: Maximum<E>, _ group: String) throws -> Int {
        let column = maximum.column.map { " AND \($0) = ?" } ?? ""
        let counted = try transaction.db.cachedStatement(
            sql: "SELECT COUNT(*) FROM \(E.table) WHERE \(maximum.condition)\(column)")
        return Int(try counted.integer(maximum.column == nil ? [] : [.text(group)]) ?? 0)
    }

    // MARK: The state as it will be

    /// True where an entity that will be written is stored already.
    package func isKept<E: StoredEntity>(_ entity: E) -> Bool {
        plans[E.table]?.former[entity.id] != nil
    }

    package func entity<E: StoredEntity>(_: E.Type, id: String) throws -> E? {
        guard let plan = plans[E.table] else { return try E.fetch(transaction.db, id: id) }
        if let planned = plan.written[id] { return planned as? E }
        return plan.removed.contains(id) ? nil : try E.fetch(transaction.db, id: id)
    }

    /// Another entity with the same name: the first one of the plan, else a stored one that stays; `nil` for
    /// none.
    private func other<E: StoredEntity>(
        than entity: E, called key: String, _ name: UniqueName<E>
    ) throws -> E? {
        if let id = plans[E.table]?.names[key]?.first, id != entity.id {
            return try self.entity(E.self, id: id)
        }
        let named = try transaction.db.cachedStatement(
            sql: "SELECT * FROM \(E.table) WHERE \(name.column) = ?")
        return try E.fetchAll(named, [.text(key)]).first {
            $0.id != entity.id && name.key($0) == key && plans[E.table]?.keeps($0.id) != false
        }
    }

    /// Another entity that is live for the same owner: one of the plan, else a stored one that stays; `nil`
    /// for none.
    private func otherLive<E: StoredEntity>(than entity: E?, _ live: LiveOne<E>) throws -> E? {
        func owner(_ entity: E?) throws -> String {
            let owner = entity.flatMap(live.owner) ?? transaction.device
            return try transaction.isOwn(owner) ? transaction.device : owner
        }
        let wanted = try owner(entity)
        func isOther(_ other: E) throws -> Bool {
            try other.id != entity?.id && owner(other) == wanted
        }
        let planned = try plans[E.table]?.live.compactMap { try self.entity(E.self, id: $0) }
        if let other = try planned?.first(where: isOther) { return other }
        let stored = try transaction.db.cachedStatement(
            sql: "SELECT * FROM \(E.table) WHERE \(live.condition)")
        return try E.fetchAll(stored).first {
            try isOther($0) && plans[E.table]?.keeps($0.id) != false
        }
    }

    /// The first entity of the plan in the same group as this one, or a stored one that stays; `nil` for
    /// none. One is enough, since all stored ones agree.
    private func other<E: StoredEntity>(
        than entity: E, inGroupOf agreement: Agreement<E>
    ) throws -> E? {
        let group = agreement.group(entity)
        if let id = plans[E.table]?.firsts[group], id != entity.id {
            return try self.entity(E.self, id: id)
        }
        let stored = try transaction.db.cachedStatement(
            sql: "SELECT * FROM \(E.table) WHERE \(agreement.column) = ?")
        var found: E?
        try E.forEach(stored, [.text(group)]) { id, other in
            guard id != entity.id, plans[E.table]?.keeps(id) != false else { return true }
            found = try other.get()
            return false
        }
        return found
    }

    // MARK: Rules

    /// Rule that an entity of the plan would break by being written; `nil` for none. A rule that the stored
    /// entity breaks already, being older than the rule, doesn't count.
    package func violation<E: StoredEntity>(of entity: E) throws -> Violation? {
        let rules = E.rules
        let stored = plans[E.table]?.former[entity.id] as? E
        if let name = rules.name, let key = name.key(entity), stored.flatMap(name.key) != key,
            !(allowsOlderNames && name.wasShared),
            let other = try other(than: entity, called: key, name)
        {
            return .taken(name: name.text(other), by: other)
        }
        if let maximum = rules.maximum, let group = maximum.group(entity),
            let count = plans[E.table]?.counts[group], count.more > 0,
            count.before + count.more > maximum.number
        {
            return .tooMany(maximum: maximum.number, each: maximum.column)
        }
        if let live = rules.live, live.isLive(entity), stored.map(live.isLive) != true,
            let violation = try violation(ofLiveBeside: E.self, entity)
        {
            return violation
        }
        if let agreement = rules.agreement,
            stored.map({ agreement.mismatch(entity, $0) == nil }) != true,
            let other = try other(than: entity, inGroupOf: agreement),
            let mismatch = agreement.mismatch(entity, other)
        {
            return .mismatch(column: mismatch.field, mismatch)
        }
        for reference in rules.references {
            guard let violation = try violation(of: reference, in: entity) else { continue }
            let before = Integrity(transaction)
            let wasBroken = try stored.map { try before.violation(of: reference, in: $0) != nil }
            if wasBroken != true { return violation }
        }
        return nil
    }

    /// Rule that one more live entity of a kind would break; `nil` for none.
    ///
    /// - Parameter entity: that entity; `nil` for one that isn't made yet, which will be this machine's.
    package func violation<E: StoredEntity>(
        ofLiveBeside kind: E.Type, _ entity: E? = nil
    ) throws -> Violation? {
        guard let live = E.rules.live, let other = try otherLive(than: entity, live) else {
            return nil
        }
        let reason = live.reason(other)
        return .another(state: reason.state, text: reason.text, advice: live.advice)
    }

    private func violation<E: StoredEntity>(
        of reference: Reference<E>, in entity: E
    ) throws -> Violation? {
        guard let target = reference.target as? any StoredEntity.Type else { return nil }
        for id in reference.ids(entity) {
            guard let other = try self.entity(of: target, id: id) else {
                return .missing(column: reference.column, noun: reference.noun)
            }
            if let mismatch = reference.mismatch(entity, other) {
                return .mismatch(column: reference.column, mismatch)
            }
        }
        guard reference.target == E.self, try isRing(from: entity, by: reference) else {
            return nil
        }
        return .ring(column: reference.column, noun: reference.noun)
    }

    private func isRing<E: StoredEntity>(
        from entity: E, by reference: Reference<E>
    ) throws -> Bool {
        var seen: Set<String> = [entity.id]
        var next = reference.ids(entity).first
        while let id = next {
            guard seen.insert(id).inserted else { return true }
            next = try self.entity(E.self, id: id).flatMap { reference.ids($0).first }
        }
        return false
    }

    private func entity(of kind: any StoredEntity.Type, id: String) throws -> (any StoredEntity)? {
        try entity(kind, id: id)
    }

    /// Rule that other entities, which refer to this one, would break once it is written or removed; `nil`
    /// for none.
    package func violationOfOthers<E: StoredEntity>(naming entity: E) throws -> Violation? {
        let isRemoved = plans[E.table]?.removed.contains(entity.id) ?? false
        let former = isRemoved ? nil : plans[E.table]?.former[entity.id] as? E
        // Lists in JSON come last: a reference from what was done tells more than one from a plan, and has an
        // index.
        for rank in 0...2 {
            for kind in transaction.schema.kinds {
                let violation = try violation(
                    of: kind, naming: entity, former: former, isRemoved: isRemoved, rank: rank)
                if let violation { return violation }
            }
        }
        return nil
    }

    private func violation<K: StoredEntity, E: StoredEntity>(
        of kind: K.Type, naming entity: E, former: E?, isRemoved: Bool, rank: Int
    ) throws -> Violation? {
        for reference in K.rules.references
        where reference.target == E.self
            && rank == (reference.element != nil ? 2 : K.self == E.self ? 1 : 0)
        {
            if let former, !reference.matters(former, entity) { continue }
            var found: Violation?
            try transaction.each(naming: entity.id, by: reference) { other in
                guard plans[K.table]?.keeps(other.id) != false else { return true }
                found =
                    isRemoved
                    ? .used(reference.use, by: other)
                    : reference.mismatch(other, entity).map { .unfit($0, by: other) }
                return found == nil
            }
            if let found { return found }
        }
        return nil
    }

}

extension Transaction {
    /// Ids of a kind's entities that other entities refer to.
    ///
    /// - Parameter byItsOwnKind: whether entities of the same kind count, too.
    package func namedIDs<E: StoredEntity>(
        of kind: E.Type, byItsOwnKind: Bool
    ) throws -> Set<String> {
        var ids: Set<String> = []
        for naming in schema.kinds where byItsOwnKind || naming != E.self {
            try addNamedIDs(of: kind, by: naming, to: &ids)
        }
        return ids
    }

    private func addNamedIDs<E: StoredEntity, K: StoredEntity>(
        of _: E.Type, by _: K.Type, to ids: inout Set<String>
    ) throws {
        for reference in K.rules.references where reference.target == E.self {
            let sql =
                reference.element.map { element in
                    """
                    SELECT DISTINCT element.value ->> '$.\(element)'
                    FROM \(K.table), json_each(\(K.table).\(reference.column)) AS element
                    """
                } ?? """
                    SELECT id FROM \(E.table) WHERE EXISTS (
                        SELECT 1 FROM \(K.table) AS naming
                        WHERE naming.\(reference.column) = \(E.table).id)
                    """
            try db.cachedStatement(sql: sql).forEachRow { row in
                ids.insert(row.text(0))
                return true
            }
        }
    }
}

extension Rejection {
    /// Refusal of an undo that would break a rule.
    package init(puttingBack violation: Violation) {
        let text: String
        var (state, verb): (String?, String) = (nil, "put back")
        switch violation {
        case .taken(let name, let other):
            text = "there is another \(type(of: other).noun) called \(name) now"
        case .tooMany(let maximum, let each?): text = "the \(each) would have more than \(maximum)"
        case .tooMany(let maximum, nil): text = "there would be more than \(maximum)"
        case .another(let live, let why, let advice): (text, state) = ("\(why): \(advice)", live)
        case .missing(_, let noun): text = "\(noun) is gone"
        case .mismatch(_, let mismatch): text = "\(mismatch.text) now"
        case .ring(_, let noun): text = "\(noun) refers to it now"
        case .used(let use, _): (text, state, verb) = (use.text, use.state, "removed")
        case .unfit(let mismatch, _): (text, state) = (mismatch.reason, mismatch.state)
        }
        self = .conflict("it can't be \(verb): \(text)", state: state)
    }
}

extension Transaction {
    /// Passes the entities that refer to an entity to `body`, until it returns `false`.
    func each<K: StoredEntity>(
        naming id: String, by reference: Reference<K>, _ body: (K) throws -> Bool
    ) throws {
        let condition =
            reference.element.map { element in
                """
                EXISTS (
                    SELECT 1 FROM json_each(\(K.table).\(reference.column)) AS element
                    WHERE element.value ->> '$.\(element)' = ?)
                """
            } ?? "\(reference.column) = ?"
        let naming = try db.cachedStatement(
            sql: "SELECT * FROM \(K.table) WHERE \(condition)")
        try K.forEach(naming, [.text(id)]) { _, other in try body(other.get()) }
    }

    /// Entities of a kind that refer to an exercise, sorted by id.
    package func all<K: StoredEntity>(_ kind: K.Type, ofExercise id: String) throws -> [K] {
        var found: [K] = []
        for reference in K.rules.references where reference.target == Exercise.self {
            try each(naming: id, by: reference) { entity in
                found.append(entity)
                return true
            }
        }
        return found.sorted { $0.id < $1.id }
    }
}
