import TrackerAPI
import TrackerCore

/// The simplest command lines, to which keys are bound, read without the argument parser.
///
/// The parser looks at all of its types by reflection, which takes twice as long as the rest of the
/// program, and coding a request takes a quarter of that rest. All other lines, and lines with errors, are
/// left to the parser; a test compares the two.
struct PlainLine {
    /// The kind of the result.
    private enum Subject { case timer, rest, log, training, run }

    let delivery: Delivery
    let method: String
    /// JSON of the params.
    let params: String
    private let subject: Subject

    init?(_ arguments: [String]) {
        var delivery = Delivery()
        var words: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": delivery.json = true
            case "--quiet", "-q": delivery.quiet = true
            case "--socket":
                guard let path = rest.popFirst(), !path.hasPrefix("-") else { return nil }
                delivery.socket = path
            case _ where word.hasPrefix("-"): return nil
            default: words.append(word)
            }
        }
        // Options come after the command.
        guard let first = arguments.first, first == words.first, words.count >= 2,
            !(delivery.json && delivery.quiet),
            let (method, params) = Self.call(words[0], words[1], Array(words.dropFirst(2)))
        else { return nil }
        self.delivery = delivery
        self.params = "{\(params)}"
        self.method = method
        subject = Self.subject(of: words[0])
    }

    private static func subject(of area: String) -> Subject {
        switch area {
        case "rest": .rest
        case "log": .log
        case "train", "training": .training
        case "run": .run
        default: .timer
        }
    }

    func run() throws {
        switch subject {
        case .timer: try send(as: TimerView.self)
        case .rest: try send(as: RestView.self)
        case .log: try send(as: LogEntryView.self)
        case .training: try send(as: TrainingView.self)
        case .run: try send(as: RunView.self)
        }
    }

    private func send<Result: Sentence & Decodable>(as type: Result.Type) throws {
        try delivery.send(
            method, params: params, effect: .change,
            text: { (result: Result, style) in result.sentence(in: style) + "\n" }, id: { $0.id })
    }

    /// The method and the members of the params; `nil` for a command that is left to the parser.
    private static func call(
        _ area: String, _ verb: String, _ words: [String]
    ) -> (method: String, params: String)? {
        guard area != "train", area != "training" else { return training(verb, words) }
        guard area != "run" || Program.reservedNames.contains(verb) else {
            guard words.isEmpty else { return nil }
            return ("run.start", "\"program\":\(JSONText.quoted(verb))")
        }
        guard area != "log" else {
            let isVerb = LogCommands.words.contains(verb)
            let entry = isVerb ? words : [verb] + words
            guard !isVerb || verb == "add", let params = logged(entry) else { return nil }
            return ("log.add", params)
        }
        return params(area, verb, words).map { ("\(area).\(verb)", $0) }
    }

    /// Commands for a live session; those that complete one are left to the parser, since they have more to
    /// show.
    private static func training(
        _ verb: String, _ words: [String]
    ) -> (method: String, params: String)? {
        switch (verb, words.count) {
        case ("bail", 0), ("pause", 0), ("resume", 0), ("skip_rest", 0): ("training.\(verb)", "")
        case ("skip", 0): ("training.skip_rest", "")
        case ("done", 1): Int64(words[0]).map { ("training.reps", "\"count\":\($0)") }
        default: nil
        }
    }

    private static func logged(_ words: [String]) -> String? {
        guard (1...2).contains(words.count) else { return nil }
        let exercise = "\"exercise\":\(JSONText.quoted(words[0]))"
        guard words.count == 2 else { return exercise }
        return Int64(words[1]).map { "\(exercise),\"count\":\($0)" }
    }

    /// The members of the params; `nil` for a command that is left to the parser.
    private static func params(_ area: String, _ verb: String, _ words: [String]) -> String? {
        switch (area, verb, words.count) {
        case ("timer", "start", 1...2):
            span(words[0], SpanArgument.minutes).map { span in
                "\"duration\":\(span)"
                    + (words.count == 2 ? ",\"name\":\(JSONText.quoted(words[1]))" : "")
            }
        case ("timer", "pause", 1), ("timer", "resume", 1), ("timer", "cancel", 1),
            ("timer", "restart", 1), ("timer", "finish", 1):
            "\"timer\":\(JSONText.quoted(words[0]))"
        case ("timer", "extend", 2):
            span(words[1], SpanArgument.minutes).map { span in
                "\"timer\":\(JSONText.quoted(words[0])),\"by\":\(span)"
            }
        case ("stopwatch", "start", 0): ""
        case ("stopwatch", "start", 1): "\"name\":\(JSONText.quoted(words[0]))"
        case ("rest", "start", 1):
            span(words[0], SpanArgument.seconds).map { "\"duration\":\($0)" }
        case ("rest", "skip", 0), ("rest", "pause", 0), ("rest", "resume", 0): ""
        case ("rest", "extend", 1): span(words[0], SpanArgument.seconds).map { "\"by\":\($0)" }
        case ("run", "start", 1): "\"program\":\(JSONText.quoted(words[0]))"
        case ("run", "pause", 0), ("run", "resume", 0), ("run", "confirm", 0), ("run", "skip", 0),
            ("run", "back", 0), ("run", "stop", 0):
            ""
        case ("run", "extend", 1): span(words[0], SpanArgument.minutes).map { "\"by\":\($0)" }
        default: nil
        }
    }

    /// The span in milliseconds; `nil` for a word that is no span.
    private static func span(_ word: String, _ read: (String) throws -> Span) -> Int64? {
        (try? read(word))?.ms
    }
}
