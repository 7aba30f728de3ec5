import CSystemd

/// Bytes as files in memory, used as input for children because a write to them can't block.
package nonisolated enum MemoryFile {
    /// Makes an unnamed, read-only file that holds some bytes.
    ///
    /// - Returns: the file's descriptor, close-on-exec, at the file's beginning. The caller closes it.
    /// - Throws: `SystemError` if descriptors or memory are used up.
    package static func holding(_ bytes: [UInt8]) throws(SystemError) -> Int32 {
        let result = bytes.withUnsafeBytes { csystemd_memory_file($0.baseAddress, $0.count) }
        return try SystemError.check(result, "memfd_create")
    }
}
