import GRDB
import Glibc
import TrackerCore

/// Replacement of the present database by another one. Until the present one is moved away, nothing has
/// happened; from then on `open` finishes the restore, even after a crash.
extension Recovery {
    /// Path of a copy that isn't ready yet.
    var restoringPath: String { databasePath + ".restoring" }

    /// Looks at a file that may be restored, without reading all of it.
    ///
    /// - Throws: `StoreError.file` where there is none, `.noDatabase`, or `.isPresent`.
    package func checkRestorable(_ path: String) throws {
        var status = stat()
        try Files.check(stat(path, &status), "read", path)
        // Closing any descriptor of the open database would give up SQLite's lock on it, so its own file isn't
        // looked into.
        guard FileIdentity(of: path) != FileIdentity(of: databasePath) else {
            throw StoreError.isPresent(path: path)
        }
        guard status.st_mode & S_IFMT == S_IFREG, DatabaseHeader(of: path) != nil else {
            throw StoreError.noDatabase(path: path)
        }
    }

    /// Makes a checked copy of a database, with the present schema and a history of its own, whose event
    /// numbers continue after those of the present database.
    ///
    /// - Parameters:
    ///   - present: the database that will be replaced. The requests that it remembers stay remembered.
    ///   - replaced: the path that the present database will get.
    /// - Returns: id of the restored history.
    /// - Throws: `StoreError.noDatabase`, `.newerSchema`, `.badCopy`, or the error of writing. Nothing was
    ///   changed then.
    package func prepareRestore(
        of path: String, inPlaceOf present: Store, replaced: String, at now: Moment, zone: Zone
    ) throws -> String {
        try prepare(
            path, requests: present.isOverwritten ? nil : try? present.rememberedRequests(at: now),
            after: present.lastSeq, facts: ["restored_from": path, "replaced": replaced], at: now,
            zone: zone)
    }

    /// Restores a copy that somebody has put in the place of the database by hand.
    ///
    /// - Parameter seq: number of the newest event that anyone was told of.
    func adoptCopy(after seq: Int64, at now: Moment, zone: Zone) throws {
        _ = try prepare(databasePath, requests: nil, after: seq, facts: [:], at: now, zone: zone)
        try Files.rename(salvagedPath, to: databasePath)
    }

    private func prepare(
        _ path: String, requests: [Row]?, after seq: Int64, facts: [String: String], at now: Moment,
        zone: Zone
    ) throws -> String {
        dropRestoring()
        do {
            try Self.copyDatabase(path, to: restoringPath, goesOn: goesOn)
            guard try Self.isOwn(restoringPath) else { throw StoreError.noDatabase(path: path) }
            let store = try Store(
                path: restoringPath, schema: schema, zone: zone, at: now, goesOn: goesOn)
            goesOn()
            if let finding = try store.check().first {
                throw StoreError.badCopy(path: path, finding: finding)
            }
            let last = max(store.lastSeq, seq, Backups(stateFolder: stateFolder).newestSeq)
            let (history, _) = try store.perform(at: now) { transaction in
                try transaction.copyRequests(requests ?? [])
                return try transaction.beginRestored(after: last, facts)
            }
            try store.closeWhole()
            try Files.sync(restoringPath)
            try Files.rename(restoringPath, to: salvagedPath)
            return history
        } catch StoreError.newerSchema {
            dropRestoring()
            throw StoreError.newerSchema(path: path)
        } catch let error where StoreFault(error) == .damaged {
            dropRestoring()
            throw StoreError.badCopy(path: path, finding: "\(error)")
        } catch {
            dropRestoring()
            throw error
        }
    }

    /// Removes what an attempt has left.
    package func dropRestoring() {
        for file in Self.files(of: restoringPath) + Self.files(of: salvagedPath) { unlink(file) }
    }

    /// True where a database has the tables that every database of this program has.
    private static func isOwn(_ path: String) throws -> Bool {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.closeForGood() }
        return try queue.read { db in
            try ["meta", "journal", "grdb_migrations"].allSatisfy { try db.tableExists($0) }
        }
    }

    /// Closes the present database and moves its file away, so that `open` takes up the prepared one.
    ///
    /// - Parameter path: the path that the file gets.
    /// - Throws: the error of closing or moving. Where `isInPlace` and the database is still open, nothing has
    ///   happened.
    package func setAside(_ present: Store, to path: String) throws {
        let isOwn = present.path == databasePath && !present.isReplaced && isInPlace
        if isOwn { try present.closeWhole() }
        try Files.makeFolder(Files.folder(of: path))
        // Otherwise the log that was deleted on closing might come back after a power cut.
        try Files.syncFolder(of: databasePath)
        for suffix in ["", "-wal"] where Files.exists(databasePath + suffix) {
            try Files.move(databasePath + suffix, to: path + suffix)
        }
        // The list of backups then shows the time at which it was set aside.
        utimensat(AT_FDCWD, path, nil, 0)
        // A displaced state or a stand-in was needed until now.
        guard !isOwn else { return }
        try? present.close()
        dropTemporary(present)
    }

    /// True where a file has the database's name.
    package var isInPlace: Bool { Files.exists(databasePath) }
}

extension Store {
    fileprivate func rememberedRequests(at now: Moment) throws -> [Row] {
        try read(at: now) { try Row.fetchAll($0.db, sql: "SELECT * FROM request") }
    }
}

extension Transaction {
    /// Begins the history of a restored database, and notes that all alerts before it were given.
    fileprivate func beginRestored(after seq: Int64, _ facts: [String: String]) throws -> String {
        resumeJournal(after: seq, device: try meta(.device, as: String.self) ?? "")
        let history = try beginHistory()
        try setMeta(.alerted, nextSeq)
        try append(
            EventType.storageRestored.rawValue, subject: "", cause: .daemon,
            data: JSONText.of(facts.merging(["history": history]) { $1 }))
        return history
    }
}
