import TrackerCore

/// A measurement, as it was entered.
package struct MeasurementView: Codable, Sendable, Hashable {
    package let id: String
    package let what: String
    package let value: Double
    /// The unit; `nil` for a plain number.
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

    /// Name of what was measured. Measurements whose names differ in case, accents or punctuation alone are
    /// of the same thing; `weight` is the body weight.
    package var what: String
    package var value: Double
    /// Unit of the value; `nil` for the unit of the last measurement of the same thing, which for body
    /// weight is the preferred unit. A first one without a unit is a plain number, and a time needs its unit.
    package var unit: Quantity.Unit?
    /// Time at which it was so, not ahead of now; `nil` for now.
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

    /// An id, a unique prefix of one, or `last` for the measurement noted last.
    package let entry: String
    package init(entry: String) { self.entry = entry }
}

/// Request for measurements, body weights among them, the newest first.
package struct MeasurementList: ReadRequest, LongRequest, Limited {
    package static let method = "measurement.list"
    package static let maximumLimit = 10_000
    package static let defaultLimit = 1000

    /// Name of what was measured; `nil` for all.
    package var what: String?
    /// Start of the span, inclusive; a day counts from its beginning, at `day_starts_at`.
    package var from: When?
    /// End of the span, exclusive; a day counts until its end.
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
        package init(entries: [MeasurementView]) { self.entries = entries }
    }
}
