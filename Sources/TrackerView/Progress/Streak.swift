import TrackerAPI
import TrackerCore

/// Words for the streak. A streak that has ended isn't called a loss; its best length stays.
enum StreakWords {
    /// Length of the streak with its best, such as `12 days, best 21` or `New start: day 1, best 21 stays`.
    static func length(_ length: Int, best: Int) -> String {
        switch length {
        case 0 where best == 0: "no streak yet: your first exercise is day 1"
        case 0: "New start: your next exercise is day 1, your best is still \(counted(best, "day"))"
        case 1 where best > 1: "New start: day 1, your best is still \(counted(best, "day"))"
        case best: counted(length, "day") + (length > 1 ? ", your best so far" : "")
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

/// Text of the streak, with a year of efforts below it.
package struct StreakText {
    package let streak: StreakGet.Response
    /// Number of efforts on each day of the last year, by number of the day; `nil` if they aren't shown.
    package let efforts: [Int: Int64]?
    /// Whether the map shows numbers instead of signs.
    package let showsNumbers: Bool

    package init(streak: StreakGet.Response, efforts: [Int: Int64]?, showsNumbers: Bool) {
        self.streak = streak
        self.efforts = efforts
        self.showsNumbers = showsNumbers
    }

    /// Number of days on the map: 53 weeks, including the current one.
    package static let days = 371

    package func text(in style: Style) -> String {
        let length = StreakWords.length(streak.length, best: streak.best)
        var words = [StreakWords.tokens(streak.tokens), next]
        if streak.weeks > 0 { words.append("\(counted(streak.weeks, "week")) in a row") }
        words.append("today \(StreakWords.state(streak.today).forTerminal)")
        let title = streak.name.map { "\($0.forTerminal) streak:" } ?? "streak:"
        let lines = style.paragraph("\(style.strong(title)) \(length)")
        return lines + style.lines(of: words, title: " ") + map(in: style)
    }

    /// Text on how far the next token is.
    private var next: String {
        streak.nextTokenIn.map { "next after \(counted($0, "more training day"))" }
            ?? "you can't hold more"
    }

    private func map(in style: Style) -> String {
        guard let efforts, let today = Days.number(ofDate: style.today()) else { return "" }
        let first = Week(of: today - Self.days + 7).monday
        let map = YearMap(efforts, days: first...today, noun: "entries")
        if showsNumbers { return "\n" + map.table(in: style) }
        return style.sheet().map { "\n" + map.text(on: $0, in: style) } ?? ""
    }
}

extension StreakGet.Response {
    /// Number of log entries and sets of the only exercise by number of the day; `nil` where all exercises count.
    package var effortsByDay: [Int: Int64]? {
        guard exercise != nil else { return nil }
        let counts = days.compactMap { day in
            Days.number(ofDate: day.day).map { ($0, day.efforts ?? 0) }
        }
        return Dictionary(counts) { $0 + $1 }
    }
}

extension StreakPausesView: Shown {
    package func text(in style: Style) -> String {
        guard !pauses.isEmpty else { return "streak: no pauses\n" }
        return style.lines(of: spans, title: "streak: paused")
    }

    /// Pauses as text, such as `2026-03-02 to 2026-03-08`.
    var spans: [String] {
        pauses.map { ($0.from == $0.until ? $0.from : "\($0.from) to \($0.until)").forTerminal }
    }
}
