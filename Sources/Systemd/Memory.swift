import CSystemd

package enum Memory {
    /// Returns unused heap memory to the system.
    package nonisolated static func releaseFree() { csystemd_release_free_memory() }
}
