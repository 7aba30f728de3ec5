/// Something that happened to a watched path, or to an entry of a watched directory.
package nonisolated struct PathChange: Hashable, Sendable {
    package let changes: PathChanges
    /// The entry's name; `nil` for a change of the watched path itself.
    package let name: String?

    package init(_ changes: PathChanges, name: String?) {
        self.changes = changes
        self.name = name
    }
}
