import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

/// How a menu takes its lines and returns the chosen one.
enum MenuStyle: String, ChoiceArgument {
    /// Lines in, the chosen line out: fuzzel, wofi, bemenu, dmenu, rofi with -dmenu.
    case dmenu
    /// rofi's script mode, which calls this program again with the chosen line.
    case rofi
}

struct MenuCommand: DaemonCommand {
    static let methods: [String] = [Status.method]
    static let configuration = CommandConfiguration.leaf(
        "menu", abstract: "Print or run entries of a menu.",
        discussion: """
            Made for fuzzel, rofi or dmenu. It has up to 20 lines. The obvious next steps come \
            first: continue, skip, pause, answer, skip the next reminder; then the timers, programs, templates and \
            exercises that you used last; 'More…' stands for all others, which --all prints. A \
            line is a label, a tab and the command. --run runs the command of a line and shows \
            the result as a notification; the label alone works, too.
            """,
        examples: [
            #"menu --run "$(trackerctl menu | fuzzel --dmenu)""#,
            "menu --what actions,exercises | dmenu -l 20",
            "$ rofi -modi 'trackerd:trackerctl menu --style rofi' -show trackerd",
        ])

    @Option(parsing: .unconditional, help: ArgumentHelp("Format of the lines.", valueName: "style"))
    var style = MenuStyle.dmenu

    @Option(
        "Parts to print whole. (actions, timers, reminders, exercises, programs)",
        "parts",
        read: Self.parts)
    var what: [MenuPart]?

    @Flag(help: "Print all parts, instead of what fits a screen.")
    var all = false

    @Option(
        name: .customLong("run"), parsing: .unconditional,
        help: ArgumentHelp(
            "Run this line's command; an empty line does nothing.", valueName: "line"))
    var given: String?

    @Argument(help: .hidden)
    var chosen: [String] = []

    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        guard !options.json else {
            throw ValidationError("menu has no --json. Try: trackerctl status --json")
        }
        if style == .rofi, SocketPath.environment("ROFI_RETV") ?? "0" != "0" {
            let info = SocketPath.environment("ROFI_INFO")
            // Any line of output becomes an entry of another menu; without output, rofi ends.
            if info == MenuEntries.more.command { return try printAll() }
            try Output.silence()
            return try perform(info ?? chosen.joined(separator: " "))
        }
        guard chosen.isEmpty else {
            throw ValidationError("unknown word '\(chosen[0])'. Put the chosen line after --run")
        }
        if let given { return try perform(given) }
        for entry in try entries() { try Output.print(line(entry) + "\n") }
    }

    private func entries() throws -> [MenuEntry] {
        let menu = try MenuEntries(options.connect())
        if let what { return try menu.entries(of: what) }
        return all ? try menu.entries(of: MenuPart.allCases) : try menu.screen()
    }

    private func line(_ entry: MenuEntry) -> String {
        switch style {
        case .dmenu: return "\(entry.label)\t\(entry.command)"
        case .rofi:
            let icon = entry.icon.map { "icon\u{1f}\($0)\u{1f}" } ?? ""
            return "\(entry.label)\0\(icon)info\u{1f}\(entry.command)"
        }
    }

    private func printAll() throws {
        for entry in try MenuEntries(options.connect()).entries(of: MenuPart.allCases) {
            try Output.print(line(entry) + "\n")
        }
    }

    /// Runs the command of a line: the one after its tab, otherwise that of the entry with this label.
    private func perform(_ line: String) throws {
        // Whoever leaves a menu without choosing wants nothing.
        guard line.contains(where: { $0 != " " }) else { return }
        let isCommand = style == .rofi && SocketPath.environment("ROFI_INFO") != nil
        var words: [String]?
        if let tab = line.firstIndex(of: "\t") ?? (isCommand ? line.startIndex : nil) {
            words = BashLine("trackerctl \(line[tab...]) ", breaks: "").before
        } else {
            words = try entries().first { $0.label == line }?.words
        }
        guard let words, let first = words.first else {
            throw Refusal(
                message: "unknown entry '\(line.forTerminal)'",
                hint: "give a line as 'trackerctl menu' prints it")
        }
        guard words != MenuEntries.more.words else { return try printAll() }
        guard first != Self.configuration.commandName else {
            throw ValidationError("a menu can't start a menu")
        }
        let socket = options.socket.map { ["--socket", $0] } ?? []
        let timeout = options.timeout.map { ["--timeout", "\($0)ms"] } ?? []
        var command = try Trackerctl.command(for: words + ["--notify"] + socket + timeout)
        try command.run()
    }

    @Sendable private static func parts(_ text: String) throws -> [MenuPart] {
        let known = MenuPart.allCases.map(\.rawValue).joined(separator: ", ")
        return try text.split(separator: ",").map { word in
            guard let part = MenuPart(rawValue: word.filter { $0 != " " }) else {
                throw ValidationError("unknown part '\(word)'. The parts are \(known)")
            }
            return part
        }
    }
}
