import TrackerAPI
import TrackerCore

/// An exercise of a template as it is typed, such as `bench w 2x5x60 3x8-12x80 rest 2m superset a`; see
/// `SetNotation`.
package struct PlanNotation: Hashable {
    package var exercise: String
    package var groups: [GroupNotation]
    /// Rest in milliseconds; 0 for none, `nil` for the template's rest.
    package var restMs: Int64?
    package var superset: String?
    package var progression: ProgressionNotation?
    /// Note for the exercise; `nil` for none.
    package var note: String?

    package var text: String {
        var text = ([exercise] + groups.map(\.text)).joined(separator: " ")
        if let restMs { text += " rest " + (restMs == 0 ? "no" : DurationText.text(ms: restMs)) }
        if let progression { text += " \(progression.text)" }
        if let superset { text += " superset \(superset)" }
        if let note { text += " \(Self.noteWord) \(note)" }
        return text
    }

    /// - Throws: a refusal that quotes the wrong part and says what is allowed.
    package static func read(_ text: String) throws(Rejection) -> PlanNotation {
        var plan = PlanNotation(exercise: "", groups: [])
        var typed = text.split(whereSeparator: \.isWhitespace).map(String.init)
        plan.takeNote(&typed)
        var words = groupsJoined(SplitUnits.joined(typed))
        while words.count >= 2, let last = words.last {
            if ProgressionNotation.isMeant(last) {
                try plan.add(last, in: text)
                words.removeLast()
            } else if let name = Option(rawValue: words[words.count - 2]) {
                try plan.set(name, to: last, in: text)
                words.removeLast(2)
            } else {
                break
            }
        }
        while words.count >= 2, let last = words.last, GroupNotation.isMeant(last) {
            // A number before the sets belongs to the name.
            let kind = words[words.count - 2]
            let isSet = GroupNotation.kind(kind) != nil || GroupNotation.isMeant(kind)
            if !plan.groups.isEmpty, GroupNotation.isCount(last), !isSet { break }
            try plan.insert(&words, in: text)
        }
        if plan.groups.isEmpty, let last = words.last, SetNotation.isMeant(last), words.count > 1 {
            // The word is a set, and its refusal explains what a group is.
            _ = try GroupNotation.read(last)
        }
        guard !words.isEmpty, !plan.groups.isEmpty else {
            throw .invalid(
                "exercises",
                "'\(text)': write an exercise and its sets in one pair of quotes: \(examples)")
        }
        plan.exercise = words.joined(separator: " ")
        return plan
    }

    /// Reads exercises from arguments. An argument with blanks and sets is a whole exercise. Single words
    /// together make exercises, each a name followed by its sets.
    package static func read(all arguments: [String]) throws(Rejection) -> [PlanNotation] {
        var texts: [String] = []
        var words: [String] = []
        for argument in groupsJoined(arguments) {
            if words.isEmpty, isWhole(argument) {
                texts.append(argument)
                continue
            }
            if hasSets(words), !continues(words, argument) {
                texts.append(words.joined(separator: " "))
                words = []
                if isWhole(argument) {
                    texts.append(argument)
                    continue
                }
            }
            words.append(argument)
        }
        if !words.isEmpty { texts.append(words.joined(separator: " ")) }
        var plans: [PlanNotation] = []
        for text in texts { plans.append(try read(text)) }
        return plans
    }

    private static let noteWord = "note"

    /// Takes the note, which is everything behind the word `note`.
    private mutating func takeNote(_ words: inout [String]) {
        guard let index = words.firstIndex(where: { $0.lowercased() == Self.noteWord }),
            Self.hasSets(Array(words[..<index])), index + 1 < words.count
        else { return }
        note = words[(index + 1)...].joined(separator: " ")
        words.removeSubrange(index...)
    }

    /// The words, with what belongs to a group joined to its sets: `3x5x100`, `@8` becomes `3x5x100@8`.
    private static func groupsJoined(_ words: [String]) -> [String] {
        words.reduce(into: []) { joined, word in
            if let last = joined.last, let whole = GroupNotation.joined(last, word) {
                joined[joined.endIndex - 1] = whole
            } else {
                joined.append(word)
            }
        }
    }

    private static func isWhole(_ argument: String) -> Bool {
        argument.contains(where: \.isWhitespace)
            && argument.split(whereSeparator: \.isWhitespace).dropFirst().contains {
                SetNotation.isMeant(String($0))
            }
    }

    private static func hasSets(_ words: [String]) -> Bool {
        words.dropFirst().contains { SetNotation.isMeant($0) || GroupNotation.isMeant($0) }
    }

    /// Whether a word continues an exercise that already has sets.
    private static func continues(_ words: [String], _ word: String) -> Bool {
        SetNotation.isMeant(word) || GroupNotation.isMeant(word)
            || GroupNotation.kind(word) != nil
            || Option(rawValue: word) != nil || words.last.flatMap(Option.init) != nil
            || ProgressionNotation.isMeant(word) || word == noteWord || words.last == noteWord
    }

    /// Options that may follow the sets, each with a value.
    private enum Option: String { case rest, superset, reset }

    /// Takes the last word, with the type before it, as the first group.
    private mutating func insert(_ words: inout [String], in text: String) throws(Rejection) {
        let word = words.removeLast()
        let kind = words.last.flatMap(GroupNotation.kind)
        if kind != nil { words.removeLast() }
        groups.insert(try GroupNotation.read(word, kind ?? .working), at: 0)
        // If a set was written with a blank, its other number would be a count too.
        if groups.count > 1, let count = groups.first(where: { $0.amount == nil }) {
            throw .invalid(
                "sets",
                "'\(text)': '\(count.text)' has neither reps nor a time, and "
                    + "there are other sets: write 3x10, or 3x5x60")
        }
    }

    private mutating func set(
        _ option: Option, to word: String, in text: String
    ) throws(Rejection) {
        let isGiven =
            switch option {
            case .rest: restMs != nil
            case .superset: superset != nil
            case .reset: progression?.resetAfter != nil
            }
        guard !isGiven else {
            throw .invalid(option.rawValue, "'\(text)' says \(option.rawValue) twice: give it once")
        }
        switch option {
        case .rest: restMs = try Self.rest(word)
        case .superset: superset = word
        case .reset: progression = try (progression ?? ProgressionNotation()).resetting(word)
        }
    }

    private mutating func add(_ word: String, in text: String) throws(Rejection) {
        guard progression?.add == nil else {
            throw .invalid("add", "'\(text)' has two increases: give one")
        }
        progression = try (progression ?? ProgressionNotation()).adding(word)
    }

    private static let examples =
        "'bench 3x5x60' (sets x reps x load), 'chest dips 3x10', 'plank 3x60s', 'pull-ups 3'"

    private static func rest(_ word: String) throws(Rejection) -> Int64 {
        if word == "no" { return 0 }
        guard let ms = DurationText.milliseconds(word, bareUnitMs: 1000) else {
            throw .invalid(
                "rest", "'\(word)' isn't a rest: write a duration such as 90s or 2m, or 'no'")
        }
        do {
            try Settings.check(restMs: ms)
        } catch {
            // '--rest' is the whole template's rest.
            let reason = error.text.rendered { _ in "the rest" }
            throw .invalid("rest", "'\(word)': \(reason)")
        }
        return ms
    }

    package static let help = """
        Write each exercise with its sets, as sets x reps x load, in quotes or word by word:
          'bench 3x5x60'             three sets of 5 with 60; a unit may follow, 135lb
          'bench 1x5x80 3x5x100'     one set of 5 with 80, then three with 100
          'bench w 2x5x60 3x5x100'   two warm-ups before them; f for a set to failure
          'barbell row 3x8-12x60'    a range of reps
          'bench 3x5x85%'            a percentage of the training max: 'trackerctl max'
          'bench 3x5x85% of best'    a percentage of the best 1RM
          'bench w 5x50%w 3x75%w 3x5x100'  warm-ups at shares of the working load
          'bench 2x5x80 1x5+x90'     as many reps as you can in the last set, 5 or more
          'bench 3x5@8'              an RPE to aim at
          'bench 3x5x60@3-1-1'       a tempo: seconds down, held and up; x for fast
          'leg curl 3x10x20 2drops'  two drop sets after each of them
          'lunge 3x8/sidex20'        eight reps a side
          'chest dips 3x10'          three sets of 10: here the first number counts sets
          'pull-ups 3x8x+10'         body weight plus 10; x-10 for 10 of assistance
          'plank 3x60s'              three holds
          'barbell curl 3'           three sets of any number of reps; no other sets
          'push-ups 3x50reps'        above 30 reps, write the word
          'bench 3x5x100 +2.5'       2.5 more next time, once all reps are done
          'row 3x8-12x60 +2.5'       first more reps, up to 12, then more load
          'bench 3x5x100 +2.5 reset 3x10%'  10 % less after three failures in a row
          'bench 3x8x50 rest 3m'     its own rest; 'rest no' for none
          'bench 3x8x50 superset a'  alternating with the others in superset a
          'row 3x8 rest 30s superset a'     and a rest before the next of them
          'bench 3x5x100 note pause low'    a note, which is the rest of the line

        A pair means sets x reps here. If it could be reps x load, such as 5x60 or 100x5, it is \
        refused, and you are told how to write both: above 30 reps, 15 in a warm-up, or 20 sets.
        """
}

