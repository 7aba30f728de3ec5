import Glibc
import Systemd

/// Environment variables of hooks, and the search for their programs.
nonisolated struct HookEnvironment: Sendable {
    private let variables: [String: String]

    /// - Parameter environment: the daemon's own variables. Variables from the service manager for the daemon
    ///   alone are removed, since a child that used them would speak in the daemon's name.
    init(_ environment: [String: String]) {
        let own: Set = ["NOTIFY_SOCKET", "JOURNAL_STREAM", "INVOCATION_ID"]
        variables = environment.filter { name, _ in
            !own.contains(name) && !name.hasPrefix("LISTEN_") && !name.hasPrefix("WATCHDOG_")
        }
    }

    /// The variables, with `more` added or replacing them.
    func adding(_ more: [String: String]) -> [String: String] {
        variables.merging(more) { _, new in new }
    }

    /// Address of the session's message bus; `nil` for none.
    var busAddress: BusAddress? { .session(in: variables) }

    /// Path of a program, found in the hooks' own PATH; `nil` for none. A name with a slash is already a
    /// path.
    func path(of program: String) -> String? {
        if program.contains("/") { return program }
        return searchPath.split(separator: ":").map { "\($0)/\(program)" }.first(where: isProgram)
    }

    /// Path for starting a program.
    ///
    /// - Throws: the reason why it can't be started.
    func launchPath(of program: String) throws(HookLaunchError) -> String {
        guard let path = path(of: program) else {
            throw HookLaunchError(reason: "not found in PATH; install it or write its full path")
        }
        return path
    }

    /// The folders to search for programs, separated by colons.
    var searchPath: String { variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin" }

    /// Path of an executable program; `nil` for none.
    func program(_ name: String) -> String? { path(of: name).flatMap { isProgram($0) ? $0 : nil } }

    private func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }
}
