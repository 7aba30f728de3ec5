import TrackerCore
import TrackerDaemon
import UserFiles

/// Any text is a library of correct movements, and its faults are warned of with their lines.
enum LibraryProperties {
    private static let file = "exercises.toml"

    static func check(_ bytes: [UInt8]) throws {
        // Texts that aren't UTF-8 never come this far.
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        let read = LibraryReader.read(shipped: "", own: .init(path: file, text: text))
        for warning in read.warnings {
            try demand(!warning.message.isEmpty, "a warning without a word")
            try demand((1...lines).contains(warning.line ?? 1), "\(warning): of \(lines) lines")
            try demand("\(warning)".hasPrefix(file), "\(warning)")
        }
        let slugs = Set(read.movements.map(\.slug))
        try demand(slugs.count == read.movements.count, "a movement twice: \(read.movements)")
        for movement in read.movements {
            let checked = try movement.fields.checked()
            try demand(checked == movement.fields, "\(movement) is read as \(checked)")
        }
        let again = LibraryReader.read(shipped: "", own: .init(path: file, text: text)).movements
        try demand(again == read.movements, "read again it is another")
    }
}
