import TrackerCore

extension SetNotation {
    /// A line in words: an exercise, its sets, and changes to the planned set. An exercise alone means its
    /// next set as planned.
    package struct Line: Hashable {
        /// Name of the exercise; `nil` for the exercise of the next set.
        package var exercise: String?
        /// Type of all sets; `nil` for none, or where each set has its own.
        package var kind: WorkoutSet.Kind?
        /// Sets of the line; empty for the next set as planned.
        package var sets: [SetNotation] = []
        /// Change of the planned load; `nil` for none.
        package var change: LoadChange?
        /// Effort of a set done as planned; `nil` for none.
        package var effort: Effort?
        /// Whether one word stands for several sets.
        package var isCounted = false
        /// Number of sets that the newest word stands for.
        private var newestCount = 0
        /// True once an effort stands apart from its set.
        private var hasEffortApart = false

        package init() {}

        /// Adds a word that follows the name.
        fileprivate mutating func add(_ word: String) throws(Rejection) {
            if word.hasPrefix("@") {
                try add(
                    WordPart.effort(word.lowercased().dropFirst().replacing(",", with: ".")[...]),
                    word)
            } else if let kind = SetNotation.kind(behindSet: word) {
                try add(kind, word)
            } else if isChange(word) {
                guard change == nil else {
                    throw .invalid("load", "'\(word)': the load is changed twice")
                }
                change = try LoadChange(word)
            } else if isMeant(word) || isSides(word) {
                let read = try read(word)
                sets += read
                newestCount = read.count
                if read.count > 1 { isCounted = true }
            } else {
                throw .invalid(
                    "set",
                    "'\(word)' isn't a set: write one such as \(examples). Put a name with a number in "
                        + "quotes, or after --exercise")
            }
        }

        private var newest: Range<Int> { sets.count - newestCount..<sets.count }

        private mutating func add(_ effort: Effort, _ word: String) throws(Rejection) {
            guard let first = newest.first else {
                guard self.effort == nil else {
                    throw .invalid("rpe", "'\(word)': the effort is given twice")
                }
                self.effort = effort
                return
            }
            guard sets[first].effort == nil, self.effort == nil else { throw Self.effortApart }
            for index in newest { sets[index].effort = effort }
            hasEffortApart = true
        }

        private static let effortApart = Rejection.invalid(
            "rpe", "write the effort right after its set, as in 5x100@8")

        private mutating func add(_ kind: WorkoutSet.Kind, _ word: String) throws(Rejection) {
            guard self.kind == nil, newest.allSatisfy({ sets[$0].kind == nil }) else {
                throw .invalid(
                    "type", "'\(word)': the type is given twice: give it once, as in 6x70 d")
            }
            guard !newest.isEmpty else {
                self.kind = kind
                return
            }
            for index in newest { sets[index].kind = kind }
        }

        /// Joins the words of one set, and moves an effort that stands alone to its set.
        fileprivate mutating func finish() throws(Rejection) {
            if !isCounted { sets = try DistanceAndTime.joined(sets) }
            try checkCounts()
            guard change == nil || sets.count <= 1 && sets.allSatisfy({ $0.weight == nil }) else {
                throw .invalid(
                    "load", "a change applies to the planned load: give one or the other")
            }
            try settleKinds()
            if hasEffortApart, sets.contains(where: { $0.effort == nil }) { throw Self.effortApart }
            guard let effort, !sets.isEmpty else { return }
            guard sets.count == 1, sets[0].effort == nil else { throw Self.effortApart }
            sets[0].effort = effort
            self.effort = nil
        }

        /// Makes a type that all sets have the line's.
        ///
        /// - Throws: a refusal of a type between two sets, which could be of either.
        private mutating func settleKinds() throws(Rejection) {
            guard let last = sets.last, sets.contains(where: { $0.kind != nil }) else { return }
            guard last.kind != nil else {
                let kind = sets.compactMap(\.kind).first?.rawValue ?? ""
                throw .invalid(
                    "type",
                    "'\(SetNotation.letter(for: kind) ?? kind)' could belong to either set: write it after "
                        + "each one, as in 8x80 d 6x70 d, or log the sets one by one")
            }
            guard sets.allSatisfy({ $0.kind == last.kind }) else { return }
            kind = last.kind
            for index in sets.indices { sets[index].kind = nil }
        }

        /// Refuses a set that is only a count if the loads before it have different modes: it would take the
        /// load of the set before, which would be a guess.
        private func checkCounts() throws(Rejection) {
            var before: [WorkoutSet.LoadMode] = []
            for set in sets {
                if let mode = set.weight?.mode {
                    if !before.contains(mode) { before.append(mode) }
                } else if set.reps != nil, before.count > 1 {
                    throw .invalid(
                        "load",
                        "'\(set.text)' follows sets with different kinds of load: give its load, "
                            + "too, or +0 for none: \(set.amount.text)x+0")
                }
            }
        }
    }

