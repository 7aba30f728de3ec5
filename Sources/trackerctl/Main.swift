import ArgumentParser
import Glibc

@main
enum Main {
    static func main() {
        // A reader that has gone shows as a failed write, which can be told from success.
        signal(SIGPIPE, SIG_IGN)
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if let line = PlainLine(arguments) { return try line.run() }
            var command = try Trackerctl.command(for: arguments)
            try command.run()
        } catch {
            Failure(error).exit()
        }
    }
}

extension Trackerctl {
    /// What the arguments mean.
    ///
    /// The parser sets up all of its commands before it reads the first word, which takes longer than
    /// everything else here. So the words that name the command are followed first and only its own
    /// arguments are parsed; what doesn't go well like this is left to the parser as a whole, which
    /// then also knows the right words for the error, or for the help that was asked for.
    static func command(for arguments: [String]) throws -> any ParsableCommand {
        var type: any ParsableCommand.Type = Trackerctl.self
        var rest = arguments[...]
        while let word = rest.first,
            let next = type.configuration.subcommands.first(where: {
                $0.configuration.commandName == word || $0.configuration.aliases.contains(word)
            })
        {
            type = next
            rest = rest.dropFirst()
        }
        if type.configuration.subcommands.isEmpty, let command = try? type.parseAsRoot(Array(rest))
        {
            return command
        }
        return try parseAsRoot(arguments)
    }
}
