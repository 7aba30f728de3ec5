import TrackerCore

/// A body weight as it was entered.
package struct WeightView: Codable, Sendable, Hashable {
    package let id: String
    package let weight: Double
    package let unit: String
    @MomentText package var at: String

    /// View of a body weight; `nil` for any other measurement.
    package init?(_ entry: Measurement, zone: Zone) {
        guard let load = entry.bodyWeight else { return nil }
        id = entry.id
        weight = load.value
        unit = load.unit.rawValue
        at = zone.text(ofMs: entry.atMs)
    }
}

/// Logs a body weight, which counts in sets from then on.
package struct WeightLog: ChangeRequest {
    package typealias Response = WeightView
    package static let method = "weight.log"

    package var weight: Double
    /// Unit of the weight; `nil` for the preferred unit.
    package var unit: Load.Unit?
    /// Time of the measurement, not in the future; `nil` for now.
    package var at: When?

    package init(weight: Double, unit: Load.Unit? = nil, at: When? = nil) {
        self.weight = weight
        self.unit = unit
        self.at = at
    }
}

package struct WeightDelete: ChangeRequest {
    package typealias Response = WeightView
    package static let method = "weight.delete"

    /// Id, unique prefix of an id, or `last` for the weight logged last.
    package let entry: String
    package init(entry: String) { self.entry = entry }
}

/// Body weights, newest first.
package struct WeightList: ReadRequest, LongRequest, Limited {
    package static let method = "weight.list"
    package static let maximumLimit = 10_000
    package static let defaultLimit = 1000

    /// Start of the range, inclusive; a date means the beginning of that day, at `day_starts_at`; `nil` for
    /// no limit.
    package var from: When?
    /// End of the range, exclusive; a date includes that whole day; `nil` for no limit.
    package var to: When?
    package var limit: Int?

    package init(from: When? = nil, to: When? = nil, limit: Int? = nil) {
        self.from = from
        self.to = to
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let entries: [WeightView]
        /// Number of elements that match, whatever the limit; `nil` from older daemons.
        package let total: Int?

        package init(entries: [WeightView], total: Int) {
            self.entries = entries
            self.total = total
        }
    }
}
