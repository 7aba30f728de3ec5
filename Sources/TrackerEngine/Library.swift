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
    /// Updates everything from the library, whose files have changed. While nothing can be written, that waits
    /// until it can.
    package func takeUpLibrary(at now: Moment) -> Outcome {
        var outcome = Outcome()
        guard !health.isDegraded else { return outcome }
        do {
            try seed(at: now, &outcome)
        } catch {
            suffer(StoreFault(error), error, at: now, &outcome)
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
            // A library that couldn't be read to its end is read again at the next start, so that its
            // problem is reported then, too, and when its files are again what they were before.
            try transaction.setMeta(.library, content.isWhole ? library.fingerprint : nil)
            dependencies.definitions = nil
            if try transaction.meta(.definitions, as: String.self) != former {
                transaction.firstChangedDay = .min
                try context(transaction, .daemon).settleProgress(isQuiet: true)
            }
        }
        dependencies.aliases = nil
        dependencies.aliasNames = nil
        dependencies.overDistance = nil
        dependencies.definitions = nil
        dependencies.progress = nil
        publish(events, &outcome)
    }
}

extension Dependencies {
    /// Aliases of the library's exercises, by their ids.
    func aliases(in transaction: Transaction) throws -> [String: [String]] {
        if let aliases { return aliases }
        let json = try transaction.meta(.aliases, as: String.self)
        let found = try json.map { try JSONText.value([String: [String]].self, from: $0) } ?? [:]
        aliases = found
        return found
    }

    /// The same aliases, split into their words.
    func aliasNames(in transaction: Transaction) throws -> [String: [ExerciseMeaning.Name]] {
        if let aliasNames { return aliasNames }
        let found = try aliases(in: transaction).mapValues { aliases in
            aliases.map { ExerciseMeaning.Name(key: NameKey.of($0)) }
        }
        aliasNames = found
        return found
    }

    /// Ids of the library's exercises that are done over a distance.
    func overDistance(in transaction: Transaction) throws -> Set<String> {
        if let overDistance { return overDistance }
        let json = try transaction.meta(.overDistance, as: String.self)
        let found = try json.map { try JSONText.value(Set<String>.self, from: $0) } ?? []
        overDistance = found
        return found
    }

    /// The library's achievements and challenges; none before a library was read.
    func definitions(in transaction: Transaction) throws -> ProgressDefinitions {
        if let definitions { return definitions }
        let found = try transaction.definitions()
        definitions = found
        return found
    }
}

extension Transaction {
    /// Aliases come with the library; like its file, they aren't kept in the journal.
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

    /// Like aliases, definitions come with the library. While it couldn't be read to its end, those that
    /// are missing from it stay.
    fileprivate func setDefinitions(_ content: Library.Content) throws {
        let new = content.definitions
        let kept = content.isWhole ? new : new.completed(by: try definitions())
        try setMeta(.definitions, try JSONText.of(kept))
    }
}

private struct Seeded: Encodable {
    let written: Int
    let removed: Int
    /// Names that a person has given to something else.
    let skipped: [String]
}

extension Context {
    fileprivate func seedPrograms(_ content: Library.Content) throws {
        let changes = ProgramChanges(
            of: content.programs, isWhole: content.isWhole,
            present: try transaction.programsWithDeleted())
        guard !changes.isEmpty else { return }
        try append(
            .programSeeded, subject: "",
            data: Seeded(
                written: changes.written.count, removed: changes.removed.count,
                skipped: changes.skipped.map(\.fields.name)),
            changes.written, removed: changes.removed)
    }

    fileprivate func seed(_ content: Library.Content) throws {
        let changes = LibraryChanges(
            of: content.movements, isWhole: content.isWhole, present: try transaction.exercises(),
            used: try transaction.namedIDs(of: Exercise.self, byItsOwnKind: false))
        guard !changes.isEmpty else { return }
        try append(
            .exerciseSeeded, subject: "",
            data: Seeded(
                written: changes.written.count, removed: changes.removed.count,
                skipped: changes.skipped.map(\.fields.name)),
            changes.written, removed: changes.removed)
    }
}
