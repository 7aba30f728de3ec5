/// An enumeration that people choose from by its lower-case words.
///
/// Reading an unknown word is a `Rejection` that names the field and lists what is allowed.
package protocol Choice: RawRepresentable<String>, CaseIterable, Codable, Hashable, ColumnValue {}

extension Choice {
    package init(from decoder: any Decoder) throws {
        let field = decoder.codingPath.last { $0.intValue == nil }?.stringValue ?? "value"
        let text = try? decoder.singleValueContainer().decode(String.self)
        guard let value = text.flatMap(Self.init(rawValue:)) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw Rejection.invalid(field, "\(field) must be one of: \(words)")
        }
        self = value
    }
}
