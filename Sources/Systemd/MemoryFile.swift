import CSystemd

/// Texts as files in memory, used as input for children because a write to them can't block.
package nonisolated enum MemoryFile {
    /// Makes an unnamed, read-only file that holds a text.
    ///
    /// - Returns: the file's descriptor, close-on-exec, at the file's beginning. The caller closes it.
    /// - Throws: `SystemError` if descriptors or memory are used up.
    package static func holding(_ text: String) throws(SystemError) -> Int32 {
        var text = text
        let result = text.withUTF8 { csystemd_memory_file($0.baseAddress, $0.count) }
        return try SystemError.check(result, "memfd_create")
    }
}
