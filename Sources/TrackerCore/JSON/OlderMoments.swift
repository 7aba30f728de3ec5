/// The data of events from older versions, which have moments without their milliseconds.
package enum OlderMoments {
    /// The JSON with the milliseconds of each moment added. JSON whose first moment has them is returned
    /// unchanged.
    package static func completed(_ json: String) -> String {
        var json = json
        return json.withUTF8 { added(to: $0) } ?? json
    }

    /// Whether a member of this name is a moment if its text looks like one. Texts that people write have
    /// other names.
    package static func isMoment(_ name: some StringProtocol) -> Bool {
        ["at", "since", "until"].contains { name == $0 || name.hasSuffix("_\($0)") }
            || ["from", "to", "now"].contains { name == $0 }
    }

    /// The JSON with the missing milliseconds added; `nil` where none are missing.
    private static func added(to bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var result: [UInt8] = []
        var copied = 0
        var place = 0
        while let (name, end, ms) = nextMoment(in: bytes, from: place) {
            let member = ",\"\(name)\(MomentText<String>.suffix)\":"
            if copied == 0, bytes[end...].starts(with: member.utf8) { return nil }
            result.append(contentsOf: bytes[copied..<end])
            result.append(contentsOf: "\(member)\(ms)".utf8)
            (copied, place) = (end, end)
        }
        guard copied > 0 else { return nil }
        result.append(contentsOf: bytes[copied...])
        return String(decoding: result, as: UTF8.self)
    }

    /// The next member with a moment: its name, the place after it, and its milliseconds; `nil` for none.
    private static func nextMoment(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (name: String, end: Int, ms: Int64)? {
        let quote = UInt8(ascii: "\"")
        let length = Zone.momentLength
        var place = max(start, 2)
        while place + length + 1 < bytes.count {
            defer { place += 1 }
            // The text follows `":`, which ends the member's name; quotes within texts have a backslash.
            guard bytes[place] == quote, bytes[place + length + 1] == quote,
                bytes[place - 1] == UInt8(ascii: ":"), bytes[place - 2] == quote,
                let ms = Zone.ms(ofUTF8: bytes[place + 1..<place + 1 + length]),
                let nameStart = bytes[..<(place - 2)].lastIndex(of: quote)
            else { continue }
            let name = String(decoding: bytes[(nameStart + 1)..<(place - 2)], as: UTF8.self)
            if isMoment(name) { return (name, place + length + 2, ms) }
        }
        return nil
    }
}
