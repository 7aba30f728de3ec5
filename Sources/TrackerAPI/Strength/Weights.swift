import TrackerCore

/// A weight of the body, as it was entered.
package struct WeightView: Codable, Sendable, Hashable {
    package let id: String
    package let weight: Double
    package let unit: String
    @MomentText package var at: String

    /// A body weight; `nil` for a measurement of anything else.
    package init?(_ entry: Measurement, zone: Zone) {
        guard let load = entry.bodyWeight else { return nil }
        id = entry.id
        weight = load.value
        unit = load.unit.rawValue
        at = zone.text(ofMs: entry.atMs)
    }
}

/// Notes the body's weight, which counts with the sets from then on.
package struct WeightLog: ChangeRequest {
    package typealias Response = WeightView
    package static let method = "weight.log"

    package var weight: Double
    /// Unit of the weight; `nil` for the preferred unit.
    package var unit: Load.Unit?
    /// Time at which it was so, not ahead of now; `nil` for now.
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

    /// An id, a unique prefix of one, or `last` for the weight noted last.
    package let entry: String
    package init(entry: String) { self.entry = entry }
}

/// Weights of the body, the newest first.
package struct WeightList: ReadRequest, LongRequest, Limited {
    package static let method = "weight.list"
    package static let maximumLimit = 10_000
    package static let defaultLimit = 1000

    /// Start of the span, inclusive; a day counts from its beginning, at `day_starts_at`.
    package var from: When?
    /// End of the span, exclusive; a day counts until its end.
    package var to: When?
    package var limit: Int?

    package init(from: When? = nil, to: When? = nil, limit: Int? = nil) {
        self.from = from
        self.to = to
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let entries: [WeightView]
        package init(entries: [WeightView]) { self.entries = entries }
    }
}
