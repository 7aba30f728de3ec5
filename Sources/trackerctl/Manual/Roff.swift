import TrackerAPI

/// Text in man(7)'s language.
struct Roff {
    private(set) var text = ""

    mutating func macro(_ name: String, _ arguments: String...) {
        let words = arguments.map { " \"\(Self.escaped($0))\"" }
        text += ".\(name)\(words.joined())\n"
    }

    mutating func line(_ content: String) { text += Self.escaped(content) + "\n" }

    /// Adds a line that contains roff escapes.
    mutating func raw(_ line: String) { text += line + "\n" }

    /// Adds the head of a page, with its name and its entry for the page index.
    mutating func head(_ page: String, names: [String], abstract: String) {
        // A date with escaped hyphens can't be read as a date.
        let (page, version) = (Self.escaped(page.uppercased()), Self.escaped(programVersion))
        raw(".TH \(page) 1 \(programDate) \"trackerd \(version)\" \"User Commands\"")
        macro("SH", "NAME")
        line("\(names.joined(separator: ", ")) - \(abstract)")
    }

    /// Adds definitions without blank lines between them.
    mutating func table(_ rows: [(term: String, meaning: String)], indent: Int) {
        raw(".PD 0")
        for (term, meaning) in rows {
            raw(".TP \(indent)")
            raw(Self.bold(term))
            line(meaning)
        }
        raw(".PD")
    }

    mutating func argument(_ argument: HelpDump.Argument) {
        macro("TP")
        let value = Self.italic(argument.placeholder)
        let names = argument.spellings.map(Self.bold)
        let tag = names.joined(separator: ", ") + (argument.takesValue ? " \(value)" : "")
        raw(names.isEmpty ? value : tag)
        line([argument.abstract, argument.discussion].compactMap(\.self).joined(separator: " "))
    }

    /// Adds text whose indented lines are examples, which stay as they are.
    mutating func paragraphs(_ source: String) {
        var isExample = false
        var isFirst = true
        for row in source.split(separator: "\n", omittingEmptySubsequences: false) {
            defer { isFirst = false }
            let startsExample = row.hasPrefix("  ")
            if startsExample != isExample {
                if startsExample, !isFirst, !text.hasSuffix(".PP\n") { macro("PP") }
                text += startsExample ? ".RS 4\n.nf\n" : ".fi\n.RE\n"
            }
            isExample = startsExample
            if row.isEmpty {
                if !isFirst { macro("PP") }
            } else {
                line(String(isExample ? row.dropFirst(2) : row))
            }
        }
        if isExample { text += ".fi\n.RE\n" }
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// The text with roff's special characters escaped, so that they are printed unchanged; hyphens and
    /// apostrophes can be copied.
    static func escaped(_ text: String) -> String {
        let escaped = text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "~": result += "\\(ti"
            case "^": result += "\\(ha"
            case "`": result += "\\(ga"
            default: result.append(character)
            }
        }
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}
