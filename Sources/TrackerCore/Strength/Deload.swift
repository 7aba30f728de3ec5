extension Workout {
    /// Shares of the loads in a deload, in percent.
    package static let deloads: ClosedRange<Double> = 1...100

    package static func check(deload: Double?) throws(Rejection) {
        guard let deload else { return }
        guard deloads.contains(deload), deload.hasDecimals(atMost: 2) else {
            throw .invalid(
                "deload", "\(field: "deload") must be 1 to 100, with at most 2 decimals")
        }
    }

    /// Makes the workout one of a deload, or with `nil` a usual one.
    package mutating func mark(deload: Double?) throws(Rejection) {
        try Self.check(deload: deload)
        self.deload = deload
    }
}

// MARK: - Progress

extension Workout {
    /// Day of a workout that is or was finished; `nil` for others, which no figure counts. A change of the deload
    /// changes the records of its sets: two days before, since in another zone a set may have an earlier day.
    package static func firstDay(affectedFrom former: Workout?, to new: Workout?) -> Int? {
        let first = [former?.day.number, new?.day.number].compactMap { $0 }.min()
        guard former?.deload == new?.deload else { return first.map { $0 - 2 } }
        let counts = former?.state == .finished || new?.state == .finished
        return counts ? first : nil
    }
}
