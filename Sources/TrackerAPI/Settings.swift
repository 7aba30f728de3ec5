import TrackerCore

/// A person's settings, with defaults filled in.
package struct SettingsView: Codable, Sendable, Hashable {
    package let unit: String
    package let restMs: Int64
    /// Weight of the bar, in `unit`.
    package let bar: Double
    /// Available plates, in `unit`.
    package let plates: [Settings.Plate]
    /// Start of the day, such as `04:00`.
    package let dayStartsAt: String
    /// First day of the week in reports: `mon`, `sat` or `sun`.
    package let weekStarts: String
    /// Active days from today on, such as `mon`.
    package let activeDays: [String]
    package let streak: Bool
    package let achievements: Bool
    package let xp: Bool
    package let challenges: Bool
    package let reports: Reports

    /// Reports that a notification announces.
    package struct Reports: Codable, Sendable, Hashable {
        package var daily: Bool
        package var weekly: Bool
        package var monthly: Bool
        /// Time of the notification, such as `20:00`.
        package var at: String

        package init(daily: Bool, weekly: Bool, monthly: Bool, at: String) {
            self.daily = daily
            self.weekly = weekly
            self.monthly = monthly
            self.at = at
        }
    }

    /// - Parameter today: number of the current day.
    package init(_ fields: Settings.Fields, today: Int = .max) {
        weekStarts = fields.weekStarts.rawValue
        activeDays = fields.activeDays.names(on: today)
        streak = fields.streak
        achievements = fields.achievements
        xp = fields.xp
        challenges = fields.challenges
        reports = Reports(
            daily: fields.reports.daily, weekly: fields.reports.weekly,
            monthly: fields.reports.monthly,
            at: Settings.dayStartText(fields.reports.minute))
        unit = fields.unit.rawValue
        restMs = fields.restMs
        bar = fields.bar
        plates = fields.plates
        dayStartsAt = Settings.dayStartText(fields.dayStartMinute)
    }
}

package struct SettingsGet: ReadRequest, PlainRequest {
    package typealias Response = SettingsView
    package static let method = "settings.get"
    package init() {}
}

/// Changes the settings. Missing members stay as they are.
package struct SettingsSet: ChangeRequest {
    package typealias Response = SettingsView
    package static let method = "settings.set"

    /// Preferred unit. If it changes, a bar and plates that aren't the usual ones must be given too.
    package var unit: Load.Unit?
    /// Rest after a set if its exercise and workout set none; 0 for no rest.
    package var rest: Span?
    package var bar: Double?
    package var plates: Plates?
    /// Start of the day, such as `04:00`.
    package var dayStartsAt: String?
    package var weekStarts: Settings.WeekStart?
    /// New active days, from today on.
    package var activeDays: Schedule.Words?
    package var streak: Bool?
    package var achievements: Bool?
    package var xp: Bool?
    package var challenges: Bool?
    package var reports: Reports?

    /// Changes which reports a notification announces. Missing members stay as they are.
    package struct Reports: Codable, Sendable, Hashable {
        package var daily: Bool?
        package var weekly: Bool?
        package var monthly: Bool?
        /// Time of the notification, such as `20:00`.
        package var at: String?

        package init(
            daily: Bool? = nil, weekly: Bool? = nil, monthly: Bool? = nil, at: String? = nil
        ) {
            self.daily = daily
            self.weekly = weekly
            self.monthly = monthly
            self.at = at
        }

        package var isEmpty: Bool { self == Reports() }
    }

    package init() {}
}

/// Plates as a person gives them: a plain weight means any number of plates, `{weight, count}` a limited
/// number.
package struct Plates: Codable, Sendable, Hashable {
    package let plates: [Settings.Plate]

    package init(_ plates: [Settings.Plate]) { self.plates = plates }

    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var plates: [Settings.Plate] = []
        while !list.isAtEnd {
            guard plates.count < Settings.maximumPlates else {
                throw Rejection(
                    .tooLarge,
                    "\(field: "plates") has too many weights: at most \(Settings.maximumPlates)",
                    field: "plates")
            }
            plates.append(try list.decode(Given.self).plate)
        }
        self.plates = plates
    }

    /// A weight, with or without the number of its plates.
    private struct Given: Decodable {
        let plate: Settings.Plate

        init(from decoder: any Decoder) throws {
            if let weight = try? decoder.singleValueContainer().decode(Double.self) {
                plate = Settings.Plate(weight: weight)
            } else if let whole = try? Settings.Plate(from: decoder) {
                plate = whole
            } else {
                throw Rejection.invalid(
                    "plates",
                    """
                    each of \(field: "plates") must be a weight, or {"weight": 20, "count": 4}
                    """)
            }
        }
    }

    package func encode(to encoder: any Encoder) throws { try plates.encode(to: encoder) }
}
