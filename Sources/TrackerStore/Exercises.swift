import GRDB
import TrackerCore

extension Exercise: StoredEntity {
    package func checkPuttingBack(in transaction: Transaction) throws {
        // Another exercise that the same undo changes gives up its name.
        if let other = try transaction.exercise(key: key), other.id != id,
            !transaction.undoing.contains(other.id)
        {
            throw Rejection.conflict(
                "it can't be put back: there is another exercise called \(other.name) now")
        }
        if let parent = fields.variantOf, try transaction.exercise(id: parent) == nil {
            throw Rejection.conflict("it can't be put back: what it is a variant of is gone")
        }
        guard try !transaction.isRing(from: self, by: \.fields.variantOf) else {
            throw Rejection.conflict(
                "it can't be put back: what it is a variant of is a variant of it now")
        }
        if let unit = try transaction.loggedUnit(ofExercise: id), unit != self.unit {
            throw Rejection.conflict(
                "it can't be put back: the log has entries of it in \(unit.rawValue) now")
        }
        if let live = try transaction.liveTraining(), live.fields.exercise == id,
            live.fields.mode.unit != unit
        {
            throw Rejection.conflict(
                "it can't be put back: it is being trained in \(live.fields.mode.unit.rawValue)")
        }
        if let preset = try transaction.preset(ofExercise: id), preset.fields.mode.unit != unit {
            throw Rejection.conflict(
                "it can't be put back: the preset '\(preset.name)' trains it in "
                    + preset.fields.mode.unit.rawValue)
        }
    }

    package func checkTakingAway(in transaction: Transaction) throws {
        guard let use = try transaction.use(ofExercise: id) else { return }
        throw Rejection.conflict("\(name) can't be taken away: \(use.text)", state: use.rawValue)
    }
}

/// The kind of records that refer to an exercise, so that it can't be deleted.
package enum ExerciseDependence: String, Sendable {
    case logged
    case varied
    case reminded
    case trained
    case performed
    case planned

    package var text: String {
        switch self {
        case .logged: "the log has entries of it"
        case .varied: "there are variants of it"
        case .reminded: "there are reminders of it"
        case .trained: "there are trainings or presets of it"
        case .performed: "there are sets of it"
        case .planned: "there are templates or workouts with it"
        }
    }
}

extension Transaction {
    package func exercise(id: String) throws -> Exercise? { try Exercise.fetch(db, id: id) }

    /// The exercise whose name has this key.
    package func exercise(key: String) throws -> Exercise? {
        try Exercise.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM exercise WHERE name_key = ? LIMIT 1"),
            [.text(key)])
    }

    /// All exercises, archived ones included.
    package func exercises() throws -> [Exercise] {
        try Exercise.fetchAll(db.cachedStatement(sql: "SELECT * FROM exercise"))
    }

    package func exerciseCount() throws -> Int {
        Int(try db.cachedStatement(sql: "SELECT COUNT(*) FROM exercise").integer() ?? 0)
    }

    /// The kind of records that refer to the exercise; `nil` where none do.
    package func use(ofExercise id: String) throws -> ExerciseDependence? {
        if try loggedUnit(ofExercise: id) != nil { return .logged }
        let variant = try db.cachedStatement(
            sql: "SELECT 1 FROM exercise WHERE variant_of = ? LIMIT 1")
        if try variant.integer([.text(id)]) != nil { return .varied }
        let reminder = try db.cachedStatement(
            sql: "SELECT 1 FROM reminder WHERE exercise = ? LIMIT 1")
        if try reminder.integer([.text(id)]) != nil { return .reminded }
        for table in [Training.table, Preset.table] {
            let training = try db.cachedStatement(
                sql: "SELECT 1 FROM \(table) WHERE exercise = ? LIMIT 1")
            if try training.integer([.text(id)]) != nil { return .trained }
        }
        if try isPerformed(exercise: id) { return .performed }
        return try isPlanned(exercise: id) ? .planned : nil
    }

    /// Ids of the exercises that others are variants of.
    package func variedExercises() throws -> Set<String> {
        var varied: Set<String> = []
        let parents = try db.cachedStatement(
            sql: "SELECT DISTINCT variant_of FROM exercise WHERE variant_of IS NOT NULL")
        try parents.forEachRow { row in
            varied.insert(row.text(0))
            return true
        }
        return varied
    }

    /// Ids of the exercises that records refer to, plans included.
    package func usedExercises() throws -> Set<String> {
        var used = try plannedExercises()
        let logged = try db.cachedStatement(
            sql: """
                SELECT id FROM exercise
                WHERE EXISTS (SELECT 1 FROM log_entry WHERE log_entry.exercise = exercise.id)
                OR EXISTS (SELECT 1 FROM reminder WHERE reminder.exercise = exercise.id)
                OR EXISTS (SELECT 1 FROM training WHERE training.exercise = exercise.id)
                OR EXISTS (SELECT 1 FROM preset WHERE preset.exercise = exercise.id)
                OR EXISTS (SELECT 1 FROM workout_set WHERE workout_set.exercise = exercise.id)
                """)
        try logged.forEachRow { row in
            used.insert(row.text(0))
            return true
        }
        return used
    }
}
