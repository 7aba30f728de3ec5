import TrackerAPI
import TrackerCore

/// A group of identical sets in a template, such as `3x8-12x60kg@8`: sets x reps or time x load, and a target
/// RPE or tempo.
package struct GroupNotation: Hashable {
    package var kind = WorkoutSet.Kind.working
    package var sets: Int64
    package var amount: SetNotation.Amount?
    /// High end of the range of reps; `nil` for no range.
    package var repsTo: Int64?
    /// True for as many reps as possible.
    package var amrap = false
    /// True for reps, or a time, of each side.
    package var perSide = false
    package var weight: SetNotation.Weight?
    /// Load as a percentage of another load; `nil` for none.
    package var percent: Double?
    /// Load that `percent` is a share of.
    package var percentOf = SetGroup.ShareBase.max
    package var rpe: Double?
    package var tempo: String?
    /// Number of drop sets after each set; `nil` for none.
    package var drops: Int64?

    /// The group as it would be typed, with the word for its type.
    package var text: String {
        // One warm-up at a share of the working load is written without its count: w 5x50%w.
        let isRamp = sets == 1 && percent != nil && percentOf == .working
        let parts = [isRamp ? nil : "\(sets)", setText.isEmpty ? nil : setText].compactMap(\.self)
        let word = Self.words[kind].map { "\($0) " } ?? ""
        return word + parts.joined(separator: "x") + effort + SetPhrase.drops(drops)
    }

    /// One set of the group, without its type; empty if only the number of sets is given.
    private var setText: String {
        guard amount != nil else { return "" }
        let load = percent.map { SetPhrase.share($0, of: percentOf) } ?? weight?.text
        let reps = amountText + (isDoubtful ? Self.repsWord : "") + (perSide ? SetPhrase.side : "")
        return [reps, load].compactMap(\.self).joined(separator: "x")
    }

    /// The amount without the word for each side.
    private var amountText: String {
        (amount?.text ?? "") + (repsTo.map { "-\($0)" } ?? "") + (amrap ? "+" : "")
    }

    private var effort: String { SetPhrase.effort(rpe: rpe) + SetPhrase.tempo(tempo) }

    /// One set of the group as shown to a person; `any` if only the number of sets is given.
    package var wish: String {
        (amount == nil ? "any" : setText) + effort + SetPhrase.drops(drops)
            + (kind.remark.map { ", \($0)" } ?? "")
    }

    // MARK: Reading

    /// Words for types of sets, written before a group.
    private static let words: [WorkoutSet.Kind: String] = [
        .warmup: "w", .failure: "f", .partial: "partial",
    ]

    static func kind(_ word: String) -> WorkoutSet.Kind? {
        words.first { $0.value == word.lowercased() }?.key
    }

    /// The word without the words that `joined` has put behind it.
    private static func head(_ word: String) -> String {
        var words = word.split(separator: " ").map(String.init)
        if words.count > 1, isDrops(words[words.count - 1]) { words.removeLast() }
        if words.count > 1, words[0].contains("%"), words[1].lowercased() == "of" {
            return words[0]
        }
        return words.joined(separator: " ")
    }

    /// True if a word is a number of drop sets, such as `2drops`.
    static func isDrops(_ word: String) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty
            && ["drop", "drops"].contains(word.dropFirst(digits.count).lowercased())
    }

    /// The word with one behind it that belongs to the same group: an effort, a tempo, the load that a percentage is
    /// a share of, or drop sets; `nil` where it begins something else.
    static func joined(_ word: String, _ next: String) -> String? {
        guard isMeant(word) else { return nil }
        if next.hasPrefix("@"), word.count(where: { $0 == "@" }) < 2 {
            guard let blank = word.lastIndex(of: " "),
                isDrops(String(word[word.index(after: blank)...]))
            else { return word + next }
            // Drop sets are read at the end, wherever they were typed.
            return "\(word[..<blank])\(next)\(word[blank...])"
        }
        let isOf = next.lowercased() == "of" && word.contains("%")
        let isBase =
            word.lowercased().hasSuffix(" of")
            && ["best", "max"].contains { next.lowercased().hasPrefix($0) }
        return isOf || isBase || isDrops(next) ? "\(word) \(next)" : nil
    }

    /// Whether a word is only a number of sets.
    static func isCount(_ word: String) -> Bool {
        !word.isEmpty && word.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Whether a word is meant as a group, even a wrong one: it begins with the number of sets.
    static func isMeant(_ word: String) -> Bool {
        let word = head(word)
        let rest = word.lowercased().drop { $0.isASCII && $0.isNumber }
        guard word.first?.isNumber == true, SetNotation.isMeant(word) else { return false }
        return rest.first.map { "x×@".contains($0) } ?? true
    }

    /// - Throws: a refusal that quotes the word and says what is allowed.
    static func read(
        _ word: String, _ kind: WorkoutSet.Kind = .working
    ) throws(Rejection) -> GroupNotation {
        try WordPart.checkThousands(word)
        var text = word.lowercased().replacing("×", with: "x").replacing(",", with: ".")
        let drops = try takeDrops(&text)
        let base = takeBase(&text)
        let parts = SplitUnits.closed(text).split(separator: "@", omittingEmptySubsequences: false)
        var factors = parts[0].split(separator: "x", omittingEmptySubsequences: false)
        // A share of the working load has no count: one set is meant.
        if factors.count == 2, factors[1].hasSuffix("%w") { factors.insert("1", at: 0) }
        guard let sets = Int64(factors[0]), SetGroup.setCounts.contains(sets) else {
            throw .invalid(
                "sets",
                "'\(word)': start with the number of sets, 1 to "
                    + "\(SetGroup.setCounts.upperBound): 3, 3x10 or 3x5x60")
        }
        guard factors.count <= 3 else {
            throw .invalid("sets", "'\(word)' has too many x: write sets x reps x load: 3x5x60")
        }
        // A unit marks the load.
        if factors.count == 3, WordPart.hasUnit(factors[1]), !WordPart.hasUnit(factors[2]) {
            factors.swapAt(1, 2)
        }
        var group = GroupNotation(kind: kind, sets: sets)
        group.drops = drops
        group.percentOf = base ?? .max
        if factors.count > 1, factors[1].hasSuffix(SetPhrase.side) {
            group.perSide = true
            factors[1] = factors[1].dropLast(SetPhrase.side.count)
        }
        // The word for reps also shows which factor is which.
        let isTold = factors.count > 1 && factors[1].hasSuffix(Self.repsWord)
        if isTold { factors[1] = factors[1].dropLast(Self.repsWord.count) }
        do {
            if factors.count > 1 { try group.readAmount(factors[1]) }
            if factors.count > 2 { try group.readLoad(factors[2]) }
            for part in parts.dropFirst() { try group.readEffort(part) }
            try group.check(base)
            try GivenGroup(group).group(in: .kg, at: "").check()
        } catch {
            throw .invalid(error.field ?? "exercises", "'\(word)': \(text: error.text)")
        }
        if !isTold, let readings = group.readings {
            throw .invalid("sets", "'\(word)' in a plan is \(readings)")
        }
        return group
    }

    private func check(_ base: SetGroup.ShareBase?) throws(Rejection) {
        guard base == nil || percent != nil && percentOf == base else {
            throw .invalid("percent", "'of best' and 'of max' need a percentage: 3x5x85% of best")
        }
    }

    /// Takes the drop sets behind a group, ` 2drops`.
    private static func takeDrops(_ text: inout String) throws(Rejection) -> Int64? {
        guard let blank = text.lastIndex(of: " "),
            isDrops(String(text[text.index(after: blank)...]))
        else { return nil }
        let digits = text[text.index(after: blank)...].prefix { $0.isNumber }
        guard let count = Int64(digits), SetGroup.dropCounts.contains(count) else {
            throw .invalid(
                "drops",
                "'\(text)': give 1 to \(SetGroup.dropCounts.upperBound) drop sets: 3x8x60 2drops")
        }
        text = String(text[..<blank])
        return count
    }

    /// Takes the words that say of what a percentage is a share, ` of best`; `nil` where there are none.
    private static func takeBase(_ text: inout String) -> SetGroup.ShareBase? {
        for base in [SetGroup.ShareBase.best, .max] {
            guard let range = text.firstRange(of: " of \(base.rawValue)") else { continue }
            text.removeSubrange(range)
            return base
        }
        return nil
    }

    private mutating func readAmount(_ word: Substring) throws(Rejection) {
        var text = word
        if text.hasSuffix("+") {
            amrap = true
            text = text.dropLast()
        }
        let bounds = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard bounds.count == 2 else {
            amount = try WordPart.amount(text)
            if let number = WordPart.bareMinutes(text) {
                throw .invalid(
                    "seconds",
                    "\(text) can be minutes or metres: for a time write 3x\(number):00; templates can't have "
                        + "distances")
            }
            guard amount.map(\.isDistance) != true else {
                throw .invalid(
                    "exercises", "templates can't have distances: write reps or a time, 3x8:00")
            }
            guard !amrap || amount.map(\.isReps) == true else {
                throw .invalid("amrap", "+ is only for reps: write 3x8+")
            }
            return
        }
        guard case .reps(let least) = try? WordPart.amount(bounds[0]),
            case .reps(let most) = try? WordPart.amount(bounds[1])
        else {
            throw .invalid("reps_to", "'\(text)' isn't a range of reps: write 3x8-12")
        }
        guard least < most, WorkoutSet.repCounts.contains(most) else {
            throw .invalid(
                "reps_to",
                "a range goes from fewer reps to more, \(WorkoutSet.repCounts.upperBound) at most: "
                    + "write 3x8-12")
        }
        amount = .reps(least)
        repsTo = most
    }

    private mutating func readLoad(_ word: Substring) throws(Rejection) {
        var text = word
        if text.hasSuffix("%w") {
            text = text.dropLast()
            percentOf = .working
            if kind == .working { kind = .warmup }
            guard kind == .warmup else {
                throw .invalid("percent", "\(text)w is only for warm-ups. Try: 3x5x\(text)")
            }
        }
        guard text.hasSuffix("%") else {
            weight = try WordPart.weight(text)
            return
        }
        guard let share = WordPart.number(text.dropLast()) else {
            throw .invalid("percent", "'\(text)' isn't a percentage: write 3x5x85%")
        }
        guard SetGroup.percents.contains(share) else {
            throw .invalid("percent", "a percentage must be 1 to 150 %: write 3x5x85%")
        }
        percent = share
    }

    private mutating func readEffort(_ text: Substring) throws(Rejection) {
        let isTempo = text.contains("-")
        guard isTempo ? tempo == nil : rpe == nil else {
            throw .invalid(
                isTempo ? "tempo" : "rpe",
                "two \(isTempo ? "tempos" : "RPEs") given: write one, as in 3x5@8@3-1-1")
        }
        guard !isTempo else {
            tempo = String(text)
            return
        }
        guard case .rpe(let effort) = try WordPart.effort(text) else {
            throw .invalid("rpe", "effort in a template is an RPE, 5 to 10 in steps of 0.5: 3x5@8")
        }
        rpe = effort
    }
}

