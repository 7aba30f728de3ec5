import Glibc

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

    /// Address of the session's message bus, as the bus libraries find it; `nil` where there is none.
    var busAddress: String? {
        if let address = variables["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        guard let folder = variables["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_/.*".utf8)
        let path = "\(folder)/bus".utf8.map { byte in
            plain.contains(byte)
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "unix:path=" + path.joined()
    }

    /// Whether the session's message bus is missing, as far as its socket shows.
    var lacksBus: Bool {
        let start = "unix:path="
        guard let address = busAddress, address.hasPrefix(start), !address.contains(";") else {
            return busAddress == nil
        }
        let path = address.dropFirst(start.count).prefix { $0 != "," }
        return access(Self.unescaped(path), F_OK) != 0
    }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The path of a program, found in the hooks' own PATH; `nil` where there is none. A name with a slash
    /// is a path already.
    func path(of program: String) -> String? {
        if program.contains("/") { return program }
        return searchPath.split(separator: ":").map { "\($0)/\(program)" }.first(where: isProgram)
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
