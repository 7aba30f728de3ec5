import TrackerAPI
import TrackerCore
import TrackerStore

extension ImportUndo: Performable {
    func perform(in context: Context) throws -> Response {
        try context.checkNoneIsWritten()
        return try context.undoImport(`import` ?? context.lastImport())
    }
}

extension Context {
    /// Id of the latest import that wasn't undone.
    fileprivate func lastImport() throws -> String {
        guard let id = try transaction.lastImport() else {
            throw Rejection(.notFound, "there is no import to undo", field: "import")
        }
        return id
    }

    /// Takes back all that an import wrote.
    ///
    /// - Throws: `Rejection` where the person has changed a part of it since.
    func undoImport(_ id: String) throws -> ImportUndo.Response {
        guard try wholeImportEvent(id) != nil else {
            throw Rejection(
                .notFound, "there is no import '\(id.prefix(64))'", field: "import")
        }
        guard try importEvent(id, Transaction.importRemovals[1]) == nil else {
            throw Rejection.conflict("this import has already been undone", state: "undone")
        }
        let parts = try importParts(id).map(\.seq)
        var changes = ImportChanges(self)
        for part in parts { try transaction.eachImportedRow(ofEvent: part) { try changes.add($0) } }
        try changes.check()
        var removal = ImportRemoval(id, self)
        for part in parts.reversed() {
            try transaction.eachImportedRow(ofEvent: part) { removal.add($0) }
            try removal.flush()
        }
        try transaction.forgetColumns(ofImport: id)
        return try removal.finish()
    }
}

extension Context {
    /// The events that brought the rows of an import.
    func importParts(_ id: String) throws -> [Event] {
        var query = JournalQuery(limit: .max)
        query.subject = id
        query.types = [Transaction.importParts[0]]
        query.isOwnPast = true
        return try transaction.events(query)
    }
}

/// Changes that the person has made to an import's rows since.
private struct ImportChanges {
    /// Maximum number of changed rows that a refusal names.
    private static let named = 10

    private let context: Context
    private var edited: [WorkoutSet] = []
    private var editedCount = 0
    private var others: [String] = []
    private var integrity: Integrity
    /// Entities that the import replaced.
    private var restored: [any StoredEntity] = []
    private var removed: [any StoredEntity] = []

    init(_ context: Context) {
        self.context = context
        integrity = Integrity(context.transaction)
    }

    mutating func add(_ row: ImportedRow) throws {
        guard let present = row.present else {
            // A later version of a workout may have fewer sets.
            if row.imported == nil, let was = row.was { try restore(was) }
            return
        }
        guard !row.isUntouched else {
            if let was = row.was {
                try restore(was)
            } else if !(present is Exercise) {
                // An exercise that is in use by now stays.
                try integrity.remove(present)
                removed.append(present)
            }
            return
        }
        switch present {
        case let set as WorkoutSet:
            editedCount += 1
            if edited.count < Self.named { edited.append(set) }
        case let workout as Workout: others.append("the workout \(workout.name) (\(workout.id))")
        // These stay as they are now: an edited exercise, and what time alone has changed.
        case is Exercise, is Timer, is DoNotDisturb: break
        // Only a person changes a training that is over.
        case is Training where (row.imported as? Training)?.isLive == false:
            others.append("the session \(present.id)")
        default: noteOther(present)
        }
    }

    private mutating func restore(_ entity: any StoredEntity) throws {
        try integrity.write(entity)
        restored.append(entity)
    }

    private mutating func noteOther<E: StoredEntity>(_ entity: E) {
        if E.isUndoable { others.append("the \(E.table) \(entity.id)") }
    }

    func check() throws {
        guard editedCount == 0 else {
            let names = try edited.map { set in
                let name = try context.transaction.exercise(id: set.exercise)?.name
                return "\(name ?? "?") on \(set.day.text) (\(set.id))"
            }
            throw Rejection(
                .conflict,
                "\(editedCount) set\(editedCount == 1 ? " has" : "s have") been edited since: "
                    + names.joined(separator: ", ") + (editedCount > names.count ? ", …" : "")
                    + "; undo that or delete them first", state: "edited",
                matches: edited.map(\.id))
        }
        guard others.isEmpty else {
            throw Rejection.conflict(
                "\(others.prefix(Self.named).joined(separator: ", ")) has been changed since: "
                    + "undo that or delete it first", state: "edited")
        }
        for entity in restored {
            let violation = try integrity.violation(of: entity)
            if let violation = try violation ?? integrity.violationOfOthers(naming: entity) {
                throw Rejection(puttingBack: violation)
            }
        }
        for entity in removed {
            guard let violation = try integrity.violationOfOthers(naming: entity) else { continue }
            guard case .used(let use, let other) = violation else {
                throw Rejection(puttingBack: violation)
            }
            throw Rejection(
                .conflict,
                "the imported \(type(of: entity).noun) \(entity.id) can't be removed: "
                    + "\(use.text) since (\(other.id)): undo that or delete it first",
                state: "edited", matches: [other.id])
        }
    }
}

/// Removes the rows of an import.
private struct ImportRemoval {
    private let id: String
    private let context: Context
    private var removed: [any StoredEntity] = []
    private var restored: [any StoredEntity] = []
    private var exercises: [Exercise] = []
    private var workouts = 0
    private var sets = 0
    /// Number of workouts that the import replaced.
    private var formerWorkouts = 0

    init(_ id: String, _ context: Context) {
        self.id = id
        self.context = context
    }

    mutating func add(_ row: ImportedRow) {
        guard row.isUntouched else { return }
        if let was = row.was {
            if was is Workout { formerWorkouts += 1 }
            restored.append(was)
            return
        }
        guard let present = row.present else { return }
        if let exercise = present as? Exercise {
            exercises.append(exercise)
        } else {
            if present is Workout { workouts += 1 }
            if present is WorkoutSet { sets += 1 }
            removed.append(present)
        }
    }

    mutating func flush() throws {
        guard !removed.isEmpty || !restored.isEmpty else { return }
        let (moved, gone) = try context.rescheduleOccurrences(restored: restored, removed: removed)
        let own = Set(removed.map(\.id))
        restored += moved.filter { !own.contains($0.id) }
        removed += gone.filter { !own.contains($0.id) }
        try context.appendPart(
            .importRemoved, subject: id,
            data: ImportCount(
                import: id, format: nil, workouts: removed.count { $0 is Workout },
                sets: removed.count { $0 is WorkoutSet }), restored, removed: removed)
        removed.removeAll(keepingCapacity: true)
        restored.removeAll(keepingCapacity: true)
    }

    /// Removes the exercises last, and only those that nothing refers to any more; variants go before the
    /// exercises that they vary.
    mutating func finish() throws -> ImportUndo.Response {
        var rest = exercises
        while true {
            let named = try context.transaction.namedIDs(of: Exercise.self, byItsOwnKind: true)
            removed = rest.filter { !named.contains($0.id) }
            guard !removed.isEmpty else { break }
            rest.removeAll { !named.contains($0.id) }
            try flush()
        }
        try context.append(
            .importUndone, subject: id,
            data: ImportCount(import: id, format: nil, workouts: workouts, sets: sets))
        return ImportUndo.Response(
            import: id, workouts: workouts, sets: sets,
            restored: formerWorkouts == 0 ? nil : formerWorkouts)
    }
}
