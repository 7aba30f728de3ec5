import TrackerCore

/// Id that a client gives its request: a string, a number or null. Replies repeat it byte for byte, because a
/// client may compare the texts.
package struct CallID: Sendable, Hashable {
    /// JSON of the id, exactly as it was sent.
    package let json: String

    private init(json: String) { self.json = json }

    package static let null = CallID(json: "null")

    package static func integer(_ value: Int64) -> CallID { CallID(json: String(value)) }
}

extension CallID: Decodable {
    /// - Throws: for other kinds of values, and for strings that can't be read.
    package init(from decoder: any Decoder) throws {
        let source = try JSONText.source(of: decoder)
        switch source.first {
        case "\"": _ = try String(from: decoder)
        case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": break
        default:
            guard source == "null" else {
                throw DecodingError.typeMismatch(
                    String.self, .init(codingPath: decoder.codingPath, debugDescription: source))
            }
        }
        json = source
    }
}
