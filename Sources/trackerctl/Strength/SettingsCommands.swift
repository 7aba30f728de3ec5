import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct SettingsCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "settings",
        abstract: "Show or change your preferences.",
        subcommands: [Command<SettingsGet>.self, Set.self],
        defaultSubcommand: Command<SettingsGet>.self)
}

extension SettingsCommands {
    struct Set: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "set", of: "settings",
            abstract: "Change settings.",
            discussion: """
                What you leave out stays as it is. If you change the unit, the bar and the plates \
                become the usual ones for it; set your own again. 'trackerctl undo' undoes it.
                """,
            examples: [
                "settings set --unit lb --rest 2m",
                "settings set --bar 15 --plates 20x2,15x2,10x4,5,2.5,1.25",
                "settings set --day-starts 04:00 --active-days daily",
                "settings set --xp off --weekly-report off --report-at 19:00",
            ])

        @Option("Unit of your loads: kg or lb.", "unit")
        var unit: Load.Unit?

        @Option(
            name: .shortAndLong, parsing: .unconditional,
            help: ArgumentHelp(
                "Rest after a set, if neither its exercise nor its workout has one; 'no'"
                    + " for none. A bare number is seconds.", valueName: "span"),
            transform: RemovableArgument.span)
        var rest: Removable<Span>?

        @Option("Weight of the bar.", "load", read: BarArgument.read)
        var bar: Double?

        @Option(
            "Your plates: 25,20,15x2,2.5; 15x2 if you have only two.", "plates",
            read: PlatesArgument.read)
        var plates: Plates?

        @Option(
            name: .customLong("day-starts"), parsing: .unconditional,
            help: ArgumentHelp(
                "When a day starts in all lists and totals, such as 04:00.", valueName: "time"))
        var dayStartsAt: String?

        @OptionGroup var progress: ProgressSettings

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard
                unit != nil || rest != nil || bar != nil || plates != nil || dayStartsAt != nil
                    || !progress.isEmpty
            else {
                throw ValidationError(
                    "nothing to change: give an option such as --unit or --day-starts;"
                        + " --help lists them")
            }
        }

        func request() -> SettingsSet {
            var request = SettingsSet()
            request.unit = unit
            request.rest = rest.map { $0.value ?? Span(ms: 0) }
            request.bar = bar
            request.plates = plates
            request.dayStartsAt = dayStartsAt
            progress.add(to: &request)
            return request
        }
    }
}

/// An on-off setting.
enum OnOff: String, CaseIterable, ExpressibleByArgument {
    case on, off

    // The parser's own implementation uses reflection at every start.
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
    static var allValueDescriptions: [String: String] { [:] }
}

extension Settings.WeekStart: ExpressibleByArgument {
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}

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

extension SettingsGet: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "settings",
        abstract: "Show the settings.",
        discussion: "'show' does the same, and you can leave it out.", aliases: ["show"])
}
