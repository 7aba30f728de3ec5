import TrackerCore

extension SetNotation {
    /// The words of one line: an exercise, its sets, and what differs from the set that is planned. An
    /// exercise alone is its next set as it is planned.
    package struct Line: Hashable {
        /// The exercise's name; `nil` for that of the next set.
        package var exercise: String?
        /// The type, by a letter before the sets; `nil` for none.
        package var kind: WorkoutSet.Kind?
        /// Empty for the next set as it is planned.
        package var sets: [SetNotation] = []
        /// The change of the planned load; `nil` for none.
        package var change: LoadChange?
        /// The effort of a set that is as planned; `nil` for none.
        package var effort: Effort?
        /// Whether one word stands for several sets.
        package var isCounted = false

        package init() {}

        /// Takes in a word behind the name.
        fileprivate mutating func add(_ word: String) throws(Rejection) {
            if word.hasPrefix("@") {
                guard effort == nil else {
                    throw .invalid("rpe", "'\(word)': the effort is given twice")
                }
                effort = try WordPart.effort(
                    word.lowercased().dropFirst().replacing(",", with: ".")[...])
            } else if isChange(word) {
                guard change == nil else {
                    throw .invalid("load", "'\(word)': the load is changed twice")
                }
                change = try LoadChange(word)
            } else if isMeant(word) {
                let read = try read(word)
                sets += read
                if read.count > 1 { isCounted = true }
            } else {
                throw .invalid(
                    "set",
                    "'\(word)' is no set: write one without blanks, as \(examples); a name with a "
                        + "number in it stands in quotes, or behind --exercise")
            }
        }

        /// Gives the effort that stands by itself to its set.
        fileprivate mutating func settle() throws(Rejection) {
            guard change == nil || sets.count <= 1 && sets.allSatisfy({ $0.weight == nil }) else {
                throw .invalid(
                    "load", "a change is of the planned load: leave it out, or the load of the set")
            }
            guard let effort, !sets.isEmpty else { return }
            guard sets.count == 1, sets[0].effort == nil else {
                throw .invalid("rpe", "write the effort behind its set, as 5x100@8")
            }
            sets[0].effort = effort
            self.effort = nil
        }
    }

    /// A change of a load, added or taken off: `+2.5`, `-5lb`.
    package struct LoadChange: Hashable {
        package let value: Double
        /// The unit; `nil` for that of the load.
        package let unit: Load.Unit?

        init(_ word: String) throws(Rejection) {
            let weight = try WordPart.weight(
                word.lowercased().replacing(",", with: ".")[...])
            value = weight.mode == .assisted ? -weight.value : weight.value
            unit = weight.unit
        }
    }

    /// - Parameter isNamed: whether the exercise is given elsewhere, so that all words are sets.
    package static func line(_ words: [String], isNamed: Bool = false) throws(Rejection) -> Line {
        var line = Line()
        let isFirst = { (word: String) in isMeant(word) || isChange(word) || word.hasPrefix("@") }
        let end = words.firstIndex(where: isFirst) ?? words.endIndex
        var name = isNamed ? words.prefix(1) : words[..<end]
        if let last = name.last, let kind = kinds[last.lowercased()] {
            line.kind = kind
            name = name.dropLast()
        } else if isNamed {
            name = []
        }
        if let word = name.first(where: hasSign) {
            throw .invalid(
                "set",
                "'\(word)' is no set: neither reps nor a load are negative: write \(examples)")
        }
        for word in words.dropFirst(name.count + (line.kind == nil ? 0 : 1)) { try line.add(word) }
        try line.settle()
        if !name.isEmpty { line.exercise = name.joined(separator: " ") }
        return line
    }

    /// Letters for the types of sets, which stand before them.
    private static let kinds: [String: WorkoutSet.Kind] = [
        "w": .warmup, "d": .drop, "f": .failure,
    ]

    /// The letter for the type of a set; `nil` for a type that has none.
    static func letter(for type: String) -> String? {
        kinds.first { $0.value.rawValue == type }?.key
    }

    private static func isChange(_ word: String) -> Bool {
        hasSign(word) && !word.contains { "xX×@:".contains($0) }
    }

    /// Whether a word begins with a signed number, as no name does.
    private static func hasSign(_ word: String) -> Bool {
        guard let sign = word.first, "+-".contains(sign), let digit = word.dropFirst().first else {
            return false
        }
        return digit.isASCII && digit.isNumber
    }

    package static let examples = "5x100, 5x100kg@8, 10, 10x+20 or 60s"
}

// MARK: - The other order

extension SetNotation {
    /// The bare pair read the other way round: of `100x5`, which is 100 reps with 5, 5 reps with 100. `nil`
    /// for a set that nobody means like that: of at most 30 reps, or with a unit or a sign.
    package var swapped: SetNotation? {
        guard case .reps(let reps) = amount, reps > Self.plausibleReps, let weight,
            weight.unit == nil, weight.mode == .external,
            let other = Int64(exactly: weight.value), other > 0, other < reps
        else { return nil }
        return SetNotation(.reps(other), Weight(value: Double(reps)), effort)
    }

    private static let plausibleReps: Int64 = 30
    private static let leastLoad = 30.0

    /// Whether a bare pair is plausible the other way round only.
    ///
    /// - Parameter lightest: the lightest load that the exercise ever had, in the unit of the pair; `nil` where
    ///   it was never lifted.
    package func isSwapped(lightest: Double?) -> Bool {
        guard swapped != nil, let load = weight?.value else { return false }
        return lightest.map { load < $0 / 2 } ?? (load <= Self.leastLoad)
    }

    /// The refusal of a pair that is plausible the other way round only, with both readings.
    package func refusal(of swapped: SetNotation, in unit: Load.Unit) -> Rejection {
        let (load, other) = (weight?.value ?? 0, swapped.weight?.value ?? 0)
        let (few, many) = (NumberText.exact(load), NumberText.exact(other))
        return .invalid(
            "load",
            "\(many)x\(few) reads as \(many) reps with \(few) \(unit.rawValue); for \(few) reps with "
                + "\(many) \(unit.rawValue) type \(few)x\(many) or \(many)\(unit.rawValue)x\(few), and for "
                + "\(many) reps \(many)x\(few)\(unit.rawValue)")
    }
}
