/// A record that was made by a set or by a whole workout.
package struct RecordMade: Sendable, Hashable {
    package let kind: Records.Kind
    /// Value in `unit`.
    package let value: Double
    package let unit: String
    /// Value that was beaten; `nil` where there was none. For the most reps it is the most that were done
    /// with the load or a heavier one.
    package let previous: Double?
    /// True where the exercise had no counted set before.
    package let isFirst: Bool
    /// Set that made the record; `nil` where a whole workout did.
    package let candidate: RecordCandidate?

    /// Whether the value is of the added load alone, since body weight wasn't known.
    package var lacksBody: Bool { kind.isOfMovedWeight && candidate?.moved.lacksBody == true }
}

extension Records {
    /// Records that new sets make, compared with the present records. A 1RM only counts from a set that no earlier
    /// set dominates. A set dominates another that was lifted no heavier and no more often.
    ///
    /// - Parameters:
    ///   - candidates: the new sets, none of them added so far.
    ///   - work: the work of their workout, if it is over; it makes a record only if another workout has some
    ///     to beat.
    ///   - unit: the unit for loads and work.
    package func made(
        by candidates: [RecordCandidate], work: WorkoutWork? = nil, in unit: Load.Unit
    ) -> [RecordMade] {
        var new = Records()
        var strong = Records()
        for candidate in candidates {
            new.consider(candidate)
            if !dominates(candidate) { strong.consider(candidate) }
        }
        return Kind.allCases.flatMap { kind -> [RecordMade] in
            switch kind {
            case .heaviestLoad: made(kind, new.heaviest, beside: heaviest, by: new, in: unit)
            case .mostReps: mostReps(madeBy: new, in: unit)
            case .bestOneRepMax:
                made(kind, strong.oneRepMax, beside: oneRepMax, by: strong, in: unit)
            case .setWork: made(kind, new.setWork, beside: setWork, by: new, in: unit)
            case .workoutWork: made(by: work, in: unit)
            case .longestHold: made(kind, new.hold, beside: hold, by: new, in: unit)
            }
        }
    }

    private func made<Value>(
        _ kind: Kind, _ best: Best<Value>?, beside former: Best<Value>?, by new: Records,
        in unit: Load.Unit
    ) -> [RecordMade] {
        guard let best, former.map({ $0.value < best.value }) ?? true,
            let record = new.record(kind, with: 0, in: unit)
        else { return [] }
        let previous = former.flatMap { _ in self.record(kind, with: 0, in: unit)?.value }
        return [made(record, previous: previous)]
    }

    private func mostReps(madeBy new: Records, in unit: Load.Unit) -> [RecordMade] {
        new.unbeatenLoads.compactMap { load in
            guard let record = new.record(.mostReps, with: load, in: unit) else { return nil }
            let former = mostReps.filter { $0.key >= load }.map(\.value.value).max()
            guard former.map({ Double($0) < record.value }) ?? true else { return nil }
            return made(record, previous: former.map(Double.init))
        }
    }

    private func made(by work: WorkoutWork?, in unit: Load.Unit) -> [RecordMade] {
        guard let work, let former = workout, former.work < work.work else { return [] }
        return [
            RecordMade(
                kind: .workoutWork, value: work.work.value(in: unit), unit: unit.rawValue,
                previous: former.work.value(in: unit), isFirst: false, candidate: nil)
        ]
    }

    private func made(_ record: Record, previous: Double?) -> RecordMade {
        RecordMade(
            kind: record.kind, value: record.value, unit: record.unit, previous: previous,
            isFirst: record.candidate.map { isFirst($0) } ?? false, candidate: record.candidate)
    }

    private func isFirst(_ candidate: RecordCandidate) -> Bool {
        first.map(candidate.precedes) ?? true
    }

    /// Whether an earlier set was lifted at least as heavy and at least as often.
    private func dominates(_ candidate: RecordCandidate) -> Bool {
        guard let lift = candidate.lift else { return false }
        return heaviestByReps.contains { $0.key >= lift.reps && $0.value >= lift.micrograms }
    }
}
