import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

/// The options of a report's page.
struct PageOptions: ParsableArguments {
    static let title = "Page"

    @Option("Write the report as a page for browsers, one HTML file.", "file", completion: .file())
    var html: String?

    @Flag(help: "Open the page in a browser; without --html it lies among the caches.")
    var open = false

    @Flag(help: "Overwrite the file.")
    var force = false

    func validate() throws {
        guard !force || html != nil else {
            throw ValidationError("--force is about the file that --html names")
        }
    }

    var isWanted: Bool { html != nil || open }

    /// Writes the page, and opens it where that was asked for.
    ///
    /// - Parameter name: the file's name where none was given, such as `report-week-2026-03-02.html`.
    /// - Returns: the file's path.
    /// - Throws: `Refusal` where the file is there already, or can't be opened; then the page is written
    ///   all the same.
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

    /// The folder for pages without a name, which is made.
    private static func cache() throws -> String {
        let home = SocketPath.environment("HOME").map { "\($0)/.cache" }
        guard let base = SocketPath.environment("XDG_CACHE_HOME") ?? home else {
            throw Refusal(
                message: "there is no folder for the page: HOME isn't set",
                hint: "name a file: --html FILE")
        }
        let folder = "\(base)/trackerd"
        for path in [base, folder] { mkdir(path, 0o700) }
        return folder
    }
}

extension ReportView {
    /// The name of a file with the report's page.
    var pageName: String { "report-\(period)-\(from).html" }
}

/// The desktop's way to open a file with the program that the person has chosen for it.
struct Opener {
    /// Path of xdg-open; `nil` where it isn't installed.
    let program: String?
    /// Set where there is a display to open something on.
    let hasDisplay: Bool
    /// Milliseconds until a program that goes on is taken for the one that shows the page.
    var patienceMs = 2000

    static var ofDesktop: Opener {
        let displays = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap(SocketPath.environment)
        return Opener(program: Helper.find("xdg-open"), hasDisplay: !displays.isEmpty)
    }

    /// Opens a file, in a session of its own: a browser for terminals gets none, and Ctrl-C doesn't end
    /// what was opened.
    ///
    /// - Returns: the process of a program that goes on; `nil` for one that has ended.
    /// - Throws: `Refusal` where it can't be opened.
    @discardableResult
    func open(_ path: String) throws -> pid_t? {
        guard let program else {
            throw Self.refusal("xdg-open isn't installed (package xdg-utils)", path)
        }
        guard hasDisplay else { throw Self.refusal("there is no display", path) }
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

    /// A path that can't be taken for an option, and that holds in any folder.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    private static func refusal(_ reason: String, _ path: String) -> Refusal {
        Refusal(message: "the page can't be opened: \(reason)", hint: "it is in \(path)")
    }
}
