import TrackerAPI
import TrackerCore

/// A report as one HTML file with drawings and tables. The file runs nothing and loads nothing.
///
/// The same report always gives the same bytes.
package enum ReportPage {
    /// HTML of the page.
    ///
    /// - Parameters:
    ///   - timeline: timeline for the report of a day; `nil` for none.
    ///   - progress: progress of the exercises to show, in the period.
    /// - Throws: `EncodingError` for a report with a number that JSON can't express.
    package static func html(
        report: ReportView, timeline: TimelineGet.Response? = nil,
        progress: [ExerciseProgress.Response] = []
    ) throws -> String {
        let words = PageWords(report: report)
        let training = TrainingPart(report: report, progress: progress).markup
        // A lifter's report begins with the lifts.
        let main = Markup.element(
            "main", [:], header(words), report.isOfLifter ? training : Markup.none,
            ExercisesPart(report: report).markup,
            DaysPart(report: report).markup,
            ReminderPart(report: report).markup,
            timeline.map { TimelinePart(timeline: $0).markup } ?? .none,
            report.isOfLifter ? Markup.none : training,
            AwardsPart(report: report).markup,
            .element("footer", [:], .paragraph("Made with trackerctl report.")))
        return Markup.page(
            title: "Report: \(words.title)", style: .report,
            body: [main, try .data(id: "report", json: json(of: report))])
    }

    private static func header(_ words: PageWords) -> Markup {
        .element(
            "header", [:], .paragraph(words.kind, of: "kind"),
            .element("h1", [:], Markup(words.title)), .paragraph(words.span),
            .paragraph(words.answer, of: "answer"), .paragraph(words.comparison))
    }

    /// The report as JSON, with its members in a fixed order.
    private static func json(of report: ReportView) throws -> JSONValue {
        try JSONText.value(JSONValue.self, from: JSONText.of(report))
    }
}
