/// The sets of an exercise that no other one beats, so far: in load and reps together, and in how long they
/// were held.
///
/// A set makes a record where nothing before it had at least its load and at least its reps, or held as long.
package struct RecordFrontier: Sendable, Hashable, Codable {
    private struct Lift: Sendable, Hashable, Codable {
        /// In micrograms; help is below 0.
        let load: Int64
        let reps: Int64
    }

    /// By their loads, ascending; their reps descend.
    private var lifts: [Lift] = []
    private var longestHold = 0.0

    package init() {}

    /// Takes a lift in.
    ///
    /// - Parameter load: micrograms; help of an assisted movement is below 0.
    /// - Returns: whether it made a record.
    package mutating func add(load: Int64, reps: Int64) -> Bool {
        guard !lifts.contains(where: { $0.load >= load && $0.reps >= reps }) else { return false }
        lifts.removeAll { $0.load <= load && $0.reps <= reps }
        lifts.append(Lift(load: load, reps: reps))
        lifts.sort { $0.load < $1.load }
        return true
    }

    /// Takes a hold in.
    ///
    /// - Returns: whether it made a record.
    package mutating func add(hold seconds: Double) -> Bool {
        guard seconds > longestHold else { return false }
        longestHold = seconds
        return true
    }
}
