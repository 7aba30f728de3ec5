import TrackerAPI
import TrackerCore

/// Page part about the course of a day: a row for each reminder with its outcomes, and rows of efforts, runs and breaks.
struct TimelinePart {
    /// An event on the timeline.
    private struct Happening {
        /// Minutes since midnight of the day's date.
        let minute: Int
        let clock: String
        let sign: Sign
        let what: String
        let words: String
    }

    /// A row of the timeline. Outcomes of reminders have a second lane, because they may follow immediately.
    private typealias Row = (name: String, happenings: [Happening], hasOutcomes: Bool)

    private let rows: [Row]
    private let hours: Range<Int>

    private static let top = 4.0
    /// Heights of a row's name and of each of its lanes, in pixels.
    private static let (name, lane) = (18.0, 16.0)
    private static let leastHours = 4
    private static let mostLabels = 8

    init(timeline: TimelineGet.Response) {
        let day = Days.number(ofDate: timeline.day) ?? 0
        func happening(_ at: String, _ sign: Sign, _ what: String, _ words: String) -> Happening? {
            LocalMoment(at).map { moment in
                Happening(
                    minute: (moment.date - day) * 1440 + moment.minute,
                    clock: String(moment.clock.prefix(5)), sign: sign, what: what, words: words)
            }
        }
        var rows = timeline.rows.map { row in
            (
                name: row.name,
                happenings: row.marks.compactMap { mark in
                    happening(mark.at, Sign(mark.kind), row.name, Self.words(of: mark))
                }, hasOutcomes: row.marks.contains { Sign($0.kind).isOutcome }
            )
        }
        let efforts = timeline.efforts.compactMap { effort in
            happening(
                effort.at, Sign(effort.kind), effort.name,
                "\(CountText.of(effort.count, effort.unit)), \(Self.words(of: effort.kind))")
        }
        if !efforts.isEmpty { rows.append(("Entries", efforts, false)) }
        let runs = (timeline.runs ?? []).compactMap { run in
            happening(run.at, .own, run.name, run.words)
        }
        if !runs.isEmpty { rows.append(("Runs", runs, false)) }
        let breaks = (timeline.breaks ?? []).compactMap { pause in
            happening(
                pause.until, .away, "Break", "\(SpanText.elapsed(pause.lengthMs)), \(pause.words)")
        }
        if !breaks.isEmpty { rows.append(("Breaks", breaks, false)) }
        self.rows = rows
        let minutes = rows.flatMap { $0.happenings.map(\.minute) }
        // The minute before the first mark keeps it off the edge.
        let first = max(0, (minutes.min() ?? 0) - 1) / 60
        let last = (minutes.max() ?? 0) / 60 + 1
        hours = first..<max(last, first + Self.leastHours)
    }

    private static func words(of mark: TimelineGet.Mark) -> String {
        let reason = mark.reason.map { ": \(AnswerWords.reason($0))" } ?? ""
        let test = mark.test == true ? " (a test)" : ""
        return Sign(mark.kind).meaning + reason + test
    }

    private static func words(of kind: OpenEnum<TimelineGet.Effort.Kind>) -> String {
        switch kind.known {
        case .answer: "answering a reminder"
        case .prompted: "soon after a reminder"
        case .own: "without being reminded"
        case nil: kind.text
        }
    }

    var markup: Markup {
        let all = rows.flatMap(\.happenings).enumerated()
            .sorted { ($0.element.minute, $0.offset) < ($1.element.minute, $1.offset) }
            .map(\.element)
        guard !all.isEmpty else { return .none }
        let signs = Sign.allCases.filter { sign in all.contains { $0.sign == sign } }
        return .section(
            "timeline", "Timeline",
            [
                .figure(
                    "The day by hour", [drawing(of: all.count), SignMark.legend(of: signs)],
                    numbers: .table(
                        "timeline-table", "The day", ["Time", "What", "Happened"],
                        all.map { [$0.clock, $0.what, $0.words] }, of: .words))
            ])
    }

    private func drawing(of count: Int) -> Markup {
        let heights = rows.map { row in
            Self.name + Self.lane * (row.hasOutcomes ? 2 : 1)
        }
        let base = Self.top + heights.reduce(0, +)
        var drawing = Drawing(
            id: "timeline-figure", title: "Timeline of the day",
            description: "\(counted(count, "mark")) in \(counted(rows.count, "row")).",
            height: base + 20)
        drawing.content = grid(to: base)
        var y = Self.top
        for (row, height) in zip(rows, heights) {
            let name = row.name.shortened(to: 40, sign: "…")
            drawing.content.append(Drawing.label(name, x: "0", y: y + 12, kind: "name"))
            drawing.content += row.happenings.map { happening in
                let lane = row.hasOutcomes && happening.sign.isOutcome ? Self.lane : 0
                return SignMark.mark(
                    happening.sign, x: place(of: happening.minute), y: y + Self.name + 6 + lane,
                    hint: "\(happening.clock) \(happening.what): \(happening.words)")
            }
            y += height
        }
        return drawing.markup
    }

