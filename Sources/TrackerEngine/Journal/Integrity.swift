import TrackerCore
import TrackerStore

extension Context {
    /// Refuses a request that would break a rule by the entities that it writes or removes.
    func check(
        writing written: [any StoredEntity], removing removed: [any StoredEntity]
    ) throws {
        guard (written + removed).contains(where: { Self.hasRules($0) }) else { return }
        let integrity = try Integrity(transaction, writing: written, removing: removed)
        for entity in written {
            let violation = try integrity.violation(of: entity)
            if let violation { throw Rejection(writing: entity, violation) }
            // Nothing can refer to an entity that isn't there yet.
            guard integrity.isKept(entity) else { continue }
            if let violation = try integrity.violationOfOthers(naming: entity) {
                throw Rejection(writing: entity, violation)
            }
        }
        for entity in removed {
            if let violation = try integrity.violationOfOthers(naming: entity) {
                throw Rejection(writing: entity, violation)
            }
        }
    }

    /// Refuses to begin a thing of a kind while another one is live, before any other check.
    func checkNoneIsLive<E: StoredEntity>(_ kind: E.Type) throws {
        let violation = try Integrity(transaction).violation(ofLiveBeside: kind)
        if let violation { throw Rejection(writing: nil as E?, violation) }
    }

    private static func hasRules<E: StoredEntity>(_: E) -> Bool { !E.rules.isEmpty }
}

extension Rejection {
    /// The refusal of a request that would break a rule.
    ///
    /// - Parameter entity: the entity; `nil` where it isn't made yet.
    fileprivate init<E: StoredEntity>(writing entity: E?, _ violation: Violation) {
        let name = entity.flatMap { E.rules.name?.text($0) } ?? "this \(E.noun)"
        switch violation {
        case .taken(let name, let other):
            let article = "aeiou".contains(E.noun.prefix(1)) ? "an" : "a"
            let isArchived = (other as? Exercise)?.isArchived ?? false
            self.init(
                .conflict,
                "there is \(article) \(E.noun) called \(name)"
                    + (isArchived
                        ? " (archived): bring it back, or choose another name"
                        : ": choose another name"),
                field: "name", state: isArchived ? "archived" : "taken")
        case .tooMany(let maximum, let each?):
            self.init(
                .tooLarge, "the \(each) already has \(maximum) of them: start another one",
                field: each)
        case .tooMany(let maximum, nil):
            self.init(
                .tooLarge, "there are already \(maximum) \(E.noun)s: delete some",
                field: E.rules.name == nil ? nil : "name")
        case .another(let state, let text, let advice):
            self = .conflict("\(text): \(advice)", state: state)
        case .missing(let column, let noun):
            self.init(.conflict, "\(noun) no longer exists", field: column)
        case .mismatch(let column, let mismatch):
            self = .invalid(column, mismatch.text + (mismatch.advice.map { ": \($0)" } ?? ""))
        case .ring(let column, _):
            self = .invalid(column, "\(field: column) would refer back to this \(E.noun)")
        case .used(let use, _):
            let advice = E.self == Exercise.self ? ". Archive it instead" : ""
            self = .conflict(
                "\(name) can't be deleted: \(use.text)\(advice)", state: use.state)
        case .unfit(let mismatch, _):
            self.init(
                .conflict, "\(name) can't be changed like that: \(mismatch.reason)",
                field: mismatch.field, state: mismatch.state)
        }
    }
}
