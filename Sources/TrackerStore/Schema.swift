import GRDB
import TrackerCore

/// The contents of the database: the kinds of entities, and the migrations to the present tables.
package struct Schema: Sendable {
    package let kinds: [any StoredEntity.Type]
    let migrator: DatabaseMigrator
    /// Number of migrations, which is the schema's number on the wire.
    package let version: Int

    /// The schema of this program.
    package static let current = Schema(
        kinds: Kind.allCases.map { $0.stored }, migrations: migrations)

    /// SQL texts of the migrations, each as it was released. A released text is never changed, so that
    /// every database gets the same tables.
    package static let migrations = [
        Schema1.sql, Schema2.sql, Schema3.sql, Schema4.sql, Schema5.sql, Schema6.sql,
        Schema7.sql, Schema8.sql, Schema9.sql, Schema10.sql, Schema11.sql, Schema12.sql,
        Schema13.sql, Schema14.sql, Schema15.sql, Schema16.sql, Schema17.sql,
        Schema18.sql, Schema19.sql, Schema20.sql, Schema21.sql, Schema22.sql,
    ]

    /// - Parameter migrations: SQL texts, in the order in which they are run.
    package init(kinds: [any StoredEntity.Type], migrations: [String]) {
        self.kinds = kinds
        version = migrations.count
        var migrator = DatabaseMigrator()
        for (index, sql) in migrations.enumerated() {
            // No table declares a foreign key, so there are none to switch off and to check afterwards.
            migrator.registerMigration("\(index + 1)", foreignKeyChecks: .immediate) {
                try $0.execute(sql: sql)
            }
        }
        self.migrator = migrator
    }

    /// Tables of the kinds whose entities may wait for a moment.
    var timedTables: Set<String> { Set(kinds.filter { $0.isTimed }.map { $0.table }) }

    /// The kind with a table, by the table's present name or the one in older schemas.
    package func kind(_ table: String) -> (any StoredEntity.Type)? {
        let present = Kind.former[table]?.rawValue ?? table
        return kinds.first { $0.table == present }
    }
}
