import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// The period of a report as it is typed: its kind, or the day itself.
struct GivenPeriod {
    let period: ReportGet.Period
    /// `nil` where only the kind was given.
    var day: When?

    static let words = ReportGet.Period.allCases.map(\.rawValue)

    @Sendable static func read(_ text: String) throws -> GivenPeriod {
        if let period = ReportGet.Period(rawValue: text.lowercased()) {
            return .init(period: period)
        }
        guard let day = try? WhenArgument.readDay(text), day.time.isDay else {
            throw ValidationError(
                "give \(words.joined(separator: ", ")), or a day such as yesterday")
        }
        return .init(period: .day, day: day)
    }
}

struct ReportCommand: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "report",
        abstract: "What you did in a week, and how that compares.",
        discussion: """
            By default it is about this week, so far compared with the last one up to the same \
            weekday and time; what is over is compared with the whole one before. Changes up to \
            5 % are 'level'. --as-of shows a report as it was at that moment.

            Examples:
              trackerctl report
              trackerctl report yesterday
              trackerctl report month --date 2026-02-01
              trackerctl report year
              trackerctl report month --open
              trackerctl report year --html year.html
            """, aliases: ["reports"])

    @Argument(
        help: ArgumentHelp("day, week, month or year; or a day.", valueName: "period"),
        completion: .list(GivenPeriod.words), transform: GivenPeriod.read)
    var period: GivenPeriod?

    @Option("A day of the period.", "day", read: WhenArgument.readDay)
    var date: When?

    @Option("Only what was known then.", "time", read: WhenArgument.read)
    var asOf: When?

    @OptionGroup(title: PageOptions.title) var page: PageOptions
    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        guard page.isWanted else {
            try options.delivery.send(request(), text: text, id: id)
            return
        }
        let client = try options.delivery.connect()
        let report = try client.call(request())
        let lines = asOf == nil ? try PageLines(of: report, by: client) : PageLines()
        let html = try ReportPage.html(
            report: report, timeline: lines.timeline, progress: lines.progress)
        let path = try page.deliver(html, named: report.pageName)
        try options.delivery.show(
            { _ in "Wrote \(path)\n" }, json: Output.line(["path": path]),
            quiet: path + "\n")
    }

    func validate() throws {
        guard period?.day == nil || date == nil else {
            throw ValidationError("a day goes without --date")
        }
    }

    func request() -> ReportGet {
        ReportGet(period: period?.period ?? .week, date: period?.day ?? date, asOf: asOf)
    }
}

/// The parts of a page beside the report itself, as they are now.
private struct PageLines {
    /// The day of a report of one day; `nil` for longer ones.
    var timeline: TimelineGet.Response?
    /// The progress of the exercises with the most efforts that are lifts.
    var progress: [ExerciseProgress.Response] = []

    /// Most exercises whose progress is drawn.
    private static let maximumExercises = 4

    /// Nothing, as beside a report of what was known in the past.
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
