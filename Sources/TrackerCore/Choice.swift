/// An enumeration whose cases people choose by lower-case words.
///
/// Decoding an unknown word throws a `Rejection` that names the field and lists the allowed words.
package protocol Choice: RawRepresentable<String>, CaseIterable, Codable, Hashable, ColumnValue {}

extension Choice {
    package init(from decoder: any Decoder) throws {
        let field = decoder.codingPath.fieldName ?? "value"
        let text = try? decoder.singleValueContainer().decode(String.self)
        guard let value = text.flatMap(Self.init(rawValue:)) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw Rejection.invalid(field, "\(field: field) must be one of: \(words)")
        }
        self = value
    }
}
