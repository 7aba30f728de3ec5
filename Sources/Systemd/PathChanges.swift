import CSystemd
import Glibc

/// Kinds of change, and how to look. The bits are inotify's.
package nonisolated struct PathChanges: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(_ bits: Int32) {
        rawValue = UInt32(bitPattern: bits)
    }

    /// Written to, at every write.
    package static let modified = PathChanges(IN_MODIFY)
    /// Closed by one who could write.
    package static let written = PathChanges(IN_CLOSE_WRITE)
    /// Its mode, owner, times or number of links.
    package static let attributes = PathChanges(IN_ATTRIB)
    package static let created = PathChanges(IN_CREATE)
    package static let deleted = PathChanges(IN_DELETE)
    /// Renamed out of the watched directory, or to another name in it.
    package static let movedAway = PathChanges(IN_MOVED_FROM)
    /// Renamed into the watched directory, or from another name in it: how files are replaced.
    package static let movedHere = PathChanges(IN_MOVED_TO)
    /// The watched path itself was deleted.
    package static let selfDeleted = PathChanges(IN_DELETE_SELF)
    /// The watched path itself was renamed.
    package static let selfMoved = PathChanges(IN_MOVE_SELF)

    /// All that may give an entry of a watched directory another content.
    package static let replacements: PathChanges = [
        .written, .created, .deleted, .movedAway, .movedHere,
    ]

    /// A way to look: refuse (ENOTDIR) what isn't a directory.
    package static let onlyDirectory = PathChanges(IN_ONLYDIR)
    /// A way to look: watch a symbolic link itself, not what it points to.
    package static let linkItself = PathChanges(IN_DONT_FOLLOW)

    /// Only reported: changes were lost, because there were too many. Look at everything.
    package static let lost = PathChanges(IN_Q_OVERFLOW)
    /// Only reported: what was watched is gone, and with it the watch.
    package static let gone = PathChanges(IN_IGNORED)
    /// Only reported, beside others: the entry is a directory.
    package static let isDirectory = PathChanges(IN_ISDIR)
}
