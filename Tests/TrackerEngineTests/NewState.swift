import GRDB
import TestSupport
import Testing
import TrackerCore
import TrackerStore

/// The state folder of a daemon that starts for the first time. Its database is made once and copied for each bench,
/// since all migrations take longer than most tests.
struct NewState {
    /// Where a database's header has the stamp of its write-ahead log (`user_version`).
    private static let stamp = 60..<64
    private static let original = Result { try NewState() }

    private var bytes: [UInt8]
    /// Where the database has the ids of the machine and of the history, each of them wherever it stands.
    private let ids: [[Range<Int>]]

    private init() throws {
        let folder = try TemporaryFolder(in: TemporaryFolder.inMemory)
        let path = folder.file("tracker.db")
        let now = Bench.firstClock
        let store = try Store(path: path, zone: Zone { _ in 3600 }, at: now)
        let texts = try store.read(at: now) { transaction in
            try [Meta.device, Meta.history].map { try transaction.meta($0, as: String.self) }
        }
        try store.close()
        let bytes = try #require(File.bytes(path))
        self.bytes = bytes
        ids = try texts.map { text in
            let id = try Array(#require(text).utf8)
            return try #require([bytes.ranges(of: id)].first { !$0.isEmpty })
        }
    }

    /// Makes the folder with a database that has ids and a stamp of its own, as every new one does.
    static func make(_ folder: String) throws {
        var state = try original.get()
        var generator = SystemRandomNumberGenerator()
        for places in state.ids {
            let id = Identifier.random(using: &generator).utf8
            for place in places { state.bytes.replaceSubrange(place, with: id) }
        }
        state.bytes.replaceSubrange(
            stamp, with: (0..<4).map { _ in UInt8.random(in: 1...127, using: &generator) })
        try File.makeFolder(folder)
        try File.write(state.bytes, to: "\(folder)/tracker.db")
    }
}
