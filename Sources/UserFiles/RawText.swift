import Glibc

/// Finds arguments and environment variables of the process that aren't UTF-8. Swift's strings replace their wrong
/// bytes, and would name another file or folder than the person meant.
package enum RawText {
    /// The first such argument; `nil` where all are text.
    package static var unreadableArgument: String? {
        let raw = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return raw.lazy.compactMap { $0 }.first { String(validatingCString: $0) == nil }
            .map { String(cString: $0) }
    }

    /// Whether the value of a variable is text; true where it isn't set.
    package static func isReadable(variable name: String) -> Bool {
        getenv(name).map { String(validatingCString: $0) != nil } ?? true
    }
}
