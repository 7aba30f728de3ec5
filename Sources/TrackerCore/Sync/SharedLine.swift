/// Line of the files through which a person's machines share their rows: a JSON object, a tab, and the first 16
/// hexadecimal digits of the object's SHA-256.
///
/// The object's members are the kind (`k`), the id (`i`), the stamps (`s`), the stamps that a deletion has seen
/// (`d`), the stamps of other machines that edits have replaced (`b`), and the row (`r`).
package struct SharedLine: Sendable, Hashable {
    package let kind: String
    package let id: String
    package let row: SharedRow

    package static let maximumBytes = 1_048_576
    package static let maximumColumns = 128
    private static let hashBytes = 8

    package init(kind: String, id: String, row: SharedRow) {
        self.kind = kind
        self.id = id
        self.row = row
    }

    /// Line from its text without the newline; `nil` where the text is damaged or isn't in this format.
    package init?(_ line: some StringProtocol) {
        guard line.utf8.count <= Self.maximumBytes, let tab = line.lastIndex(of: "\t"),
            Self.hash(of: line[..<tab]) == line[line.index(after: tab)...],
            let object = try? JSONText.row(from: String(line[..<tab]))
        else { return nil }
        let members = Dictionary(zip(object.names, object.cells)) { first, _ in first }
        guard case .text(let kind)? = members["k"], case .text(let id)? = members["i"],
            Identifier.isWhole(id) || id == Settings.onlyID,
            case .json(let text)? = members["r"],
            let columns = try? SharedRow.columns(fromJSON: text),
            columns.count <= Self.maximumColumns, let stamps = members["s"].map(Stamps.init),
            let stamps
        else { return nil }
        var others: [Stamps] = []
        for cell in [members["d"], members["b"]] {
            guard let cell else {
                others.append(Stamps())
                continue
            }
            guard let stamps = Stamps(cell) else { return nil }
            others.append(stamps)
        }
        self.init(
            kind: kind, id: id,
            row: SharedRow(
                columns: columns, stamps: stamps, deleted: others[0], replaced: others[1]))
    }

    /// Text of the line, without the newline.
    package var text: String {
        let deleted = row.deleted.isEmpty ? "" : ",\"d\":\(row.deleted.json)"
        let replaced = row.replaced.isEmpty ? "" : ",\"b\":\(row.replaced.object)"
        let object =
            "{\"k\":\(JSONText.quoted(kind)),\"i\":\(JSONText.quoted(id)),\"s\":\(row.stamps.json)"
            + "\(deleted)\(replaced),\"r\":\(SharedRow.json(row.columns))}"
        return Self.signed(object)
    }

    /// Object with its hash, as a line without the newline.
    static func signed(_ object: String) -> String { "\(object)\t\(hash(of: object))" }

    private static func hash(of text: some StringProtocol) -> String {
        hexadecimal(SHA256.digest(of: text).prefix(hashBytes))
    }

    /// Hexadecimal digits of bytes: two for each, in lower case.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
    }
}
