import Glibc
import TrackerCore

/// The screen that the programs of a session show themselves on.
package nonisolated enum DisplayPlace: Hashable, Sendable {
    /// A Wayland compositor, by the path of its socket.
    case wayland(String)
    /// An X server of this machine, by its number and the file with its cookies.
    case x(display: String, cookies: String?)

    /// The screen that environment variables name; `nil` where they name none. Where there is a Wayland
    /// compositor, its X server knows nothing of what is typed elsewhere.
    init?(in variables: [String: String]) {
        if let name = variables["WAYLAND_DISPLAY"], !name.isEmpty {
            guard !name.hasPrefix("/") else {
                self = .wayland(name)
                return
            }
            guard let folder = Self.runtimeFolder(variables) else { return nil }
            self = .wayland("\(folder)/\(name)")
            return
        }
        self.init(xIn: variables)
    }

    /// The X server that environment variables name; `nil` where they name none on this machine.
    init?(xIn variables: [String: String]) {
        guard let name = variables["DISPLAY"], let colon = name.lastIndex(of: ":"),
            ["", "unix"].contains(name[..<colon])
        else { return nil }
        let display = String(name[name.index(after: colon)...].prefix { $0 != "." })
        guard !display.isEmpty, display.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            return nil
        }
        let named = variables["XAUTHORITY"].flatMap { $0.isEmpty ? nil : $0 }
        let home = variables["HOME"].map { "\($0)/.Xauthority" }
        self = .x(display: display, cookies: named ?? home)
    }

    /// The only compositor whose socket lies where they belong; `nil` where there is none, or several.
    init?(onlySocketIn variables: [String: String]) {
        guard let folder = Self.runtimeFolder(variables), let open = opendir(folder) else {
            return nil
        }
        defer { closedir(open) }
        var names: [String] = []
        while let entry = readdir(open) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if Self.isSocketName(name) { names.append(name) }
        }
        guard names.count == 1 else { return nil }
        self = .wayland("\(folder)/\(names[0])")
    }

    /// Whether a compositor's socket would have such a name.
    static func isSocketName(_ name: String) -> Bool {
        name.hasPrefix("wayland-") && name.dropFirst(8).allSatisfy(\.isNumber)
    }

    static func runtimeFolder(_ variables: [String: String]) -> String? {
        variables["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}

extension XCookie {
    private nonisolated static let maximumBytes = 65_536

    /// The cookie for a display of this machine; `nil` where none can be read.
    nonisolated init?(inFile path: String, display: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
        let count = read(file, &bytes, bytes.count)
        self.init(
            Array(bytes.prefix(max(0, count))), display: display, host: Computer.hostName)
    }
}
