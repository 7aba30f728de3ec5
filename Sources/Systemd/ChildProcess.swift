import CSystemd
import Glibc

/// Starts other programs. `EventLoop.onExit` reports when they end.
package nonisolated enum ChildProcess {
    /// Starts a program in a process group of its own, whose id is the child's pid. The child has default
    /// signal dispositions, nothing blocked, and descriptors 0, 1 and 2 only. It gets SIGTERM when this
    /// thread ends, even by SIGKILL; processes that it has started don't.
    ///
    /// - Parameters:
    ///   - arguments: the program, as a path or a name in this process's own PATH, and its arguments.
    ///   - environment: all of the child's variables; nothing is inherited.
    ///   - input: the child's descriptor 0; it and the two others stay open here, and `nil` is /dev/null.
    ///   - directory: the working directory; `nil` for this process's own.
    /// - Returns: the child's pid, to be given to `onExit` so that it's reaped.
    /// - Throws: `SystemError` that names the program: ENOENT, EACCES, ENOEXEC for the program or the
    ///   directory, EAGAIN if there are too many processes, EINVAL if a text has a NUL in it or there are no
    ///   arguments.
    package static func spawn(
        arguments: [String], environment: [String: String],
        input: Int32? = nil, output: Int32? = nil, error: Int32? = nil, directory: String? = nil
    ) throws(SystemError) -> pid_t {
        let operation = "start \(arguments.first ?? "a program")"
        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        let texts = arguments + variables + [directory ?? ""]
        guard !arguments.isEmpty, !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw SystemError(operation, EINVAL)
        }
        let cArguments = try CStrings(arguments)
        let cVariables = try CStrings(variables)
        var pid: pid_t = 0
        let result = csystemd_spawn(
            cArguments.pointers, cVariables.pointers, directory,
            [input ?? -1, output ?? -1, error ?? -1], &pid)
        withExtendedLifetime((cArguments, cVariables)) {}
        let place = directory.map { " in \($0)" } ?? ""
        try SystemError.check(result, operation + place)
        return pid
    }

    /// Sends a signal to every process of a group that `spawn` made.
    ///
    /// - Parameter leader: the pid that `spawn` returned.
    /// - Returns: whether the group still had a process.
    @discardableResult
    package static func signalGroup(_ leader: pid_t, _ signal: Int32) -> Bool {
        // 0 would be this program's own process group, and 1 every process that it may signal.
        precondition(leader > 1, "not a process group of ours: \(leader)")
        return kill(-leader, signal) == 0
    }
}
