import TrackerAPI
import TrackerCore
import TrackerStore

extension ReportGet: SlicedRead {
    func slices() throws -> any Slices { ReportSlices(self) }
}

private final class ReportSlices: Slices {
    private let request: ReportGet
    private var past: PastContext?
    private var isPastWhole = false
    private var draft: ReportDraft?
    private var beginnings = 0

    /// Maximum number of times that reading begins because the past was changed meanwhile. After that, what
    /// was read stays, so that the work ends however often the past is changed.
    private static let maximumBeginnings = 5

    init(_ request: ReportGet) { self.request = request }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        // Words such as yesterday go by the present day, also in a report of the past.
        let day = try request.day(in: context)
        guard let moment = try request.pastMoment(in: context) else {
            return try write(on: day, in: context, while: hasTime)
        }
        let past = try self.past ?? PastContext(upTo: moment, in: context)
        self.past = past
        guard isPastWhole else {
            isPastWhole = try past.advance(in: context, while: hasTime)
            return nil
        }
        return try past.read(in: context) { try write(on: day, in: $0, while: hasTime) }
    }

    private func write(
        on day: GivenTime?, in context: Context, while hasTime: () -> Bool
    ) throws -> String? {
        let today = try context.presentDay()
        // Each change of an earlier day replaces yesterday's checkpoint.
        let closed = try context.transaction.checkpoint(upTo: today - 1)
        if draft?.today != today || (draft?.closed != closed && beginnings < Self.maximumBeginnings)
        {
            draft = try ReportDraft(request, on: day, today: today, closed, in: context)
            beginnings += 1
            guard hasTime() else { return nil }
        }
        repeat {
            if try draft?.readStep(in: context) == false, let draft {
                return try JSONText.of(draft.report(in: context).view())
            }
        } while hasTime()
        return nil
    }
}

extension ReportGet {
    /// Day, or moment, of the period that was asked for; `nil` for the present period.
    fileprivate func day(in context: Context) throws -> GivenTime? {
        guard date == nil || !period.hasDay else {
            throw Rejection.invalid(
                "date", "give a day in \(field: "period") or \(field: "date"), not both")
        }
        return try date.map(context.past) ?? period.day(by: context.localNow())
    }

    /// Past moment of `as_of` in UTC milliseconds, whose state the report is to show; `nil` for the present.
    fileprivate func pastMoment(in context: Context) throws -> Int64? {
        guard let time = try asOf.map(context.pastMoment) else { return nil }
        try time.checkTimeOfDay("as_of")
        let moment = time.ms(at: context.now, zone: context.zone)
        guard moment <= context.now.wallMs else {
            throw Rejection.invalid(
                "as_of",
                "\(field: "as_of") is in the future: give a time that has passed")
        }
        return moment
    }
}

/// Data of a report while it is read, a step at a time; today comes last.
private struct ReportDraft {
    /// Number of days whose rows are read at once.
    private static let daysOfStep = 16

    /// Number of the present day, and the last checkpoint before it.
    let today: Int
    let closed: Checkpoint?
    private let comparison: ReportComparison
    private let settings: Settings.Fields
    private let days: Days
    private var rows: [Int: [ProgressRow]] = [:]
    private var before = ReportSums()
    private var wholeBefore = ReportSums()
    private var strengthBefore = StrengthSums()
    private var answering: ResponseReading
    private var answeringBefore: ResponseReading
    private var answers: Responses?
    private var rateBefore: AnswerRate?
    /// The days whose rows are still to be read; `nil` for none.
    private var rest: ClosedRange<Int>?
    private var restBefore: ClosedRange<Int>?

    /// Begins a report on what is known at the context's moment.
    ///
    /// - Parameter given: day, or moment, of the period; `nil` for the present one.
    init(
        _ request: ReportGet, on given: GivenTime?, today: Int, _ closed: Checkpoint?,
        in context: Context
    ) throws {
        (self.today, self.closed) = (today, closed)
        var days = try context.days()
        settings = try context.transaction.settings()
        let day = given.map { days.number(of: $0, at: context.now) } ?? today
        let length = request.period.length
        let period = ReportPeriod(
            length, containing: day, weekStart: settings.weekStarts.daysFromMonday)
        guard period.days.lowerBound <= today else {
            guard request.date != nil else {
                throw Rejection.invalid("period", "\(field: "period") hasn't started yet")
            }
            throw Rejection.invalid(
                "date", "\(field: "date") is in a \(length) that hasn't started yet")
        }
        comparison = ReportComparison(
            period, today: today, at: context.now, in: context.zone, startMs: days.startMs)
        self.days = days
        answering = ResponseReading(on: comparison.days)
        answeringBefore = ResponseReading(on: comparison.daysBefore, before: comparison.cutMs)
        rest = comparison.days
        restBefore = period.before.days
    }

    /// - Returns: false where all is read but today.
    mutating func readStep(in context: Context) throws -> Bool {
        if let part = Self.popPart(of: &rest) {
            rows.merge(try context.transaction.progressRows(on: part)) { $1 }
        } else if let part = Self.popPart(of: &restBefore) {
            for row in try context.transaction.progressRows(on: part).values.joined() {
                wholeBefore.add(row)
                guard row.atMs < comparison.cutMs ?? .max else { continue }
                before.add(row)
                strengthBefore.add(row)
            }
        } else if answers == nil {
            answers = try answering.advance(in: context.transaction) { false }
        } else if rateBefore == nil {
            rateBefore = try answeringBefore.advance(in: context.transaction) { false }?.rate
        } else {
            return false
        }
        return true
    }

    private static func popPart(of rest: inout ClosedRange<Int>?) -> ClosedRange<Int>? {
        guard let days = rest else { return nil }
        let end = min(days.upperBound, days.lowerBound + daysOfStep - 1)
        rest = end < days.upperBound ? end + 1...days.upperBound : nil
        return days.lowerBound...end
    }

    /// The report, with today as it is now.
    func report(in context: Context) throws -> Report {
        var rows = rows
        if comparison.days.contains(today) {
            rows[today] = try context.transaction.progressRows(on: today...today)[today]
        }
        return Report(
            context: context, comparison: comparison, settings: settings, days: days, rows: rows,
            before: before, wholeBefore: wholeBefore, strengthBefore: strengthBefore,
            answers: answers ?? Responses(),
            rateBefore: rateBefore ?? Responses().rate,
            progress: try context.progress(through: comparison.days))
    }
}
