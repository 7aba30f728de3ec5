import Glibc
import TrackerCore

/// Rescue of an open database whose files were deleted or replaced: its descriptors still have all of its
/// content.
extension Recovery {
    package enum Rescued {
        /// The files are back under their names.
        case asOpened
        /// The whole state is on the disk again; the database has to be closed and opened.
        case readyToOpen
        /// Another file has the database's name, and is left alone; the state is saved in a copy at this
        /// path.
        case saved(path: String)
        /// Another file was written over the database, and is left alone; nothing can be saved.
        case lost
    }

    /// - Parameter scratch: a folder for the copy where the state's own can't be written.
    /// - Throws: the error of reading or writing; the database then is open as before.
    package func rescue(
        _ store: Store, scratch: String, at now: Moment, zone: Zone
    ) throws -> Rescued {
        store.findPlace()
        switch store.condition {
        case .asOpened: return .asOpened
        case .logLost:
            try store.moveWholeLog()
            // SQLite would delete another file of that name on closing.
            if Files.exists(databasePath + "-wal") {
                let aside = try makeFolderAside(at: now, zone: zone)
                try Files.rename(databasePath + "-wal", to: aside + "/tracker.db-wal")
            }
            return .readyToOpen
        case .databaseGone:
            try setRescuedAside(at: now, zone: zone)
            try writeAgain(store)
            // Somebody may have put another file there meanwhile.
            if store.condition == .databaseGone {
                try Files.rename(restoringPath, to: rescuedPath)
                return .readyToOpen
            }
            dropRestoring()
        case .databaseReplaced: break
        case .databaseOverwritten: return .lost
        }
        return .saved(path: try save(store, scratch: scratch, at: now, zone: zone))
    }

    /// True where a saved state is still there.
    package func isSaved(_ path: String) -> Bool { Files.exists(path) }

    /// Removes the saved copy of a state that is back in its own place.
    package func dropSaved(_ path: String) { unlink(path) }

    private func writeAgain(_ store: Store) throws {
        try Files.makeFolder(stateFolder)
        dropRestoring()
        try finish(Backups.begin(copying: store, to: restoringPath))
        // A copy without a log would look as if somebody had restored it by hand.
        try Store.addLog(toCopy: restoringPath)
    }

    /// Writes all of an open database to a file elsewhere.
    ///
    /// - Parameter scratch: a folder for it where the state's own can't be written.
    /// - Returns: the path of the file.
    package func save(
        _ store: Store, scratch: String, at now: Moment, zone: Zone
    ) throws -> String {
        let backups = Backups(stateFolder: stateFolder)
        do {
            return try save(store, in: backups, at: now, zone: zone)
        } catch {
            return try save(store, in: Backups(folder: scratch), at: now, zone: zone)
        }
    }

    private func save(
        _ store: Store, in backups: Backups, at now: Moment, zone: Zone
    ) throws -> String {
        try Files.makeFolder(backups.folder)
        let path = backups.freePath(.rescued, at: now, zone, seq: store.lastSeq)
        try finish(Backups.begin(copying: store, to: path))
        return path
    }

    private func finish(_ backup: Backup) throws {
        repeat { goesOn() } while try backup.advance(while: { false }) == nil
    }
}
