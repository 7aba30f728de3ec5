import TrackerCore

/// Task in a shared folder. It may take as long as the disk or the network needs, so nothing waits for it.
package enum FolderTask: Sendable {
    /// Checks that the folder can be used.
    ///
    /// - Parameter isNew: whether the folder is created if it's missing.
    case open(isNew: Bool)
    /// Lists all machines.
    ///
    /// - Parameter first: ids of known machines.
    case list(first: Set<String>)
    case read(SharedFile.Name, of: String)
    case write(SharedFile.Draft, as: SharedFile.Name, of: String, isFinal: Bool)
    case note(MachineNote)
    case remove([SharedFile.Name], of: String)
    /// Removes a machine's subfolder.
    case removeMachine(String)

    /// True for a task that changes something in the folder.
    package var writes: Bool {
        switch self {
        case .open, .list, .read: false
        case .write, .note, .remove, .removeMachine: true
        }
    }
}

/// Result of a task in a shared folder.
package enum FolderResult: Sendable {
    case done
    case listing(SharedFolder.Listing)
    case read(Result<SharedFolder.Content, SharedFolder.Unread>)
    /// Mark and digest of the file.
    case written(FileMark, String)
    case failed(SharedFolderError)
}

extension SharedFolder {
    /// Runs a task.
    package func perform(_ task: FolderTask) -> FolderResult {
        do {
            switch task {
            case .open(let isNew):
                if isNew { try make() }
                try checkUsable()
                return .done
            case .list(let first): return .listing(try list(first: first))
            case .read(let name, let writer): return .read(read(name, of: writer))
            case .write(let draft, let name, let writer, let isFinal):
                let mark = try write(draft, as: name, of: writer, isFinal: isFinal)
                return .written(mark, SharedFolder.digest(of: draft.bytes))
            case .note(let note):
                try removeLeftovers(of: note.writer)
                try write(note)
                return .done
            case .remove(let names, let writer):
                try remove(names, of: writer)
                return .done
            case .removeMachine(let writer):
                try removeAll(of: writer)
                return .done
            }
        } catch let error as SharedFolderError {
            return .failed(error)
        } catch {
            return .failed(SharedFolderError("use", path, code: 0))
        }
    }
}
