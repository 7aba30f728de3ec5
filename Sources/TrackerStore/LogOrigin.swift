import Glibc

/// Facts about a database from its first bytes.
struct DatabaseHeader {
    /// Number of the write-ahead log that was moved into the file last, as four bytes (`user_version`).
    let stamp: [UInt8]
    /// Number of the log before that one (`application_id`).
    let formerStamp: [UInt8]
    /// Journal mode of the file: with, or without, a write-ahead log. Both are false where the header is torn.
    let usesLog: Bool
    let isWithoutLog: Bool

    static let count = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    /// - Parameter page: the beginning of the first page.
    /// - Returns: `nil` where it isn't the page of a database.
    init?(_ page: [UInt8]) {
        guard page.count >= Self.count, page.starts(with: Self.magic) else { return nil }
        stamp = Array(page[60..<64])
        formerStamp = Array(page[68..<72])
        usesLog = page[18] == 2 && page[19] == 2
        isWithoutLog = page[18] == 1 && page[19] == 1
    }

    init?(of path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var page = [UInt8](repeating: 0, count: Self.count)
        guard pread(descriptor, &page, page.count, 0) == page.count else { return nil }
        self.init(page)
    }
}

/// Distinguishes a write-ahead log of the database beside it from one of another database.
///
/// SQLite applies any log that has the right name. After a backup was copied over the database, that would
/// mix the pages of both. So the first commit of each log writes a random stamp into page 1, beside the stamp
/// of the log before (`Store.stamp`): a database file has the stamp of one log or the other. A log that
/// SQLite itself wrote for the file is never taken for a foreign one, whatever a power cut left, since each
/// page 1 in it follows the file's own.
enum LogOrigin {
    /// True for a log whose commits belong to another database.
    static func isForeign(log: String, to database: String) -> Bool {
        guard let header = DatabaseHeader(of: database), let pages = firstPages(inLog: log) else {
            return false
        }
        // Only copies are in this mode, and a log is written only after its database has left it.
        if header.isWithoutLog { return true }
        guard let first = pages.first else { return false }
        let possible = [first.formerStamp] + pages.map(\.stamp)
        // A power cut may have torn the file's page between two of the stamps.
        return !header.stamp.indices.allSatisfy { index in
            possible.contains { $0[index] == header.stamp[index] }
        }
    }

    /// Header of page 1 after each commit that changed it; `nil` where the log has no whole commit.
    private static func firstPages(inLog path: String) -> [DatabaseHeader]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard var reader = LogReader(descriptor) else { return nil }
        var committed: [DatabaseHeader]?
        var open: [DatabaseHeader] = []
        while let frame = reader.next() {
            if frame.page == 1, let header = frame.header { open.append(header) }
            guard frame.isCommit else { continue }
            committed = (committed ?? []) + open
            open = []
        }
        return committed
    }
}

/// Reads the valid frames of a write-ahead log (https://www.sqlite.org/fileformat2.html#walformat).
private struct LogReader {
    struct Frame {
        let page: UInt32
        let isCommit: Bool
        /// `nil` for all pages but the first.
        let header: DatabaseHeader?
    }

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24
    private static let magic: UInt32 = 0x377f_0682

    private let descriptor: Int32
    private let isBigEndian: Bool
    private let salts: [UInt8]
    private var sums: (UInt32, UInt32)
    private var frame: [UInt8]
    private var offset = Self.headerBytes

    init?(_ descriptor: Int32) {
        self.descriptor = descriptor
        var header = [UInt8](repeating: 0, count: Self.headerBytes)
        guard pread(descriptor, &header, header.count, 0) == header.count else { return nil }
        let magic = Self.number(header[0..<4])
        guard magic & ~1 == Self.magic else { return nil }
        isBigEndian = magic & 1 == 1
        let pageBytes = Int(Self.number(header[8..<12]))
        guard (512...65_536).contains(pageBytes), pageBytes & (pageBytes - 1) == 0 else {
            return nil
        }
        salts = Array(header[16..<24])
        frame = [UInt8](repeating: 0, count: Self.frameHeaderBytes + pageBytes)
        sums = (0, 0)
        add(header[0..<24])
        guard sums == (Self.number(header[24..<28]), Self.number(header[28..<32])) else {
            return nil
        }
    }

    /// The next valid frame; `nil` at the end.
    mutating func next() -> Frame? {
        guard pread(descriptor, &frame, frame.count, off_t(offset)) == frame.count,
            frame[8..<16].elementsEqual(salts)
        else { return nil }
        offset += frame.count
        add(frame[0..<8])
        add(frame[Self.frameHeaderBytes...])
        guard sums == (Self.number(frame[16..<20]), Self.number(frame[20..<24])) else { return nil }
        let page = Self.number(frame[0..<4])
        return Frame(
            page: page, isCommit: Self.number(frame[4..<8]) > 0,
            header: page == 1 ? DatabaseHeader(Array(frame[Self.frameHeaderBytes...])) : nil)
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        var (first, second) = sums
        let isBigEndian = isBigEndian
        bytes.withUnsafeBytes { buffer in
            var place = 0
            while place + 8 <= buffer.count {
                let one = buffer.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                let other = buffer.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ second
                second &+= (isBigEndian ? other.bigEndian : other.littleEndian) &+ first
                place += 8
            }
        }
        sums = (first, second)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
