/// The rules that an entity keeps with all others. Each kind declares its own once; `Integrity` holds
/// against them whatever commands, undo, imports and the undoing of imports are about to write.
package struct Rules<E: Entity>: Sendable {
    package let name: UniqueName<E>?
    package let maximum: Maximum<E>?
    package let live: LiveOne<E>?
    package let references: [Reference<E>]

    package var isEmpty: Bool {
        name == nil && maximum == nil && live == nil && references.isEmpty
    }

    package init(
        name: UniqueName<E>? = nil, maximum: Maximum<E>? = nil, live: LiveOne<E>? = nil,
        references: [Reference<E>] = []
    ) {
        self.name = name
        self.maximum = maximum
        self.live = live
        self.references = references
    }
}

/// A name that one entity of a kind has, compared without case, accents and punctuation.
package struct UniqueName<E: Entity>: Sendable {
    /// The column that holds the key.
    package let column: String
    /// The key of an entity (`NameKey`); `nil` for one that isn't found by its name any more.
    package let key: @Sendable (E) -> String?
    /// The name as a person wrote it.
    package let text: @Sendable (E) -> String
    /// Whether entities from before names had to differ share some, which go on so and come in with exports.
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

/// The largest number of a kind, as a whole or in each of another kind.
package struct Maximum<E: Entity>: Sendable {
    package let number: Int
    /// The column by whose value they are counted; `nil` where all count together.
    package let column: String?
    /// The value in that column; `nil` for an entity that doesn't count. One text for all where all count
    /// together.
    package let group: @Sendable (E) -> String?
    /// The SQL condition of those that count.
    package let condition: String

    /// All of a kind, or those of them that fulfil an SQL condition.
    package init(
        _ number: Int, where condition: String = "TRUE",
        counts: @escaping @Sendable (E) -> Bool = { _ in true }
    ) {
        self.number = number
        column = nil
        group = { counts($0) ? "" : nil }
        self.condition = condition
    }

    /// Those that have the same value in a column.
    package init(_ number: Int, each column: String, _ group: @escaping @Sendable (E) -> String) {
        self.number = number
        self.column = column
        self.group = { group($0) }
        condition = "TRUE"
    }
}

/// A kind of which one at a time is live.
package struct LiveOne<E: Entity>: Sendable {
    /// The SQL condition of the live one.
    package let condition: String
    package let isLive: @Sendable (E) -> Bool
    /// Why another one can't be (`a training is on`), with the state that the live one is in.
    package let reason: @Sendable (E) -> (state: String, text: String)
    /// What to do about that: `complete it first`.
    package let advice: String

    package init(
        where condition: String, advice: String, _ isLive: @escaping @Sendable (E) -> Bool,
        reason: @escaping @Sendable (E) -> (state: String, text: String)
    ) {
        self.condition = condition
        self.advice = advice
        self.isLive = isLive
        self.reason = reason
    }
}

/// A column in which an entity names others, which must be kept as long as it is.
package struct Reference<E: Entity>: Sendable {
    /// The column with an id, or with a list of objects.
    package let column: String
    /// The field of those objects that holds the id; `nil` where the column itself does.
    package let element: String?
    package let target: any Entity.Type
    /// The words for the other one in a refusal: `its exercise`.
    package let noun: String
    package let use: Violation.Use
    /// The ids in the column.
    package let ids: @Sendable (E) -> [String]
    /// Why an entity doesn't go with the one that it names; `nil` where it does.
    package let mismatch: @Sendable (E, any Entity) -> Mismatch?
    /// Whether a change of the other one may bring a mismatch.
    package let matters: @Sendable (_ was: any Entity, _ now: any Entity) -> Bool

    /// - Parameters:
    ///   - watching: the value of the other one on which `mismatch` depends.
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

    /// A reference to whatever the other one is like.
    package init<Target: Entity>(
        to target: Target.Type, _ noun: String, column: String, element: String? = nil,
        use: Violation.Use, ids: @escaping @Sendable (E) -> [String]
    ) {
        self.init(
            to: target, noun, column: column, element: element, use: use, watching: { _ in true },
            ids: ids, mismatch: { _, _ in nil })
    }
}

/// Why two entities, of which one names the other, don't go together.
package struct Mismatch: Sendable, Hashable {
    /// The field of the other one that doesn't go with the one that names it.
    package let field: String
    /// The state in a refusal's data.
    package let state: String
    /// Why the one that names the other can't be written: `Plank counts seconds`.
    package let text: String
    /// Why the other can't become so: `the log has entries of it in reps`.
    package let reason: String

    package init(field: String, state: String, _ text: String, reason: String) {
        self.field = field
        self.state = state
        self.text = text
        self.reason = reason
    }
}

/// The rule that something about to be written would break.
package enum Violation: Sendable {
    /// Another one of the kind has the name; its name, and itself.
    case taken(name: String, by: any Entity)
    /// There would be more than a number of them; the column by which they are counted, if any.
    case tooMany(maximum: Int, each: String?)
    /// Another one of the kind is live: its state, why that is in the way, and what to do about it.
    case another(state: String, text: String, advice: String)
    /// An entity that it names isn't kept.
    case missing(column: String, noun: String)
    /// An entity that it names is kept, but doesn't go with it.
    case mismatch(column: String, Mismatch)
    /// The column's references lead from the entity back to itself.
    case ring(column: String, noun: String)
    /// Another entity names this one, which is to go.
    case used(Use, by: any Entity)
    /// Another entity names this one, and wouldn't go with what it is to become.
    case unfit(Mismatch, by: any Entity)

    /// What a reference means to the entity that is named.
    package struct Use: Sendable, Hashable {
        /// The state in a refusal's data.
        package let state: String
        /// Why the entity can't go: `the log has entries of it`.
        package let text: String

        package init(_ state: String, _ text: String) {
            self.state = state
            self.text = text
        }
    }
}
