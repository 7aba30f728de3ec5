/// Comparison keys of names: letters, digits and symbols in lower case without accents, with one blank
/// between words. `Push-Ups` and `push ups` have the same key.
package enum NameKey {
    /// Key of a name. A name that is all punctuation is its own key.
    package static func of(_ name: String) -> String {
        if let key = ofPlain(name) { return key }
        var key = ""
        var isBetween = false
        for scalar in name.lowercased().unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: continue
            case .dashPunctuation, .openPunctuation, .closePunctuation, .connectorPunctuation,
                .initialPunctuation, .finalPunctuation, .otherPunctuation, .spaceSeparator,
                .lineSeparator, .paragraphSeparator, .control:
                isBetween = true
            default:
                if isBetween, !key.isEmpty { key += " " }
                isBetween = false
                key += withoutAccent(scalar)
            }
        }
        guard key.isEmpty else { return key }
        return name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Key of a name of ASCII letters, digits and common punctuation, as most are, found without looking up
    /// Unicode properties; `nil` for any other name.
    private static func ofPlain(_ name: String) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8.count)
        var isBetween = false
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                if isBetween, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
                isBetween = false
                bytes.append(byte < 0x41 ? byte : byte | 0x20)
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "'"),
                UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "."),
                UInt8(ascii: "/"):
                isBetween = true
            default: return nil
            }
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The letter without its accent, stroke or other mark. Core has no Unicode decomposition tables, but the
    /// names of Latin letters contain the plain letter: LATIN SMALL LETTER O WITH STROKE.
    private static func withoutAccent(_ scalar: Unicode.Scalar) -> String {
        guard !scalar.isASCII else { return String(scalar) }
        if let plain = others[scalar] { return plain }
        guard let name = scalar.properties.name, name.utf8.starts(with: latin.utf8) else {
            return String(scalar)
        }
        let letter = name.dropFirst(latin.count).prefix { $0 != " " }
        return letter.count <= 2 ? letter.lowercased() : String(scalar)
    }

    private static let latin = "LATIN SMALL LETTER "

    private static let others: [Unicode.Scalar: String] = [
        "ß": "ss", "ı": "i", "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω",
        "ϊ": "ι", "ϋ": "υ", "ΐ": "ι", "ΰ": "υ", "ς": "σ", "ё": "е", "й": "и", "ї": "і", "ў": "у",
    ]
}
