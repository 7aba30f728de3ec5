import TrackerCore

/// Plates to put on each side of a bar for a load.
package struct PlatesCalculate: ReadRequest {
    package static let method = "plates.calculate"

    /// Total load, including the bar.
    package let load: Double
    /// Exercise whose bar and unit apply; `nil` for none.
    package var exercise: String?
    /// Unit of the load, the bar and the plates; `nil` for the exercise's unit, or the preferred one.
    package var unit: Load.Unit?
    /// Weight of the bar; `nil` for the exercise's bar, else the bar in the settings, or the usual bar if the
    /// unit differs from theirs.
    package var bar: Double?
    /// Available plates; `nil` for the plates in the settings, or the usual ones if the unit differs from
    /// theirs. A count covers both sides.
    package var plates: Plates?

    package init(
        load: Double, exercise: String? = nil, unit: Load.Unit? = nil, bar: Double? = nil,
        plates: Plates? = nil
    ) {
        self.load = load
        self.exercise = exercise
        self.unit = unit
        self.bar = bar
        self.plates = plates
    }

    package struct Response: Codable, Sendable, Hashable {
        /// Weights of the plates on one side, heaviest first.
        package let perSide: [Double]
        /// Total weight reached, including the bar; never above the load.
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
