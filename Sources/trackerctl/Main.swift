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
            let failure = Failure(
                MistypedCommand.correcting(error, arguments), line: arguments)
            // A line that can't be parsed has no options yet, but a keybinding has no terminal either.
            if CommandLine.arguments.contains(Bubble.option) { failure.show() }
            failure.exit()
        }
    }
}

extension Trackerctl {
    /// The command that the arguments name.
    ///
    /// The parser sets up all of its commands before it reads the first word, which takes longer than
    /// everything else here. So this function first finds the command itself, and parses only the command's
    /// own arguments. If that fails, the parser gets all the arguments, and then also has the right words for
    /// the error, or for the requested help.
    ///
    /// - Throws: besides the parser's errors, `ValidationError` for a negative number or duration that the
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
                let (_, line) = try CommandWords(arguments).withNegativesLast
            else { throw error }
            // If the argument can't be negative anyway, that is the error.
            _ = try parsed(line)
            let words = line.map(ShellWord.escaped).joined(separator: " ")
            throw ValidationError(
                "put negative values after '--': trackerctl \(words)")
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
                // If there is only one subcommand, its help is shown.
                let words = arguments.prefix(arguments.count - rest.count)
                return try parseAsRoot(words + [next._commandName, "--help"])
            } else if rest.elementsEqual(["help"]) {
                // The parser would take the word for an argument of the default subcommand.
                return try parseAsRoot(arguments.dropLast() + ["--help"])
            }
        }
        // A plural only lists, even with a word that makes no sense.
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
