import ArgumentParser
import Glibc
import TrackerView
import UserFiles

@main
enum Main {
    static func main() {
        // When the reader has gone, a write fails, which is easier to handle than the signal.
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if let script = try CompletionScript(arguments) { return try Output.print(script.text) }
            if let asking = CompletionRequest(arguments) { return try asking.answer() }
            if let argument = RawText.unreadableArgument {
                throw ValidationError("an argument isn't UTF-8 text: \(argument)")
            }
            var command = try Trackerctl.command(for: arguments)
            try command.run()
        } catch {
            let failure = Failure(MistypedCommand.correcting(error, arguments), line: arguments)
            // A line that can't be parsed has no options yet, but a keybinding has no terminal either.
            if CommandLine.arguments.contains(Bubble.option) { failure.show() }
            failure.exit()
        }
    }
}
