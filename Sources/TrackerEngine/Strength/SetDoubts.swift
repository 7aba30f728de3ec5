import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Refuses a set as a person typed it if another reading is more plausible.
    ///
    /// - Parameter unit: unit of a load that is given without one.
    func refuseDoubtful(
        _ set: SetLog, of exercise: Exercise, by plan: BlockPlan, in unit: Load.Unit
    ) throws {
        if set.loadMode == .assisted, set.load ?? 0 > 0,
            let refusal = exercise.refusalOfAssistance
        {
            throw refusal
        }
        if let change = set.loadChange, let amount = set.amountText,
            let refusal = plan.next()?.refusal(of: change, beside: amount)
        {
            throw refusal
        }
        guard let reps = set.reps, set.seconds == nil, set.loadMode == nil else { return }
        if let load = set.load, set.unit == nil, let pair = TypedPair(reps: reps, load: load),
            pair.isSwapped(lightest: try lightestLoad(of: exercise, in: unit))
        {
            throw pair.refusal(in: unit)
        }
        if set.load == nil, set.loadChange == nil, set.dropOf == nil,
            let refusal = plan.next()?.refusal(ofCount: reps)
        {
            throw refusal
        }
    }

    /// Lightest load among the records of an exercise, apart from assistance; `nil` for none.
    private func lightestLoad(of exercise: Exercise, in unit: Load.Unit) throws -> Double? {
        let records = try transaction.records(ofExercise: exercise.id)[exercise.id]
        return records?.list(in: unit, isWhole: true).compactMap(\.candidate)
            .filter { $0.micrograms > 0 }.map(\.micrograms).min()
            .map { Double($0) / Double(unit.micrograms) }
    }
}

extension SetLog {
    /// The reps or the time as they would be typed; `nil` for none.
    fileprivate var amountText: String? {
        reps.map { "\($0)" } ?? seconds.map(SetPhrase.time)
    }
}