extension TemplateExercises.Exercise {
    package init(_ plan: PlanNotation) {
        self.init(exercise: plan.exercise, groups: plan.groups.map(GivenGroup.init))
        rest = plan.restMs.map { Span(ms: $0) }
        superset = plan.superset
        note = plan.note
        progression = plan.progression.map(GivenProgression.init)
    }
}

extension SetNotation.Weight {
    /// A weight. An unknown unit is left out.
    init(value: Double, named unit: String?, mode: WorkoutSet.LoadMode = .external) {
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

    /// - Returns: `nil` for a set that nothing is known about.
    package init?(_ set: PlannedSetView) {
        let amount =
            set.reps.map(Amount.reps) ?? set.seconds.map { .time(Self.ms($0)) }
            ?? set.distanceM.map(Amount.distance)
        guard let amount else { return nil }
        let mode = set.loadMode.flatMap(WorkoutSet.LoadMode.init) ?? .external
        self.init(amount, set.load.map { Weight(value: $0, named: set.unit ?? "", mode: mode) })
    }

    /// Number of milliseconds within bounds, so that any value from a daemon can be shown.
    package static func ms(_ seconds: Double) -> Int64 {
        Int64(exactly: (min(max(0, seconds), 1e12) * 1000).rounded()) ?? 0
    }
}
