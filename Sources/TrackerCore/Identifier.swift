/// Ids: 12 lower-case base-32 characters, 60 random bits, so that any unique prefix will do.
package enum Identifier {
    /// Digits and letters without those that are read for one another (`i`, `l`, `o`, `u`).
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    package static let length = 12

    /// Whether a text may be an id, and not only the beginning of one.
    package static func isWhole(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy(alphabet.contains)
    }

    package static func random(using generator: inout some RandomNumberGenerator) -> String {
        var bits = generator.next()
        return String(unsafeUninitializedCapacity: length) { buffer in
            for index in 0..<length {
                buffer[index] = alphabet[Int(bits & 31)]
                bits >>= 5
            }
            return length
        }
    }
}
