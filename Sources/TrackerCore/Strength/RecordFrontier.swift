/// The sets of an exercise that no other set beats so far, in load and reps together or in the length of a
/// hold.
///
/// A set makes a record if no set before it had at least its load and at least its reps, or was held as long.
package struct RecordFrontier: Sendable, Hashable, Codable {
    private struct Lift: Sendable, Hashable, Codable {
        /// Load in micrograms, below 0 for assistance.
        let load: Int64
        let reps: Int64
    }

    /// Lifts by ascending loads; their reps descend.
    private var lifts: [Lift] = []
    private var longestHold = 0.0

    package init() {}

    /// Adds a lift.
    ///
    /// - Parameter load: micrograms, below 0 for assistance.
    /// - Returns: whether the lift made a record.
    package mutating func add(load: Int64, reps: Int64) -> Bool {
        guard !lifts.contains(where: { $0.load >= load && $0.reps >= reps }) else { return false }
        lifts.removeAll { $0.load <= load && $0.reps <= reps }
        lifts.append(Lift(load: load, reps: reps))
        lifts.sort { $0.load < $1.load }
        return true
    }

    /// Adds a hold.
    ///
    /// - Returns: whether the hold made a record.
    package mutating func add(hold seconds: Double) -> Bool {
        guard seconds > longestHold else { return false }
        longestHold = seconds
        return true
    }
}
