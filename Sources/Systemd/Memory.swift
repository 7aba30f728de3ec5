import CSystemd

/// The process's memory.
package enum Memory {
    /// Gives free pieces of the heap back to the system.
    package nonisolated static func releaseFree() { csystemd_release_free_memory() }
}
