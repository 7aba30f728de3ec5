import TOMLKit

/// A TOML text that a person has written: its values and their lines.
///
/// Every TOML text is read by this type, since the parser by itself ends the whole process on some texts.
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

/// The error for a text that isn't TOML.
package struct InvalidTOML: Error, Hashable {
    /// The line, from 1; `nil` where no line is known.
    package let line: Int?
    /// A message for a person.
    package let message: String

    fileprivate init(line: Int?, reason: String) {
        self.line = line
        message = "not valid TOML: \(reason)"
    }
}
