import TOMLKit

/// A TOML text that a person has written: its values, and the lines on which they stand.
///
/// Every TOML text goes through here, since the parser by itself ends the whole process on some of them.
package struct TOMLDocument {
    package let table: TOMLTable
    package let lines: KeyLines

    package init(_ text: String) throws(InvalidTOML) {
        lines = KeyLines(text)
        if let (line, reason) = lines.unbearable { throw InvalidTOML(line: line, reason: reason) }
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw InvalidTOML(line: error.source.begin.line, reason: error.description)
        } catch {
            throw InvalidTOML(line: nil, reason: "\(error)")
        }
    }
}

/// A text that isn't TOML.
package struct InvalidTOML: Error, Hashable {
    /// From 1.
    package let line: Int?
    /// For a person: what is wrong.
    package let message: String

    fileprivate init(line: Int?, reason: String) {
        self.line = line
        message = "not valid TOML: \(reason)"
    }
}
