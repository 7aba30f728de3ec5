import TestSupport
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

extension Bench {
    /// Opens an import and sends a whole file, in pieces.
    ///
    /// - Returns: the import's id.
    func open(_ file: String, _ params: String = "{}", piece: Int = 2000) throws -> String {
        let id = try call("import.open", params)["import"]?.string ?? ""
        var rest = file[...]
        while !rest.isEmpty {
            try append(id, String(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        return id
    }

    @discardableResult func append(_ id: String, _ text: String) throws -> JSONValue {
        try call("import.append", "{\"import\":\"\(id)\",\"text\":\(JSONText.quoted(text))}")
    }

    func preview(_ id: String, _ more: String = "") throws -> JSONValue {
        try call("import.preview", "{\"import\":\"\(id)\"\(more)}")
    }

    @discardableResult func commit(_ id: String, _ more: String = "") throws -> JSONValue {
        try call("import.commit", "{\"import\":\"\(id)\"\(more)}")
    }

    /// Reads all pages of an export.
    func export(_ params: String) throws -> String {
        var text = ""
        var cursor: String?
        repeat {
            let more = cursor.map { ",\"cursor\":\(JSONText.quoted($0))" } ?? ""
            let page = try call("export", "{\(params)\(more)}")
            text += page["text"]?.string ?? ""
            cursor = page["cursor"]?.string
        } while cursor != nil
        return text
    }

    /// The rows of every table, as JSON.
    func tables() throws -> [String: [String]] {
        try engine.store.read(at: clock) { transaction in
            var tables: [String: [String]] = [:]
            for table in transaction.tables {
                try transaction.eachRow(ofTable: table, after: "") { entity in
                    tables[table, default: []].append(try entity.json)
                    return true
                }
            }
            return tables
        }
    }
}

extension Bench {
    /// The number of a table's rows, as a JSON value.
    func rows(of table: String) throws -> JSONValue {
        .integer(Int64(try tables()[table]?.count ?? 0))
    }

    /// The names of the files in the state folder.
    var stateFiles: [String] { File.names(in: stateFolder) }
}
