import CSystemd

/// The process's memory.
package enum Memory {
    /// Gives back what nothing needs at rest: pages of code and constants, which come back from the file
    /// where they are used again, and free pieces of the heap.
    ///
    /// More than half of what a static Swift program touches, it touches once: looking through the tables
    /// of types and conformances. And with each page that is used the kernel maps its neighbours.
    package nonisolated static func releaseUnused() { csystemd_release_unused_memory() }
}
