/// Sizes of files, in words.
enum SizeText {
    /// The size, such as `512 B`, `12 kB` or `1.5 MB`.
    static func of(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\((bytes + 500) / 1000) kB"
        default: tenths((bytes + 50_000) / 100_000)
        }
    }

    private static func tenths(_ tenths: Int64) -> String {
        tenths < 1000 ? "\(tenths / 10).\(tenths % 10) MB" : "\(tenths / 10) MB"
    }
}
