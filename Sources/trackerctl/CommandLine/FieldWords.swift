import ArgumentParser
import TrackerAPI
import TrackerCore

/// The words of a command line for members of the wire: the options and arguments of the command that was typed.
struct FieldWords {
    /// Long options whose names differ from those of the members that they set. A member within another one
    /// is named by its path, without indexes.
    static let options = [
        "attempts.id": "--attempt", "attempts.value": "--value", "bar_unit": "--bar",
        "color": "--tint",
        "confirm": "--yes", "day_starts_at": "--day-starts", "days_per_week": "--days",
        "default_count": "--count", "distance_m": "--distance", "ended_at": "--end",
        "load_unit": "--unit", "reports.at": "--report-at", "reports.daily": "--daily-report",
        "reports.monthly": "--monthly-report", "reports.weekly": "--weekly-report",
        "reports": "--report-at", "started_at": "--start",
    ]

    /// Words of the help for what an option sets, where the option is called otherwise.
    private static let synonyms = ["bonus": "--adjustment", "penalty": "--adjustment"]

    /// Words for members whose names have a unit, or make no sentence.
    private static let nouns = ["distance_m": "distance", "once": "time"]

    /// Long options of the command; `nil` where the command isn't known.
    private let names: [String]?
    /// Whether members themselves were typed.
    private let isRaw: Bool

    /// - Parameter line: the words of the command line; `nil` where there is none.
    init(_ line: [String]?) {
        let words = line.flatMap { try? CommandWords($0) }
        self.init(words?.arguments, of: words?.command.target)
    }

    /// - Parameter command: a command without subcommands.
    init(of command: any ParsableCommand.Type) {
        self.init(try? HelpDump.arguments(of: command), of: command)
    }

    private init(_ arguments: [HelpDump.Argument]?, of command: (any ParsableCommand.Type)?) {
        names = arguments?.flatMap(\.spellings).filter { $0.hasPrefix("--") }
        isRaw = command.map { $0 == RPCCommand.self || $0 == AtomicCommand.self } ?? false
    }

    /// The option that sets a member of the command; `nil` for none.
    ///
    /// - Parameter path: the member's name, or the way to it: `reports.at`, `attempts[0].value`.
    func option(for path: String) -> String? {
        guard !isRaw else { return nil }
        var member = Self.withoutIndexes(path)
        guard let names else { return Self.options[member] }
        while true {
            // A listed member never has the option of its own name: '--color' says when to use colours.
            let option = Self.options[member] ?? "--" + member.replacing("_", with: "-")
            if names.contains(option) { return option }
            guard let end = member.lastIndex(of: ".") else { return nil }
            member = String(member[..<end])
        }
    }

    /// What a person reads instead of a member's name.
    func word(for path: String) -> String {
        if let option = option(for: path) { return option }
        // The rest are arguments without a name, and parts of what was typed.
        guard !isRaw, !path.contains(".") else { return path }
        return Self.nouns[path] ?? path.replacing("_", with: " ")
    }

    /// A refusal's message in the words of the command line. Without slots, as from older daemons, it is shown
    /// as it is.
    func text(of refusal: WireError) -> String {
        guard let text = refusal.data.text else { return refusal.message }
        return self.text(of: text)
    }

    /// A text in the words of the command line.
    func text(of text: RefusalText) -> String {
        text.rendered { piece in
            switch piece {
            case .plain(let text): text
            case .field(let path): word(for: path)
            case .moment(let text): isRaw ? text : Self.hour(of: text)
            }
        }
    }

    /// The day and the time of a moment, without seconds and zone: the daemon gives moments in the person's.
    private static func hour(of moment: String) -> String {
        let (day, time) = (moment.prefix(10), moment.dropFirst(11).prefix(5))
        return time.count == 5 ? "\(day) \(time)" : moment
    }

    private static func withoutIndexes(_ path: String) -> String {
        let parts = path.split(separator: "[", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { name, part in
            name.append(contentsOf: part.drop { $0 != "]" }.dropFirst())
        }
    }
}

extension FieldWords {
    /// The option that is most likely meant by another one that a command doesn't have: one that sets the member
    /// of this name, or else the one that is most alike. `nil` for none.
    ///
    /// - Parameter names: the command's options.
    static func option(meantBy word: String, among names: [String]) -> String? {
        let member = String(word.drop { $0 == "-" }).replacing("-", with: "_")
        if let option = synonyms[member] ?? options[member], names.contains(option) {
            return option
        }
        return Spelling.nearest(to: word, among: names)
    }
}
