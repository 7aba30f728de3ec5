import GRDB
import Glibc
import TrackerCore

/// Opens the state, whatever condition it is in.
package struct Recovery {
    package let stateFolder: String
    package let schema: Schema
    /// Called again and again during work that may take long.
    let goesOn: () -> Void
    /// Writes a message for the administrator.
    let log: (String) -> Void

    package init(
        stateFolder: String, schema: Schema = .current, goesOn: @escaping () -> Void = {},
        log: @escaping (String) -> Void = { _ in }
    ) {
        self.stateFolder = stateFolder
        self.schema = schema
        self.goesOn = goesOn
        self.log = log
    }

    package var databasePath: String { stateFolder + "/tracker.db" }

    /// Path of a complete database that takes the place of one that is moved away. After a crash in between,
    /// the next start finishes the move.
    var salvagedPath: String { databasePath + ".salvaged" }
    /// Path of the whole state of a running daemon whose database was deleted.
    var rescuedPath: String { databasePath + ".rescued" }
    private var logPath: String { databasePath + "-wal" }
    private var keptLogPath: String { logPath + ".kept" }
    private var journalPath: String { databasePath + "-journal" }

    /// Opens the database. A damaged database is set aside, and everything readable in it is put into a
    /// fresh one.
    ///
    /// - Parameters:
    ///   - zone: the person's time zone, for older rows and for the name of the folder for a damaged
    ///     database.
    ///   - knownSeq: number of the newest event that anyone was told of; it may not be given out again.
    package func open(at now: Moment, zone: Zone, knownSeq: Int64 = 0) throws -> Store {
        try Files.makeFolder(stateFolder)
        let isThere = (Files.size(databasePath) ?? 0) > 0
        if !isThere, let whole = [salvagedPath, rescuedPath].first(where: Files.exists) {
            // An earlier salvage, restore or rescue was interrupted when its result was complete; only the
            // renaming is left to do.
            if let log = [logPath, keptLogPath].first(where: Files.exists) {
                let aside = try makeFolderAside(at: now, zone: zone)
                try Files.rename(log, to: aside + "/tracker.db-wal")
            }
            try Files.rename(whole, to: databasePath)
        } else if isThere {
            // Leftovers of a restore or salvage that a crash ended before it moved the database away.
            dropRestoring()
        } else if Files.exists(databasePath) || (Files.size(logPath) ?? 0) > 0 {
            return try salvage(at: now, zone: zone, knownSeq: knownSeq)
        }
        try setRescuedAside(at: now, zone: zone)
        do {
            // A foreign log shows that a copy was put here, so it goes last: after a crash in between it
            // still shows that.
            let isForeign = LogOrigin.isForeign(log: logPath, to: databasePath)
            if isForeign || DatabaseHeader(of: databasePath)?.isWithoutLog == true {
                try adoptCopy(after: knownSeq, at: now, zone: zone)
            }
            try setForeignLogsAside(log: isForeign, at: now, zone: zone)
            keepLog()
            let store = try Store(
                path: databasePath, schema: schema, zone: zone, at: now,
                backups: Backups(stateFolder: stateFolder), goesOn: goesOn)
            unlink(keptLogPath)
            return store
        } catch let error where StoreFault(error) == .damaged || Self.isOfCopy(error) {
            return try salvage(at: now, zone: zone, knownSeq: knownSeq)
        }
    }

    /// True where a file that was put in the place of the database is damaged, or isn't a database of this
    /// program.
    private static func isOfCopy(_ error: any Error) -> Bool {
        switch error {
        case StoreError.badCopy, StoreError.noDatabase: true
        default: false
        }
    }

    /// Keeps a rescued state among the backups where somebody has put another file in the place of the
    /// database before it could be moved there.
    func setRescuedAside(at now: Moment, zone: Zone) throws {
        guard Files.exists(rescuedPath) else { return }
        let backups = Backups(stateFolder: stateFolder)
        try Files.makeFolder(backups.folder)
        let path = backups.freePath(.rescued, at: now, zone, seq: nil)
        try Files.move(rescuedPath, to: path)
        log(
            "another file has replaced \(databasePath): the state that trackerd had is saved in "
                + path)
    }

    /// Sets aside a write-ahead log or rollback journal of another database, as where a copy has replaced the
    /// database alone: SQLite would apply it.
    ///
    /// - Parameter isLogForeign: whether the write-ahead log belongs to another database.
    private func setForeignLogsAside(
        log isLogForeign: Bool, at now: Moment, zone: Zone
    ) throws {
        var foreign = isLogForeign ? ["-wal"] : []
        // A database with a write-ahead log has no rollback journal.
        if DatabaseHeader(of: databasePath)?.usesLog == true, Files.exists(journalPath) {
            foreign.append("-journal")
        }
        guard !foreign.isEmpty else { return }
        let aside = try makeFolderAside(at: now, zone: zone)
        for suffix in foreign {
            try Files.rename(databasePath + suffix, to: "\(aside)/tracker.db\(suffix)")
            log(
                "\(databasePath)\(suffix) belongs to a different database than \(databasePath): it was "
                    + "moved to \(aside) and wasn't used")
        }
        if foreign.contains("-wal") { unlink(keptLogPath) }
    }

    /// Paths of a database and of the files that SQLite may have put beside it.
    static func files(of path: String) -> [String] {
        ["", "-wal", "-shm", "-journal"].map { path + $0 }
    }

    /// Keeps the write-ahead log under a second name, since SQLite deletes the log on closing even where it
    /// found damage.
    package func keepLog() {
        guard (Files.size(logPath) ?? 0) > 0 else { return }
        unlink(keptLogPath)
        link(logPath, keptLogPath)
    }

    /// Sets a damaged database aside and builds a fresh one from it, or from the newest backup where that
    /// has newer events.
    package func salvage(at now: Moment, zone: Zone, knownSeq: Int64 = 0) throws -> Store {
        let aside = try makeFolderAside(at: now, zone: zone)
        let backups = Backups(stateFolder: stateFolder)
        let backup = backups.paths.last
        let sources = [databasePath] + (backup.map { [$0] } ?? [])
        let copies = sources.indices.map { "\(aside)/reading-\($0).db" }
        defer { copies.forEach(Salvage.dropCopy) }
        let readings = zip(sources, copies).map { source, copy in
            (
                source: source,
                remains: Salvage(
                    of: source, schema: schema, zone: zone, copy: copy, goesOn: goesOn)
            )
        }
        for leftover in [salvagedPath, salvagedPath + "-wal"] { unlink(leftover) }
        let store = try Store(path: salvagedPath, schema: schema, zone: zone, at: now)
        // Event numbers of another history can't be compared, so it counts only where nothing else is left.
        let own = readings[0].remains
        let comparable = readings.filter {
            own.history == nil || own.lastSeq == 0 || $0.remains.history == own.history
        }
        if let best = comparable.max(by: { $0.remains.lastSeq < $1.remains.lastSeq }) {
            _ = try store.perform(at: now) { transaction in
                let source = best.source == databasePath ? "\(aside)/tracker.db" : best.source
                let isExact = knownSeq > 0 || readings[0].remains.journalIsWhole
                let seq = max(best.remains.lastSeq, knownSeq, backups.newestSeq)
                try best.remains.write(
                    into: transaction, from: source, aside: aside,
                    after: isExact ? seq : Self.surelyUnused(after: seq),
                    alerted: knownSeq > 0 || best.source != databasePath ? seq : nil)
            }
        }
        try store.closeWhole()
        try Files.sync(salvagedPath)
        // In this order of renaming, `open` can tell the state after a crash in between from that before
        // the salvage.
        for suffix in ["", "-wal"] where Files.exists(databasePath + suffix) {
            try Files.rename(databasePath + suffix, to: "\(aside)/tracker.db\(suffix)")
        }
        if Files.exists(keptLogPath), !Files.exists("\(aside)/tracker.db-wal") {
            try Files.rename(keptLogPath, to: "\(aside)/tracker.db-wal")
        }
        unlink(keptLogPath)
        try Files.rename(salvagedPath, to: databasePath)
        return try Store(path: databasePath, schema: schema, zone: zone, at: now)
    }

    /// A number that the lost events of a damaged journal can't have reached.
    private static func surelyUnused(after seq: Int64) -> Int64 {
        let many: Int64 = 1_000_000
        return (seq / many + 1) * many
    }

    /// Makes the folder `recovery/<time>/`.
    func makeFolderAside(at now: Moment, zone: Zone) throws -> String {
        let stamp = Backups.stamp(at: now, zone)
        var folder = "\(stateFolder)/recovery/\(stamp)"
        var attempt = 1
        while Files.exists(folder) {
            attempt += 1
            folder = "\(stateFolder)/recovery/\(stamp)-\(attempt)"
        }
        try Files.makeFolder(folder)
        return folder
    }

    /// Opens a copy of the state elsewhere, for a start while the state itself can't be written.
    ///
    /// - Parameters:
    ///   - scratch: a folder that can be written.
    ///   - zone: the person's time zone, as for `open`.
    /// - Returns: a store for reading; changes to it are not kept.
    package func openTemporary(scratch: String, at now: Moment, zone: Zone) throws -> Store {
        try Files.makeFolder(scratch)
        let folder = try Files.makePrivateFolder(scratch + "/stand-in")
        let copy = folder + "/tracker.db"
        for file in Self.files(of: copy) { unlink(file) }
        // A state that still has to be moved to its place is complete.
        let source = [databasePath, salvagedPath, rescuedPath].first { (Files.size($0) ?? 0) > 0 }
        if let source { try Self.copyDatabase(source, to: copy, goesOn: goesOn) }
        do {
            return try Store(path: copy, schema: schema, zone: zone, at: now, goesOn: goesOn)
        } catch let error where StoreFault(error) == .damaged {
            // The readable part of a damaged copy is better than nothing; the original is salvaged later.
            return try Recovery(stateFolder: folder, schema: schema, goesOn: goesOn)
                .salvage(at: now, zone: zone)
        }
    }

    /// Removes the files of a closed store if it is a stand-in, since they may be held in memory.
    package func dropTemporary(_ store: Store) {
        guard store.path != databasePath else { return }
        for file in Self.files(of: store.path) { unlink(file) }
        rmdir(Files.folder(of: store.path))
    }

    /// Copies a database with its write-ahead log or rollback journal, but without a log or journal of
    /// another one.
    static func copyDatabase(_ from: String, to: String, goesOn: () -> Void) throws {
        var suffixes = [""]
        if !LogOrigin.isForeign(log: from + "-wal", to: from) { suffixes.append("-wal") }
        if DatabaseHeader(of: from)?.usesLog != true { suffixes.append("-journal") }
        for suffix in suffixes where (Files.size(from + suffix) ?? 0) > 0 {
            try copyFile(from + suffix, to: to + suffix, goesOn: goesOn)
        }
    }

    static func copyFile(_ from: String, to: String, goesOn: () -> Void = {}) throws {
        let source = try Files.check(Glibc.open(from, O_RDONLY | O_CLOEXEC), "read", from)
        defer { Glibc.close(source) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let target = try Files.check(Glibc.open(to, flags, 0o600), "write", to)
        defer { Glibc.close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            goesOn()
            let count = Glibc.read(source, &buffer, buffer.count)
            if count == 0 { return }
            guard count > 0, Glibc.write(target, buffer, count) == count else {
                throw StoreError.file(operation: "copy to", path: to, errno: errno)
            }
        }
    }
}
