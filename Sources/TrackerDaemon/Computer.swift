import Glibc
import UserFiles

nonisolated enum Computer {
    /// Longest host name in Linux, in bytes.
    private static let maximumNameBytes = 64

    /// Id of the installation from `/etc/machine-id`; `nil` if there is none.
    static var id: String? {
        guard let text = try? TextFile.text(of: "/etc/machine-id", mustExist: false) else {
            return nil
        }
        let id = text.prefix { $0 != "\n" }
        // Until the first boot is complete, the file says "uninitialized".
        return id.count == 32 && id.allSatisfy(\.isHexDigit) ? String(id) : nil
    }

    /// The kernel's host name; empty if it can't be read.
    static var hostName: String {
        var name = [UInt8](repeating: 0, count: maximumNameBytes + 1)
        return name.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                gethostname(start, maximumNameBytes) == 0
            else { return "" }
            return String(cString: start)
        }
    }
}
