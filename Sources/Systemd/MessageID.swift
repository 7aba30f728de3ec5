/// ID of a kind of message in the journal: `journalctl MESSAGE_ID=…` finds all messages of that kind, and a
/// catalogue explains it.
package nonisolated struct MessageID: Hashable, Sendable {
    /// The ID as 32 lower-case hex digits.
    package let text: String

    /// - Parameter text: 32 lower-case hex digits, random (`systemd-id128 new`). Anything else is a
    ///   mistake in the program, and ends it.
    package init(_ text: String) {
        let digits = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        precondition(digits && text.utf8.count == 32, "not a message id: \(text)")
        self.text = text
    }
}
