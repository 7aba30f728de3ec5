import Glibc
import TestSupport

/// A child process, whose output goes to two files.
package final class Program {
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(by: Int32)
    }

    package let pid: pid_t
    private let prints: String
    private let complains: String
    private var ending: Ending?

    /// - Parameters:
    ///   - environment: all variables; nothing is inherited.
    ///   - output: the path without suffix for `.out` and `.err`.
    ///   - input: the file for standard input.
    package init(
        _ arguments: [String], environment: [String: String], output: String,
        input: String = "/dev/null"
    ) throws {
        prints = output + ".out"
        complains = output + ".err"
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        let flags = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, 1, prints, flags, 0o600)
        posix_spawn_file_actions_addopen(&files, 2, complains, flags, 0o600)
        // Closes whatever other tests have open, or this process was started with.
        for descriptor in File.names(in: "/proc/self/fd").compactMap(Int32.init)
        where descriptor > 2 && fcntl(descriptor, F_GETFD) == 0 {
            posix_spawn_file_actions_addclose(&files, descriptor)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Other tests of this process may have signals blocked or ignored.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var child: pid_t = 0
        let program = Self.path(of: arguments[0], environment)
        let texts = environment.map { "\($0)=\($1)" }
        let error = Self.withCStrings(arguments) { argv in
            Self.withCStrings(texts) { envp in
                posix_spawn(&child, program, &files, &attributes, argv, envp)
            }
        }
        guard error == 0 else {
            throw StageError("can't run \(arguments): \(String(cString: strerror(error)))")
        }
        pid = child
    }

    /// The path of a program, found in the child's own PATH.
    private static func path(of name: String, _ environment: [String: String]) -> String {
        guard !name.contains("/") else { return name }
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 } ?? name
    }

    private static func withCStrings<Value>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }

    /// The output so far.
    package var output: String { File.text(prints) }
    package var complaints: String { File.text(complains) }

    package func send(_ signal: Int32) {
        if !hasEnded { kill(pid, signal) }
    }

    package var hasEnded: Bool {
        if ending != nil { return true }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return false }
        let signal = status & 0x7f
        ending = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(by: signal)
        return true
    }

    @discardableResult
    package func waitForEnd(upTo seconds: Double = 30) throws -> Ending {
        try wait(upTo: seconds, for: "process \(pid) to end: \(complaints)") { hasEnded }
        guard let ending else { throw StageError("process \(pid) has no ending") }
        return ending
    }

    /// Kills the process if it still runs.
    package func end() {
        send(SIGKILL)
        while !hasEnded { usleep(1000) }
    }

    /// The outcome of a program that ran to its end.
    package struct Result: Sendable {
        package let ending: Ending
        package let output: String
        package let complaints: String
    }

    /// Runs a program to its end.
    package static func run(
        _ arguments: [String], environment: [String: String], in folder: TemporaryFolder,
        input: String = "/dev/null", upTo seconds: Double = 60
    ) throws -> Result {
        let name = folder.file("run-\(UInt32.random(in: 0 ... .max))")
        let program = try Program(
            arguments, environment: environment, output: name, input: input)
        defer {
            program.end()
            for suffix in [".out", ".err"] { unlink(name + suffix) }
        }
        let ending = try program.waitForEnd(upTo: seconds)
        return Result(
            ending: ending, output: program.output, complaints: program.complaints)
    }
}
