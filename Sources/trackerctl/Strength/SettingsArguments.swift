import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

enum OnOff: String, ChoiceArgument {
    case on, off
}

extension Settings.WeekStart: ChoiceArgument {}

/// Options for how progress is shown.
struct ProgressSettings: ParsableArguments {
    @Option("First day of the week in reports.", "day")
    var weekStarts: Settings.WeekStart?

    @Option(
        "Days on which the streak needs exercise, from today on: weekdays, mon,wed or daily.",
        "days")
    var activeDays: String?

    @Option("Streak.", "on|off")
    var streak: OnOff?

    @Option("Achievements.", "on|off")
    var achievements: OnOff?

    @Option("Points and levels.", "on|off")
    var xp: OnOff?

    @Option("Challenges.", "on|off")
    var challenges: OnOff?

    @Option("Notification with the day's report.", "on|off")
    var dailyReport: OnOff?

    @Option("Notification with the week's report, on its last day.", "on|off")
    var weeklyReport: OnOff?

    @Option("Notification with the month's report, on its last day.", "on|off")
    var monthlyReport: OnOff?

    @Option("When these notifications come, such as 20:00.", "time")
    var reportAt: String?

    private var reports: SettingsSet.Reports {
        SettingsSet.Reports(
            daily: dailyReport.map { $0 == .on }, weekly: weeklyReport.map { $0 == .on },
            monthly: monthlyReport.map { $0 == .on },
            at: reportAt.map { ClockNotation.timeOfDay($0) ?? $0 })
    }

    var isEmpty: Bool {
        weekStarts == nil && activeDays == nil && reports.isEmpty
            && [streak, achievements, xp, challenges].allSatisfy { $0 == nil }
    }

    func add(to request: inout SettingsSet) {
        request.weekStarts = weekStarts
        request.activeDays = activeDays.map { .text(ClockNotation.days($0)) }
        request.streak = streak.map { $0 == .on }
        request.achievements = achievements.map { $0 == .on }
        request.xp = xp.map { $0 == .on }
        request.challenges = challenges.map { $0 == .on }
        if !reports.isEmpty { request.reports = reports }
    }
}

/// Reads a bar's weight, in the unit of the settings.
enum BarArgument {
    static func read(_ text: String) throws -> Double {
        guard let load = NumberArgument.read(text) else {
            let isNegative = text.hasPrefix("-")
            throw ValidationError(
                (isNegative ? "it can't be negative: " : "")
                    + "give a number such as 20 or 7.5, in the settings' unit")
        }
        return load
    }
}
