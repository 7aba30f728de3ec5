import TrackerAPI
import TrackerCore
import TrackerStore

extension ImportUndo: SlicedChange {
    func slices() -> any ChangingSlices { UndoSlices(self) }
}

private final class UndoSlices: ChangingSlices {
    private let request: ImportUndo
    private var undoing: ImportUndoing?

    init(_ request: ImportUndo) { self.request = request }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        guard let undoing else {
            try context.checkNoneIsWritten()
            let id = try request.import ?? context.lastImport()
            self.undoing = try ImportUndoing(id, in: context)
            try context.transaction.setMeta(.importing, id)
            return nil
        }
        return try undoing.advance(in: context, while: hasTime).map { try JSONText.of($0) }
    }

    func takeBack(in context: Context) throws {
        guard let undoing else { return }
        try context.transaction.setMeta(.importing, String?.none)
        try context.completeUnfinishedUndo(of: undoing.id)
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

    /// Takes back all that an import wrote, at once.
    ///
    /// - Throws: `Rejection` where the person has changed a part of it since.
    func undoImport(_ id: String) throws {
        let undoing = try ImportUndoing(id, in: self)
        while try undoing.advance(in: self, while: { true }) == nil {}
    }

    /// Completes the undoing of an import that was cut off after it had removed something; one that had only begun
    /// leaves the import as it is.
    ///
    /// - Returns: true if the import was being undone; false if the import itself was cut off.
    @discardableResult
    func completeUnfinishedUndo(of id: String) throws -> Bool {
        guard try importEvent(id, Transaction.importRemovals[0]) != nil else {
            return try importEvent(id, Transaction.importParts[1]) != nil
        }
        var removal = try ImportRemoval(id, self)
        for part in try importParts(id).reversed() {
            var rows: [ImportedRow] = []
            try transaction.eachImportedRow(ofEvent: part.seq) { rows.append($0) }
            // Others may have changed something before it was cut off.
            try removal.remove(rows, isChanged: true)
        }
        _ = try removal.finish()
        return true
    }

    /// The events that brought the rows of an import, or those of another type.
    func importParts(
        _ id: String, _ type: String = Transaction.importParts[0]
    ) throws -> [Event] {
        var query = JournalQuery(limit: .max)
        query.subject = id
        query.types = [type]
        query.isOwnPast = true
        return try transaction.events(query)
    }
}

/// Undoing of an import, which can pause between two of its steps. First it reads and checks all rows, so that a
/// refusal changes nothing; then it removes them. What others change meanwhile is left to them.
private final class ImportUndoing {
    let id: String
    /// Numbers of the events that brought the rows, as far as these aren't read yet, the last one first.
    private var unread: [Int64]
    /// Rows that were read and aren't removed yet, by those events.
    private var parts: [[ImportedRow]] = []
    private var changes: ImportChanges
    private var removal: ImportRemoval
    /// Number that the next event had after the last slice.
    private var nextSeq: Int64
    /// True once others have changed something.
    private var isChanged = false

    init(_ id: String, in context: Context) throws {
        guard try context.wholeImportEvent(id) != nil else {
            throw Rejection(
                .notFound, "there is no import '\(id.prefix(64))'", field: "import")
        }
        guard try context.importEvent(id, Transaction.importRemovals[1]) == nil else {
            throw Rejection.conflict("this import has already been undone", state: "undone")
        }
        self.id = id
        unread = try context.importParts(id).map(\.seq).reversed()
        changes = ImportChanges(context)
        removal = try ImportRemoval(id, context)
        nextSeq = context.transaction.nextSeq
    }

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: the result; `nil` where another slice is needed.
    func advance(
        in context: Context, while hasTime: () -> Bool
    ) throws -> ImportUndo.Response? {
        if context.transaction.nextSeq != nextSeq { isChanged = true }
        defer { nextSeq = context.transaction.nextSeq }
        changes.turn(to: context)
        removal.turn(to: context)
        repeat {
            if let seq = unread.popLast() {
                var rows: [ImportedRow] = []
                try context.transaction.eachImportedRow(ofEvent: seq) { row in
                    try changes.add(row)
                    rows.append(row)
                }
                parts.append(rows)
            } else if try changes.checkNext() {
                guard let rows = parts.popLast() else { return try removal.finish() }
                try removal.remove(rows, isChanged: isChanged)
            }
        } while hasTime()
        return nil
    }
}

/// Changes that the person has made to an import's rows since.
private struct ImportChanges {
    /// Maximum number of changed rows that a refusal names.
    private static let named = 10
    /// Number of rows that are checked in one step.
    private static let atOnce = 50

    private var context: Context
    private var edited: [WorkoutSet] = []
    private var editedCount = 0
    private var others: [String] = []
    private var integrity: Integrity
    /// Entities that the import replaced.
    private var restored: [any StoredEntity] = []
    private var removed: [any StoredEntity] = []
    /// Number of these entities that are checked; `nil` before the first.
    private var checked: Int?

    init(_ context: Context) {
        self.context = context
        integrity = Integrity(context.transaction)
    }

