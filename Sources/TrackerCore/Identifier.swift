/// Ids: 12 lower-case base-32 characters that hold 60 random bits, so that a unique prefix is enough to
/// name an entity.
package enum Identifier {
    /// Digits and letters without those that are mistaken for one another (`i`, `l`, `o`, `u`).
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    package static let length = 12

    /// Length of the shortest prefix that stands for an id: a shorter text is most often a word.
    package static let shortestPrefix = 4

    /// Whether a text has the form of a whole id, and not only of a prefix.
    package static func isWhole(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy(alphabet.contains)
    }

    package static func random(using generator: inout some RandomNumberGenerator) -> String {
        text60(generator.next())
    }

    /// The id derived from a text: the same text has the same id on every machine.
    package static func derived(from text: String) -> String {
        // FNV-1a, and then SplitMix64's finalizer: texts that differ in one letter get ids that differ in
        // every digit, so that prefixes tell derived ids apart as they do random ones.
        var bits: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { bits = (bits ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return text60(bits ^ (bits >> 31))
    }

    private static func text60(_ bits: UInt64) -> String {
        var bits = bits
        return String(unsafeUninitializedCapacity: length) { buffer in
            for index in 0..<length {
                buffer[index] = alphabet[Int(bits & 31)]
                bits >>= 5
            }
            return length
        }
    }
}
