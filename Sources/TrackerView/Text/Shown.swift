/// A result that can be shown to a person.
package protocol Shown {
    /// Text of the result, with its last newline; empty if there is nothing to show.
    func text(in style: Style) -> String

    /// Lines for scripts: ids, or whatever else identifies the result.
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
    /// Rest that the list leaves out; `nil` for none.
    var more: More? { get }
    func rows(in style: Style) -> String
}

extension ShownList {
    package var more: More? { nil }

    package func text(in style: Style) -> String { listText(in: style) }

    /// The rows, and how many more there are.
    func listText(in style: Style) -> String {
        guard !ids.isEmpty else { return style.faint(Self.none) + "\n" }
        return rows(in: style) + (more?.text(in: style) ?? "")
    }
}

/// The rest that a list leaves out, and the option that shows it.
package struct More {
    private let count: Int
    private let limit: Int
    private let isCut: Bool

    /// - Parameters:
    ///   - most: highest limit allowed.
    ///   - isCut: whether there may be more than `count`.
    /// - Returns: `nil` if nothing is left out.
    package init?(_ count: Int, shown: Int, most: Int, isCut: Bool = false) {
        guard count > 0 else { return nil }
        (self.count, limit, self.isCut) = (count, min(shown + count, most), isCut)
    }

    /// The line, such as `… and 30 more (--limit 130)`.
    package func text(in style: Style) -> String {
        let sign = style.ellipsis == "…" ? "…" : "..."
        return style.faint(
            "\(sign) and \(isCut ? "at least " : "")\(count) more (--limit \(limit))") + "\n"
    }
}
