import TrackerCore
import TrackerStore
import TrainingLogs

/// The entities that come in with a native export so far, and whether more of them fit those and what is
/// here.
struct NativeFit {
    private let context: Context
    private var integrity: Integrity
    /// Entities of one table whose place depends on others of it, as names and variants do: they wait until
    /// all of the table are known.
    private var waiting: [Waiting] = []
    private(set) var reminders: [Reminder] = []
    private(set) var isQuieted = false
    /// Ids of reminders with the states of their occurrences.
    private var current: Set<String> = []

    private struct Waiting {
        let line: Int
        let entity: any StoredEntity
    }

    init(_ context: Context) {
        self.context = context
        integrity = Integrity(context.transaction, allowsOlderNames: true)
    }

    var here: Transaction { context.transaction }

    // MARK: What is here of the same id

    enum Standing { case free, same, other }

    func standing<E: StoredEntity>(of entity: E) throws -> Standing {
        guard let present = try here.entity(E.self, id: entity.id) else { return .free }
        if present == entity { return .same }
        return try isReplaceable(present, by: entity) ? .free : .other
    }

    /// True where an entity that a library gave may be replaced, since nobody has touched it, or a challenge that
    /// was offered here and nothing has become of. Nothing else may be, since the file can't know what has
    /// become of it here.
    private func isReplaceable(_ present: any StoredEntity, by entity: any StoredEntity) throws
        -> Bool
    {
        switch (present, entity) {
        case (let present as Exercise, let exercise as Exercise):
            guard !present.isCustom, !present.isEdited, present.unit == exercise.unit else {
                return false
            }
        case (let present as Program, _):
            guard present.slug != nil, !present.isEdited, !present.isDeleted else { return false }
        case (let present as Challenge, _):
            return present.completedMs == nil && !present.isSwappedAway && !present.isSecond
        default: return false
        }
        return try !here.wasTouched(id: present.id)
    }

    // MARK: Whether it fits

    /// Whether an entity comes in with the file.
    func comes<E: StoredEntity>(_ kind: E.Type, id: String) -> Bool {
        integrity.writes(kind, id: id)
    }

    func hasCurrent(_ occurrence: Occurrence) -> Bool { current.contains(Self.mark(occurrence)) }

    /// The reason why something live can't come in: the journal knows that it was live here, and has gone on
    /// since.
    func misfit(ofLive id: String) throws -> String? {
        try here.isKnown(subject: id) ? "it was on here, and is over" : nil
    }

    /// Takes an entity in where it fits.
    ///
    /// - Returns: the reason why it can't come in.
    mutating func take(_ entity: any StoredEntity) throws -> String? {
        if let reason = try (entity as? any Behaviour)?.misfit(in: self) { return reason }
        try integrity.write(entity)
        if let violation = try integrity.violation(of: entity) {
            try integrity.leaveOut(entity)
            return Self.reason(violation, of: entity)
        }
        note(entity)
        return nil
    }

    private mutating func note(_ entity: any StoredEntity) {
        if let reminder = entity as? Reminder { reminders.append(reminder) }
        if entity is DoNotDisturb { isQuieted = true }
        if let occurrence = entity as? Occurrence, occurrence.isCurrent {
            current.insert(Self.mark(occurrence))
        }
    }

    private static func mark(_ occurrence: Occurrence) -> String {
        "\(occurrence.reminder) \(occurrence.state == .scheduled)"
    }

    // MARK: Those that wait

    /// Lets an entity wait where its place depends on others of its table.
    ///
    /// - Returns: whether it waits.
    mutating func waits<E: StoredEntity>(_ entity: E, line: Int) throws -> Bool {
        let isNamed = E.rules.name != nil
        let namesOwnKind = E.rules.references.contains {
            $0.target == E.self && !$0.ids(entity).isEmpty
        }
        guard isNamed || namesOwnKind else { return false }
        try integrity.write(entity)
        waiting.append(Waiting(line: line, entity: entity))
        return true
    }

    /// Ends the waiting: whatever breaks a rule is left out, and then whatever breaks one without that.
    ///
    /// - Returns: those that come in, and of the others the lines and why not.
    mutating func settle() throws -> (
        coming: [any StoredEntity], left: [(line: Int, reason: String)]
    ) {
        var left: [(line: Int, reason: String)] = []
        var coming = waiting
        waiting = []
        var isSettled = false
        while !isSettled {
            isSettled = true
            try coming.removeAll { entry in
                let misfit = try (entry.entity as? any Behaviour)?.misfit(in: self)
                let violation = try integrity.violation(of: entry.entity)
                guard let reason = misfit ?? violation.map({ Self.reason($0, of: entry.entity) })
                else { return false }
                try integrity.leaveOut(entry.entity)
                left.append((entry.line, reason))
                isSettled = false
                return true
            }
        }
        for entry in coming { note(entry.entity) }
        return (coming.map(\.entity), left)
    }

    private static func reason(_ violation: Violation, of entity: any StoredEntity) -> String {
        let noun = type(of: entity).noun
        switch violation {
        case .taken(let name, _):
            return "another \(noun) is called \(name) here: rename one of them"
        case .tooMany(let maximum, let each?):
            return "its \(each) would have more than \(maximum)"
        case .tooMany(let maximum, nil): return "there would be more than \(maximum)"
        case .another: return "another \(noun) is on: there is one at a time"
        case .missing(_, let noun): return "\(noun) isn't here"
        case .mismatch(_, let mismatch): return "\(mismatch.text) here"
        case .ring(_, let noun): return "\(noun) leads back to it"
        case .used(let use, _): return use.text
        case .unfit(let mismatch, _): return mismatch.reason
        }
    }
}
