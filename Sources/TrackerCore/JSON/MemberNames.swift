extension CodingKey {
    /// Name of the member in JSON: a property's name in snake_case, a dictionary's key unchanged.
    package var memberName: String {
        Self.namesProperties ? stringValue.inSnakeCase : stringValue
    }

    /// Whether the keys are an enumeration of a type's properties. A key that may be any name, such as a
    /// dictionary's, holds its text, for which an enumeration without values is too small.
    package static var namesProperties: Bool {
        MemoryLayout<Self>.size < MemoryLayout<String>.size
    }
}

/// The name of a member that is known only at run time.
package struct AnyKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }
    package init(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { nil }
}

extension [any CodingKey] {
    /// Path to a value, as a refusal names it: `reports.daily`, `attempts[1].value`. An element of a list has
    /// the list's path; an empty path is `nil`.
    package var fieldName: String? {
        let steps = last?.intValue == nil ? self[...] : dropLast()
        guard !steps.isEmpty else { return nil }
        return steps.reduce(into: "") { path, step in
            if let index = step.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? step.stringValue : ".\(step.stringValue)"
            }
        }
    }
}

extension String {
    /// The name in snake_case: `duration_ms` for `durationMs`, `request_id` for `requestID`, `best_1rm` for
    /// `best1RM`. Words begin at capitals and digits; several in a row make one word. A number after the
    /// first letter belongs to it: `p90_ms` for `p90Ms`.
    package var inSnakeCase: String {
        var text = self
        let words = text.withUTF8 { $0.count(where: Self.beginsWord) }
        guard words > 0 else { return self }
        // Most names fit into a small string, which needs no memory of its own.
        return String(unsafeUninitializedCapacity: utf8.count + words) { bytes in
            var end = 0
            spellInSnakeCase {
                bytes[end] = $0
                end += 1
            }
            return end
        }
    }

    /// Writes the bytes of `inSnakeCase` one by one.
    func spellInSnakeCase(_ write: (UInt8) -> Void) {
        var text = self
        text.withUTF8 { utf8 in
            var isWithin = true
            let number = utf8.dropFirst().prefix(while: Self.isDigit).count
            for (place, byte) in utf8.enumerated() {
                let begins = (place == 0 || place > number) && Self.beginsWord(byte)
                if begins && !isWithin { write(UInt8(ascii: "_")) }
                write(Self.isCapital(byte) ? byte | 0x20 : byte)
                isWithin = begins
            }
        }
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    }

    private static func beginsWord(_ byte: UInt8) -> Bool {
        isCapital(byte) || isDigit(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
