import ArgumentParser
import TrackerAPI
import TrackerView

/// A command line as the parser reads it: the command named by its first words, and the roles of the other
/// words.
struct CommandWords {
    private let words: [String]
    /// Number of words that name the command.
    private let depth: Int
    /// The command, or its default subcommand if that applies.
    let command: any ParsableCommand.Type
    /// The command whose subcommand may come next; `nil` if none may.
    let group: (any ParsableCommand.Type)?
    /// The command's arguments; empty for a group.
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
        var type: any ParsableCommand.Type = Trackerctl.self
        var depth = 0
        while depth < words.count, let next = Trackerctl.subcommand(words[depth], of: type) {
            type = next
            depth += 1
        }
        self.depth = depth
        let isGroup = !type.configuration.subcommands.isEmpty
        group = isGroup && depth == words.count ? type : nil
        command = type.configuration.defaultSubcommand ?? type
        // Without a command, the program is 'status' and takes its options.
        let leaf: any ParsableCommand.Type = depth == 0 ? Command<Status>.self : command
        let isLeaf = leaf.configuration.subcommands.isEmpty
        arguments = isLeaf ? try HelpDump(of: leaf).command.visibleArguments : []
        for place in words.indices.dropFirst(depth) { take(place) }
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
    var unknownOption: (message: String, hint: String)? {
        guard let unknown, !arguments.isEmpty else { return nil }
        let word = String(words[unknown].prefix { $0 != "=" })
        let path = (["trackerctl"] + words.prefix(depth)).joined(separator: " ")
        let names = arguments.flatMap { $0.names ?? [] }.map(\.text)
        let hint = FieldWords.option(meantBy: word, among: names).map { "did you mean '\($0)'?" }
        return (
            "'\(path)' has no option '\(word.forTerminal)'",
            hint ?? "'\(path) --help' lists them"
        )
    }

    /// The option that a word names, and its value if that is in the same word, as in `--name=value`. `nil`
    /// for any other word.
    func option(_ word: String) -> (option: HelpDump.Argument, value: Substring?)? {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let found = arguments.first { argument in
            argument.names?.contains { $0.text == parts[0] } ?? false
        }
        return found.map { ($0, parts.count == 2 ? parts[1] : nil) }
    }

    /// The positional argument that the next word would be, and its index; `nil` for none.
    var nextPositional: (argument: HelpDump.Argument, place: Int)? {
        let all = arguments.filter(\.isPositional)
        let place = min(positionals, all.count - 1)
        guard place >= 0, place == positionals || all[place].isRepeating else { return nil }
        return (all[place], place)
    }

    /// A negative number or duration that the parser takes for an option, and the line rewritten so that it
    /// doesn't: options first, then `--` and the rest. `nil` if there is none.
    var withNegativesLast: (negative: String, line: [String])? {
        guard let negative else { return nil }
        let later = words.indices.dropFirst(negative + 1)
        let moved = later.filter(options.contains).map { words[$0] }
        let rest = later.filter { !options.contains($0) && words[$0] != "--" }.map { words[$0] }
        return (
            words[negative], Array(words[..<negative]) + moved + ["--", words[negative]] + rest
        )
    }
}

extension String {
    /// Whether the word is a negative number, or begins with one, as `-5m` does.
    var looksNegative: Bool {
        guard first == "-" else { return false }
        return dropFirst(dropFirst().first == "." ? 2 : 1).first?.isNumber == true
    }
}

/// Words in the form for a shell.
enum ShellWord {
    /// The text as one word that a shell takes literally.
    static func escaped(_ text: String) -> String {
        guard !text.isEmpty else { return "''" }
        let plain = "-_.,:/@%+="
        return text.reduce(into: "") { result, character in
            // All characters that are special to a shell are ASCII.
            let isPlain =
                !character.isASCII || character.isLetter || character.isNumber
                || plain.contains(character)
            result += isPlain ? String(character) : "\\\(character)"
        }
    }
}
