import CSystemd
import Glibc

/// Kinds of change, and ways of watching. The bits are inotify's.
package nonisolated struct PathChanges: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(_ bits: Int32) {
        rawValue = UInt32(bitPattern: bits)
    }

    /// The file was written to; reported at every write.
    package static let modified = PathChanges(IN_MODIFY)
    /// The file was closed by a process that could write.
    package static let written = PathChanges(IN_CLOSE_WRITE)
    /// The mode, owner, times or number of links changed.
    package static let attributes = PathChanges(IN_ATTRIB)
    package static let created = PathChanges(IN_CREATE)
    package static let deleted = PathChanges(IN_DELETE)
    /// The entry was renamed out of the watched directory, or to another name in it.
    package static let movedAway = PathChanges(IN_MOVED_FROM)
    /// The entry was renamed into the watched directory, or from another name in it, which is how files are
    /// replaced.
    package static let movedHere = PathChanges(IN_MOVED_TO)
    /// The watched path itself was deleted.
    package static let selfDeleted = PathChanges(IN_DELETE_SELF)
    /// The watched path itself was renamed.
    package static let selfMoved = PathChanges(IN_MOVE_SELF)

    /// All changes that may replace the content of an entry in a watched directory.
    package static let replacements: PathChanges = [
        .written, .created, .deleted, .movedAway, .movedHere,
    ]

    /// A way of watching: refuse (ENOTDIR) a path that isn't a directory.
    package static let onlyDirectory = PathChanges(IN_ONLYDIR)
    /// A way of watching: watch a symbolic link itself, not the file it points to.
    package static let linkItself = PathChanges(IN_DONT_FOLLOW)

    /// Only reported: too many changes came, so some were lost. Everything has to be checked.
    package static let lost = PathChanges(IN_Q_OVERFLOW)
    /// Only reported: the watched file is gone, and the watch with it.
    package static let gone = PathChanges(IN_IGNORED)
    /// Only reported, along with others: the entry is a directory.
    package static let isDirectory = PathChanges(IN_ISDIR)
}
