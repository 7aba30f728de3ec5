import TrackerCore

/// Writes trackerd's own export, which `TrainingLogReader` reads. Each row is on its own line, so that the
/// file can be written in pieces and read in a pager.
package enum NativeText {
    private struct Head: Encodable {
        let format: Int
        let version: String
        let exportedAt: String
    }

    /// - Parameter exportedAt: time of the export, in RFC 3339.
    package static func beginning(version: String, exportedAt: String) throws -> String {
        let head = try JSONText.of(
            Head(format: NativeRows.format, version: version, exportedAt: exportedAt))
        return "{\"trackerd\":\(head)"
    }

    package static func beginning(ofTable table: String) -> String {
        ",\n\(JSONText.quoted(table)):["
    }

    /// - Parameter json: an object on one line.
    package static func text(ofRow json: String, isFirst: Bool) -> String {
        (isFirst ? "\n" : ",\n") + json
    }

    package static let endOfTable = "\n]"
    package static let end = "\n}\n"
}
