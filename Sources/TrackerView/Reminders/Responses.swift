import TrackerAPI
import TrackerCore

protocol AnswerFigures {
    var decided: Int { get }
    var answered: Int { get }
    var late: Int? { get }
    var dismissed: Int { get }
    var ignored: Int { get }
    var notCounted: [String: Int] { get }
    var open: Int { get }
    var answerRate: Double? { get }
    var rescued: Double? { get }
}

extension ReportView.Responses: AnswerFigures {}
extension ResponseGet.Response: AnswerFigures {}

extension AnswerFigures {
    /// The figures in words, such as `18 of 22 answered (82 %)`, `3 dismissed`; empty if no reminder fired.
    var words: [String] {
        var words: [String] = []
        if decided > 0 {
            let rate = answerRate.map { " (\(CountText.percent($0)))" } ?? ""
            words.append("\(answered) of \(decided) answered\(rate)")
        }
        if let late, late > 0 { words.append("\(late) of them late") }
        if dismissed > 0 { words.append("\(dismissed) dismissed") }
        if ignored > 0 { words.append("\(ignored) ignored") }
        if let rescued, rescued > 0 {
            words.append("\(CountText.percent(rescued)) of the answers after a follow-up")
        }
        if open > 0 { words.append("\(open) still pending") }
        let others = notCounted.filter { $0.value > 0 }.sorted {
            ($1.value, $0.key) < ($0.value, $1.key)
        }
        if !others.isEmpty {
            let reasons = others.map { "\($0.value) \(AnswerWords.reason($0.key).forTerminal)" }
            let count = others.reduce(0) { $0 + $1.value }
            words.append("\(count) not counted (\(reasons.joined(separator: ", ")))")
        }
        return words
    }
}

enum AnswerWords {
    /// Words for the reason that firings don't count.
    static func reason(_ reason: String) -> String {
        switch reason {
        case "do_not_disturb": "do not disturb"
        case "desktop_do_not_disturb": "do not disturb on the desktop"
        case "idle": "away"
        case "locked": "screen locked"
        case "sleep": "machine asleep"
        case "missed": "trackerd not running"
        case "disabled": "switched off"
        case "deleted": "deleted"
        case "test": "tests"
        case "no_chance": "no time to answer"
        default: reason.replacing("_", with: " ")
        }
    }
}

enum AnswerTimes {
    /// Percentiles in words, such as `half of them within 21 s`, `90 % within 2:20`; unknown ones are left
    /// out.
    static func words(_ times: [(percent: Int, ms: Int64?)]) -> [String] {
        times.compactMap { percent, ms in
            ms.map {
                let share = percent == 50 ? "half of them" : "\(percent) %"
                return "\(share) within \(CountText.of($0 / 1000, "seconds"))"
            }
        }
    }
}

/// Rates as bars with their counts, such as `11:00  18/22  82 %  ██████`.
enum RateTable {
    static func text(
        _ rates: [(name: String, rate: AnswerRate)], title: String, in style: Style
    ) -> String {
        let decided = rates.filter { $0.rate.decided > 0 }
        var table = Table(title, ">ANSWERED", ">", "")
        table.rows = decided.map { name, rate in
            let paint = rate.decided < few ? style.faint : { $0 }
            return [
                .init(name, paint), .init("\(rate.answered)/\(rate.decided)", paint),
                .init(rate.share.map(CountText.percent) ?? "", paint),
            ]
        }
        table.addBars(decided.map { $0.rate.share ?? 0 }, of: 1, in: style)
        return decided.isEmpty ? "" : table.text(in: style)
    }

    /// Least number of decided firings for a rate to mean much.
    private static let few = 5

    static func name(ofHour hour: Int) -> String { "\(hour.twoDigits):00" }
}

extension ResponseGet.Response: Shown {
    package func text(in style: Style) -> String {
        guard !words.isEmpty else { return style.faint("no reminder went off in that time") + "\n" }
        let times = AnswerTimes.words([
            (25, percentiles.p25), (50, percentiles.p50), (75, percentiles.p75),
            (90, percentiles.p90), (95, percentiles.p95),
        ])
        let parts = [
            style.lines(of: words, title: style.strong("reminders:"))
                + (times.isEmpty ? "" : style.lines(of: times, title: style.faint("answers:"))),
            RateTable.text(
                hours.map {
                    (
                        RateTable.name(ofHour: $0.hour),
                        AnswerRate(answered: $0.answered, decided: $0.decided)
                    )
                }, title: "HOUR", in: style),
            RateTable.text(
                weekdays.map {
                    ($0.weekday.forTerminal, AnswerRate(answered: $0.answered, decided: $0.decided))
                }, title: "DAY", in: style), ends(in: style), advice(in: style),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The hours with the best and the worst rate.
    private func ends(in style: Style) -> String {
        let named = [("best", best), ("worst", worst)].compactMap { word, hour in
            hour.map {
                "\(word) at \(RateTable.name(ofHour: $0.hour)) (\($0.answered) of \($0.decided))"
            }
        }
        return named.isEmpty ? "" : style.lines(of: named, title: style.faint("hours:"))
    }

    private func advice(in style: Style) -> String {
        guard let suggestion else { return "" }
        let (text, command) = (suggestion.text.forTerminal, suggestion.command.forTerminal)
        // The command has its own line, so that it can be copied whole.
        return style.paragraph(text.replacing(command, with: "")) + "  \(style.strong(command))\n"
    }
}
