import GRDB
import TrackerCore

/// Shared row with its stamps, and where this machine keeps it.
package struct SharedEntry: Sendable, Hashable {
    /// Where the row's columns are. The entry is the row of `shared_row`.
    package enum Place: String, Sendable {
        /// In its kind's table. Columns that this version doesn't know are in the entry.
        case table
        /// In the entry, since the row is deleted.
        case deleted
        /// In the entry, since the table's row differs: it is live again, or this version can't keep everything. It is
        /// stored as `apart`.
        case differs = "apart"
        /// In the entry until the rows that it names have come.
        case awaitsReference = "held reference"
        /// In the entry until there is a version that knows the kind and its values.
        case awaitsVersion = "held version"
        /// In the entry, since the kind's check refuses the row.
        case refused = "held refused"

        package var isHeld: Bool {
            switch self {
            case .table, .deleted, .differs: false
            case .awaitsReference, .awaitsVersion, .refused: true
            }
        }
    }

    package let kind: String
    package let id: String
    package var place: Place
    /// The whole row, wherever its columns are.
    package var row: SharedRow
    /// First missing row that a held one names.
    package var awaits: AwaitedRow?
    /// Whether the end of a merge has to look at the row: it names something missing, or may need a repair.
    package var isUnsettled = false

    package init(
        kind: String, id: String, place: Place, row: SharedRow, awaits: AwaitedRow? = nil,
        isUnsettled: Bool = false
    ) {
        self.kind = kind
        self.id = id
        self.place = place
        self.row = row
        self.awaits = awaits
        self.isUnsettled = isUnsettled
    }

    package var line: SharedLine { SharedLine(kind: kind, id: id, row: row) }
}

/// Row that others name and that isn't here.
package struct AwaitedRow: Sendable, Hashable {
    package let kind: String
    package let id: String

    package init(kind: String, id: String) { (self.kind, self.id) = (kind, id) }

    /// The kind and the id, as they are stored.
    var text: String { "\(kind) \(id)" }

    /// Place before all awaited rows.
    static let first = AwaitedRow(kind: "", id: "")

    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2 else { return nil }
        self.init(kind: words[0], id: words[1])
    }
}

/// Place among the shared rows, in the order of their last changes.
package struct SharedPlace: Codable, Sendable, Hashable {
    /// Place before all rows.
    package static let start = SharedPlace(seq: 0, kind: "", id: "")

    /// Number of the event that last changed the row.
    package let seq: Int64
    package let kind: String
    package let id: String

    package init(seq: Int64, kind: String, id: String) {
        (self.seq, self.kind, self.id) = (seq, kind, id)
    }
}

/// Entry as it is stored. Some of its row's columns may be in the kind's table.
struct StoredEntry {
    var place: SharedEntry.Place
    var stamps: Stamps
    var deleted: Stamps
    var replaced: Stamps
    /// Columns that aren't in the kind's table.
    var columns: [String: Cell]
    var isUnsettled: Bool
    var awaits: AwaitedRow?

    init(_ row: Columns) throws {
        guard let place = row.optionalText(0).map(SharedEntry.Place.init(rawValue:)) ?? .table,
            let stamps = Stamps(json: row.text(1)),
            let deleted = row.optionalText(2).map(Stamps.init(json:)) ?? Stamps(),
            let replaced = row.optionalText(3).map(Stamps.init(json:)) ?? Stamps()
        else { throw RowVisitor.WrongKind(column: "stamps") }
        self.place = place
        (self.stamps, self.deleted, self.replaced) = (stamps, deleted, replaced)
        columns = try row.optionalText(4).map(SharedRow.columns(fromJSON:)) ?? [:]
        isUnsettled = row.integer(5) != 0
        awaits = row.optionalText(6).flatMap(AwaitedRow.init)
    }

    func row(_ inTable: [String: Cell]) -> SharedRow {
        SharedRow(
            columns: columns.merging(place == .table ? inTable : [:]) { kept, _ in kept },
            stamps: stamps,
            deleted: deleted, replaced: replaced)
    }
}

extension Transaction {
    /// Whether this machine shares its rows with others.
    package var isSharing: Bool { clock != nil }

    /// Columns of a kind's table in this version.
    func known<E: StoredEntity>(_: E.Type) throws -> Set<String> {
        try insertions.columns(of: E.table, db)
    }

    // MARK: Reading

    func stored(_ table: String, _ id: String) throws -> StoredEntry? {
        var entry: StoredEntry?
        let statement = try db.cachedStatement(
            sql: """
                SELECT place, stamps, deleted, replaced, columns, unsettled, awaits
                FROM shared_row WHERE kind = ? AND id = ?
                """)
        try statement.forEachRow([.text(table), .text(id)]) { row in
            entry = try StoredEntry(row)
            return false
        }
        return entry
    }

    /// What is known of a shared row; `nil` for one that isn't shared, or that nobody but the program has changed.
    package func entry<E: StoredEntity>(_ kind: E.Type, id: String) throws -> SharedEntry? {
        guard let entry = try stored(E.table, id) else { return nil }
        var columns: [String: Cell] = [:]
        if entry.place == .table, let entity = try E.fetch(db, id: id), let sharing = E.sharing {
            columns = try sharing.columns(of: entity)
        }
        return SharedEntry(
            kind: E.table, id: id, place: entry.place, row: entry.row(columns),
            awaits: entry.awaits, isUnsettled: entry.isUnsettled)
    }

    /// What is known of a shared row, even of a kind that this version doesn't know.
    package func entry(ofKind table: String, id: String) throws -> SharedEntry? {
        if let kind = schema.kind(table) { return try entry(kind, id: id) }
        return try stored(table, id).map {
            SharedEntry(
                kind: table, id: id, place: $0.place, row: $0.row([:]),
                awaits: $0.awaits, isUnsettled: $0.isUnsettled)
        }
    }