// MARK: - Doubtful groups

extension GroupNotation {
    private static let repsWord = "reps"
    private static let plausibleSets: Int64 = 20
    private static let plausibleReps: Int64 = 30
    /// Highest plausible number of reps in a warm-up. It is lower because `w 5x20` means 5 reps with the
    /// empty bar.
    private static let plausibleWarmupReps: Int64 = 15

    /// Whether the numbers of a group are probably meant in another order: more than 20 sets, or a pair with
    /// more than 30 reps, whose second number is then a load. A unit or the word `reps` removes the doubt.
    private var isDoubtful: Bool {
        guard case .reps(let reps) = amount, percent == nil, weight?.unit == nil else {
            return false
        }
        let most = kind == .warmup ? Self.plausibleWarmupReps : Self.plausibleReps
        let isBare = weight == nil && repsTo == nil && !amrap && !perSide
        return sets > Self.plausibleSets || isBare && reps > most
    }

    /// Readings of a doubtful group and how to write each; `nil` if there is no doubt.
    private var readings: String? {
        guard amount != nil else {
            guard sets > Self.plausibleSets else { return nil }
            return "\(sets) sets without reps: give both numbers, as in 3x10"
        }
        guard isDoubtful else { return nil }
        let load = weight.map { " with \($0.text)" } ?? ""
        let told = "\(sets)x\(setText)\(effort)"
        guard sets > Self.plausibleSets else {
            return "\(sets) sets of \(amountText) reps; for one set of \(sets) reps with "
                + "\(amountText) write 1x\(sets)x\(amountText)\(effort); for these sets \(told)"
        }
        let other =
            if let weight, weight.mode == .external, let sets = Int64(exactly: weight.value),
                (1...Self.plausibleSets).contains(sets)
            {
                "\(sets) sets of \(amountText) with \(self.sets) write "
                    + "\(sets)x\(amountText)x\(self.sets)\(effort)"
            } else {
                "\(amountText) reps with \(sets) write 1x\(amountText)x\(sets)\(effort)"
            }
        return "\(sets) sets of \(amountText) reps\(load); for \(other); for these sets \(told)"
    }
}

