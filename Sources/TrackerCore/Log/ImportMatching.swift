/// An exercise that a name in another program's file may mean.
package struct ImportMatch: Sendable {
    package let exercise: Exercise
    /// The quality of the match: 0 is the best.
    package let rank: Int
    /// Reason for the match, in a few words for a person.
    package let why: String
    /// True for a match that may be used without asking. A wrong match is worse than none.
    package let isSure: Bool
}

/// Finds the exercises that names in another program's file mean: those with the same words, equipment and
/// meaning of a load.
package struct ImportMatching: Sendable {
    /// A name or alias of an exercise.
    private struct Label {
        let exercise: Exercise
        let text: String
        let key: String
        let name: ImportedName
        let equipment: ImportedName.Equipment?
        let isName: Bool
    }

    /// Words for ways of doing an exercise. A match without them is only proposed.
    private static let ways: Set<String> = [
        "alternating", "bar", "close", "curved", "flat", "grip", "indoor", "kneeling", "lying",
        "narrow", "neutral", "outdoor", "overhand", "rope", "seated", "standing", "straight",
        "treadmill", "underhand", "v", "wide",
    ]

    private var byWords: [[String]: [Label]] = [:]
    /// Labels by the first of their words.
    private var byFirstWord: [String: [Label]] = [:]

    /// - Parameter aliases: the aliases of each exercise, by its id.
    package init(_ exercises: [Exercise], aliases: [String: [String]]) {
        for exercise in exercises where !exercise.isArchived {
            let own = ImportedName.equipment(of: exercise)
            for (index, text) in ([exercise.name] + (aliases[exercise.id] ?? [])).enumerated() {
                let name = ImportedName(text)
                let label = Label(
                    exercise: exercise, text: text, key: NameKey.of(text), name: name,
                    equipment: name.equipment ?? own, isName: index == 0)
                byWords[name.words, default: []].append(label)
                if let first = name.words.first { byFirstWord[first, default: []].append(label) }
            }
        }
    }

    /// The exercise that a name in a file means; `nil` where none is near.
    ///
    /// - Parameters:
    ///   - unit: the unit in which the file counts the exercise.
    ///   - hasLoads: whether any of its sets has a load.
    package func match(_ text: String, unit: Exercise.Unit, hasLoads: Bool) -> ImportMatch? {
        let name = ImportedName(text)
        let key = NameKey.of(text)
        var sure: [ImportMatch] = []
        var unsure: [ImportMatch] = []
        for label in byWords[name.words] ?? [] {
            guard label.key != key else {
                sure.append(Self.match(label, rank: label.isName ? 1 : 2, "same name"))
                continue
            }
            guard label.name.mode == name.mode else {
                if name.mode == .weighted, label.name.mode == .plain, !label.exercise.takesLoad {
                    unsure.append(
                        Self.match(label, rank: 6, "except for the weight", isSure: false))
                }
                continue
            }
            guard let why = Self.why(name, label) else { continue }
            let isSure = why.isSure && label.exercise.unit == unit
            let rank = isSure ? label.isName ? 3 : 4 : 5
            let found = Self.match(label, rank: rank, why.text, isSure: isSure)
            if isSure { sure.append(found) } else { unsure.append(found) }
        }
        guard sure.isEmpty else { return Self.best(of: sure, hasLoads: hasLoads) }
        return Self.only(of: unsure) ?? Self.only(of: lessWords(name))
    }

    private static func match(
        _ label: Label, rank: Int, _ why: String, isSure: Bool = true
    ) -> ImportMatch {
        ImportMatch(
            exercise: label.exercise, rank: rank,
            why: label.isName || !isSure ? why : "alias \(label.text)", isSure: isSure)
    }

    /// Reason why a name fits a label with the same words; `nil` where it doesn't.
    private static func why(
        _ name: ImportedName, _ label: Label
    ) -> (text: String, isSure: Bool)? {
        guard let equipment = name.equipment else {
            let isSame = label.name.equipment == nil
            return (isSame ? "same name" : "its equipment isn't said", isSame)
        }
        guard let own = label.equipment else { return ("the equipment isn't known here", false) }
        guard own == equipment else { return nil }
        let isNamed = label.name.equipment != nil
        return (isNamed ? "same words" : "\(equipment.rawValue) is its equipment", true)
    }

    /// The best of several matches: the one with exactly this name; otherwise the only one whose exercise
    /// takes a load, or takes none, as the sets of the file do; otherwise the only one of the best rank.
    /// Where none is clearly best, the match is unsure.
    private static func best(of matches: [ImportMatch], hasLoads: Bool) -> ImportMatch? {
        let sorted = matches.sorted { ($0.rank, $0.exercise.key) < ($1.rank, $1.exercise.key) }
        guard let first = sorted.first, first.rank > 1 else { return sorted.first }
        let fitting = sorted.filter { $0.exercise.takesLoad == hasLoads }
        if Set(fitting.map(\.exercise.id)).count == 1 { return fitting[0] }
        let best = sorted.filter { $0.rank == first.rank }
        guard Set(best.map(\.exercise.id)).count > 1 else { return first }
        return ImportMatch(
            exercise: first.exercise, rank: 5, why: "others have the same name", isSure: false)
    }

    /// The proposed match; `nil` where there is none, or several exercises are proposed.
    private static func only(of matches: [ImportMatch]) -> ImportMatch? {
        Set(matches.map(\.exercise.id)).count == 1 ? matches.first : nil
    }

    /// Matches with fewer words, where all the words left over are ways of doing the exercise.
    private func lessWords(_ name: ImportedName) -> [ImportMatch] {
        var most = 1
        var found: [ImportMatch] = []
        for label in Set(name.words).flatMap({ byFirstWord[$0] ?? [] }) {
            var others = name.words
            for word in label.name.words {
                guard let place = others.firstIndex(of: word) else {
                    others = []
                    break
                }
                others.remove(at: place)
            }
            guard !others.isEmpty, others.allSatisfy(Self.ways.contains),
                label.name.mode == name.mode, label.name.words.count >= most,
                Self.why(name, label) != nil
            else { continue }
            if label.name.words.count > most { found = [] }
            most = label.name.words.count
            let rest = others.joined(separator: " ")
            found.append(Self.match(label, rank: 7, "except for: \(rest)", isSure: false))
        }
        return found
    }
}
