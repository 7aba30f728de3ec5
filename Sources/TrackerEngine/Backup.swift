import TrackerAPI
import TrackerCore
import TrackerStore

extension BackupCreate: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        guard let path else { return try engine.backUp(at: now) }
        guard path.hasPrefix("/"), !path.hasSuffix("/"), path.utf8.count < 4096,
            !path.utf8.contains(0)
        else {
            throw Rejection.invalid("path", "path must be the absolute path of a file")
        }
        do {
            try Backups.copy(engine.store, to: path)
        } catch let error where StoreFault(error) == .damaged {
            throw error
        } catch StoreError.fileExists {
            throw Rejection(
                .conflict, "\(path) exists already: name another file", field: "path",
                state: "exists")
        } catch {
            // Where the copy should go is the caller's; that it can't is no fault of the state.
            throw Rejection(.storage, "can't write the backup: \(error)", field: "path")
        }
        return Response(
            path: path, bytes: Backups.bytes(of: path), seq: engine.store.lastSeq)
    }
}

extension Engine {
    /// Makes a backup in the daemon's own folder.
    package func backUp(at now: Moment) throws -> BackupCreate.Response {
        let time = surroundings.zone.civilTime(atMs: now.wallMs)
        let stamp = "\(time.dateText)T\(time.timeText.filter { $0 != ":" })"
        do {
            let path = try backups.create(from: store, time: stamp)
            return BackupCreate.Response(
                path: path, bytes: Backups.bytes(of: path), seq: store.lastSeq)
        } catch let error where StoreFault(error) == .damaged {
            throw error
        } catch StoreError.fileExists(let path) {
            // Within one second nothing has changed: that copy is this one.
            return BackupCreate.Response(
                path: path, bytes: Backups.bytes(of: path), seq: store.lastSeq)
        } catch {
            throw Rejection(.storage, "can't write the backup: \(error)")
        }
    }
}
