import TrackerAPI

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
    /// Rest that the list leaves out; `nil` if nothing is known to be left out.
    var leftOut: More? { get }
    func rows(in style: Style) -> String
}

extension ShownList {
    package var leftOut: More? { nil }

    package func text(in style: Style) -> String { listText(in: style) }

    /// The rows, and how many more there are.
    func listText(in style: Style) -> String {
        guard !ids.isEmpty else { return style.faint(Self.none) + "\n" }
        return rows(in: style) + (leftOut?.text(in: style) ?? "")
    }
}

/// The rest that a list leaves out, and the option that shows it.
package struct More {
    /// Number of elements that are left out; `nil` if they haven't been counted.
    private let count: Int?
    /// Limit that shows more; `nil` if the list is as long as it can be.
    private let limit: Int?

    /// - Parameter total: number of elements that match; `nil` if the daemon doesn't tell, as older ones don't.
    /// - Returns: `nil` if nothing is known to be left out.
    package init?<List: Limited>(total: Int?, shown ids: [String], of list: List.Type) {
        guard let total, total > ids.count else { return nil }
        count = total - ids.count
        limit = ids.count < List.maximumLimit ? min(total, List.maximumLimit) : nil
    }

    /// The rest of a list without a total.
    ///
    /// - Parameters:
    ///   - shown: number of elements listed.
    ///   - most: highest limit allowed.
    package init(shown: Int, most: Int) {
        count = nil
        limit = shown < most ? most : nil
    }

    /// The line, such as `… and 30 more (--limit 130)`.
    package func text(in style: Style) -> String {
        let sign = style.ellipsis == "…" ? "…" : "..."
        let rest = count.map { "\($0) more" } ?? "more"
        let option = limit.map { " (--limit \($0))" } ?? ""
        return style.faint("\(sign) and \(rest)\(option)") + "\n"
    }
}
