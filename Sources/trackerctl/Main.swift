import ArgumentParser
import Glibc
import TextFiles
import TrackerView

@main
enum Main {
    static func main() {
        // A reader that has gone shows as a failed write, which can be told from success.
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
            let failure = Failure(MistypedCommand.correcting(error, arguments))
            // A line that can't be parsed has no options yet, but a key has no terminal either.
            if CommandLine.arguments.contains(Bubble.option) { failure.show() }
            failure.exit()
        }
    }
}

extension Trackerctl {
    /// The command that the arguments name.
    ///
    /// The parser sets up all of its commands before it reads the first word, which takes longer than
    /// everything else here. So the words that name the command are followed first, and only the command's
    /// own arguments are parsed. Arguments that fail this way are given to the parser as a whole, which
    /// then also has the right words for the error, or for the help that was asked for.
    ///
    /// - Throws: besides the parser's errors, `ValidationError` for a negative number or span that the
    ///   parser takes for an option.
    static func command(for words: [String]) throws -> any ParsableCommand {
        let arguments = ExerciseColor.named(SplitUnits.joined(words))
        if let refusal = MistypedCommand(arguments)?.refusalAsName(in: arguments) { throw refusal }
        do {
            return try parsed(arguments)
        } catch {
            guard exitCode(for: error) == .validationFailure else { throw error }
            let joined = SplitUnits.spansJoined(arguments)
            if joined != arguments, let command = try? parsed(joined) { return command }
            if let mistyped = MistypedCommand(arguments) {
                if let likely = mistyped.likely {
                    throw UsageError(
                        message: mistyped.message ?? Trackerctl.message(for: error),
                        hint: "did you mean '\(likely)'?")
                }
                if let message = mistyped.message {
                    throw UsageError(message: message, hint: "'\(mistyped.help)' lists them")
                }
            }
            if let unknown = try CommandWords(arguments).unknownOption {
                throw UsageError(message: unknown.message, hint: unknown.hint)
            }
            guard
                let (negative, line) = try CommandWords(arguments).withNegativesLast
            else { throw error }
            // Where the argument may not be negative at all, that is the error.
            _ = try parsed(line)
            let words = line.map(ShellWord.escaped).joined(separator: " ")
            throw ValidationError(
                "'\(negative)' begins like an option; it stands behind '--': trackerctl \(words)")
        }
    }

    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        var type: any ParsableCommand.Type = Trackerctl.self
        var rest = arguments[...]
        var last: String?
        while let word = rest.first, let next = subcommand(word, of: type) {
            type = next
            last = word
            rest = rest.dropFirst()
        }
        let isPlural = last == "\(type._commandName)s"
        if isPlural || rest.first?.hasPrefix("-") ?? true,
            !["help", "--help", "-h"].contains(rest.first),
            let group = type as? any GroupCommand.Type
        {
            type = isPlural ? group.listed : group.shown
        }
        // Help is wanted for all subcommands.
        let isAsking = rest.first.map { ["help", "--help", "-h"].contains($0) } ?? false
        if let next = type.configuration.defaultSubcommand {
            if !isAsking {
                type = next
            } else if type.configuration.subcommands.count == 1 {
                // Where there is only one subcommand, its help is shown.
                let words = arguments.prefix(arguments.count - rest.count)
                return try parseAsRoot(words + [next._commandName, "--help"])
            } else if rest.elementsEqual(["help"]) {
                // The parser would take the word for an argument of the default subcommand.
                return try parseAsRoot(arguments.dropLast() + ["--help"])
            }
        }
        // A plural only shows something, also with a word that can't be understood.
        if isPlural, type.configuration.subcommands.isEmpty, !isAsking {
            return try type.parseAsRoot(Array(rest))
        }
        if type.configuration.subcommands.isEmpty, let command = try? type.parseAsRoot(Array(rest))
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    static func subcommand(
        _ word: String, of type: any ParsableCommand.Type
    ) -> (any ParsableCommand.Type)? {
        type.configuration.subcommands.first {
            $0.configuration.commandName == word || $0.configuration.aliases.contains(word)
        }
    }
}
