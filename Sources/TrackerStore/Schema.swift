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
        kinds: Kind.allCases.map { $0.stored }, migrations: migrations)

    /// The SQL that has led to this program's schema, each text as it was released: one that is there is
    /// never changed, so that every database comes to the same tables.
    package static let migrations = [
        Schema1.sql, Schema2.sql, Schema3.sql, Schema4.sql, Schema5.sql, Schema6.sql,
        Schema7.sql,
    ]

    /// - Parameter migrations: SQL texts, in the order in which they are run.
    package init(kinds: [any StoredEntity.Type], migrations: [String]) {
        self.kinds = kinds
        version = migrations.count
        var migrator = DatabaseMigrator()
        for (index, sql) in migrations.enumerated() {
            migrator.registerMigration("\(index + 1)") { try $0.execute(sql: sql) }
        }
        self.migrator = migrator
    }

    /// The tables of what may wait for a moment.
    var timedTables: Set<String> { Set(kinds.filter { $0.isTimed }.map { $0.table }) }

    func kind(_ table: String) -> (any StoredEntity.Type)? {
        kinds.first { $0.table == table }
    }
}
