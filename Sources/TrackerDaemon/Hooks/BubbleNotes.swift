import Glibc

/// Notes of the notifications on the screen, kept in a file beside the state, so that the next daemon
/// replaces and closes them instead of adding others. The notes are useless with another notification server,
/// since each server numbers its own notifications.
struct BubbleNotes {
    /// Most notes to read.
    private static let limit = 500
    /// The word before the server's name, in the place of a number.
    private static let serverWord = "server"
    /// The word before the number of a notification without an answer to wait for.
    private static let toldWord = "told"
    /// Most notes of notifications without an answer to wait for, since most of those never change again.
    private static let toldLimit = 100

    private let path: String?
    /// Ids of the notifications by their threads.
    private(set) var ids: [String: String] = [:]
    /// Threads of the notifications that wait for an answer.
    private(set) var asking: Set<String> = []
    /// Identity of the server that shows the notifications; `nil` if unknown.
    private(set) var server: String?

    /// - Parameter path: the path of the file; `nil` to keep nothing.
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

    /// - Parameter isAsking: whether the notification waits for an answer.
    mutating func note(_ id: String, for thread: String, isAsking: Bool) {
        guard ids[thread] != id || asking.contains(thread) != isAsking, !thread.contains("\n")
        else { return }
        ids[thread] = id
        if isAsking { asking.insert(thread) } else { asking.remove(thread) }
        forgetOldTold()
        write()
    }

    /// Removes the oldest notifications without an answer to wait for, if there are too many. Servers count
    /// up, so the smallest number is the oldest.
    private mutating func forgetOldTold() {
        let told = ids.filter { !asking.contains($0.key) }
        guard told.count > Self.toldLimit else { return }
        let oldest = told.min { (UInt32($0.value) ?? 0) < (UInt32($1.value) ?? 0) }
        if let oldest { ids[oldest.key] = nil }
    }

    /// Removes the note of a thread, and returns its notification's id, if there was one.
    @discardableResult
    mutating func forget(_ thread: String) -> String? {
        guard let id = ids.removeValue(forKey: thread) else { return nil }
        asking.remove(thread)
        write()
        return id
    }

    /// Sets the server for further notes, and removes those of another server.
    mutating func turn(to server: String?) {
        guard server != self.server else { return }
        if self.server != nil { (ids, asking) = ([:], []) }
        self.server = server
        write()
    }

    /// Writes the file. A failure leads at worst to a duplicate notification after a crash.
    private func write() {
        guard let path else { return }
        let first = server.map { "\(Self.serverWord) \($0)\n" } ?? ""
        let lines = ids.sorted { $0.key < $1.key }.map { thread, id in
            "\(asking.contains(thread) ? "" : "\(Self.toldWord) ")\(id) \(thread)\n"
        }
        let text = lines.reduce(first, +)
        let fresh = path + ".new"
        // Anything else at the file's path is removed, since opening a pipe would block the daemon.
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
