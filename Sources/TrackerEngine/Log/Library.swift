import TrackerAPI
import TrackerCore
import TrackerStore

/// The content of shipped files and a person's own: movements, programs, achievements and challenges.
package struct Library {
    package struct Content {
        package let movements: [Movement]
        package let programs: [LibraryProgram]
        package let definitions: ProgressDefinitions
        /// Whether the whole library could be read.
        package let isWhole: Bool

        package init(
            movements: [Movement], programs: [LibraryProgram] = [],
            definitions: ProgressDefinitions = ProgressDefinitions(), isWhole: Bool
        ) {
            self.movements = movements
            self.programs = programs
            self.definitions = definitions
            self.isWhole = isWhole
        }
    }

    /// A text that changes with the content.
    package let fingerprint: String
    /// Reads the library. Reading takes a while and is needed only when the content has changed.
    package let read: () -> Content

    package init(fingerprint: String, read: @escaping () -> Content) {
        self.fingerprint = fingerprint
        self.read = read
    }
}

extension Engine {
    /// Updates everything from the library after its files have changed. While the storage can't be written,
    /// the update is put off until it can.
    package func updateFromLibrary(at now: Moment) -> Outcome {
        var outcome = Outcome()
        guard !health.isDegraded else { return outcome }
        do {
            try seed(at: now, &outcome)
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
        }
        return outcome
    }

    /// Updates the exercises and programs from the library, by one event, where the content has changed
    /// since the last time.
    func seed(at now: Moment, _ outcome: inout Outcome) throws {
        guard let library = dependencies.library else { return }
        let known = try store.read(at: now) { try $0.meta(.library, as: String.self) }
        guard known != library.fingerprint else { return }
        let content = library.read()
        let (_, events) = try store.perform(at: now) { transaction in
            try context(transaction, .daemon).seed(content)
            try context(transaction, .daemon).seedPrograms(content)
            try transaction.setAliases(content.movements)
            try transaction.setOverDistance(content.movements)
            let former = try transaction.meta(.definitions, as: String.self)
            try transaction.setDefinitions(content)
            // No fingerprint is kept of a library that couldn't be read to its end: so it is read again at
            // the next start, which reports the problem again, and also where its files are changed back.
            try transaction.setMeta(.library, content.isWhole ? library.fingerprint : nil)
            if try transaction.meta(.definitions, as: String.self) != former {
                transaction.noteChange(on: .min, .daemon)
            }
        }
        dependencies.forgetState()
        publish(events, &outcome)
    }
}

/// The library's aliases, distances and definitions, as the state keeps them; all empty before a library was
/// read.
struct LibraryFacts {
    /// Aliases of the library's exercises, by their ids.
    let aliases: [String: [String]]
    /// The same aliases, split into their words.
    let aliasNames: [String: [ExerciseMeaning.Name]]
    /// Ids of the library's exercises that are done over a distance.
    let overDistance: Set<String>
    /// The library's achievements and challenges.
    let definitions: ProgressDefinitions

    fileprivate init(_ transaction: Transaction) throws {
        func fact<Value: Decodable>(_ key: Meta, _ type: Value.Type) throws -> Value? {
            try transaction.meta(key, as: String.self).map { try JSONText.value(type, from: $0) }
        }
        aliases = try fact(.aliases, [String: [String]].self) ?? [:]
        aliasNames = aliases.mapValues { aliases in
            aliases.map { ExerciseMeaning.Name(key: NameKey.of($0)) }
        }
        overDistance = try fact(.overDistance, Set<String>.self) ?? []
        definitions = try transaction.definitions()
    }
}

extension Dependencies {
    func libraryFacts(in transaction: Transaction) throws -> LibraryFacts {
        if let facts = memos.library { return facts }
        let facts = try LibraryFacts(transaction)
        memos.library = facts
        return facts
    }
}

extension Transaction {
    /// Stores the library's aliases. Like its files, they aren't kept in the journal.
    fileprivate func setAliases(_ movements: [Movement]) throws {
        let aliases = movements.filter { !$0.aliases.isEmpty }.map {
            (Movement.id(ofSlug: $0.slug), $0.aliases)
        }
        let json = try JSONText.of(Dictionary(aliases) { first, _ in first })
        try setMeta(.aliases, json)
    }

    fileprivate func setOverDistance(_ movements: [Movement]) throws {
        let ids = movements.filter(\.isOverDistance).map { Movement.id(ofSlug: $0.slug) }
        try setMeta(.overDistance, JSONText.of(ids.sorted()))
    }

    fileprivate func definitions() throws -> ProgressDefinitions {
        let json = try meta(.definitions, as: String.self)
        return try json.map { try JSONText.value(ProgressDefinitions.self, from: $0) }
            ?? ProgressDefinitions()
    }

    /// Stores the library's definitions. Where it couldn't be read to its end, definitions that it lacks
    /// stay.
    fileprivate func setDefinitions(_ content: Library.Content) throws {
        let new = content.definitions
        let kept = content.isWhole ? new : new.completed(by: try definitions())
        try setMeta(.definitions, try JSONText.of(kept))
    }
}

private struct Seeded: Encodable {
    let written: Int
    let removed: Int
    /// Names that were left out, since the person has given them to something else.
    let skipped: [String]
}

extension Context {
    fileprivate func seedPrograms(_ content: Library.Content) throws {
        let changes = ProgramChanges(
            of: content.programs, isWhole: content.isWhole,
            present: try transaction.programsWithDeleted(),
            changed: try transaction.changedLibraryIDs(of: Program.self))
        guard !changes.isEmpty else { return }
        try append(
            .programSeeded, subject: "",
            data: Seeded(
                written: changes.written.count, removed: changes.removed.count,
                skipped: changes.skipped.map(\.fields.name)),
            changes.written, removed: changes.removed)
    }

    /// Adds exercises of the library that held rows name, even if another exercise has the name.
    ///
    /// - Parameter ids: ids of missing exercises, whether or not the library has them.
    /// - Returns: whether any exercise has changed.
    func addFromLibrary(awaited ids: Set<String>) throws -> Bool {
        guard !ids.isEmpty, let library = dependencies.library else { return false }
        // The library is read for what it has alone.
        let known = dependencies.memos.libraryExercises.value(for: library.fingerprint)
        guard known?.isDisjoint(with: ids) != true else { return false }
        let content = library.read()
        let found = Set(content.movements.map { Movement.id(ofSlug: $0.slug) })
        if content.isWhole {
            dependencies.memos.libraryExercises.keep(found, for: library.fingerprint)
        }
        return try !ids.isDisjoint(with: found)
            && seed(content, needed: ids.intersection(found))
    }

    /// - Returns: whether anything has changed.
    @discardableResult
    fileprivate func seed(_ content: Library.Content, needed: Set<String> = []) throws -> Bool {
        let changes = LibraryChanges(
            of: content.movements, isWhole: content.isWhole, present: try transaction.exercises(),
            used: try transaction.namedIDs(of: Exercise.self, byItsOwnKind: false),
            needed: needed, changed: try transaction.changedLibraryIDs(of: Exercise.self))
        guard !changes.isEmpty else { return false }
        try append(
            .exerciseSeeded, subject: "",
            data: Seeded(
                written: changes.written.count, removed: changes.removed.count,
                skipped: changes.skipped.map(\.fields.name)),
            changes.written, removed: changes.removed)
        return true
    }
}
