import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Asks what a person who begins is asked, and does what the answers say.
struct SetupCommand: DaemonCommand {
    static let methods: [String] = [
        SettingsGet.method, SettingsSet.method, ReminderList.method, ReminderCreate.method,
        ConfigGet.method,
        ConfigReload.method,
    ]
    static let configuration = CommandConfiguration.leaf(
        "setup",
        abstract: "Set up trackerd by five questions.",
        discussion: """
            The unit that you lift in, a reminder to stand up, your status bar, sounds, and the hour \
            of the evening's report. Enter takes the answer in brackets, '-' leaves a question out, \
            and Ctrl-D ends; each answer is acted on at once. It may be run as often as you like.

            Examples:
              trackerctl setup
              trackerctl setup --yes       takes all of the answers in brackets
            """)

    @Flag(help: "Take the answers in brackets, without asking.")
    var yes = false

    // The option is defined, so that a message can say why it isn't supported.
    @Flag(help: .hidden)
    var json = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The daemon's socket.",
            discussion: """
                By default $TRACKERD_SOCKET, else $XDG_RUNTIME_DIR/trackerd/trackerd.sock.
                """, valueName: "path"),
        completion: .file())
    var socket: String?

    func run() throws {
        // Not checked in validate(), since the parser would then try the program as a whole, which has a
        // --json.
        guard !json else {
            throw ValidationError(
                "setup has no --json, since it is for people: programs use 'trackerctl settings "
                    + "set' and 'trackerctl remind add'")
        }
        try run(.atTerminal())
    }

    func run(_ dialogue: Dialogue) throws {
        guard yes || dialogue.canAsk else {
            throw Refusal(
                message: "setup asks questions, and here is no terminal",
                hint: "'trackerctl setup --yes' takes the usual answers")
        }
        let client = try Delivery(socket: socket).connect()
        for question in try SetupQuestion.all(client) where try !put(question, dialogue) { break }
        try Output.print(
            """
            To change an answer: run it again, or 'trackerctl undo' for the last one.
            Now try: trackerctl timer 25m tea

            """)
    }

    /// Puts a question until its answer can be read.
    ///
    /// - Returns: false where there is no answer, so that nothing more is to be asked.
    private func put(_ question: SetupQuestion, _ dialogue: Dialogue) throws -> Bool {
        let usual = question.usual
        while true {
            guard let line = yes ? "" : dialogue.ask("\(question.text) [\(usual)] ") else {
                try Output.print("\n")
                return false
            }
            let word = Text.trimmed(line).lowercased()
            guard word != "-" else { return true }
            do {
                let done = try question.act(word.isEmpty ? usual : word)
                try Output.print(done + "\n\n")
                return true
            } catch let error as ValidationError {
                Output.complain(error.message)
                if yes { return true }
            } catch let error as Refusal {
                Output.complain(
                    [error.message, error.hint].compactMap(\.self).joined(separator: ": "))
                return true
            } catch ClientError.refused(let error) {
                Output.complain(error.message.forTerminal)
                return true
            }
        }
    }
}
