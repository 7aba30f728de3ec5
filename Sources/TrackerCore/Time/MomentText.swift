/// A moment on the wire: an RFC 3339 string with the local offset, and next to it the milliseconds since 1970:
/// `"at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000`.
///
/// Programs calculate with the number; people read the text, which also shows the local day. `JSONText`
/// writes both for every member of this type. A day in place of a moment has no number.
@propertyWrapper
package struct MomentText<Text: Sendable & Hashable>: Sendable, Hashable {
    package var wrappedValue: Text

    package init(wrappedValue: Text) { self.wrappedValue = wrappedValue }
}

extension MomentText where Text == String {
    /// Suffix that makes the name of a moment's milliseconds from the moment's name.
    package static var suffix: StaticString { "_ms" }
}

extension MomentText: Codable where Text: Codable {
    package init(from decoder: any Decoder) throws {
        wrappedValue = try Text(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

// These read and write a moment that may be missing.

extension KeyedDecodingContainer {
    package func decode(
        _ type: MomentText<String?>.Type, forKey key: Key
    ) throws -> MomentText<String?> {
        .init(wrappedValue: try decodeIfPresent(MomentText<String>.self, forKey: key)?.wrappedValue)
    }
}

extension KeyedEncodingContainer {
    package mutating func encode(_ moment: MomentText<String?>, forKey key: Key) throws {
        guard let text = moment.wrappedValue else { return }
        try encode(MomentText<String>(wrappedValue: text), forKey: key)
    }
}

extension Zone {
    /// Milliseconds since 1970 of a moment as `text(ofMs:)` writes it; `nil` for any other text, including a
    /// day.
    package static func ms(ofText text: String) -> Int64? {
        var text = text
        return text.withUTF8 { ms(ofUTF8: $0[...]) } ?? GivenTime(text)?.instantMs
    }

    /// Milliseconds since 1970 of a moment in the usual form of 29 bytes, `2026-03-01T09:30:00.000+01:00`;
    /// `nil` for any other text.
    static func ms(ofUTF8 bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        guard bytes.count == momentLength else { return nil }
        let start = bytes.startIndex
        func number(_ offset: Int, _ count: Int) -> Int? {
            var value = 0
            for place in start + offset..<start + offset + count {
                guard (48...57).contains(bytes[place]) else { return nil }
                value = value * 10 + Int(bytes[place] - 48)
            }
            return value
        }
        func has(_ character: Unicode.Scalar, _ offset: Int) -> Bool {
            bytes[start + offset] == UInt8(ascii: character)
        }
        guard has("-", 4), has("-", 7), has("T", 10), has(":", 13), has(":", 16), has(".", 19),
            has("+", 23) || has("-", 23), has(":", 26), let year = number(0, 4),
            let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
            let minute = number(14, 2), let second = number(17, 2), let ms = number(20, 3),
            let offsetHours = number(24, 2), let offsetMinutes = number(27, 2)
        else { return nil }
        let local = CivilTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        let offset = Int64(offsetHours * 60 + offsetMinutes) * (has("-", 23) ? -60 : 60)
        return (local.unixSeconds - offset) * 1000 + Int64(ms)
    }

    /// Length of a moment's text in its usual form, in bytes.
    static let momentLength = 29
}
