import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Name and time of an extension as they are typed: `tea 5m`, `5m tea`, `green tea +5`.
struct ExtendWords {
    let names: [String]
    /// The time to add.
    private let span: String

    init(_ words: [String]) throws {
        let words = SplitUnits.spansJoined(words)
        func isSpan(_ word: String) -> Bool {
            (try? SpanArgument.signed(word, bareUnitMs: 1000)) != nil
        }
        if let last = words.last, isSpan(last) {
            (names, span) = (Array(words.dropLast()), last)
        } else if let first = words.first, isSpan(first) {
            (names, span) = (Array(words.dropFirst()), first)
        } else {
            let wrong = words.count > 1 ? "'\(words[words.count - 1])': " : "no time given: "
            throw ValidationError("\(wrong)give \(DurationText.allowed)")
        }
    }

    /// The time to add; `nil` for a number without a unit, if it has no usual one.
    func by(bareUnitMs: Int64?) -> Span? { try? SpanArgument.signed(span, bareUnitMs: bareUnitMs) }

    var name: String { names.joined(separator: " ") }

    /// The time as it was typed, without its sign.
    var figure: Substring { span.drop { "+-".contains($0) } }
}

extension TimerCommands {
    struct Extend: CheckedCommand {
        static let configuration = CommandConfiguration.leaf(
            "extend", of: "timer", abstract: "Lengthen or shorten a countdown.",
            discussion: """
                If you shorten the timer past its end, it finishes now. A timer that is over and \
                waits for you runs again for the time you give. 'trackerctl tea +5m' does the same.
                """,
            examples: ["timer extend tea 5m", "timer +1m eggs", "timer extend tea -5m"])

        @Argument(
            help: ArgumentHelp(
                "The timer, and the time to add, such as 5m; a bare number is minutes.",
                valueName: "words"),
            completion: .timers)
        var words: [String] = []

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> TimerExtend {
            let typed = try ExtendWords(words)
            guard !typed.names.isEmpty, let by = typed.by(bareUnitMs: 60_000) else {
                throw ValidationError("name the timer: trackerctl timer extend tea 5m")
            }
            return TimerExtend(timer: typed.name, by: by)
        }
    }
}

/// The short word for whatever counts down.
struct Extend: CheckedCommand {
    static let configuration = CommandConfiguration.leaf(
        "extend", abstract: "Lengthen or shorten what counts down.",
        discussion: """
            Name a timer, 'rest' or 'run'; without a name, it is the only one that counts down. A \
            bare number means minutes for timers, and seconds for the rest and the run. You can \
            leave out the word 'extend' before a name if the time has a plus or a minus. A timer \
            that is over and waits for you runs again for the time you give; name it.
            """,
        examples: [
            "extend eggs 1m", "eggs +1m", "tea -5m", "extend rest 15", "rest +15", "extend 30s",
        ])

    /// Things whose bare numbers are seconds.
    private static let counted = [["rest"], ["run"], ["training"]]

    @Argument(
        help: ArgumentHelp("What to extend, and the time to add.", valueName: "words"),
        completion: .liveThings)
    var words: [String] = []

    @OptionGroup(title: Options.title) var options: Options

    func request() throws -> LiveExtend {
        let typed = try ExtendWords(words)
        let names = typed.names
        let unit: Int64? = names.isEmpty ? nil : Self.counted.contains(names) ? 1000 : 60_000
        guard let by = typed.by(bareUnitMs: unit) else {
            let figure = typed.figure
            throw ValidationError(
                "say whether that is minutes or seconds: trackerctl extend \(figure)m, or"
                    + " \(figure)s")
        }
        return LiveExtend(names: names.isEmpty ? nil : names, by: by)
    }

    func answer(_ asking: Asking) throws -> Answer {
        do {
            return try answer(to: request(), asking)
        } catch let error as ClientError {
            guard case .refused(let refused) = error, refused.data.kind == "ambiguous",
                refused.data.field == nil, let ids = refused.data.matches
            else { throw error }
            let commands = try LiveCommands(asking.call(Status(), options))
                .extensions(of: ids, by: words.joined(separator: " "))
            throw Refusal(message: refused.message, hint: LiveCommands.hint(of: commands))
        }
    }
}
