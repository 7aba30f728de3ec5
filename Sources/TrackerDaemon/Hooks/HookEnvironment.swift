import Glibc

/// The variables that hooks get, and the programs that they find by them.
nonisolated struct HookEnvironment: Sendable {
    private let variables: [String: String]

    /// - Parameter environment: the daemon's own variables. What the service manager has said in
    ///   them to the daemon alone is left out: a child that believed it would speak in the daemon's
    ///   name.
    init(_ environment: [String: String]) {
        let own: Set = ["NOTIFY_SOCKET", "JOURNAL_STREAM", "INVOCATION_ID"]
        variables = environment.filter { name, _ in
            !own.contains(name) && !name.hasPrefix("LISTEN_") && !name.hasPrefix("WATCHDOG_")
        }
    }

    /// All variables, with some more or in place of them.
    func adding(_ more: [String: String]) -> [String: String] {
        variables.merging(more) { _, new in new }
    }

    /// The address of the session's message bus, as its libraries know it; `nil` where there is none.
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

    /// Whether the session's message bus isn't there, as far as a look at its socket tells.
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

    /// The path of a program, by the hooks' own PATH; `nil` where there is none. A name with a
    /// slash is a path already.
    func path(of program: String) -> String? {
        if program.contains("/") { return program }
        return searchPath.split(separator: ":").map { "\($0)/\(program)" }.first(where: isProgram)
    }

    /// The folders that programs are looked for in.
    var searchPath: String { variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin" }

    /// The path of a program that can be executed.
    func program(_ name: String) -> String? { path(of: name).flatMap { isProgram($0) ? $0 : nil } }

    private func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }
}
