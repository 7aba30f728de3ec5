/// How a child process ended.
package nonisolated enum ChildStatus: Hashable, Sendable {
    /// The child exited by itself, with this status (0 to 255).
    case exited(Int32)
    /// A signal ended the child.
    case killed(signal: Int32)
}
