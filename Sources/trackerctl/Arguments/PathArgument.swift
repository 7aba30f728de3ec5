import ArgumentParser
import Glibc

/// Paths from the command line.
enum PathArgument {
    /// The absolute path, since the daemon's working directory isn't the person's.
    static func absolute(_ path: String) throws -> String {
        guard !path.hasPrefix("/") else { return path }
        guard let directory = getcwd(nil, 0) else {
            throw ValidationError("the working directory is gone: give an absolute path")
        }
        defer { free(directory) }
        return String(cString: directory) + "/" + path
    }

    /// The absolute path of a folder, without `.` and `..`. Only its last part may be missing.
    static func folder(_ path: String) throws -> String {
        let path = try absolute(path)
        let parts = path.split(separator: "/")
        guard parts.contains(where: isDots) else { return path }
        // After a link, `..` means the folder above the link's target, so the parts can't simply be removed.
        if let whole = resolved(path) { return whole }
        guard let last = parts.last, !isDots(last),
            let above = resolved("/" + parts.dropLast().joined(separator: "/"))
        else { return path }
        return above == "/" ? "/\(last)" : "\(above)/\(last)"
    }

    private static func isDots(_ part: Substring) -> Bool { part == "." || part == ".." }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