    /// Goes on in another transaction.
    mutating func turn(to context: Context) {
        self.context = context
        integrity.turn(to: context.transaction)
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

    /// Checks some more of the rows, once all of them are added.
    ///
    /// - Returns: true if none are left.
    /// - Throws: `Rejection` where the person has changed something that belongs to the import.
    mutating func checkNext() throws -> Bool {
        if checked == nil { try checkEdits() }
        let all = restored.count + removed.count
        let first = checked ?? 0
        let end = min(first + Self.atOnce, all)
        for index in first..<end {
            if index < restored.count {
                try checkRestored(restored[index])
            } else {
                try checkRemoved(removed[index - restored.count])
            }
        }
        checked = end
        return end == all
    }

    private func checkEdits() throws {
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
    }

    private func checkRestored(_ entity: any StoredEntity) throws {
        let violation = try integrity.violation(of: entity)
        if let violation = try violation ?? integrity.violationOfOthers(naming: entity) {
            throw Rejection(puttingBack: violation)
        }
    }

    private func checkRemoved(_ entity: any StoredEntity) throws {
        guard let violation = try integrity.violationOfOthers(naming: entity) else { return }
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

/// Removes the rows of an import.
private struct ImportRemoval {
    private let id: String
    private var context: Context
    private var removed: [any StoredEntity] = []
    private var restored: [any StoredEntity] = []
    private var exercises: [Exercise] = []
    private var workouts = 0
    private var sets = 0
    /// Number of workouts that the import replaced.
    private var formerWorkouts = 0

    /// Begins a removal, or goes on with one that was cut off.
    init(_ id: String, _ context: Context) throws {
        self.id = id
        self.context = context
        for event in try context.importParts(id, Transaction.importRemovals[0]) {
            let count = try JSONText.value(ImportCount.self, from: event.data)
            workouts += count.workouts
            sets += count.sets
        }
    }

    /// Goes on in another transaction.
    mutating func turn(to context: Context) { self.context = context }

    /// Removes the rows of one event, except for those that somebody has changed since they were read.
    ///
    /// - Parameter isChanged: true if others have changed something since then.
    mutating func remove(_ rows: [ImportedRow], isChanged: Bool) throws {
        for row in rows { add(try row.refreshed(in: context.transaction)) }
        if isChanged { try leaveWhatIsNeeded() }
        try flush()
    }

    private mutating func add(_ row: ImportedRow) {
        guard row.isUntouched else { return }
        if let was = row.was {
            restored.append(was)
            return
        }
        guard let present = row.present else { return }
        if let exercise = present as? Exercise {
            exercises.append(exercise)
        } else {
            removed.append(present)
        }
    }

    /// Leaves what others refer to by now, and what would break a rule by coming back.
    private mutating func leaveWhatIsNeeded() throws {
        while true {
            let integrity = try Integrity(
                context.transaction, writing: restored, removing: removed)
            let (former, present) = (restored.count, removed.count)
            removed = try removed.filter { try integrity.violationOfOthers(naming: $0) == nil }
            restored = try restored.filter { entity in
                guard try integrity.violation(of: entity) == nil else { return false }
                return try integrity.violationOfOthers(naming: entity) == nil
            }
            guard restored.count < former || removed.count < present else { return }
        }
    }

    private mutating func flush() throws {
        guard !removed.isEmpty || !restored.isEmpty else { return }
        let count = ImportCount(
            import: id, format: nil, workouts: removed.count { $0 is Workout },
            sets: removed.count { $0 is WorkoutSet })
        workouts += count.workouts
        sets += count.sets
        formerWorkouts += restored.count { $0 is Workout }
        let (moved, gone) = try context.rescheduleOccurrences(restored: restored, removed: removed)
        let own = Set(removed.map(\.id))
        restored += moved.filter { !own.contains($0.id) }
        removed += gone.filter { !own.contains($0.id) }
        try context.appendPart(
            .importRemoved, subject: id, data: count, restored, removed: removed)
        removed.removeAll(keepingCapacity: true)
        restored.removeAll(keepingCapacity: true)
    }

    /// Removes the exercises last, and only those that nothing refers to any more; variants go before the
    /// exercises that they vary.
    mutating func finish() throws -> ImportUndo.Response {
        var rest = try exercises.filter {
            try context.transaction.exercise(id: $0.id) == $0
        }
        while true {
            let named = try context.transaction.namedIDs(of: Exercise.self, byItsOwnKind: true)
            removed = rest.filter { !named.contains($0.id) }
            guard !removed.isEmpty else { break }
            rest.removeAll { !named.contains($0.id) }
            try flush()
        }
        try context.transaction.forgetColumns(ofImport: id)
        try context.transaction.setMeta(.importing, String?.none)
        try context.append(
            .importUndone, subject: id,
            data: ImportCount(import: id, format: nil, workouts: workouts, sets: sets))
        return ImportUndo.Response(
            import: id, workouts: workouts, sets: sets,
            restored: formerWorkouts == 0 ? nil : formerWorkouts)
    }
}
