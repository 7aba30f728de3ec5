import CSystemd
import Glibc

/// Reports changes to a file, a directory or its entries (inotify).
///
/// The file that the path named at the time is watched, not the path. If files are replaced by renaming, as
/// editors and package managers do, watch the directory and compare the name.
package final class PathSource: EventSource {
    private var handler: ((PathChange) -> Void)?

    fileprivate init(
        _ loop: EventLoop, _ path: String, _ changes: PathChanges, _ priority: Priority,
        _ handler: @escaping (PathChange) -> Void
    ) throws(SystemError) {
        self.handler = handler
        super.init()
        try attach("watch \(path)", priority: priority) { source, userData in
            sd_event_add_inotify(loop.event, source, path, changes.rawValue, onChange, userData)
        }
    }

    package override func cancel() {
        super.cancel()
        handler = nil
    }

    fileprivate func fire(_ change: PathChange) {
        let handler = handler
        handler?(change)
    }
}

extension EventLoop {
    /// Watches a path that exists.
    ///
    /// - Parameters:
    ///   - changes: the changes to report; `.lost` and `.gone` are always reported.
    ///   - handler: called for each change, in order.
    /// - Throws: `SystemError`: ENOENT, ENOTDIR, EACCES for the path, ENOSPC or EMFILE if the user's inotify
    ///   limits are used up.
    package func watchPath(
        _ path: String, for changes: PathChanges, priority: Priority = .normal,
        handler: @escaping (PathChange) -> Void
    ) throws(SystemError) -> PathSource {
        do throws(SystemError) {
            return try PathSource(self, path, changes, priority, handler)
        } catch {
            if error.isWantOfWatches { cannotWatch(error) }
            throw error
        }
    }
}

extension SystemError {
    /// Whether a path can't be watched because inotify instances, watches, descriptors or memory are used up.
    var isWantOfWatches: Bool { [EMFILE, ENFILE, ENOSPC, ENOMEM].contains(code) }
}

private nonisolated func onChange(
    _: OpaquePointer?, event: UnsafePointer<inotify_event>?, userData: UnsafeMutableRawPointer?
) -> Int32 {
    guard let event else { return 0 }
    let name = csystemd_change_name(event).map { String(cString: $0) }
    let change = PathChange(PathChanges(rawValue: event.pointee.mask), name: name)
    return EventSource.enter(PathSource.self, userData) { $0.fire(change) }
}
