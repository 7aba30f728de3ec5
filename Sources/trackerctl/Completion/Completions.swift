import ArgumentParser
import TrackerView

/// The words that may come next on a command line.
struct Completions {
    struct Word: Hashable {
        let text: String
        var about: String?
    }

    enum Files { case files, folders }

    /// Words known from the commands alone.
    private(set) var words: [Word] = []
    /// The kind of path to complete, which shells do best; `nil` if it isn't a path.
    private(set) var files: Files?
    /// The argument whose values the daemon knows; `nil` for none.
    private var asked: (name: String, prefix: String)?
    private let line: CommandWords
    private let before: [String]
    private let current: String

    /// - Parameters:
    ///   - before: the words before the current one, without the program's name.
    ///   - current: the beginning of the current word.
    init(after before: [String], current: String) throws {
        line = try CommandWords(before)
        self.before = before
        self.current = current
        if let option = line.pending {
            add(option, name: option.spellings.first ?? "")
        } else if !line.isTerminated, current.hasPrefix("-") {
            addOptions()
        } else {
            addSubcommands()
            if let (argument, place) = line.nextPositional {
                add(argument, name: "positional@\(place)")
            }
        }
    }

    private mutating func addOptions() {
        if let (option, value) = line.option(current), value != nil {
            let name = String(current.prefix { $0 != "=" })
            return add(option, name: name, prefix: name + "=")
        }
        let options = line.arguments.filter { argument in
            guard !argument.isPositional else { return false }
            let isGiven = line.given.contains { $0.spellings == argument.spellings }
            return argument.isRepeating || !isGiven
        }
        words += options.flatMap { option in
            option.spellings.map { Word(text: $0, about: option.abstract) }
        }
        if line.arguments.isEmpty { words.append(Word(text: "--help", about: "Show help.")) }
    }

    /// Adds subcommands with all of their names except plurals, which are only understood.
    private mutating func addSubcommands() {
        for type in line.subcommands {
            let configuration = type.configuration
            guard configuration.shouldDisplay else { continue }
            let names = type.names
            let singular = names.filter { name in
                name == type._commandName
                    || !names.contains { name == $0 + "s" || name == $0 + "es" }
            }
            words += singular.map { Word(text: $0, about: configuration.abstract) }
        }
    }

    private mutating func add(_ argument: HelpDump.Argument, name: String, prefix: String = "") {
        switch argument.completion {
        case .list(let values): words += values.map { Word(text: prefix + $0) }
        case .files: files = .files
        case .folders: files = .folders
        case .live: asked = (name, prefix)
        case nil: break
        }
    }

    /// Words that the daemon knows, which are names of entities.
    func live() -> [Word] {
        guard let asked else { return [] }
        // Only the parser has access to an argument's own completion. It takes the request as a command line,
        // and "throws" the words.
        let words = ["trackerctl"] + before + [current]
        let question = [
            "---completion", "--", asked.name, String(words.count - 1), String(current.count),
        ]
        do {
            _ = try line.command.target.parseAsRoot(question + words)
            return []
        } catch {
            guard Trackerctl.exitCode(for: error) == .success else { return [] }
            return Trackerctl.fullMessage(for: error).split(separator: "\n").map { row in
                let parts = row.split(separator: "\t", maxSplits: 1).map(String.init)
                return Word(text: asked.prefix + parts[0], about: parts.count == 2 ? parts[1] : nil)
            }
        }
    }
}
