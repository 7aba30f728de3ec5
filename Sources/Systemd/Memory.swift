import CSystemd

/// The process's memory.
package enum Memory {
    /// Gives back what only starting up has needed: pages of code and constants, which come back from the
    /// file where they are used again, and free pieces of the heap.
    ///
    /// More than half of what a static Swift program touches, it touches once: looking through the tables
    /// of types and conformances.
    package nonisolated static func releaseStartup() { csystemd_release_startup_memory() }
}
