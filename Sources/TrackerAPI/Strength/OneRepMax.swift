import TrackerCore

/// Estimate of a one-rep maximum from a load that was lifted several times.
package struct OneRepMaxEstimate: ReadRequest {
    package static let method = "one_rep_max.estimate"

    package let load: Double
    package let reps: Int64
    /// Formula; `nil` for Epley's.
    package var formula: OneRepMax.Formula?

    package init(load: Double, reps: Int64, formula: OneRepMax.Formula? = nil) {
        self.load = load
        self.reps = reps
        self.formula = formula
    }

    package struct Response: Codable, Sendable {
        /// Estimate in the load's unit; `nil` above 10 reps.
        package let value: Double?
        package init(value: Double?) { self.value = value }
    }
}
