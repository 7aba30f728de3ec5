import TrackerCore

/// A measurement as it was entered.
package struct MeasurementView: Codable, Sendable, Hashable {
    package let id: String
    package let what: String
    package let value: Double
    /// Unit of the value; `nil` for a plain number.
    package let unit: String?
    @MomentText package var at: String

    package init(_ entry: Measurement, zone: Zone) {
        id = entry.id
        what = entry.what
        value = entry.quantity.value
        unit = entry.quantity.unit?.rawValue
        at = zone.text(ofMs: entry.atMs)
    }
}

/// Request to log a measurement of the person, such as the waist or the resting pulse.
package struct MeasurementLog: ChangeRequest {
    package typealias Response = MeasurementView
    package static let method = "measurement.log"

    /// Name of the measurement; `weight` is body weight. Names that differ only in case, accents or
    /// punctuation mean the same thing.
    package var what: String
    package var value: Double
    /// Unit of the value; `nil` for the unit last used for this name (for body weight, the preferred unit).
    /// The first value for a name may be a plain number without a unit. A time always needs its unit.
    package var unit: Quantity.Unit?
    /// Time of the measurement, not in the future; `nil` for now.
    package var at: When?

    package init(what: String, value: Double, unit: Quantity.Unit? = nil, at: When? = nil) {
        self.what = what
        self.value = value
        self.unit = unit
        self.at = at
    }
}

/// Request to delete a measurement, which may be a body weight.
package struct MeasurementDelete: ChangeRequest {
    package typealias Response = MeasurementView
    package static let method = "measurement.delete"

    /// Id, unique prefix of an id, or `last` for the measurement logged last.
    package let entry: String
    package init(entry: String) { self.entry = entry }
}

/// Request for measurements, including body weights, newest first.
package struct MeasurementList: ReadRequest, LongRequest, Limited {
    package static let method = "measurement.list"
    package static let maximumLimit = 10_000
    package static let defaultLimit = 1000

    /// Name of the measurement; `nil` for all.
    package var what: String?
    /// Start of the range, inclusive; a date means the beginning of that day, at `day_starts_at`; `nil` for
    /// no limit.
    package var from: When?
    /// End of the range, exclusive; a date includes that whole day; `nil` for no limit.
    package var to: When?
    package var limit: Int?

    package init(what: String? = nil, from: When? = nil, to: When? = nil, limit: Int? = nil) {
        self.what = what
        self.from = from
        self.to = to
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let entries: [MeasurementView]
        /// Number of elements that match, whatever the limit; `nil` from older daemons.
        package let total: Int?

        package init(entries: [MeasurementView], total: Int) {
            self.entries = entries
            self.total = total
        }
    }
}
