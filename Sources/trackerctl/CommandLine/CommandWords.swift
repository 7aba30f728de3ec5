import ArgumentParser
import TrackerAPI
import TrackerView

/// A command line as the parser reads it: the command named by its first words, and the roles of the other
/// words.
struct CommandWords {
    private let words: [String]
    let command: CommandDescription
    /// Visible arguments of the command, or of its default subcommand; empty for a group.
    let arguments: [HelpDump.Argument]
    private(set) var given: [HelpDump.Argument] = []
    /// The option that the next word is a value for; `nil` for none.
    private(set) var pending: HelpDump.Argument?
    private(set) var isTerminated = false
    private(set) var positionals = 0
    /// Indexes in `words` of options and their values.
    private var options: [Int] = []
    /// Index of the first negative number or duration that the parser takes for an option; `nil` for none.
    private var negative: Int?
    /// Index of the first long option that the command doesn't have; `nil` for none.
    private var unknown: Int?

    init(_ words: [String]) throws {
        self.words = words
        command = CommandDescription(namedBy: words)
        arguments = try command.arguments()
        for place in words.indices.dropFirst(command.path.count) { take(place) }
    }

    /// Commands that may come next.
    var subcommands: [any ParsableCommand.Type] {
        words.count == command.path.count ? command.configuration.subcommands : []
    }

    private mutating func take(_ place: Int) {
        let word = words[place]
        if pending != nil {
            pending = nil
            options.append(place)
        } else if isTerminated || !word.hasPrefix("-") || word == "-" {
            positionals += 1
        } else if word == "--" {
            isTerminated = true
        } else if let (known, value) = option(word) {
            given.append(known)
            pending = known.takesValue && value == nil ? known : nil
            options.append(place)
        } else if word.looksNegative {
            negative = negative ?? place
        } else {
            if word.hasPrefix("--"), word != "--help" { unknown = unknown ?? place }
            options.append(place)
        }
    }

    /// The refusal of the first unknown option, with the most similar known one; `nil` if all are known.
    var unknownOption: UsageError? {
        guard let unknown, !arguments.isEmpty else { return nil }
        let word = String(words[unknown].prefix { $0 != "=" })
        let meant = FieldWords.option(meantBy: word, among: arguments.flatMap(\.spellings))
        return UsageError(
            message: "'\(command.line)' has no option '\(word.forTerminal)'",
            hint: meant.map { "did you mean '\($0)'?" } ?? "'\(command.line) --help' lists them")
    }

    /// The option that a word names, and its value if that is in the same word, as in `--name=value`. `nil`
    /// for any other word.
    func option(_ word: String) -> (option: HelpDump.Argument, value: Substring?)? {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let found = arguments.first { $0.spellings.contains(String(parts[0])) }
        return found.map { ($0, parts.count == 2 ? parts[1] : nil) }
    }

    /// The positional argument that the next word would be, and its index; `nil` for none.
    var nextPositional: (argument: HelpDump.Argument, place: Int)? {
        let all = arguments.filter(\.isPositional)
        let place = min(positionals, all.count - 1)
        guard place >= 0, place == positionals || all[place].isRepeating else { return nil }
        return (all[place], place)
    }

    /// The line rewritten so that the parser doesn't take a negative number or duration for an option: options
    /// first, then `--` and the rest. `nil` if there is none.
    var withNegativesLast: [String]? {
        guard let negative else { return nil }
        let later = words.indices.dropFirst(negative + 1)
        let moved = later.filter(options.contains).map { words[$0] }
        let rest = later.filter { !options.contains($0) && words[$0] != "--" }.map { words[$0] }
        return Array(words[..<negative]) + moved + ["--", words[negative]] + rest
    }
}

extension String {
    /// Whether the word is a negative number, or begins with one, as `-5m` does.
    var looksNegative: Bool {
        guard first == "-" else { return false }
        return dropFirst(dropFirst().first == "." ? 2 : 1).first?.isNumber == true
    }
}
