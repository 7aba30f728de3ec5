import TrackerCore
import TrackerStore

/// Columns of files of no known program, as they were told for earlier imports on this machine.
struct RememberedColumns: Codable {
    /// Largest number of heads that are remembered.
    private static let maximum = 20

    struct Entry: Codable {
        /// Id of the import.
        let `import`: String
        /// Names of all columns of the file.
        let head: [String]
        /// Names of those that are read, by the words for their meanings.
        let columns: [String: String]
    }

    /// In the order of the imports.
    private(set) var entries: [Entry] = []

    var byHead: [[String]: [String: String]] {
        Dictionary(entries.map { ($0.head, $0.columns) }) { _, last in last }
    }

    fileprivate mutating func remember(_ entry: Entry) {
        entries.removeAll { $0.head == entry.head }
        entries = Array((entries + [entry]).suffix(Self.maximum))
    }

    fileprivate mutating func forget(import id: String) {
        entries.removeAll { $0.import == id }
    }
}

extension Transaction {
    func rememberedColumns() throws -> RememberedColumns {
        guard let text = try meta(.importColumns, as: String.self) else {
            return RememberedColumns()
        }
        return try JSONText.value(RememberedColumns.self, from: text)
    }

    func rememberColumns(_ entry: RememberedColumns.Entry) throws {
        try changeColumns { $0.remember(entry) }
    }

    /// Forgets the columns of an import that is undone.
    func forgetColumns(ofImport id: String) throws {
        guard try meta(.importColumns, as: String.self) != nil else { return }
        try changeColumns { $0.forget(import: id) }
    }

    private func changeColumns(_ change: (inout RememberedColumns) -> Void) throws {
        var columns = try rememberedColumns()
        change(&columns)
        try setMeta(.importColumns, JSONText.of(columns))
    }
}
