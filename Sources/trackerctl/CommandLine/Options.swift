import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

/// Options that every command has.
struct Options: ParsableArguments {
    static let title = "Common options"
    fileprivate static let socketHelp = ArgumentHelp(
        "The daemon's socket.",
        discussion: "Default: $TRACKERD_SOCKET, or $XDG_RUNTIME_DIR/trackerd/trackerd.sock.",
        valueName: "path")

    @Option(parsing: .unconditional, help: Self.socketHelp, completion: .file())
    var socket: String?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(
            "How long to wait for an answer from trackerd.",
            discussion: """
                Default: 5s. A long request may take longer, as long as trackerd answers others. \
                Once they have started, wait and watch take as long as they need.
                """, valueName: "span"),
        transform: SilenceArgument.read)
    var timeout: Int?

    @Flag(help: "Print the result as one line of JSON, as on the wire.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print only ids.")
    var quiet = false

    @Flag(help: "Show the result or error as a notification, for keybindings.")
    var notify = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When to use colours.",
            discussion: "'auto' means on a terminal, unless NO_COLOR is set.", valueName: "when"))
    var color = ColorChoice.auto

    func validate() throws {
        guard !(json && quiet) else { throw ValidationError("give --json or --quiet, not both") }
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

/// The options of a command that has no result to print as JSON.
struct SocketOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: Options.socketHelp, completion: .file())
    var socket: String?

    // The option is defined, so that a message can say why it isn't supported.
    @Flag(help: .hidden)
    var json = false

    /// Refuses --json. A command calls this in run(): after a refusal in validate(), the parser would try
    /// the program as a whole, which has a --json.
    func refuseJSON(_ message: String) throws {
        guard !json else { throw ValidationError(message) }
    }
}