    /// A change of a load, added or subtracted: `+2.5`, `-5lb`.
    package struct LoadChange: Hashable {
        package let value: Double
        /// Unit of the change; `nil` for the load's unit.
        package let unit: Load.Unit?

        init(_ word: String) throws(Rejection) {
            try WordPart.checkThousands(word)
            let weight = try WordPart.weight(word.lowercased().replacing(",", with: ".")[...])
            value = weight.mode == .assisted ? -weight.value : weight.value
            unit = weight.unit
        }
    }

    /// - Parameter isNamed: whether the exercise is given elsewhere, so that all words are sets.
    package static func line(_ typed: [String], isNamed: Bool = false) throws(Rejection) -> Line {
        var line = Line()
        let words = SetWords.apart(typed)
        let end = words.indices.first { SetWords.isBegun(words[$0...]) } ?? words.endIndex
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
                "'\(word)' isn't a set: reps and loads can't be negative. Write \(examples)")
        }
        let sets = DistanceAndTime.timeJoined(
            SetWords.joined(Array(words.dropFirst(name.count + (line.kind == nil ? 0 : 1)))))
        try SetWords.checkCounts(sets)
        let spans = SplitUnits.spansJoined(sets.filter { !DistanceAndTime.isFar($0) })
        if let span = spans.first(where: { !sets.contains($0) }) {
            let one = DurationText.text(ms: DurationText.milliseconds(span) ?? 0)
            throw .invalid(
                "seconds",
                "'\(span)' can be one time or several sets: write \(one) for one, or each in "
                    + "seconds, as in 60s 30s; for metres write 400metres")
        }
        for word in sets { try line.add(word) }
        try line.finish()
        if !name.isEmpty { line.exercise = name.joined(separator: " ") }
        return line
    }

    /// Letters for the types of sets, written before them.
    private static let kinds: [String: WorkoutSet.Kind] = ["w": .warmup, "d": .drop, "f": .failure]

    /// Words for the types of sets, besides the letters. They are read behind a set alone, since a name may
    /// end with one.
    private static let kindWords: [String: WorkoutSet.Kind] = [
        "warmup": .warmup, "warm-up": .warmup, "drop": .drop, "fail": .failure,
        "failure": .failure, "partial": .partial,
    ]

    /// Type that a word behind a set names; `nil` for other words.
    static func kind(behindSet word: String) -> WorkoutSet.Kind? {
        let word = word.lowercased()
        return kinds[word] ?? kindWords[word]
    }

    /// Letter for the type of a set; `nil` if the type has none.
    static func letter(for type: String) -> String? {
        kinds.first { $0.value.rawValue == type }?.key
    }

    static func isChange(_ word: String) -> Bool {
        hasSign(word) && !word.contains { "xX×@:".contains($0) }
    }

    /// Whether a word begins with a signed number. No name does.
    private static func hasSign(_ word: String) -> Bool {
        guard let sign = word.first, "+-".contains(sign), let digit = word.dropFirst().first else {
            return false
        }
        return digit.isASCII && digit.isNumber
    }

    package static let examples = "5x100, 5x100kg@8, 10, 10x+20 or 60s"
}
