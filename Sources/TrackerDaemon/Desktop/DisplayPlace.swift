import Glibc
import TrackerCore
import UserFiles

/// The display server on which a session's programs appear.
package nonisolated enum DisplayPlace: Hashable, Sendable {
    /// A Wayland compositor, by the path of its socket.
    case wayland(String)
    /// An X server on this machine, by its number and the file with its cookies.
    case x(display: String, cookies: String?)

    /// The display server named by environment variables; `nil` for none. If there is a Wayland compositor,
    /// it comes first: its X server doesn't see input to other programs.
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

    /// The X server named by environment variables; `nil` if they name none on this machine.
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

    /// The only compositor with a socket in the usual folder; `nil` if there is none, or several.
    init?(onlySocketIn variables: [String: String]) {
        guard let folder = Self.runtimeFolder(variables),
            let names = try? FolderNames.read(folder, where: Self.isSocketName), names.count == 1
        else { return nil }
        self = .wayland("\(folder)/\(names[0])")
    }

    /// Whether this could be the name of a compositor's socket.
    static func isSocketName(_ name: String) -> Bool {
        name.hasPrefix("wayland-") && name.dropFirst(8).allSatisfy(\.isNumber)
    }

    static func runtimeFolder(_ variables: [String: String]) -> String? {
        BaseFolder.runtime.path { variables[$0] }
    }
}

extension XCookie {
    private nonisolated static let maximumBytes = 65_536

    /// The cookie for a display of this machine; `nil` if none can be read.
    nonisolated init?(inFile path: String, display: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
        let count = read(file, &bytes, bytes.count)
        self.init(Array(bytes.prefix(max(0, count))), display: display, host: Computer.hostName)
    }
}
