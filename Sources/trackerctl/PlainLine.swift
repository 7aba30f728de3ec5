import TrackerAPI
import TrackerCore

/// A request whose result one line tells.
protocol SentenceRequest: Request where Response: Sentence {}

extension SentenceRequest {
    /// Sends the request and prints the sentence.
    fileprivate func send(by delivery: Delivery) throws {
        try delivery.send(
            self, text: { (result: Response, style: Style) in result.sentence(in: style) + "\n" },
            id: { $0.id })
    }
}

extension TimerStart: SentenceRequest {}
extension TimerPause: SentenceRequest {}
extension TimerResume: SentenceRequest {}
extension TimerCancel: SentenceRequest {}
extension TimerRestart: SentenceRequest {}
extension TimerFinish: SentenceRequest {}
extension TimerExtend: SentenceRequest {}
extension StopwatchStart: SentenceRequest {}
extension RestStart: SentenceRequest {}
extension RestSkip: SentenceRequest {}
extension RestPause: SentenceRequest {}
extension RestResume: SentenceRequest {}
extension RestExtend: SentenceRequest {}

/// The plainest command lines, those that keys are bound to, read without the argument parser.
///
/// The parser looks at all of its types by reflection, which takes twice as long as the whole rest of
/// the program. Every line that has more to it, or anything wrong with it, is the parser's; a test
/// holds the two against one another.
struct PlainLine {
    let request: any SentenceRequest
    let delivery: Delivery

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
            let request = Self.request(words[0], words[1], Array(words.dropFirst(2)))
        else { return nil }
        self.request = request
        self.delivery = delivery
    }

    func run() throws { try request.send(by: delivery) }

    private static func request(
        _ area: String, _ verb: String, _ arguments: [String]
    ) -> (any SentenceRequest)? {
        switch (area, verb, arguments.count) {
        case ("timer", "start", 1...2):
            guard let span = try? SpanArgument.minutes(arguments[0]) else { return nil }
            return TimerStart(duration: span, name: arguments.count == 2 ? arguments[1] : nil)
        case ("timer", "pause", 1): return TimerPause(timer: arguments[0])
        case ("timer", "resume", 1): return TimerResume(timer: arguments[0])
        case ("timer", "cancel", 1): return TimerCancel(timer: arguments[0])
        case ("timer", "restart", 1): return TimerRestart(timer: arguments[0])
        case ("timer", "finish", 1): return TimerFinish(timer: arguments[0])
        case ("timer", "extend", 2):
            guard let span = try? SpanArgument.minutes(arguments[1]) else { return nil }
            return TimerExtend(timer: arguments[0], by: span)
        case ("stopwatch", "start", 0...1): return StopwatchStart(name: arguments.first)
        case ("rest", "start", 1):
            guard let span = try? SpanArgument.seconds(arguments[0]) else { return nil }
            return RestStart(duration: span)
        case ("rest", "skip", 0): return RestSkip()
        case ("rest", "pause", 0): return RestPause()
        case ("rest", "resume", 0): return RestResume()
        case ("rest", "extend", 1):
            guard let span = try? SpanArgument.seconds(arguments[0]) else { return nil }
            return RestExtend(by: span)
        default: return nil
        }
    }
}
