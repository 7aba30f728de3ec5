import Glibc

/// Notes of the bubbles that there are, kept beside the state: a daemon that takes the place of another
/// then replaces and closes its bubbles, and doesn't put others beside them. They are of no use with
/// another notification server, which counts for itself.
struct BubbleNotes {
    /// Notes of no more than this many are taken up.
    private static let limit = 500
    /// The word before the server's name, where others have a number.
    private static let serverWord = "server"
    /// The word before the number of a bubble that waits for no answer.
    private static let toldWord = "told"
    /// So many of these are kept: most of them are never changed any more.
    private static let toldLimit = 100

    private let path: String?
    /// The bubbles' ids, by their threads.
    private(set) var ids: [String: String] = [:]
    /// The threads of those that wait for an answer.
    private(set) var asking: Set<String> = []
    /// The server that shows them; `nil` where that isn't known.
    private(set) var server: String?

    /// - Parameter path: the file; without one nothing is kept.
    init(path: String?) {
        self.path = path
        guard let path, let text = Self.read(path) else { return }
        for line in text.split(separator: "\n").prefix(Self.limit) {
            var words = line.split(separator: " ", maxSplits: 1)
            let isTold = words.count == 2 && words[0] == Self.toldWord
            if isTold { words = words[1].split(separator: " ", maxSplits: 1) }
            guard words.count == 2 else { continue }
            let (first, rest) = (String(words[0]), String(words[1]))
            if first == Self.serverWord { server = rest }
            guard UInt32(first) != nil else { continue }
            ids[rest] = first
            if !isTold { asking.insert(rest) }
        }
    }

    /// - Parameter isAsking: whether it waits for an answer.
    mutating func note(_ id: String, for thread: String, isAsking: Bool) {
        guard ids[thread] != id || asking.contains(thread) != isAsking, !thread.contains("\n")
        else { return }
        ids[thread] = id
        if isAsking { asking.insert(thread) } else { asking.remove(thread) }
        forgetOldTold()
        write()
    }

    /// Servers count up, so that the smallest number is the oldest.
    private mutating func forgetOldTold() {
        let told = ids.filter { !asking.contains($0.key) }
        guard told.count > Self.toldLimit else { return }
        let oldest = told.min { (UInt32($0.value) ?? 0) < (UInt32($1.value) ?? 0) }
        if let oldest { ids[oldest.key] = nil }
    }

    /// Returns the id that was noted.
    @discardableResult
    mutating func forget(_ thread: String) -> String? {
        guard let id = ids.removeValue(forKey: thread) else { return nil }
        asking.remove(thread)
        write()
        return id
    }

    /// Notes from now on are that server's; those of another are forgotten.
    mutating func turn(to server: String?) {
        guard server != self.server else { return }
        if self.server != nil { (ids, asking) = ([:], []) }
        self.server = server
        write()
    }

    /// Writes them. A failure is at worst a second bubble after a crash.
    private func write() {
        guard let path else { return }
        let first = server.map { "\(Self.serverWord) \($0)\n" } ?? ""
        let lines = ids.sorted { $0.key < $1.key }.map { thread, id in
            "\(asking.contains(thread) ? "" : "\(Self.toldWord) ")\(id) \(thread)\n"
        }
        let text = lines.reduce(first, +)
        let fresh = path + ".new"
        // Whatever lies there: opened, a pipe would hold up the daemon for good.
        unlink(fresh)
        let file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        let bytes = Array(text.utf8)
        let count = Glibc.write(file, bytes, bytes.count)
        close(file)
        if count != bytes.count || rename(fresh, path) != 0 { unlink(fresh) }
    }

    private static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(file, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
