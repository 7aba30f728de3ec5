import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

/// The form in which a menu takes its lines and gives the chosen one back.
enum MenuStyle: String, CaseIterable, ExpressibleByArgument {
    /// Lines in, the chosen line out: fuzzel, wofi, bemenu, dmenu, rofi with -dmenu.
    case dmenu
    /// rofi's script mode, which calls the program again with the chosen line.
    case rofi

    // The parser's own implementations use reflection, at every start.
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
    static var allValueDescriptions: [String: String] { [:] }
    var defaultValueDescription: String { rawValue }
}

struct MenuCommand: DaemonCommand {
    static let methods: [String] = [Status.method]
    static let configuration = CommandConfiguration.leaf(
        "menu",
        abstract: "Print lines for a menu such as fuzzel, rofi or dmenu, and do the chosen one.",
        discussion: """
            What is natural now stands first: to go on, skip, pause, answer; then timers, reminders, \
            exercises with the count of the last time, programs and templates. A line is a label, a \
            tab and the command. --run does the command of a line, with a bubble that says what \
            came of it; the label alone will do, too.

            Examples:
              trackerctl menu --run "$(trackerctl menu | fuzzel --dmenu)"
              trackerctl menu --what actions,exercises | dmenu -l 20
              rofi -modi 'trackerd:trackerctl menu --style rofi' -show trackerd
            """)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The form of the lines.", valueName: "style"))
    var style = MenuStyle.dmenu

    @Option(
        "Parts of the menu; all of them. (actions, timers, reminders, exercises, programs)",
        "parts",
        read: Self.parts)
    var what: [MenuPart]?

    @Option(
        name: .customLong("run"), parsing: .unconditional,
        help: ArgumentHelp(
            "Do what this line stands for; nothing for an empty one.", valueName: "line"))
    var given: String?

    @Argument(help: .hidden)
    var chosen: [String] = []

    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        guard !options.json else {
            throw ValidationError(
                "menu has no --json: 'trackerctl status --json' tells programs what is on")
        }
        if style == .rofi, SocketPath.environment("ROFI_RETV") ?? "0" != "0" {
            // Each line of output would be an entry of another menu; without any rofi ends.
            try Output.silence()
            return try perform(SocketPath.environment("ROFI_INFO") ?? chosen.joined(separator: " "))
        }
        guard chosen.isEmpty else {
            throw ValidationError("what is '\(chosen[0])'? A chosen line stands behind --run")
        }
        if let given { return try perform(given) }
        for entry in try entries() { try Output.print(line(entry) + "\n") }
    }

    private func entries() throws -> [MenuEntry] {
        try MenuEntries(options.connect()).entries(of: what ?? MenuPart.allCases)
    }

    private func line(_ entry: MenuEntry) -> String {
        let words = entry.words.joined(separator: " ")
        switch style {
        case .dmenu: return "\(entry.label)\t\(words)"
        case .rofi:
            let icon = entry.icon.map { "icon\u{1f}\($0)\u{1f}" } ?? ""
            return "\(entry.label)\0\(icon)info\u{1f}\(words)"
        }
    }

    /// Does what a line stands for: the command behind its tab, else that of the entry with this label.
    private func perform(_ line: String) throws {
        // Whoever leaves a menu without choosing anything wants nothing.
        guard line.contains(where: { $0 != " " }) else { return }
        let isCommand = style == .rofi && SocketPath.environment("ROFI_INFO") != nil
        var words: [String]?
        if let tab = line.firstIndex(of: "\t") ?? (isCommand ? line.startIndex : nil) {
            words = line[tab...].split { " \t".contains($0) }.map(String.init)
        } else {
            words = try entries().first { $0.label == line }?.words
        }
        guard let words, let first = words.first else {
            throw Refusal(
                message: "there is no entry '\(line.forTerminal)'",
                hint: "give a line as 'trackerctl menu' prints it")
        }
        guard first != Self.configuration.commandName else {
            throw ValidationError("a menu can't stand for a menu")
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
                throw ValidationError("there is no part '\(word)': they are \(known)")
            }
            return part
        }
    }
}
