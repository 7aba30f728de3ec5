import Glibc
import TrackerClient
import TrackerCore

/// What is known about a daemon that can't be reached or doesn't answer, and what to do.
enum Remedy {
    /// - Parameter path: path of the socket; `nil` if unknown.
    static func finding(at path: String?) -> ServiceState.Finding {
        guard let path else {
            return ServiceState.Finding(remedy: "start it with: systemctl --user start trackerd")
        }
        if let pid = stoppedProcess(besides: path) {
            return ServiceState.Finding(
                fault: "its process, \(pid), is stopped",
                remedy: "to continue it: kill -CONT \(pid)")
        }
        // The service manager knows nothing about a daemon on another socket.
        guard path == (try? SocketPath.usual()) else {
            return ServiceState.Finding(
                remedy: "start it with: trackerd --socket \(ShellWord.escaped(path))")
        }
        var status = stat()
        let isThere = lstat(path, &status) == 0
        return ServiceState.ask()?.finding(isSocketThere: isThere)
            ?? ServiceState.Finding(remedy: "start it with: trackerd")
    }

    /// The daemon's process, from its file beside the socket, if a signal has stopped it.
    private static func stoppedProcess(besides path: String) -> pid_t? {
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
        guard let pid = firstLine(of: "\(folder)/up").flatMap({ pid_t($0) }),
            let line = firstLine(of: "/proc/\(pid)/stat"),
            // The name in brackets may itself contain blanks and brackets.
            let end = line.lastIndex(of: ")"), line[..<end].hasSuffix("(trackerd")
        else { return nil }
        let state = line[line.index(after: end)...].first { $0 != " " }
        return state.map { "Tt".contains($0) } == true ? pid : nil
    }

    private static func firstLine(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 1024)
        guard fgets(&bytes, CInt(bytes.count), file) != nil else { return nil }
        let text = bytes.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
        return String(decoding: text, as: UTF8.self)
    }
}
