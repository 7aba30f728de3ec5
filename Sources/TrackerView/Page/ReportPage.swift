import TrackerAPI
import TrackerCore

/// A report as one HTML file: drawings and tables, without anything that runs or that is loaded.
///
/// The same report always gives the same bytes.
package enum ReportPage {
    /// The page.
    ///
    /// - Parameters:
    ///   - timeline: the day, for the report of a day; `nil` for none.
    ///   - progress: the progress of exercises in the period, those to be shown.
    /// - Throws: `EncodingError` for a report with a number that JSON can't express.
    package static func html(
        report: ReportView, timeline: TimelineGet.Response? = nil,
        progress: [ExerciseProgress.Response] = []
    ) throws -> String {
        let words = PageWords(report: report)
        let main = Markup.element(
            "main", [:], header(words),
            ExercisesPart(report: report).markup,
            DaysPart(report: report).markup,
            ReminderPart(report: report).markup,
            timeline.map { TimelinePart(timeline: $0).markup } ?? .none,
            TrainingPart(report: report, progress: progress).markup,
            AwardsPart(report: report).markup,
            .element("footer", [:], .paragraph("Made with trackerctl report.")))
        return Markup.page(
            title: "Report: \(words.title)", style: .report,
            body: [main, try .data(id: "report", json: json(of: report))])
    }

    private static func header(_ words: PageWords) -> Markup {
        .element(
            "header", [:], .paragraph("Report of a \(words.report.period)", of: "kind"),
            .element("h1", [:], Markup(words.title)), .paragraph(words.span),
            .paragraph(words.answer, of: "answer"), .paragraph(words.comparison))
    }

    /// The report with its members in an order that doesn't change.
    private static func json(of report: ReportView) throws -> JSONValue {
        try JSONText.value(JSONValue.self, from: JSONText.of(report))
    }
}
