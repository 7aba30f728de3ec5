import Glibc
import Systemd

/// The environment variables of hooks, and the search for their programs.
nonisolated struct HookEnvironment: Sendable {
    private let variables: [String: String]

    /// - Parameter environment: the daemon's own variables. Variables that the service manager means for
    ///   the daemon alone are removed, since a child that used them would speak in the daemon's name.
    init(_ environment: [String: String]) {
        let own: Set = ["NOTIFY_SOCKET", "JOURNAL_STREAM", "INVOCATION_ID"]
        variables = environment.filter { name, _ in
            !own.contains(name) && !name.hasPrefix("LISTEN_") && !name.hasPrefix("WATCHDOG_")
        }
    }

    /// The variables with `more` added, which take precedence.
    func adding(_ more: [String: String]) -> [String: String] {
        variables.merging(more) { _, new in new }
    }

    /// Address of the session's message bus; `nil` where there is none.
    var busAddress: BusAddress? { .session(in: variables) }

    /// The path of a program, found in the hooks' own PATH; `nil` where there is none. A name with a slash
    /// is a path already.
    func path(of program: String) -> String? {
        if program.contains("/") { return program }
        return searchPath.split(separator: ":").map { "\($0)/\(program)" }.first(where: isProgram)
    }

    /// Path at which a program can be started.
    ///
    /// - Throws: the reason if there is none.
    func launchPath(of program: String) throws(HookLaunchError) -> String {
        guard let path = path(of: program) else {
            throw HookLaunchError(reason: "not found in PATH; install it or write its full path")
        }
        return path
    }

    /// The folders that are searched for programs.
    var searchPath: String { variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin" }

    /// The path of an executable program; `nil` where there is none.
    func program(_ name: String) -> String? { path(of: name).flatMap { isProgram($0) ? $0 : nil } }

    private func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }
}