    /// Goes through the shared rows after a place, in the order of their last changes.
    ///
    /// - Parameters:
    ///   - limit: maximum number of rows.
    ///   - body: called with each row and its place.
    package func forEachEntry(
        after place: SharedPlace, limit: Int, _ body: (SharedEntry, SharedPlace) throws -> Void
    ) throws {
        var places: [SharedPlace] = []
        let changed = try db.cachedStatement(
            sql: """
                SELECT change, kind, id FROM shared_row WHERE (change, kind, id) > (?, ?, ?)
                ORDER BY change, kind, id LIMIT ?
                """)
        let values: [Cell] = [
            .integer(place.seq), .text(place.kind), .text(place.id), .integer(Int64(limit)),
        ]
        try changed.forEachRow(values) { row in
            places.append(
                SharedPlace(seq: row.integer(0), kind: row.text(1), id: row.text(2)))
            return true
        }
        for place in places {
            guard let entry = try entry(ofKind: place.kind, id: place.id) else { continue }
            try body(entry, place)
        }
    }

    /// Goes through the shared rows that the end of a merge has to look at, sorted by kind and id.
    ///
    /// - Parameters:
    ///   - limit: maximum number of rows.
    ///   - body: called with each row; returns whether to go on.
    /// - Returns: whether there were any.
    @discardableResult
    package func forEachUnsettled(
        after last: (kind: String, id: String), limit: Int, _ body: (SharedEntry) throws -> Bool
    ) throws -> Bool {
        try forEachEntry(where: "unsettled AND", after: last, limit: limit, body)
    }

    /// Goes through the shared rows after this one, sorted by kind and id.
    ///
    /// - Parameters:
    ///   - limit: maximum number of rows.
    ///   - body: called with each row; returns whether to go on.
    /// - Returns: whether there were any.
    @discardableResult
    func forEachEntry(
        after last: (kind: String, id: String), limit: Int, _ body: (SharedEntry) throws -> Bool
    ) throws -> Bool {
        try forEachEntry(where: "", after: last, limit: limit, body)
    }

    private func forEachEntry(
        where condition: String, after last: (kind: String, id: String), limit: Int,
        _ body: (SharedEntry) throws -> Bool
    ) throws -> Bool {
        var keys: [(kind: String, id: String)] = []
        let found = try db.cachedStatement(
            sql: """
                SELECT kind, id FROM shared_row WHERE \(condition) (kind, id) > (?, ?)
                ORDER BY kind, id LIMIT ?
                """)
        try found.forEachRow([.text(last.kind), .text(last.id), .integer(Int64(limit))]) { row in
            keys.append((row.text(0), row.text(1)))
            return true
        }
        for key in keys {
            guard let entry = try entry(ofKind: key.kind, id: key.id) else { continue }
            guard try body(entry) else { break }
        }
        return !keys.isEmpty
    }

    /// Ids of a kind's library entities whose part `*` was changed by a person; `nil` until all rows have their first
    /// stamps, since only stamps tell.
    package func changedLibraryIDs<E: StoredEntity>(of _: E.Type) throws -> Set<String>? {
        guard try isStamped() else { return nil }
        var ids: Set<String> = []
        let shared = try db.cachedStatement(
            sql: """
                SELECT id, stamps FROM shared_row
                WHERE kind = ? AND id IN (SELECT id FROM \(E.table) WHERE slug IS NOT NULL)
                """)
        try shared.forEachRow([.text(E.table)]) { row in
            if let stamps = Stamps(json: row.text(1)), stamps[SharedParts.others] > .zero {
                ids.insert(row.text(0))
            }
            return true
        }
        return ids
    }

    /// Number of held rows in each place. Places without any are left out.
    package func heldCounts() throws -> [SharedEntry.Place: Int] {
        var counts: [SharedEntry.Place: Int] = [:]
        let held = try db.cachedStatement(
            sql: "SELECT place, COUNT(*) FROM shared_row WHERE place IS NOT NULL GROUP BY place")
        try held.forEachRow { row in
            if let place = SharedEntry.Place(rawValue: row.text(0)), place.isHeld {
                counts[place] = Int(row.integer(1))
            }
            return true
        }
        return counts
    }

    /// Saves what is known of a shared row.
    ///
    /// - Parameter change: number of the event that changed it.
    func save(_ entry: SharedEntry, change: Int64) throws {
        var columns = entry.row.columns
        if entry.place == .table, let kind = schema.kind(entry.kind), let parts = kind.sharedParts {
            let known = try known(kind)
            columns = columns.filter { !parts.isKnown($0.key, known) }
        }
        func text(_ stamps: Stamps, _ json: String) -> Cell {
            stamps.isEmpty ? .null : .text(json)
        }
        wrote = true
        try run(
            """
            INSERT OR REPLACE INTO shared_row
                (kind, id, place, stamps, deleted, replaced, columns, unsettled, awaits, change)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(entry.kind), .text(entry.id),
                entry.place == .table ? .null : .text(entry.place.rawValue),
                .text(entry.row.stamps.json), text(entry.row.deleted, entry.row.deleted.json),
                text(entry.row.replaced, entry.row.replaced.object),
                columns.isEmpty ? .null : .text(SharedRow.json(columns)),
                .integer(entry.isUnsettled ? 1 : 0),
                entry.awaits.map { .text($0.text) } ?? .null,
                .integer(change),
            ])
    }
}

extension StoredEntity {
    static var sharedParts: SharedParts? { sharing?.parts }
}
