import Glibc
import TrackerCore

extension SharedFolder {
    /// Writes a file of this machine as a whole. Its subfolder is created if it's missing. The folder is not: while its
    /// disk isn't mounted, that would put files in the wrong place.
    ///
    /// - Parameters:
    ///   - name: name of the file, which replaces a present one.
    ///   - isFinal: whether the file won't be written again, and so is synced.
    /// - Returns: the mark of the new file.
    @discardableResult
    package func write(
        _ draft: SharedFile.Draft, as name: SharedFile.Name, of writer: String, isFinal: Bool
    ) throws -> FileMark {
        try ownSubfolder(of: writer).replace(name.text, with: draft.bytes, synced: isFinal)
    }

    /// Writes this machine's note. It is synced, since an older one could name a former start of the daemon.
    @discardableResult
    package func write(_ note: MachineNote) throws -> FileMark {
        try ownSubfolder(of: note.writer).replace(
            MachineNote.fileName, with: note.bytes(), synced: true)
    }

    private func ownSubfolder(of writer: String) throws -> OpenFolder {
        try Self.check(writer, in: path)
        return try OpenFolder(path).makeFolder(writer)
    }

    /// Removes what an earlier run of this machine left unfinished.
    package func removeLeftovers(of writer: String) throws {
        guard let subfolder = try subfolder(of: writer) else { return }
        let (parts, _) = try subfolder.entries(limit: limits.names) { name -> String? in
            Self.isPart(name) ? name : nil
        }
        try Self.remove(parts, in: subfolder)
    }

    /// Removes files of a machine. A missing file is no error.
    ///
    /// - Throws: the first `SharedFolderError`, after all were tried.
    package func remove(_ names: [SharedFile.Name], of writer: String) throws {
        guard let subfolder = try subfolder(of: writer) else { return }
        try Self.remove(names.map(\.text), in: subfolder)
    }

    /// Removes a machine's subfolder with trackerd's files and their conflict copies. Other files stay, and then the
    /// subfolder stays, too.
    ///
    package func removeAll(of writer: String) throws {
        try Self.check(writer, in: path)
        let folder = try OpenFolder(path)
        guard let subfolder = try folder.folder(writer) else { return }
        let (names, _) = try subfolder.entries(limit: limits.names) { name -> String? in
            SharedFile.Name(name) != nil || Self.isNote(name) || Self.isPart(name) ? name : nil
        }
        // The note goes last, so what an interruption leaves still has a name.
        try Self.remove(names.filter { !Self.isNote($0) }, in: subfolder)
        try Self.remove(names.filter { Self.isNote($0) }, in: subfolder)
        do { try folder.removeFolder(writer) } catch let error as SharedFolderError {
            // Everything that trackerd reads is gone; other files belong to other programs.
            guard error.code == ENOTEMPTY || error.code == EEXIST else { throw error }
        }
    }

    private static func remove(_ names: [String], in subfolder: OpenFolder) throws {
        var failure: (any Error)?
        for name in names.sorted() {
            do {
                try subfolder.remove(name)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Whether a name is that of the note, or of a conflict copy of it.
    private static func isNote(_ name: String) -> Bool {
        name == MachineNote.fileName
            || (name.hasPrefix("about.sync-conflict-") && name.hasSuffix(".json"))
    }

    /// Whether a name is that of an unfinished file of this program. Other programs use similar names.
    private static func isPart(_ name: String) -> Bool {
        guard let whole = OpenFolder.name(ofPart: name) else { return false }
        return whole == MachineNote.fileName || SharedFile.Name(whole)?.isCopy == false
    }
}
