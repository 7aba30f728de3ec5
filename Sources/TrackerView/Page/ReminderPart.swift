import TrackerAPI
import TrackerCore

/// Page part about answers to reminders, in total and by hour.
struct ReminderPart {
    let report: ReportView

    private var answers: ReportView.Responses { report.reminders }

    var markup: Markup {
        Markup([
            .section("reminders", "Reminders", [facts, shares, notCounted]),
            .section("hours", "Hours", [hours]),
        ])
    }

    private var facts: Markup {
        var facts: [(name: String, value: String)] = []
        if let rate = answers.answerRate { facts.append(("Answered", PageWords.percent(rate))) }
        if let median = answers.medianMs { facts.append(("Half within", PageWords.wait(median))) }
        if let most = answers.p90Ms { facts.append(("90 % within", PageWords.wait(most))) }
        if let rescued = answers.rescued, rescued > 0 {
            facts.append(("After a follow-up", PageWords.percent(rescued)))
        }
        if let points = answers.before?.points {
            facts.append(("Change", PageWords.points(points)))
        }
        if answers.open > 0 { facts.append(("Still waiting", "\(answers.open)")) }
        return .facts(facts)
    }

    /// Outcomes that count, with their numbers.
    private var kinds: [(kind: String, name: String, count: Int)] {
        [
            ("bar", "answered", answers.answered), ("other", "dismissed", answers.dismissed),
            ("rest", "ignored", answers.ignored),
        ]
    }

    private var shares: Markup {
        let whole = Double(answers.decided)
        guard whole > 0 else { return .none }
        var drawing = Drawing(
            id: "answers", title: "Answered, dismissed and ignored reminders",
            description: kinds.map { "\($0.count) \($0.name)" }.joined(separator: ", ") + ".",
            height: 22)
        var from = 0
        for kind in kinds where kind.count > 0 {
            drawing.content.append(
                .void(
                    "rect",
                    [
                        "class": kind.kind, "x": Drawing.share(Double(from), of: whole),
                        "width": Drawing.share(Double(kind.count), of: whole), "height": "22",
                    ]))
            from += kind.count
        }
        let rows = kinds.map { kind in
            [
                kind.name.sentenceCase, "\(kind.count)",
                PageWords.percent(Double(kind.count) / whole),
            ]
        }
        let legend = kinds.map { (kind: $0.kind, meaning: "\($0.name) \($0.count)") }
        return .figure(
            "\(counted(answers.decided, "reminder")) that could be answered",
            [drawing.markup, .legend(legend)],
            numbers: .table("answers-table", "Answers", ["Outcome", "Reminders", "Share"], rows),
            isBeside: true)
    }

    private var notCounted: Markup {
        let reasons = answers.notCounted.filter { $0.value > 0 }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) (\(AnswerWords.reason($0.key)))" }
        return reasons.isEmpty
            ? .none : .paragraph("Not counted: \(reasons.joined(separator: ", ")).")
    }

    private var hours: Markup {
        let known = Dictionary(
            report.hours.filter { $0.decided > 0 }.map { ($0.hour, $0) }, uniquingKeysWith: { $1 })
        guard let first = known.keys.min(), let last = known.keys.max() else { return .none }
        let isWide = last - first >= 12
        let bars = (first...last).map { hour in
            let known = known[hour]
            let rate = known.map(Self.rate)
            return BarFigure.Bar(
                value: Double(known?.decided ?? 0), part: Double(known?.answered ?? 0),
                sign: isWide ? nil : rate, label: isWide && hour % 3 > 0 ? nil : "\(hour)",
                hint: known.map { "\(Self.clock(hour)): \($0.answered) of \($0.decided)" })
        }
        let best = known.values.map(\.decided).max() ?? 0
        let figure = BarFigure(
            id: "hours-figure", title: "Reminders by hour",
            description: "Hours \(first) to \(last), at most \(counted(best, "reminder")) each.",
            bars: bars)
        let rows = known.values.sorted { $0.hour < $1.hour }.map { hour in
            [Self.clock(hour.hour), "\(hour.answered)", "\(hour.decided)", Self.rate(hour)]
        }
        return .figure(
            "Reminders by hour of day, and how many were answered",
            [
                figure.markup,
                .legend([("bar", "answered"), ("rest", "dismissed or ignored")]),
            ],
            numbers: .table(
                "hours-table", "Answers by hour", ["Hour", "Answered", "Of", "Rate"], rows),
            isBeside: true)
    }

    private static func rate(_ hour: ReportView.Hour) -> String {
        PageWords.percent(Double(hour.answered) / Double(hour.decided))
    }

    private static func clock(_ hour: Int) -> String { "\(hour < 10 ? "0" : "")\(hour):00" }
}
