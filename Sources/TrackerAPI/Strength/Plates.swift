import TrackerCore

/// The plates on each side of a bar for a load.
package struct PlatesCalculate: ReadRequest {
    package static let method = "plates.calculate"

    /// The load with the bar.
    package let load: Double
    /// Unit of the load, the bar and the plates; `nil` for the preferred unit.
    package var unit: Load.Unit?
    /// Weight of the bar; `nil` for the settings' bar, or the unit's usual bar where the unit isn't the
    /// settings' one.
    package var bar: Double?
    /// Available plates, with the same default as the bar. A count is the number of plates in all, half of
    /// them for each side.
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
        /// Weights of the plates on one side, the heaviest first.
        package let perSide: [Double]
        /// Weight with the bar, never above the load.
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
