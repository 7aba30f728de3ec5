import TrackerCore
import TrackerStore
import TrainingLogs

/// Entities that were accepted from a native export so far, and the check whether another one fits them and
/// what is here.
struct NativeFit {
    private var context: Context
    private var integrity: Integrity
    /// Entities of one table that may depend on others of it, by a name or as a variant: they wait until the
    /// whole table is known.
    private var waiting: [Waiting] = []
    private var reminders: [String] = []
    private(set) var isQuieted = false
    /// Ids of reminders with a current occurrence among the accepted ones, each with its state.
    private var current: Set<String> = []
    /// Ids of accepted reminders and rests, to which others belong.
    private var owners: Set<String> = []

    private struct Waiting {
        let line: Int
        let entity: any StoredEntity
    }

    init(_ context: Context) {
        self.context = context
        integrity = Integrity(context.transaction, allowsOlderNames: true)
    }

    /// Goes on in another transaction, in which all that was accepted before is written.
    ///
    /// - Parameter isChanged: whether others have changed something since the last one.
    mutating func turn(to context: Context, isChanged: Bool) throws {
        self.context = context
        guard isChanged else { return }
        integrity = Integrity(context.transaction, allowsOlderNames: true)
        for entry in waiting { try integrity.write(entry.entity) }
        owners = try owners.filter {
            try here.has(Reminder.self, id: $0) || here.has(Rest.self, id: $0)
        }
    }

    var here: Transaction { context.transaction }

    // MARK: Entities here with the same id

    /// An id in the file: free here, or that of the same entity or of another one.
    enum IDState { case free, same, other }

    func idState<E: StoredEntity>(of entity: E) throws -> IDState {
        guard let present = try here.entity(E.self, id: entity.id) else { return .free }
        if present == entity { return .same }
        return try isReplaceable(present, by: entity) ? .free : .other
    }

    /// True where the file may replace an entity here: one of the library that nobody has touched, or a
    /// challenge that was offered here and neither completed nor swapped. Nothing else may be replaced, since
    /// the file can't know what has become of it here.
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

    /// The accepted reminders as they are by now.
    func acceptedReminders() throws -> [Reminder] { try reminders.compactMap(here.reminder) }

    /// True where a reminder or a rest was accepted from the file.
    func hasAccepted(_ id: String) -> Bool { owners.contains(id) }

    func hasCurrent(_ occurrence: Occurrence) -> Bool { current.contains(Self.mark(occurrence)) }

    /// Reason why a live entity can't be imported: the journal shows that it was live here, and has ended
    /// since. `nil` where it can.
    func misfit(ofLive id: String) throws -> String? {
        try here.isKnown(subject: id) ? "it was running here and has ended" : nil
    }

    /// Accepts an entity where it fits.
    ///
    /// - Returns: the reason why it doesn't fit; `nil` where it was accepted.
    mutating func accept(_ entity: any StoredEntity) throws -> String? {
        if let reason = try (entity as? any EngineKind)?.misfit(in: self) { return reason }
        try integrity.write(entity)
        if let violation = try integrity.violation(of: entity) {
            try integrity.leaveOut(entity)
            return Self.reason(violation, of: entity)
        }
        note(entity)
        return nil
    }

    private mutating func note(_ entity: any StoredEntity) {
        if let reminder = entity as? Reminder { reminders.append(reminder.id) }
        if entity is Reminder || entity is Rest { owners.insert(entity.id) }
        if entity is DoNotDisturb { isQuieted = true }
        if let occurrence = entity as? Occurrence, occurrence.isCurrent {
            current.insert(Self.mark(occurrence))
        }
    }

    private static func mark(_ occurrence: Occurrence) -> String {
        "\(occurrence.reminder) \(occurrence.state == .scheduled)"
    }

    // MARK: Waiting entities

    /// Keeps an entity waiting where it may depend on others of its table.
    ///
    /// - Returns: whether it waits.
    mutating func deferIfDependent<E: StoredEntity>(_ entity: E, line: Int) throws -> Bool {
        let isNamed = E.rules.name != nil
        let namesOwnKind = E.rules.references.contains {
            $0.target == E.self && !$0.ids(entity).isEmpty
        }
        guard isNamed || namesOwnKind else { return false }
        try integrity.write(entity)
        waiting.append(Waiting(line: line, entity: entity))
        return true
    }

    /// Decides on the waiting entities: those that break a rule are left out, then those that break one
    /// without them, and so on.
    ///
    /// - Returns: the accepted entities, and the lines of the others with the reasons.
    mutating func acceptWaiting() throws -> (
        coming: [any StoredEntity], left: [(line: Int, reason: String)]
    ) {
        var left: [(line: Int, reason: String)] = []
        var coming = waiting
        waiting = []
        var isStable = false
        while !isStable {
            isStable = true
            try coming.removeAll { entry in
                guard let reason = try reason(toLeave: entry.entity) else { return false }
                try integrity.leaveOut(entry.entity)
                left.append((entry.line, reason))
                isStable = false
                return true
            }
        }
        for entry in coming { note(entry.entity) }
        return (coming.map(\.entity), left)
    }

    /// Reason why a waiting entity is left out; `nil` where it comes in.
    private func reason(toLeave entity: any StoredEntity) throws -> String? {
        if let reason = try (entity as? any EngineKind)?.misfit(in: self) { return reason }
        if let violation = try integrity.violation(of: entity) {
            return Self.reason(violation, of: entity)
        }
        // Others may have changed it while it waited.
        return try idState(of: entity) == .free ? nil : Self.otherIsHere(entity)
    }

    /// Reason to leave an entity out whose id is that of another one here.
    static func otherIsHere<E: StoredEntity>(_: E) -> String {
        "this \(E.table) is already here, and is different"
    }

    private static func reason(_ violation: Violation, of entity: any StoredEntity) -> String {
        let noun = type(of: entity).noun
        switch violation {
        case .taken(let name, _):
            return "another \(noun) here is called \(name): rename one of them"
        case .tooMany(let maximum, let each?):
            return "its \(each) would have more than \(maximum)"
        case .tooMany(let maximum, nil): return "there would be more than \(maximum)"
        case .another: return "another \(noun) is in progress: there can be only one"
        case .missing(_, let noun): return "\(noun) isn't here"
        case .mismatch(_, let mismatch): return "\(mismatch.text) here"
        case .ring(_, let noun): return "\(noun) refers back to it"
        case .used(let use, _): return use.text
        case .unfit(let mismatch, _): return mismatch.reason
        }
    }
}
