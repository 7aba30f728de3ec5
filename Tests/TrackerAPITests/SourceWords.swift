import FoundationEssentials

/// The identifiers and other words of the repository's sources.
enum SourceWords {
    /// Path of the repository.
    static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// The content of a file of the repository.
    static func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(path)")), as: UTF8.self)
    }

    /// Number of occurrences of each word in the Swift files of a folder.
    static func counts(in folder: String) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for path in try paths(in: folder) where path.hasSuffix(".swift") {
            for word in words(of: try text(of: path)) { counts[word, default: 0] += 1 }
        }
        return counts
    }

    /// Paths of the files and folders in a folder.
    static func paths(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
            .map { "\(folder)/\($0)" }
    }

    /// The words of a text: consecutive letters, digits and underlines.
    static func words(of text: String) -> [String] {
        text.utf8.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                false
            default: true
            }
        }.map { String(Substring($0)) }
    }
}
