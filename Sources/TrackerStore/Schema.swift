import GRDB
import TrackerCore

/// What the database holds: the kinds of entities, and the migrations that lead here.
package struct Schema: Sendable {
    package let kinds: [any StoredEntity.Type]
    let migrator: DatabaseMigrator
    /// How many migrations there are: the schema's number on the wire.
    package let version: Int

    /// This program's own.
    package static let current = Schema(
        kinds: [
            Timer.self, Rest.self, Exercise.self, LogEntry.self, Reminder.self, Occurrence.self,
            DoNotDisturb.self, Training.self, Preset.self, Program.self, Run.self, RunPlan.self,
            Settings.self, Template.self, Workout.self, WorkoutSet.self,
        ], migrations: migrations)

    /// What has led to this program's schema.
    package static let migrations: [@Sendable (Database) throws -> Void] = [
        Schema1.create, Schema1.migrate,
        { db in
            try Exercise.createTable(db)
            try LogEntry.createTable(db)
            try Reminder.createTable(db)
            try Occurrence.createTable(db)
            try DoNotDisturb.createTable(db)
        },
        { db in
            try Training.createTable(db)
            try Preset.createTable(db)
            try Program.createTable(db)
            try Run.createTable(db)
            try RunPlan.createTable(db)
        },
        { db in
            try Settings.createTable(db)
            try Template.createTable(db)
            try Workout.createTable(db)
            try WorkoutSet.createTable(db)
        },
    ]

    /// Migrations are only ever appended: each released one stays as it was.
    package init(
        kinds: [any StoredEntity.Type],
        migrations: [@Sendable (Database) throws -> Void]
    ) {
        self.kinds = kinds
        version = migrations.count
        var migrator = DatabaseMigrator()
        for (index, migration) in migrations.enumerated() {
            migrator.registerMigration("\(index + 1)", migrate: migration)
        }
        self.migrator = migrator
    }

    /// The tables of what may wait for a moment.
    var timedTables: Set<String> { Set(kinds.filter { $0.isTimed }.map { $0.table }) }

    func kind(_ table: String) -> (any StoredEntity.Type)? {
        kinds.first { $0.table == table }
    }
}
