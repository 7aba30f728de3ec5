import TrackerCore

@testable import TrackerStore

extension Backup {
    /// Runs all slices of the backup.
    ///
    /// - Returns: the path of the copy.
    @discardableResult
    func finish() throws -> String {
        while true {
            if let copy = try advance(while: { true }) { return copy.path }
        }
    }
}

extension Backups {
    func create(from store: Store, time: String) throws -> String {
        try begin(from: store, time: time).finish()
    }

    static func copy(_ store: Store, to path: String) throws {
        try begin(copying: store, to: path).finish()
    }
}
