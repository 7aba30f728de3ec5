import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct ReportCommand: CheckedCommand {
    static let configuration = CommandConfiguration.leaf(
        "report", abstract: "Show what you did, and how it compares.",
        discussion: """
            By default, it covers this week so far, compared with last week up to the same weekday \
            and time. A period that is over is compared with the whole one before it. Changes of \
            up to 5 % are 'level'. --as-of shows the report as it was at that moment.
            """,
        examples: [
            "report",
            "report yesterday",
            "report last week",
            "report 2026-02",
            "report year",
            "report month --open",
            "report year --html year.html",
        ], aliases: ["reports"])

    @Argument(
        help: ArgumentHelp(
            "day, week, month or year, 'last week', a month such as 2026-03, or a day.",
            valueName: "period"),
        completion: .list(PeriodNotation.Length.allCases.map(\.rawValue) + ["last", "this"]))
    var words: [String] = []

    @Option("A day in the period.", "day", read: WhenArgument.read)
    var date: When?

    @Option("Only what was known at this time.", "time", read: WhenArgument.read)
    var asOf: When?

    @OptionGroup(title: PageOptions.title) var page: PageOptions
    @OptionGroup(title: Options.title) var options: Options

    func answer(_ asking: Asking) throws -> Answer {
        guard page.isWanted else { return try answer(to: request(), asking) }
        let client = try asking.client(options)
        let report = try client.call(request())
        let lines = asOf == nil ? try PageLines(of: report, by: client) : PageLines()
        let html = try ReportPage.html(
            report: report, timeline: lines.timeline, progress: lines.progress)
        let path = try page.deliver(html, named: report.pageName)
        return Answer(json: try Output.line(["path": path]), quiet: path + "\n") { _ in
            AnswerText("Wrote \(path)\n")
        }
    }

    func request() throws -> ReportGet {
        guard !words.isEmpty else { return ReportGet(period: .init(.week), date: date, asOf: asOf) }
        let text = words.joined(separator: " ")
        guard let period = PeriodNotation(text) else {
            throw ValidationError("'\(text)' isn't a period: give \(PeriodNotation.allowed)")
        }
        guard !period.hasDay || date == nil else {
            throw ValidationError("give a day or --date, not both")
        }
        return ReportGet(period: period, date: date, asOf: asOf)
    }
}

/// Current parts of a page, besides the report itself.
private struct PageLines {
    /// The day's timeline, in a report of one day; `nil` for longer ones.
    var timeline: TimelineGet.Response?
    /// Progress of the most trained lifts.
    var progress: [ExerciseProgress.Response] = []

    /// Most exercises with a progress chart.
    private static let maximumExercises = 4

    /// No parts, for a report of the past.
    init() {}

    init(of report: ReportView, by client: Client) throws {
        guard let from = GivenTime(report.from), let to = GivenTime(report.to) else { return }
        guard report.period != ReportGet.Period.day.rawValue else {
            timeline = try client.call(TimelineGet(date: When(from)))
            return
        }
        guard report.strength != nil else { return }
        for total in report.totals where progress.count < Self.maximumExercises {
            let points = try client.call(
                ExerciseProgress(exercise: total.exercise, from: When(from), to: When(to)))
            if points.points.contains(where: { $0.bestLoad != nil }) { progress.append(points) }
        }
    }
}
