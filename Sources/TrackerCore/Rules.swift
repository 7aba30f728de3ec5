/// The rules that hold between an entity and all others. Each kind declares its own once; `Integrity` checks
/// against them all that commands, undo, imports and the undoing of imports are about to write.
package struct Rules<E: Entity>: Sendable {
    package let name: UniqueName<E>?
    package let maximum: Maximum<E>?
    package let live: LiveOne<E>?
    package let agreement: Agreement<E>?
    package let references: [Reference<E>]

    package var isEmpty: Bool {
        name == nil && maximum == nil && live == nil && agreement == nil && references.isEmpty
    }

    package init(
        name: UniqueName<E>? = nil, maximum: Maximum<E>? = nil, live: LiveOne<E>? = nil,
        agreement: Agreement<E>? = nil, references: [Reference<E>] = []
    ) {
        self.name = name
        self.maximum = maximum
        self.live = live
        self.agreement = agreement
        self.references = references
    }
}

/// A rule that no two entities of a kind share a name, compared without case, accents and punctuation.
package struct UniqueName<E: Entity>: Sendable {
    /// The column that holds the key.
    package let column: String
    /// Key of an entity's name (`NameKey`); `nil` for an entity that is no longer found by its name.
    package let key: @Sendable (E) -> String?
    /// The name as a person wrote it.
    package let text: @Sendable (E) -> String
    /// True where older entities may share a name, since names once didn't have to differ. They are kept, and
    /// may come in with exports.
    package let wasShared: Bool

    package init(
        column: String = "name_key", key: @escaping @Sendable (E) -> String?,
        text: @escaping @Sendable (E) -> String, wasShared: Bool = false
    ) {
        self.column = column
        self.key = key
        self.text = text
        self.wasShared = wasShared
    }
}

/// The largest number of entities of a kind, in total or for each value of a column.
package struct Maximum<E: Entity>: Sendable {
    package let number: Int
    /// Column by whose value entities are counted; `nil` where all count together.
    package let column: String?
    /// Value of that column for an entity; `nil` for an entity that doesn't count. The same text for all
    /// where all count together.
    package let group: @Sendable (E) -> String?
    /// SQL condition for the entities that count.
    package let condition: String

    /// A limit on all entities of a kind, or on those that fulfil an SQL condition.
    package init(
        _ number: Int, where condition: String = "TRUE",
        counts: @escaping @Sendable (E) -> Bool = { _ in true }
    ) {
        self.number = number
        column = nil
        group = { counts($0) ? "" : nil }
        self.condition = condition
    }

    /// A limit on the entities that have the same value in a column.
    package init(_ number: Int, each column: String, _ group: @escaping @Sendable (E) -> String) {
        self.number = number
        self.column = column
        self.group = { group($0) }
        condition = "TRUE"
    }
}

/// A rule that at most one entity of a kind is live at a time, or one for each owner.
package struct LiveOne<E: Entity>: Sendable {
    /// SQL condition for live entities.
    package let condition: String
    package let isLive: @Sendable (E) -> Bool
    /// The device on which an entity is live; `nil` for this one.
    package let owner: @Sendable (E) -> String?
    /// Reason why another can't be live (`a rest is in progress`), with the state of the live one.
    package let reason: @Sendable (E) -> (state: String, text: String)
    /// Advice for that case: `skip it first`.
    package let advice: String

    package init(
        where condition: String, advice: String, _ isLive: @escaping @Sendable (E) -> Bool,
        owner: @escaping @Sendable (E) -> String? = { _ in nil },
        reason: @escaping @Sendable (E) -> (state: String, text: String)
    ) {
        self.condition = condition
        self.advice = advice
        self.isLive = isLive
        self.owner = owner
        self.reason = reason
    }
}

/// A rule that entities with the same value in a column agree with each other.
package struct Agreement<E: Entity>: Sendable {
    package let column: String
    /// Value of that column for an entity.
    package let group: @Sendable (E) -> String
    /// Mismatch between an entity and another one of its group; `nil` where they agree.
    package let mismatch: @Sendable (E, _ other: E) -> Mismatch?

    package init(
        among column: String, _ group: @escaping @Sendable (E) -> String,
        mismatch: @escaping @Sendable (E, _ other: E) -> Mismatch?
    ) {
        self.column = column
        self.group = group
        self.mismatch = mismatch
    }
}

