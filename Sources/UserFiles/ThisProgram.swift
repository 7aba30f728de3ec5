import Glibc
import TrackerCore

/// The program of this process.
package enum ThisProgram {
    /// Absolute path of the program's file; `nil` where the system doesn't tell it.
    package static var path: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The folder of the sounds that were installed, or built, with the program; `nil` where there is none.
    package static var soundFolder: String? {
        guard let path else { return nil }
        return Sound.folders(near: path).first { access($0, R_OK | X_OK) == 0 }
    }
}
