import CDisk
import Synchronization

/// A call that is about to change a file. It may be used only while it is being answered.
package struct DiskCall {
    package enum Kind: Sendable, Hashable {
        case open, read, write, sync, truncate
        /// Calls that change names.
        case delete, rename, link
        /// Makes the changes of names in a folder durable.
        case syncFolder
        case makeFolder
        /// Reserves space.
        case allocate
    }

    package let kind: Kind
    private let call: cdisk_call

    fileprivate init(_ kind: Kind, _ call: cdisk_call) {
        self.kind = kind
        self.call = call
    }

    package var path: String { String(cString: call.path) }
    /// The new name.
    package var target: String { call.target.map { String(cString: $0) } ?? "" }
    /// The offset of a write; for truncating, the new size.
    package var offset: Int { Int(call.offset) }
    package var count: Int { Int(call.count) }
    /// The bytes of a write.
    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: call.bytes, count: call.bytes == nil ? 0 : count)
    }
    /// SQLite's flags for opening.
    package var flags: Int32 { call.flags }
    /// Whether the program makes the call itself rather than SQLite.
    package var isOwn: Bool { call.isOwn }
    /// Whether the program opens, reads or writes a file itself.
    package var isOwnAccess: Bool { isOwn && [.open, .read, .write].contains(kind) }
}

package struct DiskAnswer: Sendable {
    /// SQLite's error code; 0 lets the call happen.
    package var code: Int32
    /// Number of bytes of a failing write that reach the file.
    package var written = 0
    /// Flags with which to open instead; `nil` for the given ones.
    package var flags: Int32?

    package init(code: Int32 = 0, written: Int = 0, flags: Int32? = nil) {
        self.code = code
        self.written = written
        self.flags = flags
    }
}

/// Decides about all calls to the files in a folder.
package protocol DiskWitness: AnyObject, Sendable {
    var folder: String { get }
    func watches(_ path: String) -> Bool
    func answer(_ call: DiskCall) -> DiskAnswer
}

extension DiskWitness {
    package func watches(_ path: String) -> Bool {
        path == folder || path.hasPrefix(folder + "/")
    }
}

package enum Disk {
    private struct Watched: Sendable {
        weak let witness: (any DiskWitness)?

        init(_ witness: any DiskWitness) { self.witness = witness }
    }

    /// The object that SQLite and the program hold while a file is open.
    private final class Hold {
        let witness: any DiskWitness

        init(_ witness: any DiskWitness) { self.witness = witness }
    }

    private static let watched: Mutex<[Watched]> = {
        cdisk_install(
            cdisk_watch(
                find: { path in path.flatMap { Disk.find(String(cString: $0)) } },
                release: { holder in
                    if let holder { Unmanaged<Hold>.fromOpaque(holder).release() }
                },
                ask: { Disk.ask($0, $1) }))
        return Mutex([])
    }()

    /// Watches a folder for as long as the witness lives.
    package static func watch(_ witness: any DiskWitness) {
        watched.withLock { $0.append(Watched(witness)) }
    }

    private static func find(_ path: String) -> UnsafeMutableRawPointer? {
        let witness = watched.withLock { all in
            all.removeAll { $0.witness == nil }
            return all.compactMap(\.witness).first { $0.watches(path) }
        }
        return witness.map { Unmanaged.passRetained(Hold($0)).toOpaque() }
    }

    private static func ask(
        _ holder: UnsafeMutableRawPointer?, _ call: UnsafePointer<cdisk_call>?
    ) -> cdisk_answer {
        guard let holder, let call = call?.pointee else { return cdisk_answer() }
        let witness = Unmanaged<Hold>.fromOpaque(holder).takeUnretainedValue().witness
        let answer = witness.answer(DiskCall(kind(call.kind), call))
        return cdisk_answer(
            code: answer.code, written: Int64(answer.written), flags: answer.flags ?? call.flags)
    }

    private static func kind(_ kind: cdisk_kind) -> DiskCall.Kind {
        switch kind {
        case cdisk_open: .open
        case cdisk_read: .read
        case cdisk_write: .write
        case cdisk_sync: .sync
        case cdisk_truncate: .truncate
        case cdisk_delete: .delete
        case cdisk_rename: .rename
        case cdisk_link: .link
        case cdisk_sync_folder: .syncFolder
        case cdisk_make_folder: .makeFolder
        default: .allocate
        }
    }

    // MARK: Contents

    /// A number for all rows of all tables, equal for equal contents; 0 where they can't be read.
    package static func digest(_ connection: OpaquePointer?) -> UInt64 {
        cdisk_digest(connection.map { UnsafeMutableRawPointer($0) })
    }

    /// The digest of a closed database.
    package static func digest(ofFile path: String) -> UInt64 { cdisk_digest_of_file(path) }
}
