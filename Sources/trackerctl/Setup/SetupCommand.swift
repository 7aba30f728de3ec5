import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Asks a new user a few questions, and sets things up according to the answers.
struct SetupCommand: DaemonCommand {
    static let methods: [String] = [
        SettingsGet.method, SettingsSet.method, ReminderList.method, ReminderCreate.method,
        ConfigGet.method,
        ConfigReload.method,
    ]
    static let configuration = CommandConfiguration.leaf(
        "setup", abstract: "Set up trackerd with five questions.",
        discussion: """
            It asks about the unit you lift in, a reminder to stand up, your status bar, sounds, \
            and the time of the evening's report. Enter takes the answer in brackets, '-' skips a \
            question, and Ctrl-D stops; each answer takes effect at once. You can run it as often \
            as you like.
            """,
        examples: ["setup", "setup --yes       takes all the answers in brackets"])

    @Flag(help: "Take the answers in brackets, without asking.")
    var yes = false

    @OptionGroup var daemon: SocketOptions

    func run() throws {
        try daemon.refuseJSON(
            "setup has no --json, since it is for people. Try: trackerctl settings set,"
                + " or trackerctl remind add")
        try run(.atTerminal())
    }

    func run(_ dialogue: Dialogue) throws {
        guard yes || dialogue.canAsk else {
            throw Refusal(
                message: "not a terminal, so setup can't ask its questions",
                hint: "to take the usual answers: trackerctl setup --yes")
        }
        let client = try Delivery(socket: daemon.socket).connect()
        for question in try SetupQuestion.all(client) where try !put(question, dialogue) { break }
        try Output.print(
            """
            To change an answer: run it again, or 'trackerctl undo' for the last one.
            Now try: trackerctl timer 25m tea

            """)
    }

    /// Asks a question until its answer can be read.
    ///
    /// - Returns: `false` if there is no answer, so that nothing more is asked.
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
                Output.complain(FieldWords(["setup"]).text(of: error).forTerminal)
                return true
            }
        }
    }
}
