/// A muscle, or a group of muscles, by which sets are counted.
package enum Muscle: String, Choice {
    case chest, lats
    case upperBack = "upper back"
    case traps
    case lowerBack = "lower back"
    case frontDelts = "front delts"
    case sideDelts = "side delts"
    case rearDelts = "rear delts"
    case biceps, triceps, forearms, abs, obliques, glutes, quads, hamstrings, adductors
    case abductors, calves, neck

    /// The words that are allowed, for messages.
    package static var allowed: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Reads a word as people write it, such as `front-delts`; `nil` for any other.
    package init?(written word: String) {
        let key = NameKey.of(word)
        guard let muscle = Self.allCases.first(where: { NameKey.of($0.rawValue) == key }) else {
            return nil
        }
        self = muscle
    }
}

/// The muscles that an exercise works.
package struct Muscles: Sendable, Hashable {
    /// Muscles that the exercise is for.
    package let primary: [Muscle]
    /// Muscles that help.
    package let secondary: [Muscle]

    package init(primary: [Muscle], secondary: [Muscle] = []) {
        (self.primary, self.secondary) = (primary, secondary)
    }

    package func check() throws(Rejection) {
        guard !primary.isEmpty else {
            throw .invalid("muscles", "\(field: "muscles") needs at least one primary muscle")
        }
        var seen: Set<Muscle> = []
        for muscle in primary + secondary where !seen.insert(muscle).inserted {
            throw .invalid("muscles", "\(field: "muscles") names \(muscle.rawValue) twice")
        }
    }
}

/// `{"primary": ["chest"], "secondary": ["triceps"]}`, where the second list may be missing in params.
extension Muscles: Codable {
    private enum CodingKeys: CodingKey, CaseIterable { case primary, secondary }

    package init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            throw Rejection.invalid(
                "muscles", "\(field: "muscles") must be an object with primary and secondary")
        }
        let lists = try CodingKeys.allCases.map { key in
            guard container.contains(key) else { return [Muscle]() }
            let words = try? container.decode([String].self, forKey: key)
            let muscles = words?.map(Muscle.init(rawValue:))
            guard let muscles, !muscles.contains(nil) else {
                throw Rejection.invalid(
                    "muscles",
                    "\(field: key.stringValue) in \(field: "muscles") must be a list of: \(Muscle.allowed)"
                )
            }
            return muscles.compactMap(\.self)
        }
        self.init(primary: lists[0], secondary: lists[1])
    }
}

/// Sets by muscle: a set counts as one for each primary muscle of its exercise, and as half for each
/// secondary.
package struct MuscleSets: Sendable, Hashable {
    /// Half sets of each muscle.
    private var halves: [Muscle: Int] = [:]

    package init() {}

    package mutating func add(_ sets: Int, of muscles: Muscles?) {
        guard let muscles else { return }
        for muscle in muscles.primary { halves[muscle, default: 0] += 2 * sets }
        for muscle in muscles.secondary { halves[muscle, default: 0] += sets }
    }

    /// Muscles with their sets, most sets first; equal ones in the order of `Muscle`.
    package var list: [(muscle: Muscle, sets: Double)] {
        let known = Muscle.allCases.compactMap { muscle in
            halves[muscle].map { (muscle: muscle, sets: Double($0) / 2) }
        }
        return known.enumerated().sorted {
            ($1.element.sets, $0.offset) < ($0.element.sets, $1.offset)
        }.map(\.element)
    }
}