/// A column in which an entity refers to others. They can't be removed while the entity exists.
package struct Reference<E: Entity>: Sendable {
    /// Name of the column, which holds an id or a list of objects.
    package let column: String
    /// Field of the objects that holds the id; `nil` where the column itself holds it.
    package let element: String?
    package let target: any Entity.Type
    /// Words for the referenced entity in a refusal: `its exercise`.
    package let noun: String
    package let use: Violation.Use
    /// Ids that an entity has in the column.
    package let ids: @Sendable (E) -> [String]
    /// Mismatch between an entity and the one it refers to; `nil` where they fit.
    package let mismatch: @Sendable (E, any Entity) -> Mismatch?
    /// Whether a change of the referenced entity may bring a mismatch.
    package let matters: @Sendable (_ was: any Entity, _ now: any Entity) -> Bool

    /// - Parameters:
    ///   - watching: the value of the referenced entity on which `mismatch` depends.
    package init<Target: Entity, Value: Equatable & Sendable>(
        to target: Target.Type, _ noun: String, column: String, element: String? = nil,
        use: Violation.Use,
        watching value: @escaping @Sendable (Target) -> Value,
        ids: @escaping @Sendable (E) -> [String],
        mismatch: @escaping @Sendable (E, Target) -> Mismatch?
    ) {
        self.target = target
        self.noun = noun
        self.column = column
        self.element = element
        self.use = use
        self.ids = ids
        self.mismatch = { entity, other in
            (other as? Target).flatMap { mismatch(entity, $0) }
        }
        matters = { was, now in
            guard let was = was as? Target, let now = now as? Target else { return true }
            return value(was) != value(now)
        }
    }

    /// A reference that any entity of the target kind fits.
    package init<Target: Entity>(
        to target: Target.Type, _ noun: String, column: String, element: String? = nil,
        use: Violation.Use, ids: @escaping @Sendable (E) -> [String]
    ) {
        self.init(
            to: target, noun, column: column, element: element, use: use, watching: { _ in true },
            ids: ids, mismatch: { _, _ in nil })
    }
}

/// The reason why an entity and the one it refers to don't fit together.
package struct Mismatch: Sendable, Hashable {
    /// Field of the referenced entity that doesn't fit.
    package let field: String
    /// The state in a refusal's data.
    package let state: String
    /// Reason why the referring entity can't be written: `Plank is counted in seconds`.
    package let text: String
    /// Reason why the referenced entity can't be changed: `the log has entries for it in reps`.
    package let reason: String
    /// Advice for a person who wants to write the referring entity; `nil` for none.
    package let advice: String?

    package init(
        field: String, state: String, _ text: String, reason: String, advice: String? = nil
    ) {
        self.field = field
        self.state = state
        self.text = text
        self.reason = reason
        self.advice = advice
    }
}

/// A rule that a write would break.
package enum Violation: Sendable {
    /// Another entity of the kind has the name: that entity and its name.
    case taken(name: String, by: any Entity)
    /// There would be more entities than the maximum; the column by which they are counted, if any.
    case tooMany(maximum: Int, each: String?)
    /// Another entity of the kind is live: its state, the reason why that is in the way, and what to do about
    /// it.
    case another(state: String, text: String, advice: String)
    /// The entity refers to one that doesn't exist.
    case missing(column: String, noun: String)
    /// The entity refers to one that exists, but doesn't fit.
    case mismatch(column: String, Mismatch)
    /// The column's references lead from the entity back to itself.
    case ring(column: String, noun: String)
    /// Another entity refers to this one, which is to be removed.
    case used(Use, by: any Entity)
    /// Another entity refers to this one, and wouldn't fit it once it is changed.
    case unfit(Mismatch, by: any Entity)

    /// Words for refusing to remove an entity that others refer to.
    package struct Use: Sendable, Hashable {
        /// The state in a refusal's data.
        package let state: String
        /// Reason why the entity can't be removed: `the log has entries for it`.
        package let text: String

        package init(_ state: String, _ text: String) {
            self.state = state
            self.text = text
        }
    }
}