    private func place(of minute: Int) -> String {
        Drawing.share(Double(minute - hours.lowerBound * 60), of: Double(hours.count * 60))
    }

    /// A line at each labelled hour.
    private func grid(to base: Double) -> [Markup] {
        let step = (hours.count + Self.mostLabels - 1) / Self.mostLabels
        return stride(from: hours.lowerBound, through: hours.upperBound, by: step).flatMap { hour in
            let x = place(of: hour * 60)
            let isFirst = hour == hours.lowerBound
            let anchor = isFirst ? "start" : hour == hours.upperBound ? "end" : "middle"
            return [
                Markup.void(
                    "line",
                    ["class": "grid", "x1": x, "x2": x, "y1": "0", "y2": Drawing.number(base)]),
                Drawing.label("\(hour % 24):00", x: x, y: base + 15, anchor: anchor),
            ]
        }
    }
}

private enum Sign: CaseIterable {
    case fired, followUp, answered, dismissed, expired, snoozed, suppressed, prompted, own, away
    case unknown

    init(_ kind: OpenEnum<TimelineGet.Mark.Kind>) {
        self =
            switch kind.known {
            case .fired: .fired
            case .followUp: .followUp
            case .answered: .answered
            case .dismissed: .dismissed
            case .expired: .expired
            case .snoozed: .snoozed
            case .suppressed: .suppressed
            case nil: .unknown
            }
    }

    init(_ kind: OpenEnum<TimelineGet.Effort.Kind>) {
        self =
            switch kind.known {
            case .answer: .answered
            case .prompted: .prompted
            case .own: .own
            case nil: .unknown
            }
    }

    var meaning: String {
        switch self {
        case .fired: "fired"
        case .followUp: "follow-up"
        case .answered: "answered"
        case .dismissed: "dismissed"
        case .expired: "expired"
        case .snoozed: "snoozed"
        case .suppressed: "not shown"
        case .prompted: "entry after a reminder"
        case .own: "other entry"
        case .away: "break"
        case .unknown: "something else"
        }
    }

    /// Whether the sign stands for the outcome of a firing.
    var isOutcome: Bool {
        switch self {
        case .answered, .dismissed, .expired, .snoozed: true
        case .fired, .followUp, .suppressed, .prompted, .own, .away, .unknown: false
        }
    }

    /// Lines of the sign around its centre; empty for a circle.
    var lines: String {
        switch self {
        case .fired, .followUp, .expired: ""
        case .answered: "M-4 0l3 3 5-7"
        case .dismissed: "M-3-3l6 6M3-3l-6 6"
        case .snoozed: "M-3-3h6l-6 6h6"
        case .suppressed: "M-4 0h8"
        case .prompted: "M0-4l4 4-4 4-4-4z"
        case .own: "M-4 0h8M0-4v8"
        case .away: "M-4-2h8M-4 2h8"
        case .unknown: "M0-4v8"
        }
    }
}

private enum SignMark {
    static func mark(_ sign: Sign, x: String, y: Double, hint: String) -> Markup {
        .element(
            "svg",
            [
                "class": kind(of: sign), "x": x, "y": Drawing.number(y), "overflow": "visible",
                "fill": "none", "stroke": "currentColor", "stroke-width": "1.8",
            ], .element("title", [:], Markup(hint)), shape(of: sign))
    }

    static func legend(of signs: [Sign]) -> Markup {
        let items = signs.map { sign in
            Markup.element(
                "li", [:],
                .element(
                    "svg",
                    [
                        "class": kind(of: sign), "width": "12", "height": "12",
                        "viewBox": "-6 -6 12 12", "aria-hidden": "true", "fill": "none",
                        "stroke": "currentColor", "stroke-width": "1.8",
                    ], shape(of: sign)), Markup(sign.meaning))
        }
        return .element("ul", ["class": "legend"], items)
    }

    private static func shape(of sign: Sign) -> Markup {
        switch sign {
        case .fired, .expired:
            .void("circle", ["class": "full", "r": sign == .fired ? "4" : "1.8"])
        case .followUp: .void("circle", ["r": "3.5"])
        default: .void("path", ["d": sign.lines])
        }
    }

    private static func kind(of sign: Sign) -> String {
        switch sign {
        case .answered, .prompted: "sign good"
        case .own, .dismissed: "sign own"
        default: "sign"
        }
    }
}