extension SetNotation.Amount {
    fileprivate var isDistance: Bool { if case .distance = self { true } else { false } }
    fileprivate var isReps: Bool { if case .reps = self { true } else { false } }
}

// MARK: - The wire

extension GivenGroup {
    package init(_ group: GroupNotation) {
        self.init(sets: group.sets)
        let set = group.amount.map { SetNotation($0) }
        type = group.kind == .working ? nil : group.kind
        reps = set?.reps
        repsTo = group.repsTo
        amrap = group.amrap ? true : nil
        perSide = group.perSide ? true : nil
        seconds = set?.seconds
        load = group.weight?.value
        loadUnit = group.weight?.unit
        loadMode = group.weight.flatMap { $0.mode == .external ? nil : $0.mode }
        percent = group.percent
        percentOf = group.percent == nil ? nil : group.percentOf
        rpe = group.rpe
        tempo = group.tempo
        drops = group.drops
    }
}

extension GroupNotation {
    package init(_ group: SetGroupView) {
        sets = group.sets
        kind = WorkoutSet.Kind(rawValue: group.type) ?? .working
        amount =
            group.reps.map(SetNotation.Amount.reps)
            ?? group.seconds.map { .time(SetNotation.ms($0)) }
        repsTo = group.repsTo
        rpe = group.rpe
        tempo = group.tempo
        drops = group.drops
        amrap = group.amrap == true
        perSide = group.perSide == true
        // A load without reps or a time can't be written.
        guard amount != nil else { return }
        let mode = group.loadMode.flatMap(WorkoutSet.LoadMode.init) ?? .external
        weight = group.load.map { SetNotation.Weight(value: $0, named: group.loadUnit, mode: mode) }
        percent = group.percent
        if percent != nil {
            percentOf = group.percentOf.flatMap(SetGroup.ShareBase.init(rawValue:)) ?? .best
        }
    }
}
