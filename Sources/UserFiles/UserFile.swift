/// A file that a person may have written in addition to a shipped one.
package struct UserFile: Sendable {
    /// Path of the file; empty where none is known.
    package let path: String
    /// The content; empty where the file is missing or can't be read.
    package let text: String
    /// The reason why the file can't be read; `nil` where it could be, or is missing.
    package let warning: TextProblem?

    package init(path: String, text: String) {
        self.path = path
        self.text = text
        warning = nil
    }

    /// Reads the file at a path; `nil` for none.
    package init(_ path: String?) {
        self.path = path ?? ""
        do throws(TextProblem) {
            text =
                try path.map { path throws(TextProblem) in
                    try TextFile.text(of: path, mustExist: false) ?? ""
                } ?? ""
            warning = nil
        } catch {
            text = ""
            warning = error
        }
    }

    /// A text that changes with the content, or with the reason why there is none.
    package var fingerprint: String { warning?.description ?? text }
}
