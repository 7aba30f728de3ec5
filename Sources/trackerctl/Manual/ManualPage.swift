import TrackerView

/// The manual page in man(7), made from the definitions that `--help` shows.
struct ManualPage {
    private let root: HelpDump.Command
    private var text = ""

    static func text(of dump: HelpDump, version: String) -> String {
        var page = ManualPage(root: dump.command)
        page.writeHead(version: version)
        page.writeCommands()
        page.writeOptions()
        page.writeDependencies()
        return page.text
    }

    private init(root: HelpDump.Command) { self.root = root }

    private mutating func writeHead(version: String) {
        macro("TH", root.commandName.uppercased(), "1", "", "trackerd \(version)", "User Commands")
        macro("SH", "NAME")
        line("\(root.commandName) - \(lowercasedFirst(root.abstract))")
        macro("SH", "SYNOPSIS")
        let command = hasCommands ? " \\fIcommand\\fR [\\fIarguments\\fR]" : ""
        text += "\\fB\(root.commandName)\\fR\(command) [\\fIoptions\\fR]\n"
        macro("SH", "DESCRIPTION")
        paragraphs(root.discussion ?? "")
    }

    private mutating func writeCommands() {
        guard hasCommands else { return }
        macro("SH", "COMMANDS")
        for command in root.visibleSubcommands { write(command, path: root.commandName) }
    }

    private mutating func write(_ command: HelpDump.Command, path: String) {
        let path = "\(path) \(command.commandName)"
        let subcommands = command.visibleSubcommands
        guard subcommands.isEmpty else {
            for subcommand in subcommands { write(subcommand, path: path) }
            return
        }
        let own = command.visibleArguments.filter { !isCommon($0) }
        let positional = own.filter(\.isPositional)
        let options = own.filter { !$0.isPositional }
        text += ".SS \(synopsis(path, positional, hasOptions: !options.isEmpty))\n"
        line((command.abstract ?? "") + "")
        for argument in positional + options { write(argument) }
        if let discussion = command.discussion {
            macro("PP")
            paragraphs(discussion)
        }
    }

    private mutating func writeOptions() {
        guard hasCommands else {
            macro("SH", "OPTIONS")
            return root.visibleArguments.forEach { write($0) }
        }
        macro("SH", "COMMON OPTIONS")
        line("Most commands take these; they come after the command.")
        for argument in root.visibleArguments where isCommon(argument) { write(argument) }
    }

    private var hasCommands: Bool { !root.visibleSubcommands.isEmpty }

    private mutating func writeDependencies() {
        let isDaemon = root.commandName == "trackerd"
        macro("SH", "ENVIRONMENT")
        for (variable, meaning) in isDaemon ? Self.daemonVariables : Self.clientVariables {
            definition(variable, meaning)
        }
        macro("SH", "SEE ALSO")
        let other = isDaemon ? "trackerctl" : "trackerd"
        text += "\\fB\(other)\\fR(1), \\fBsystemctl\\fR(1)\n"
    }

    private static let clientVariables = [
        ("TRACKERD_SOCKET", "The daemon's socket, unless --socket names it."),
        ("XDG_RUNTIME_DIR", "Where the socket is by default: trackerd/trackerd.sock in it."),
        ("NO_COLOR", "If set and not empty, no colours are used by themselves."),
    ]

    private static let daemonVariables = [
        ("XDG_CONFIG_HOME", "Where the configuration is: trackerd/config.toml in it; ~/.config."),
        ("XDG_STATE_HOME", "Where the state is kept: trackerd/ in it; ~/.local/state."),
        ("XDG_RUNTIME_DIR", "Where the socket is: trackerd/trackerd.sock in it."),
        ("PATH", "Where the programs of hooks are looked for."),
    ]

    /// Whether an argument is an option of every command, which is described once. `--help` and `--version`
    /// are the parser's own.
    private func isCommon(_ argument: HelpDump.Argument) -> Bool {
        let common = ["socket", "timeout", "json", "quiet", "color", "help", "version"]
        return argument.names?.contains { common.contains($0.name) } ?? false
    }

    private func synopsis(
        _ path: String, _ positional: [HelpDump.Argument], hasOptions: Bool
    ) -> String {
        let arguments = positional.map { argument in
            let name = "\\fI\(Self.escaped(argument.placeholder))\\fR"
            return argument.isOptional ? " [\(name)]" : " \(name)"
        }
        let options = hasOptions ? " [\\fIoptions\\fR]" : ""
        return "\\fB\(Self.escaped(path))\\fR\(arguments.joined())\(options)"
    }

    private mutating func write(_ argument: HelpDump.Argument) {
        macro("TP")
        let value = "\\fI\(Self.escaped(argument.placeholder))\\fR"
        let names = (argument.names ?? []).map { "\\fB\(Self.escaped($0.text))\\fR" }
        let tag = names.joined(separator: ", ") + (argument.takesValue ? " \(value)" : "")
        text += (names.isEmpty ? value : tag) + "\n"
        line([argument.abstract, argument.discussion].compactMap(\.self).joined(separator: " "))
    }

    private mutating func definition(_ term: String, _ meaning: String) {
        macro("TP")
        text += "\\fB\(Self.escaped(term))\\fR\n"
        line(meaning)
    }

    /// Adds text whose indented lines are examples, which stay as they are.
    private mutating func paragraphs(_ source: String) {
        var isExample = false
        for row in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let startsExample = row.hasPrefix("  ")
            if startsExample != isExample {
                text += startsExample ? ".PP\n.RS 4\n.nf\n" : ".fi\n.RE\n"
            }
            isExample = startsExample
            if row.isEmpty {
                macro("PP")
            } else {
                line(String(isExample ? row.dropFirst(2) : row))
            }
        }
        if isExample { text += ".fi\n.RE\n" }
    }

    private mutating func line(_ content: String) { text += Self.escaped(content) + "\n" }

    private mutating func macro(_ name: String, _ arguments: String...) {
        let words = arguments.map { " \"\(Self.escaped($0))\"" }
        text += ".\(name)\(words.joined())\n"
    }

    private func lowercasedFirst(_ sentence: String?) -> String {
        let sentence = (sentence ?? "").trimmingSuffix(".")
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }

    /// The text with roff's special characters written so that they are printed unchanged: hyphens and
    /// apostrophes can be copied as such.
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

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
