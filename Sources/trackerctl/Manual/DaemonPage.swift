import TrackerView

/// The page of trackerd, made from its own help: headings are lines in capitals, terms are indented by two
/// blanks, and their meanings come after or below them.
struct DaemonPage {
    let root: HelpDump.Command

    var page: ManualPage {
        var roff = Roff()
        roff.head(root.commandName, names: [root.commandName], abstract: root.indexed)
        roff.macro("SH", "SYNOPSIS")
        roff.raw("\(Roff.bold(root.commandName)) [\\fIoptions\\fR]")
        var sections = Self.sections(of: root.discussion ?? "")
        let description = sections.removeFirst()
        roff.macro("SH", "DESCRIPTION")
        roff.paragraphs(description.body.joined(separator: "\n"))
        roff.macro("SH", "OPTIONS")
        for argument in root.visibleArguments { roff.argument(argument) }
        for section in sections {
            roff.macro("SH", section.heading)
            if section.heading == "EXAMPLES" {
                roff.paragraphs(section.body.joined(separator: "\n"))
            } else {
                roff.table(Self.definitions(in: section.body), indent: 8)
            }
        }
        roff.macro("SH", "SEE ALSO")
        roff.raw(["trackerctl", "systemctl"].map(ManualPage.reference).joined(separator: ", "))
        return ManualPage(name: root.commandName, links: [], text: roff.text)
    }

    private static func sections(of text: String) -> [(heading: String, body: [String])] {
        var sections: [(heading: String, body: [String])] = [("", [])]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let isHeading = line.allSatisfy { $0.isUppercase || $0 == " " }
            if isHeading, !line.isEmpty, !line.hasPrefix(" ") {
                sections.append((line, []))
            } else {
                sections[sections.count - 1].body.append(line)
            }
        }
        return sections.map { section in
            (section.heading, Array(section.body.trimmingBlankLines))
        }
    }

    private static func definitions(in body: [String]) -> [(term: String, meaning: String)] {
        var rows: [(term: String, meaning: String)] = []
        for line in body where !line.isEmpty {
            let text = line.drop { $0 == " " }
            if line.hasPrefix("      "), let last = rows.indices.last {
                rows[last].meaning += (rows[last].meaning.isEmpty ? "" : " ") + text
            } else {
                let parts = text.split(separator: "  ", maxSplits: 1)
                let meaning = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
                rows.append((String(parts[0]), meaning))
            }
        }
        return rows
    }
}

extension [String] {
    fileprivate var trimmingBlankLines: ArraySlice<String> {
        let start = firstIndex { !$0.isEmpty } ?? endIndex
        let end = (lastIndex { !$0.isEmpty } ?? -1) + 1
        return self[Swift.min(start, end)..<end]
    }
}
