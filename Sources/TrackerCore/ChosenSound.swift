/// The sound that a person has chosen for one timer, program or interval instead of the usual one: a text with
/// the name of an alert's sound, or the full path of a file.
package enum ChosenSound {
    /// Most bytes that a path may have.
    package static let maximumBytes = 4095

    /// The path of a file; `nil` for a sound's name.
    package static func path(_ text: String) -> String? { text.hasPrefix("/") ? text : nil }

    /// Checks that a text is a sound's name, or could be the path of a file.
    package static func check(_ text: String, field: String) throws(Rejection) {
        guard path(text) != nil else {
            guard Sound(rawValue: text) != nil else {
                throw .invalid(
                    field,
                    "\(field: field) must be a sound's name, such as timer-finished, or a file's full path"
                )
            }
            return
        }
        guard text.utf8.count <= maximumBytes, text.unicodeScalars.allSatisfy({ !$0.isControl })
        else {
            throw .invalid(
                field,
                """
                \(field: field) isn't a path: it has control characters, or more than \(maximumBytes) \
                bytes
                """)
        }
    }
}
