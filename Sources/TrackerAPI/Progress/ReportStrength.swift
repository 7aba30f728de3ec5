extension ReportView {
    /// Strength log of the period, without warm-up sets.
    package struct StrengthPart: Codable, Sendable, Hashable {
        /// Value in `unit`.
        package var volume: Double
        package var unit: String
        package var sets: Int
        package var records: Int
        /// Number of finished workouts; `nil` for none.
        package var workouts: Int?
        /// The period that the report is compared with; `nil` if it had no sets.
        package var before: Before?
        /// Exercises whose best estimated 1RM differs from the one before, the one with the most sets first;
        /// `nil` for none.
        package var lifts: [Lift]?

        package struct Before: Codable, Sendable, Hashable {
            /// Value in the part's unit.
            package var volume: Double
            package var sets: Int
            /// Number of finished workouts; `nil` for none.
            package var workouts: Int?

            package init(volume: Double, sets: Int, workouts: Int?) {
                self.volume = volume
                self.sets = sets
                self.workouts = workouts
            }
        }

        package init(
            volume: Double, unit: String, sets: Int, records: Int, workouts: Int? = nil,
            before: Before? = nil, lifts: [Lift]? = nil
        ) {
            self.volume = volume
            self.unit = unit
            self.sets = sets
            self.records = records
            self.workouts = workouts
            self.before = before
            self.lifts = lifts
        }
    }

    /// Exercise whose best estimated 1RM went up or down.
    package struct Lift: Codable, Sendable, Hashable {
        /// Id of the exercise.
        package var exercise: String
        package var name: String
        /// Best estimated 1RM of the period, in the unit of the strength part.
        package var value: Double
        /// Best one of the period that the report is compared with.
        package var before: Double

        package init(exercise: String, name: String, value: Double, before: Double) {
            self.exercise = exercise
            self.name = name
            self.value = value
            self.before = before
        }
    }
}
