/// Terms of training that are kept by a name.
package struct Preset: Entity {
    package static let maximumNumber = 1000

    package static let table = "preset"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    package let name: String
    package let terms: Training.Terms

    package init(id: String, name: String, terms: Training.Terms) throws(Rejection) {
        try Text.checkName(name, field: "name")
        self.id = id
        self.name = name
        self.terms = terms
    }

    /// By which it is found.
    package var key: String { NameKey.of(name) }
}

// MARK: - Row

extension Preset {
    package static let columns = ["id", "name", "name_key"] + Training.Terms.columns

    package init(from row: inout RowReader) throws {
        id = try row.text()
        name = try row.text()
        // Made from the name.
        _ = try row.text()
        terms = try Training.Terms(from: &row)
    }

    package func write(to row: inout RowWriter) throws {
        row.write(id)
        row.write(name)
        row.write(key)
        terms.write(to: &row)
    }
}
