/// A result that can be shown to a person.
package protocol Shown {
    /// The text, with its last newline; empty for nothing.
    func text(in style: Style) -> String

    /// What scripts get: ids, or what else tells the result.
    var ids: [String] { get }
}

extension Shown {
    package var ids: [String] { [] }
}

/// An entity that is described by one line.
package protocol Sentence: Shown {
    var id: String { get }
    /// The line, without a newline.
    func sentence(in style: Style) -> String
}

extension Sentence {
    package func text(in style: Style) -> String { sentence(in: style) + "\n" }
    package var ids: [String] { [id] }
}

/// A result that is a list.
package protocol ShownList: Shown {
    /// The sentence for an empty list, such as `no timers`.
    static var none: String { get }
    func rows(in style: Style) -> String
}

extension ShownList {
    package func text(in style: Style) -> String {
        ids.isEmpty ? style.faint(Self.none) + "\n" : rows(in: style)
    }
}
