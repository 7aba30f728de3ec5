import ArgumentParser
import TrackerView

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
        let arguments = AddedTime.named(ExerciseColor.named(SplitUnits.joined(words)))
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
            let typed = try CommandWords(arguments)
            if let refusal = typed.unknownOption { throw refusal }
            guard let line = typed.withNegativesLast else { throw error }
            // If the argument can't be negative anyway, that is the error.
            _ = try parsed(line)
            let words = line.map(ShellWord.escaped).joined(separator: " ")
            throw ValidationError("put negative values after '--': trackerctl \(words)")
        }
    }

    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let named = CommandDescription(namedBy: arguments)
        let rest = Array(arguments.dropFirst(named.path.count))
        // Help is wanted for all subcommands.
        let isAsking = rest.first.map { ["help", "--help", "-h"].contains($0) } ?? false
        var type = named.type
        if named.isPlural || rest.first?.hasPrefix("-") ?? true, !isAsking,
            let group = type as? any GroupCommand.Type
        {
            type = named.isPlural ? group.listed : group.shown
        }
        if let next = type.configuration.defaultSubcommand {
            if !isAsking {
                type = next
            } else if type.configuration.subcommands.count == 1 {
                // If there is only one subcommand, its help is shown.
                return try parseAsRoot(named.path + [next._commandName, "--help"])
            } else if rest == ["help"] {
                // The parser would take the word for an argument of the default subcommand.
                return try parseAsRoot(named.path + ["--help"])
            }
        }
        if type.configuration.subcommands.isEmpty {
            // A plural only lists, even with a word that makes no sense.
            if named.isPlural, !isAsking { return try type.parseAsRoot(rest) }
            if let command = try? type.parseAsRoot(rest) { return command }
        }
        return try parseAsRoot(arguments)
    }
}
