/// Text of an answer to a command. Each part has its last newline, or is empty.
package struct AnswerText: Equatable, Sendable {
    /// What was done or found.
    package let sentence: String
    /// Tables, lists and notes below it.
    package let details: String
    /// What a live view shows or has keys for: the rest that has started, the next set, how to continue.
    package let scene: String

    package init(_ sentence: String, details: String = "", scene: String = "") {
        self.sentence = sentence
        self.details = details
        self.scene = scene
    }

    package var whole: String { sentence + details + scene }
}
