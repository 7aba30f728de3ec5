/// The preferences of the person. There is at most one row; without it the defaults apply.
package struct Settings: OnlyEntity {
    /// Plates of one weight.
    package struct Plate: Sendable, Hashable, Codable {
        /// Weight of one plate, in the settings' unit.
        package let weight: Double
        /// Number of these plates in all; `nil` for any number.
        package let count: Int64?

        package init(weight: Double, count: Int64? = nil) {
            self.weight = weight
            self.count = count
        }
    }

    package struct Fields: Sendable, Hashable {
        package var unit = Load.Unit.kg
        /// Milliseconds of rest after a set whose exercise and workout give no rest; 0 for none.
        package var restMs: Int64 = 90_000
        /// Weight of the bar, in `unit`.
        package var bar = Load.Unit.kg.defaultBar
        package var plates = Load.Unit.kg.defaultPlates
        /// Start of the day, in minutes after local midnight.
        package var dayStartMinute: Int64 = 240
        /// Weekday on which the weeks of reports begin.
        package var weekStarts = WeekStart.mon
        package var activeDays = ActiveDays()
        /// Whether each feature of progress is on.
        package var streak = true
        package var achievements = true
        package var xp = true
        package var challenges = true
        package var reports = Reports()

        package init() {}

        /// Whether any feature of progress is on.
        package var hasProgress: Bool { features.contains(true) }

        fileprivate var features: [Bool] { [streak, achievements, xp, challenges] }

        package func check() throws(Rejection) {
            try Settings.check(restMs: restMs)
            _ = try Load(bar, unit, field: "bar")
            guard (1...Settings.maximumPlates).contains(plates.count) else {
                throw .invalid(
                    "plates",
                    "\(field: "plates") must be a list of 1 to \(Settings.maximumPlates) weights")
            }
            for plate in plates {
                _ = try Load(plate.weight, unit, field: "plates")
                guard plate.weight > 0 else {
                    throw .invalid(
                        "plates", "\(field: "plates") has a weight of 0: each must be above 0")
                }
                guard Settings.plateCounts.contains(plate.count ?? 1) else {
                    throw .invalid(
                        "plates",
                        """
                        \(field: "plates") has a count out of range: 1 to \(Settings.plateCounts.upperBound)
                        """)
                }
            }
            guard Set(plates.map(\.weight)).count == plates.count else {
                throw .invalid(
                    "plates",
                    "\(field: "plates") names a weight twice: give it once, with a count")
            }
            guard 0..<minutesPerDay ~= dayStartMinute else {
                throw .invalid("day_starts_at", Settings.dayStartAllowed)
            }
            try activeDays.check()
            guard 0..<minutesPerDay ~= reports.minute else {
                throw .invalid("reports.at", Reports.allowed)
            }
        }
    }

    package enum WeekStart: String, Choice {
        case mon, sat, sun

        /// Days from Monday.
        package var daysFromMonday: Int {
            switch self {
            case .mon: 0
            case .sat: 5
            case .sun: 6
            }
        }
    }

    /// The reports that a notification announces.
    package struct Reports: Sendable, Hashable, Codable {
        package var daily = true
        package var weekly = true
        package var monthly = true
        /// Time of the notification, in minutes after local midnight.
        package var minute: Int64 = 1200

        package init() {}

        package static let allowed: RefusalText =
            "\(field: "reports.at") must be a time of day such as 20:00, before 24:00"

        /// Sets the time of the notification by a text such as `20:00`.
        package mutating func tell(at text: String) throws(Rejection) {
            guard let minute = TimeOfDay.minute(text[...]), minute < minutesPerDay else {
                throw .invalid("reports.at", Self.allowed)
            }
            self.minute = minute
        }

        /// Whether any report is announced.
        package var isOn: Bool { daily || weekly || monthly }
    }

    package static let maximumPlates = 50
    package static let plateCounts: ClosedRange<Int64> = 1...1000

    package static let table = "settings"
    package static let isUndoable = true
    package static let isTimed = false
    package static let rules = Rules<Settings>()
    package static let sharing: Sharing<Settings>? = Sharing(
        [
            ["unit", "bar", "plates"], ["rest_ms"], ["day_start_minute"], ["week_starts"],
            ["active_days"], ["streak"], ["achievements"], ["xp"], ["challenges"], ["reports"],
        ], initial: { Settings(usual: Fields()) })

    package static func firstDay(affectedFrom former: Settings?, to new: Settings?) -> Int? {
        let (former, new) = (former?.fields ?? Fields(), new?.fields ?? Fields())
        // With another start of the day, a day of travel across zones may become longer or shorter.
        if former.dayStartMinute != new.dayStartMinute { return .min }
        let first = new.activeDays.firstDifference(from: former.activeDays)
        // A feature that is switched on counts from now on, and the day may end at another time.
        return first ?? .max
    }
    package static let onlyID = "settings"

    package let id: String
    package let fields: Fields

    private init(usual fields: Fields) {
        id = Self.onlyID
        self.fields = fields
    }

    package init(_ fields: Fields) throws(Rejection) {
        try fields.check()
        id = Self.onlyID
        var fields = fields
        // A negative zero becomes 0, since nobody means it.
        if fields.bar == 0 { fields.bar = 0 }
        self.fields = fields
    }

    /// Checks the rest after a set: 1 s to 24 h in milliseconds, or 0 for none.
    package static func check(restMs: Int64, field: String = "rest") throws(Rejection) {
        guard restMs == 0 || Rest.durations.contains(restMs) else {
            throw .invalid(field, "\(field: field) is out of range: 0 (none), or 1 s to 24 h")
        }
    }

    private static let dayStartAllowed: RefusalText =
        "\(field: "day_starts_at") must be a time of day such as 04:00, before 24:00"

    /// The minutes after midnight of a text such as `04:00`.
    package static func dayStart(_ text: String) throws(Rejection) -> Int64 {
        guard let minute = TimeOfDay.minute(text[...]), minute < minutesPerDay else {
            throw .invalid("day_starts_at", dayStartAllowed)
        }
        return minute
    }

    /// The start of the day as a text such as `04:00`.
    package static func dayStartText(_ minute: Int64) -> String {
        TimeOfDay.text(minute)
    }
}

