extension CodingKey {
    /// The name of the member in JSON: a property's in snake_case, and a key of a dictionary as it is.
    package var memberName: String {
        Self.namesProperties ? stringValue.inSnakeCase : stringValue
    }

    /// Whether it is an enumeration of a type's properties. A key that may be any name, as those of
    /// dictionaries, holds its text, for which an enumeration without values is too small.
    private static var namesProperties: Bool {
        MemoryLayout<Self>.size < MemoryLayout<String>.size
    }
}

/// A member's name that is known only when the program runs.
package struct AnyKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }
    package init(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { nil }
}

extension String {
    /// `duration_ms` of `durationMs`, `request_id` of `requestID`, `best_1rm` of `best1RM`: words begin at
    /// capitals and digits, of which several in a row make one.
    package var inSnakeCase: String {
        let words = utf8.reduce(0) { Self.beginsWord($1) ? $0 + 1 : $0 }
        guard words > 0 else { return self }
        // Most names fit into a string that takes no memory of its own.
        return String(unsafeUninitializedCapacity: utf8.count + words) { bytes in
            var end = 0
            var isWithin = true
            for byte in utf8 {
                let begins = Self.beginsWord(byte)
                if begins && !isWithin {
                    bytes[end] = UInt8(ascii: "_")
                    end += 1
                }
                bytes[end] = Self.isCapital(byte) ? byte | 0x20 : byte
                end += 1
                isWithin = begins
            }
            return end
        }
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func beginsWord(_ byte: UInt8) -> Bool {
        isCapital(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
