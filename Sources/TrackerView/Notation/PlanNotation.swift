import TrackerAPI
import TrackerCore

/// An exercise of a template as it is typed, such as `bench 3x5x60 rest 2m superset a`; see `SetNotation`.
package struct PlanNotation: Hashable {
    package var exercise: String
    package var target: TargetNotation
    /// The rest in milliseconds; 0 for none, `nil` for the template's.
    package var restMs: Int64?
    package var superset: String?

    package var text: String {
        var text = "\(exercise) \(target.text)"
        if let restMs { text += " rest " + (restMs == 0 ? "no" : DurationText.text(ms: restMs)) }
        if let superset { text += " superset \(superset)" }
        return text
    }

    /// - Throws: a refusal that quotes the wrong part and gives what is allowed.
    package static func read(_ text: String) throws(Rejection) -> PlanNotation {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        var restMs: Int64?
        var superset: String?
        while words.count >= 2 {
            let last = words[words.count - 1]
            switch words[words.count - 2] {
            case "rest" where restMs == nil: restMs = try rest(last)
            case "superset" where superset == nil: superset = last
            case let name where ["rest", "superset"].contains(name):
                throw .invalid(name, "'\(text)' says \(name) twice: give it once")
            default: return try read(words, of: text, restMs: restMs, superset: superset)
            }
            words.removeLast(2)
        }
        return try read(words, of: text, restMs: restMs, superset: superset)
    }

    private static func read(
        _ words: [String], of text: String, restMs: Int64?, superset: String?
    ) throws(Rejection) -> PlanNotation {
        guard let last = words.last, words.count >= 2, SetNotation.isMeant(last) else {
            throw .invalid(
                "exercises",
                "'\(text)': write an exercise and its sets in one pair of quotes: \(examples)")
        }
        return PlanNotation(
            exercise: words.dropLast().joined(separator: " "), target: try .read(last),
            restMs: restMs, superset: superset)
    }

    private static let examples =
        "'bench 3x5x60' (sets x reps x load), 'chest dips 3x10', 'plank 3x60s', 'pull-ups 3'"

    private static func rest(_ word: String) throws(Rejection) -> Int64 {
        if word == "no" { return 0 }
        guard let ms = DurationText.milliseconds(word, bareUnitMs: 1000) else {
            throw .invalid(
                "rest", "'\(word)' is no rest: write a span such as 90s or 2m, or 'no'")
        }
        try Settings.check(restMs: ms)
        return ms
    }

    /// The explanation of the notation in help texts.
    package static let help = """
        Each exercise stands in quotes with its sets, as sets x reps x load, and what else there is:
          'bench 3x5x60'             three sets of 5 with 60; a unit may follow, 135lb
          'chest dips 3x10'          three sets of 10: here the first number counts sets
          'plank 3x60s'              three holds
          'barbell curl 3'           three sets of however many
          'bench 3x8x50 rest 3m'     with a rest of its own; 'rest no' for none
          'bench 3x8x50 superset a'  in turn with others that name the same
        """
}

/// The target of an exercise, such as `3x5x60kg`: sets x reps or time x load.
package struct TargetNotation: Hashable {
    package var sets: Int64
    package var amount: SetNotation.Amount?
    package var weight: SetNotation.Weight?

    package var text: String {
        let parts = ["\(sets)", amount?.text, weight?.text]
        return parts.compactMap(\.self).joined(separator: "x")
    }

    package static func read(_ word: String) throws(Rejection) -> TargetNotation {
        let factors = word.lowercased().replacing("×", with: "x")
            .split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
        guard let sets = Int64(factors[0]), ExerciseTarget.setCounts.contains(sets) else {
            throw .invalid(
                "sets",
                "'\(word)': a template's exercise begins with how many sets, from 1 to "
                    + "\(ExerciseTarget.setCounts.upperBound): 3, 3x10 or 3x5x60")
        }
        guard factors.count == 2 else { return TargetNotation(sets: sets) }
        // A set of the target is written as a single set is.
        let set = try SetNotation.readOne(String(factors[1]))
        guard set.effort == nil, set.weight?.mode ?? .external == .external else {
            throw .invalid(
                "load", "'\(word)': a template's load is a number without a sign or an RPE: 3x5x60")
        }
        guard set.distance == nil else {
            throw .invalid(
                "exercises", "'\(word)': a template has no distances: write reps or a time, 3x8:00")
        }
        return TargetNotation(sets: sets, amount: set.amount, weight: set.weight)
    }
}

extension TargetNotation {
    init(_ target: TargetView) {
        sets = target.sets
        amount =
            target.reps.map(SetNotation.Amount.reps)
            ?? target.seconds.map { .time(SetNotation.ms($0)) }
        // A load without reps or a time can't be written.
        weight =
            amount == nil
            ? nil
            : target.load.map { SetNotation.Weight(value: $0, named: target.loadUnit) }
    }

    /// One set of the target; `nil` where only the number of sets is given.
    package var set: SetNotation? { amount.map { SetNotation($0, weight) } }
}

extension TemplateExercises.Exercise {
    package init(_ plan: PlanNotation) {
        self.init(exercise: plan.exercise, sets: plan.target.sets)
        let set = plan.target.set
        reps = set?.reps
        seconds = set?.seconds
        load = plan.target.weight?.value
        loadUnit = plan.target.weight?.unit
        rest = plan.restMs.map { Span(ms: $0) }
        superset = plan.superset
    }
}

extension SetNotation.Weight {
    /// A weight; a unit that this version doesn't know is left out.
    fileprivate init(
        value: Double, named unit: String?, mode: WorkoutSet.LoadMode = .external
    ) {
        self.init(value: value, unit: unit.flatMap(Load.Unit.init(rawValue:)), mode: mode)
    }
}

extension SetNotation {
    /// The notation of a logged set; `nil` for a set without any amount.
    package init?(_ set: SetView) {
        let amount =
            set.reps.map(Amount.reps) ?? set.seconds.map { .time(Self.ms($0)) }
            ?? set.distanceM.map(Amount.distance)
        guard let amount else { return nil }
        let mode = WorkoutSet.LoadMode(rawValue: set.loadMode) ?? .external
        self.init(
            amount, set.load.map { Weight(value: $0, named: set.loadUnit, mode: mode) },
            set.rpe.map(Effort.rpe) ?? set.rir.map(Effort.rir))
    }

    /// - Returns: `nil` for a set of which nothing is known.
    package init?(_ set: PlannedSetView) {
        let amount =
            set.reps.map(Amount.reps) ?? set.seconds.map { .time(Self.ms($0)) }
            ?? set.distanceM.map(Amount.distance)
        guard let amount else { return nil }
        let mode = set.loadMode.flatMap(WorkoutSet.LoadMode.init) ?? .external
        self.init(amount, set.load.map { Weight(value: $0, named: set.unit ?? "", mode: mode) })
    }

    /// Milliseconds within bounds, so that any value from a daemon can be shown.
    package static func ms(_ seconds: Double) -> Int64 {
        Int64(exactly: (min(max(0, seconds), 1e12) * 1000).rounded()) ?? 0
    }
}
