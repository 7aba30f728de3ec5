import TrackerAPI
import TrackerClient
import TrackerView

/// The surroundings that a command can ask: the daemon, and the person.
struct Asking {
    /// Connects to the daemon that the command's options name.
    let connect: (Delivery) throws -> Client
    let dialogue: Dialogue
    /// The style of what is said before there is an answer, for a command with these options.
    var style: (Options) -> Style = { $0.style }

    /// The daemon on its socket, and the person at the terminal.
    static var atTerminal: Asking { Asking(connect: { try $0.connect() }, dialogue: .atTerminal()) }

    /// A connection for the command with these options.
    func client(_ options: Options) throws -> Client { try connect(options.delivery) }

    /// The result of a request on a connection of its own.
    func call<Call: Request>(_ request: Call, _ options: Options) throws -> Call.Response {
        try client(options).call(request)
    }
}
