import TrackerAPI
import TrackerCore

/// The streak in words. What is over is no loss to be told of: its best stays.
enum StreakWords {
    /// Such as `12 days, best 21` or `New start: day 1, best 21 stays`.
    static func length(_ length: Int, best: Int) -> String {
        switch length {
        case 0 where best == 0: "no streak yet, the first effort is day 1"
        case 0: "New start: the next effort is day 1, best \(best) stays"
        case 1 where best > 1: "New start: day 1, best \(best) stays"
        case best: counted(length, "day") + (length > 1 ? ", the best so far" : "")
        default: "\(counted(length, "day")), best \(best)"
        }
    }

    static func tokens(_ count: Int) -> String { counted(count, "freeze token") }

    /// The state of a day in the streak.
    static func state(_ state: OpenEnum<Streak.State>) -> String {
        switch state.known {
        case .done: "done"
        case .rest: "rest day"
        case .paused: "paused"
        case .open: "open"
        case .frozen: "frozen"
        case .missed: "missed"
        case nil: state.text
        }
    }
}

/// The streak, and a year of efforts below it.
package struct StreakText {
    package let streak: StreakGet.Response
    /// Efforts of the last year by the numbers of their days; `nil` where they aren't shown.
    package let efforts: [Int: Int64]?
    /// True for numbers instead of signs.
    package let showsNumbers: Bool

    package init(streak: StreakGet.Response, efforts: [Int: Int64]?, showsNumbers: Bool) {
        self.streak = streak
        self.efforts = efforts
        self.showsNumbers = showsNumbers
    }

    /// Days of the map: 53 weeks, the running one included.
    package static let days = 371

    package func text(in style: Style) -> String {
        let length = StreakWords.length(streak.length, best: streak.best)
        var words = [StreakWords.tokens(streak.tokens), next]
        if streak.weeks > 0 { words.append("\(counted(streak.weeks, "week")) in a row") }
        words.append("today \(StreakWords.state(streak.today).forTerminal)")
        let lines = style.paragraph("\(style.strong("streak:")) \(length)")
        return lines + style.lines(of: words, title: " ") + map(in: style)
    }

    /// The way to the next token.
    private var next: String {
        streak.nextTokenIn.map { "the next after \(counted($0, "day")) of effort" }
            ?? "no more can be held"
    }

    private func map(in style: Style) -> String {
        guard let efforts, let today = Days.number(ofDate: style.today()) else { return "" }
        let first = Week(of: today - Self.days + 7).monday
        let map = YearMap(efforts, days: first...today, noun: "efforts")
        if showsNumbers { return "\n" + map.table(in: style) }
        return style.sheet().map { "\n" + map.text(on: $0, in: style) } ?? ""
    }
}

extension StreakPausesView: Shown {
    package func text(in style: Style) -> String {
        guard !pauses.isEmpty else { return "streak: no pauses\n" }
        return style.lines(of: spans, title: "streak: paused")
    }

    /// Such as `2026-03-02 to 2026-03-08`.
    var spans: [String] {
        pauses.map {
            ($0.from == $0.until ? $0.from : "\($0.from) to \($0.until)").forTerminal
        }
    }
}
