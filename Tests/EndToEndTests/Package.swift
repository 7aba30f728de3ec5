import Glibc
import Stage
import TestSupport

/// Installs with `make install`, from the programs under test.
enum Package {
    /// The folder of the sources.
    static let root = Checkout.path()

    @discardableResult
    static func make(_ arguments: [String], _ stage: Stage) throws -> String {
        // The programs are built already, and this process may hold the build's lock.
        let result = try stage.result(
            [
                "make", "-C", root, "-o", "build", "release=" + folder(Built.trackerd),
                "client=" + folder(Built.trackerctl),
            ] + arguments)
        guard result.ending == .exited(0) else {
            throw StageError("make \(arguments): \(result.output) \(result.complaints)")
        }
        return result.output
    }

    static func install(into prefix: String, _ stage: Stage) throws {
        try make(["install", "PREFIX=" + prefix], stage)
    }

    static func folder(_ path: String) -> String {
        "/" + path.split(separator: "/").dropLast().joined(separator: "/")
    }
}
