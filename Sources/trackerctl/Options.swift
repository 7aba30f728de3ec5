import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

/// The options of every command.
struct Options: ParsableArguments {
    static let title = "Common options"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The daemon's socket.",
            discussion: """
                By default $TRACKERD_SOCKET, else $XDG_RUNTIME_DIR/trackerd/trackerd.sock.
                """, valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(
            "How long trackerd may give no sign of life.",
            discussion: """
                By default 5s. A long request may take longer, as long as trackerd answers others; wait and \
                watch go on for as long as it takes, once they have begun.
                """, valueName: "span"),
        transform: SilenceArgument.read)
    var timeout: Int?

    @Flag(help: "Print the result as on the wire, one line of JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print an id or nothing.")
    var quiet = false

    @Flag(help: "Show the result, or why there is none, as a notification: for keybindings.")
    var notify = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When to use colours.",
            discussion: "'auto' means on a terminal, unless NO_COLOR is set.", valueName: "when"))
    var color = ColorChoice.auto

    func validate() throws {
        guard !(json && quiet) else {
            throw ValidationError("--json and --quiet exclude each other")
        }
    }

    var delivery: Delivery {
        Delivery(
            socket: socket, silenceMs: timeout ?? Delivery.usualSilenceMs, json: json, quiet: quiet,
            notify: notify, color: color)
    }

    var isForPeople: Bool { delivery.isForPeople }

    var style: Style { delivery.style }

    func path() throws -> String { try delivery.path() }

    func connect() throws -> Client { try delivery.connect() }
}

/// Reads the time that trackerd may give no sign of life, in milliseconds.
enum SilenceArgument {
    static func read(_ text: String) throws -> Int {
        let span = try SpanArgument.seconds(text)
        guard (100...3_600_000).contains(span.ms) else {
            throw ValidationError("give a span from 0.1s to 1h, such as 30s")
        }
        return Int(span.ms)
    }
}

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never

    // The parser's own implementations use reflection, at every start.
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
    static var allValueDescriptions: [String: String] { [:] }
    var defaultValueDescription: String { rawValue }

    var isColored: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            SocketPath.environment("NO_COLOR") == nil
                && SocketPath.environment("TERM") != "dumb" && isatty(STDOUT_FILENO) == 1
        }
    }
}

// Short forms of the parser's own initializers, for options whose value may look like an option.
extension Option {
    /// - Parameters:
    ///   - name: the name of the value in help texts.
    ///   - isShort: whether the option has a short name, too: `--note` and `-n`.
    init<T: ExpressibleByArgument>(
        _ help: String, _ name: String, isShort: Bool = false, completion: CompletionKind? = nil
    ) where Value == T? {
        self.init(
            name: isShort ? .shortAndLong : .long, parsing: .unconditional,
            help: ArgumentHelp(help, valueName: name), completion: completion)
    }

    init<T>(
        _ help: String, _ name: String, isShort: Bool = false,
        read: @escaping @Sendable (String) throws -> T
    ) where Value == T? {
        self.init(
            name: isShort ? .shortAndLong : .long, parsing: .unconditional,
            help: ArgumentHelp(help, valueName: name), transform: read)
    }
}
