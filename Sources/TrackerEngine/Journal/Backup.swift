import TrackerAPI
import TrackerCore
import TrackerStore

extension BackupCreate: Sliced, OutsidePerformable {
    func begin(by engine: Engine, at now: Moment) throws -> any Slices {
        try BackupSlices(path, backup(by: engine, at: now))
    }

    func perform(by engine: Engine, at now: Moment) throws -> Response {
        let slices = try BackupSlices(path, backup(by: engine, at: now))
        while true {
            if let copy = try slices.advance(while: { true }) { return copy }
        }
    }

    private func backup(by engine: Engine, at now: Moment) throws -> Backup {
        if let path { try checkPath(path) }
        return try refusing(path) {
            guard let path else {
                return try engine.backups.begin(
                    from: engine.store, time: Backups.stamp(at: now, engine.dependencies.zone))
            }
            return try Backups.begin(copying: engine.store, to: path)
        }
    }
}

/// - Throws: `Rejection` for anything but the absolute path of a file.
func checkPath(_ path: String) throws(Rejection) {
    guard path.hasPrefix("/"), !path.hasSuffix("/"), path.utf8.count < 4096,
        !path.utf8.contains(0)
    else {
        throw Rejection.invalid("path", "\(field: "path") must be the absolute path of a file")
    }
}

/// Turns an error of writing the copy into a refusal: the client chose the place, and the state itself is
/// sound.
private func refusing<Value>(_ path: String?, _ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error where StoreFault(error) == .damaged {
        throw error
    } catch StoreError.fileExists(let path) {
        throw Rejection(
            .conflict, "\(path) already exists: choose another file", field: "path",
            state: "exists")
    } catch let error where !(error is Rejection) {
        throw Rejection(
            .storage, "can't write the backup: \(error)", field: path == nil ? nil : "path")
    }
}

private final class BackupSlices: Slices {
    private let path: String?
    private let backup: Backup

    init(_ path: String?, _ backup: Backup) {
        self.path = path
        self.backup = backup
    }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        try advance(while: hasTime).map { try JSONText.of($0) }
    }

    func advance(while hasTime: () -> Bool) throws -> BackupCreate.Response? {
        try refusing(path) { try backup.advance(while: hasTime) }.map { copy in
            BackupCreate.Response(
                path: copy.path, bytes: Backups.bytes(of: copy.path), seq: copy.seq)
        }
    }
}