extension Load.Unit {
    /// Weight of a usual bar, in this unit.
    package var defaultBar: Double { self == .kg ? 20 : 45 }

    package var defaultPlates: [Settings.Plate] {
        let weights: [Double] =
            self == .kg ? [25, 20, 15, 10, 5, 2.5, 1.25] : [45, 35, 25, 10, 5, 2.5]
        return weights.map { Settings.Plate(weight: $0) }
    }
}

// MARK: - Row

extension Settings {
    package init(_ row: inout RowVisitor, writing entity: Settings?) throws {
        id = try row.column("id", entity?.id)
        var fields = Fields()
        fields.unit = try row.column("unit", entity?.fields.unit)
        fields.restMs = try row.column("rest_ms", entity?.fields.restMs)
        fields.bar = try row.column("bar", entity?.fields.bar)
        fields.plates = try row.list("plates", entity?.fields.plates)
        fields.dayStartMinute = try row.column("day_start_minute", entity?.fields.dayStartMinute)
        fields.weekStarts = try row.column(
            "week_starts", entity?.fields.weekStarts, absent: .mon)
        fields.activeDays = ActiveDays(
            try row.list("active_days", entity?.fields.activeDays.choices, absent: "[]"))
        fields.streak = try row.column("streak", entity?.fields.streak, absent: true)
        fields.achievements = try row.column(
            "achievements", entity?.fields.achievements, absent: true)
        fields.xp = try row.column("xp", entity?.fields.xp, absent: true)
        fields.challenges = try row.column("challenges", entity?.fields.challenges, absent: true)
        fields.reports =
            try row.optionalJSON("reports", entity?.fields.reports) ?? Reports()
        self.fields = fields
    }
}
