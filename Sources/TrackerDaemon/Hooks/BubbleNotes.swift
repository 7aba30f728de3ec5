import Glibc

/// Which bubbles wait for an answer, noted where it lasts as long as the person's session: a daemon that
/// takes the place of one that crashed then replaces its bubbles, whose buttons are dead, and doesn't put
/// others beside them.
struct BubbleNotes {
    /// Notes of no more than this many are taken up.
    private static let limit = 500

    private let path: String?
    /// The bubbles' ids, by their threads.
    private(set) var ids: [String: String] = [:]

    /// - Parameter path: the file; without one nothing is kept.
    init(path: String?) {
        self.path = path
        guard let path, let text = Self.read(path) else { return }
        for line in text.split(separator: "\n").prefix(Self.limit) {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2, UInt32(words[0]) != nil else { continue }
            ids[words[1]] = words[0]
        }
    }

    mutating func note(_ id: String, for thread: String) {
        guard ids[thread] != id, !thread.contains("\n") else { return }
        ids[thread] = id
        write()
    }

    mutating func forget(_ thread: String) {
        guard ids.removeValue(forKey: thread) != nil else { return }
        write()
    }

    /// What can't be written is at worst a second bubble after a crash.
    private func write() {
        guard let path else { return }
        let text = ids.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }.joined()
        let fresh = path + ".new"
        let file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        let bytes = Array(text.utf8)
        let count = Glibc.write(file, bytes, bytes.count)
        close(file)
        if count == bytes.count { rename(fresh, path) } else { unlink(fresh) }
    }

    private static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(file, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
