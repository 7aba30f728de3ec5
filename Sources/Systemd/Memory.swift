import CSystemd

/// The process's memory.
package enum Memory {
    /// Returns free pieces of the heap to the system.
    package nonisolated static func releaseFree() { csystemd_release_free_memory() }
}
