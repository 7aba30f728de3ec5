import GRDB
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Ways to damage a database file.
extension Fixture {
    static let pageSize = 4096

    /// Records so many events that the journal takes many pages, and closes the file.
    func fill(events: Int = 120) throws {
        for index in 1...events {
            try append(
                "note.made",
                [Note(id: "n\(index)", text: String(repeating: "\(index % 10)", count: 700))])
        }
        try store.close()
    }

    /// The numbers of a table's pages, from 1, without the root page.
    func pages(of table: String, type: String = "leaf") throws -> [Int] {
        let raw = try DatabaseQueue(path: path)
        defer { try? raw.close() }
        return try raw.inDatabase { db in
            try Int.fetchAll(
                db,
                sql: "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path",
                arguments: [table, type])
        }
    }

    /// The number of rows on a page.
    func rows(onPage page: Int) throws -> Int {
        let raw = try DatabaseQueue(path: path)
        defer { try? raw.close() }
        return try raw.inDatabase { db in
            try Int.fetchOne(
                db, sql: "SELECT ncell FROM dbstat WHERE pageno = ?", arguments: [page]) ?? 0
        }
    }

    /// Overwrites pages of the closed file.
    func overwrite(pages: [Int], with byte: UInt8 = 0) throws {
        var file = try bytes()
        for page in pages {
            let start = (page - 1) * Self.pageSize
            for offset in start..<start + Self.pageSize { file[offset] = byte }
        }
        try write(file)
    }

    /// The names of the folders to which damaged databases were moved.
    var asides: [String] {
        File.names(in: folder.path + "/recovery")
            .map { "\(folder.path)/recovery/\($0)" }
    }
}
