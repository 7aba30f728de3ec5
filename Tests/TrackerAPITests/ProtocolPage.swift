import Testing

/// The documentation of the protocol as tests read it, the entry and the pages of the areas one after the other: sections of
/// text, and tables with names in backquotes in their first column.
struct ProtocolPage {
    static let entry = "Sources/TrackerAPI/PROTOCOL.md"
    static let folder = "Sources/TrackerAPI/Protocol"

    /// The text from one heading to the next.
    struct Section {
        /// The title without its number signs.
        let title: String
        /// Level of the heading as on one page: 1 for all of it, 2 for an area, 3 for sections within it.
        let level: Int
        var lines: [Substring] = []
    }

    let text: String
    private(set) var sections: [Section] = []

    init() throws {
        let areas = try SourceWords.paths(in: Self.folder).sorted()
        text = try ([Self.entry] + areas).map(SourceWords.text).joined(separator: "\n")
        sections = try Self.sections(of: SourceWords.text(of: Self.entry), below: 0)
        for path in areas {
            sections += Self.sections(of: try SourceWords.text(of: path), below: 1)
        }
    }

    /// The sections of one file, whose first heading stands that many levels below the page's.
    private static func sections(of text: String, below: Int) -> [Section] {
        var sections: [Section] = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            let level = line.prefix { $0 == "#" }.count
            if level > 0, !isCode {
                let title = line.dropFirst(level).drop { $0 == " " }
                sections.append(Section(title: String(title), level: level + below))
            } else if let last = sections.indices.last {
                sections[last].lines.append(line)
            }
        }
        return sections
    }

    /// The sections of methods, whose titles are their names.
    var methodSections: [Section] { sections.filter { $0.level == 3 && !$0.methods.isEmpty } }

    /// The sections whose tables list events.
    var eventSections: [Section] {
        sections.filter { $0.level == 3 && $0.title.hasPrefix("Events of ") }
    }

    func section(titled title: String) throws -> Section {
        try #require(sections.first { $0.title == title }, "no section \(title)")
    }
}

extension ProtocolPage.Section {
    struct Method {
        let name: String
        /// The mark in parentheses after the name: `reads`, `outside`, or empty.
        let mark: String
    }

    /// The methods in a title such as `` `timer.pause`, `timer.get` (reads) ``.
    var methods: [Method] {
        guard title.hasPrefix("`") else { return [] }
        return title.split(separator: ",").map { part in
            let pieces = part.split(separator: "`", omittingEmptySubsequences: false)
            return Method(
                name: String(pieces.dropFirst().first ?? ""),
                mark: pieces.dropFirst(2).joined().filter { !" ()".contains($0) })
        }
    }

    /// The rows of the section's tables, without their heads.
    var rows: [[Substring]] { Self.rows(of: lines) }

    /// The rows of the table of parameters; `nil` where there is none.
    var parameterRows: [[Substring]]? {
        let table = lines.drop { !$0.hasPrefix("| parameter |") }.prefix { $0.hasPrefix("|") }
        return table.isEmpty ? nil : Self.rows(of: Array(table))
    }

    private static func rows(of lines: [Substring]) -> [[Substring]] {
        lines.enumerated().filter { index, line in
            let next = lines.indices.contains(index + 1) ? lines[index + 1] : ""
            return line.hasPrefix("|") && !line.hasPrefix("|--") && !next.hasPrefix("|--")
        }.map { $0.element.split(separator: "|") }
    }

    /// The names in the first column of rows.
    func names(of rows: [[Substring]]) -> [String] {
        rows.flatMap { row in row.first.map(names) ?? [] }
    }

    /// The names in backquotes of a text.
    func names(in text: Substring) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}
