import TrackerCore

/// A training max: the load that a plan takes shares of.
package struct TrainingMaxView: Codable, Sendable, Hashable {
    package let id: String
    /// Id of the exercise.
    package let exercise: String
    package let exerciseName: String
    package let load: Double
    package let unit: String
    /// Time from which it holds.
    @MomentText package var at: String
    /// Load that the plan's rule has made of it since, in `unit`; `nil` if that is the same, if a later max was set,
    /// and in events.
    package let now: Double?
    /// Number of workouts that raised it; `nil` for none.
    package let rises: Int?
    /// Number of resets after failures; `nil` for none.
    package let resets: Int?

    package init(_ entry: TrainingMax, current: CurrentMax? = nil, name: String, zone: Zone) {
        id = entry.id
        exercise = entry.exercise
        exerciseName = name
        load = entry.load.value
        unit = entry.load.unit.rawValue
        let own = current?.base.id == entry.id ? current : nil
        now = own.flatMap { $0.load == entry.load ? nil : $0.load.value }
        rises = own.flatMap { $0.rises == 0 ? nil : $0.rises }
        resets = own.flatMap { $0.resets == 0 ? nil : $0.resets }
        at = zone.text(ofMs: entry.atMs)
    }
}

/// Sets the training max of a lift, from which templates take shares.
package struct MaxLog: ChangeRequest {
    package typealias Response = TrainingMaxView
    package static let method = "max.log"

    /// Id, name, or part of a name.
    package var exercise: String
    /// Load, above 0.
    package var load: Double
    /// Unit of the load; `nil` for the unit of the exercise's last set with a load, or the preferred unit.
    package var unit: Load.Unit?
    /// Time from which it holds, not in the future; `nil` for now.
    package var at: When?

    package init(exercise: String, load: Double, unit: Load.Unit? = nil, at: When? = nil) {
        self.exercise = exercise
        self.load = load
        self.unit = unit
        self.at = at
    }
}

/// Deletes a training max; the one before it holds again.
package struct MaxDelete: ChangeRequest {
    package typealias Response = TrainingMaxView
    package static let method = "max.delete"

    /// Id, unique prefix of an id, or `last` for the max that was changed last.
    package let entry: String
    package init(entry: String) { self.entry = entry }
}

/// Training maxes: the last one of each lift by name, or all of one lift, newest first.
package struct MaxList: ReadRequest, LongRequest, Limited {
    package static let method = "max.list"
    package static let maximumLimit = 1000
    package static let defaultLimit = 200

    /// Id, name, or part of a name; `nil` for the last max of each exercise.
    package var exercise: String?
    package var limit: Int?

    package init(exercise: String? = nil, limit: Int? = nil) {
        self.exercise = exercise
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let entries: [TrainingMaxView]
        /// Number of elements that match, whatever the limit.
        package let total: Int
        /// Name of the exercise that was asked for; `nil` without one.
        package let exerciseName: String?
        /// 90 % of the estimated 1RM of the exercise that was asked for; `nil` if nothing is known.
        package let proposed: Double?
        /// Unit of `proposed`; `nil` without one.
        package let proposedUnit: String?

        package init(
            entries: [TrainingMaxView], total: Int, exerciseName: String? = nil,
            proposed: Load? = nil
        ) {
            self.entries = entries
            self.total = total
            self.exerciseName = exerciseName
            self.proposed = proposed?.value
            proposedUnit = proposed?.unit.rawValue
        }
    }
}
