import TestSupport

/// The databases of released schemas, as their programs wrote and closed them, in files of `Fixtures`.
/// Tests open each of them for ever.
enum Released {
    static func database(ofVersion version: Int) throws -> [UInt8] {
        guard let packed = File.bytes(path(version)) else { throw FileError(path(version)) }
        return SparseBytes.unpack(packed)
    }

    /// Adds the database of a schema that has none yet.
    static func add(_ database: [UInt8], ofVersion version: Int) throws {
        guard !File.exists(path(version)) else { return }
        try File.write(SparseBytes.pack(database), to: path(version), mode: 0o644)
    }

    private static func path(_ version: Int) -> String {
        Checkout.path("Tests/TrackerStoreTests/Fixtures/schema-\(version).sparse")
    }
}
