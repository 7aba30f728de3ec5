import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct PageOptions: ParsableArguments {
    static let title = "Page"

    @Option("HTML file to write the report to, for browsers.", "file", completion: .file())
    var html: String?

    @Flag(help: "Open the report in a browser. Default: a file in the cache folder.")
    var open = false

    @Flag(help: "Overwrite the file.")
    var force = false

    func validate() throws {
        guard !force || html != nil else { throw ValidationError("--force needs --html") }
    }

    var isWanted: Bool { html != nil || open }

    /// Writes the page, and opens it if requested.
    ///
    /// - Parameter name: default name of the file, such as `report-week-2026-03-02.html`.
    /// - Returns: the file's path.
    /// - Throws: `Refusal` if the file exists already, or can't be opened; in the latter case the page is
    ///   still written.
    func deliver(_ page: String, named name: String, by opener: Opener = .ofDesktop) throws
        -> String
    {
        let path = try html ?? Self.cache() + "/\(name)"
        let file = try NewFile(path, replacing: force || html == nil)
        try file.write(page)
        try file.finish()
        if open { try opener.open(path) }
        return path
    }

    /// The folder for pages without a given name, created if missing.
    private static func cache() throws -> String {
        guard let base = BaseFolder.cache.path(SocketPath.environment) else {
            throw Refusal(
                message: "no folder for the page: HOME isn't set",
                hint: "give a file: --html FILE")
        }
        let folder = "\(base)/trackerd"
        for path in [base, folder] { mkdir(path, 0o700) }
        return folder
    }
}

extension ReportView {
    var pageName: String { "report-\(period)-\(from).html" }
}

/// Opens files with the program that the person has chosen for them on the desktop.
struct Opener {
    /// Path of xdg-open; `nil` if it isn't installed.
    let program: String?
    /// Whether there is a display to open something on.
    let hasDisplay: Bool
    /// Milliseconds after which a program that is still running counts as the one that shows the page.
    var patienceMs = 2000

    static var ofDesktop: Opener {
        let displays = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap(SocketPath.environment)
        return Opener(program: Helper.find("xdg-open"), hasDisplay: !displays.isEmpty)
    }

    /// Opens a file, in a session of its own: so a text browser gets no terminal, and Ctrl-C doesn't end what
    /// was opened.
    ///
    /// - Returns: the process, if it is still running; `nil` if it has ended.
    /// - Throws: `Refusal` if it can't be opened.
    @discardableResult
    func open(_ path: String) throws -> pid_t? {
        guard let program else {
            throw Self.refusal("xdg-open isn't installed (package xdg-utils)", path)
        }
        guard hasDisplay else { throw Self.refusal("no display found", path) }
        let child = Helper.spawn(
            program, [program, Self.absolute(path)], output: nil, complaints: .dropped,
            isSession: true)
        guard let child else { throw Self.refusal("\(program) can't be started", path) }
        var status: CInt = 0
        for _ in 0..<max(1, patienceMs / 10) {
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child {
                guard status == 0 else { throw Self.refusal("\(program) failed", path) }
                return nil
            }
            guard ended == 0 || errno == EINTR else { return nil }
            usleep(10_000)
        }
        return child
    }

    /// An absolute path, which is valid in any folder and can't be taken for an option.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    private static func refusal(_ reason: String, _ path: String) -> Refusal {
        Refusal(message: "the page can't be opened: \(reason)", hint: "it is in \(path)")
    }
}
