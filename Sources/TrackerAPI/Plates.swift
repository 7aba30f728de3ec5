import TrackerCore

/// The plates on each side of a bar for a load.
package struct PlatesCalculate: Request {
    package static let method = "plates.calculate"
    package static let effect = Effect.none

    /// With the bar.
    package let load: Double
    /// Of the load, the bar and the plates; the preferred one where it is left out.
    package var unit: Load.Unit?
    /// Left out it is the settings', or in another unit than theirs the usual one.
    package var bar: Double?
    /// Likewise. Those with a count are so many in all, half of them for each side.
    package var plates: Plates?

    package init(
        load: Double, unit: Load.Unit? = nil, bar: Double? = nil, plates: Plates? = nil
    ) {
        self.load = load
        self.unit = unit
        self.bar = bar
        self.plates = plates
    }

    package struct Response: Codable, Sendable, Hashable {
        /// The heaviest first.
        package let perSide: [Double]
        /// Never above the load.
        package let achieved: Double
        package let shortBy: Double
        package let unit: String
        package let bar: Double

        package init(_ loaded: LoadedBar, unit: Load.Unit, bar: Double) {
            perSide = loaded.perSide
            achieved = loaded.achieved
            shortBy = loaded.shortBy
            self.unit = unit.rawValue
            self.bar = bar
        }
    }
}
