import GRDB
import TrackerCore

/// The rules of all kinds, held against the state as it will be once some entities are written and others
/// taken away.
///
/// Entities are planned first, and then each is asked for the rule that it would break. Nothing is written.
package struct Integrity {
    private let transaction: Transaction
    /// Whether a name may be shared where names of the kind once were.
    private let allowsOlderNames: Bool
    private var plans: [String: Plan] = [:]

    /// One kind's part of the plan.
    private struct Plan {
        /// By id, entities as they will be.
        var written: [String: any StoredEntity] = [:]
        var removed: Set<String> = []
        /// By id, entities that will be written, as they are.
        var former: [String: any StoredEntity] = [:]
        /// Ids by names, of those that will be written; the first of two has the name.
        var names: [String: [String]] = [:]
        /// The ids of those that will be written and are live.
        var live: Set<String> = []
        /// By what they are counted by, how many there were before the plan, and how many more there will
        /// be.
        var counts: [String: (before: Int, more: Int)] = [:]

        func keeps(_ id: String) -> Bool { written[id] == nil && !removed.contains(id) }
    }

    package init(_ transaction: Transaction, allowsOlderNames: Bool = false) {
        self.transaction = transaction
        self.allowsOlderNames = allowsOlderNames
    }

    /// With a plan, in any order.
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

    /// Whether an entity that will be written is kept already.
    package func isKept<E: StoredEntity>(_ entity: E) -> Bool {
        plans[E.table]?.former[entity.id] != nil
    }

    /// Whether an entity comes with the plan.
    package func writes<E: StoredEntity>(_: E.Type, id: String) -> Bool {
        plans[E.table]?.written[id] != nil
    }

    package func entity<E: StoredEntity>(_: E.Type, id: String) throws -> E? {
        guard let plan = plans[E.table] else { return try E.fetch(transaction.db, id: id) }
        if let planned = plan.written[id] { return planned as? E }
        return plan.removed.contains(id) ? nil : try E.fetch(transaction.db, id: id)
    }

    /// Another entity with a name, the first of those that come before those that are kept.
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

    private func otherLive<E: StoredEntity>(than id: String, _ live: LiveOne<E>) throws -> E? {
        if let other = plans[E.table]?.live.first(where: { $0 != id }) {
            return try entity(E.self, id: other)
        }
        let stored = try transaction.db.cachedStatement(
            sql: "SELECT * FROM \(E.table) WHERE \(live.condition)")
        return try E.fetchAll(stored).first {
            $0.id != id && plans[E.table]?.keeps($0.id) != false
        }
    }

    // MARK: Rules

    /// The rule that an entity of the plan would break by being written. A rule that it breaks already, as
    /// one from before the rule was made may, is none.
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
            let violation = try violation(ofLiveBeside: E.self, id: entity.id)
        {
            return violation
        }
        for reference in rules.references {
            guard let violation = try violation(of: reference, in: entity) else { continue }
            let before = Integrity(transaction)
            let wasBroken = try stored.map { try before.violation(of: reference, in: $0) != nil }
            if wasBroken != true { return violation }
        }
        return nil
    }

    /// The rule that one more live entity of a kind would break.
    ///
    /// - Parameter id: the id of that entity; empty for one that isn't made yet.
    package func violation<E: StoredEntity>(
        ofLiveBeside kind: E.Type, id: String = ""
    ) throws -> Violation? {
        guard let live = E.rules.live, let other = try otherLive(than: id, live) else { return nil }
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

    /// The rule that others would break once an entity of the plan is written or taken away, since they name
    /// it.
    package func violationOfOthers<E: StoredEntity>(naming entity: E) throws -> Violation? {
        let isRemoved = plans[E.table]?.removed.contains(entity.id) ?? false
        let former = isRemoved ? nil : plans[E.table]?.former[entity.id] as? E
        // What a person has done says more than a plan for it, and is found by an index.
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
    /// The ids of a kind's entities that others name.
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
    /// The refusal of an undoing that would break a rule.
    package init(puttingBack violation: Violation) {
        switch violation {
        case .taken(let name, let other):
            self = .conflict(
                "it can't be put back: there is another \(type(of: other).noun) called \(name) now")
        case .tooMany(let maximum, let each):
            let room = each.map { "the \($0) would have more than \(maximum)" }
            self = .conflict(
                "it can't be put back: \(room ?? "there would be more than \(maximum)")")
        case .another(let state, let text, let advice):
            self = .conflict("it can't be put back: \(text): \(advice)", state: state)
        case .missing(_, let noun): self = .conflict("it can't be put back: \(noun) is gone")
        case .mismatch(_, let mismatch):
            self = .conflict("it can't be put back: \(mismatch.text) now")
        case .ring(_, let noun):
            self = .conflict("it can't be put back: \(noun) refers to it by now")
        case .used(let use, _):
            self = .conflict("it can't be taken away: \(use.text)", state: use.state)
        case .unfit(let mismatch, _):
            self = .conflict("it can't be put back: \(mismatch.reason)", state: mismatch.state)
        }
    }
}

extension Transaction {
    /// Hands out those that name an entity, until `body` answers `false`.
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

    /// The entities of a kind that name an exercise, by id.
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
