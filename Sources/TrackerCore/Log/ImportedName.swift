/// An exercise's name, as programs write names, split into its parts: `Bench Press - Close Grip (Barbell)` is
/// a close grip bench press with a barbell.
package struct ImportedName: Sendable, Hashable {
    /// Equipment that distinguishes the names of otherwise equal exercises.
    package enum Equipment: String, Sendable {
        case barbell = "Barbell"
        case dumbbell = "Dumbbell"
        case machine = "Machine"
        case plateLoaded = "Plate loaded"
        case smithMachine = "Smith machine"
        case cable = "Cable"
        case band = "Band"
        case kettlebell = "Kettlebell"
        case plate = "Plate"
        case trapBar = "Trap bar"
        case ezBar = "EZ bar"
        case suspension = "Suspension"
        case medicineBall = "Medicine ball"
        case stabilityBall = "Stability ball"
        /// No equipment except what the body leans on or hangs from.
        case bodyweight = "Bodyweight"
        /// Any other equipment; names never have it.
        case other = "Other"
    }

    /// Meaning of a load in relation to body weight; `plain` where the name doesn't say.
    package enum Mode: Sendable { case plain, assisted, weighted }

    /// Words of the exercise in one spelling, without its equipment, in alphabetical order.
    package private(set) var words: [String] = []
    /// Equipment in the name; `nil` for none.
    package private(set) var equipment: Equipment?
    package private(set) var mode = Mode.plain

    package init(_ name: String) {
        let all = Self.words(of: name)
        var rest = all[...]
        while let word = rest.first {
            if let (found, count) = Self.equipment(at: rest), equipment == nil || equipment == found
            {
                equipment = found
                rest = rest.dropFirst(count)
                continue
            }
            rest = rest.dropFirst()
            switch word {
            case "assisted" where mode != .weighted: mode = .assisted
            case "weighted" where mode != .assisted: mode = .weighted
            default: words.append(word)
            }
        }
        // A name with no other words names the exercise itself.
        if words.isEmpty { (words, equipment, mode) = (all, nil, .plain) }
        words.sort()
    }

    /// Equipment of an exercise; `nil` where it isn't known.
    package static func equipment(of exercise: Exercise) -> Equipment? {
        guard let text = exercise.fields.equipment else { return nil }
        let words = words(of: text)
        for index in words.indices {
            if let (found, _) = equipment(at: words[index...]) { return found }
        }
        return exercise.takesLoad ? .other : .bodyweight
    }

    /// Equipment that the words begin with, and how many words name it; `nil` for none.
    private static func equipment(at words: ArraySlice<String>) -> (Equipment, Int)? {
        for count in [3, 2, 1] where words.count >= count {
            if let found = equipmentWords[words.prefix(count).joined(separator: " ")] {
                return (found, count)
            }
        }
        return nil
    }

    private static let equipmentWords: [String: Equipment] = [
        "barbell": .barbell, "dumbbell": .dumbbell, "machine": .machine,
        "plate loaded": .plateLoaded, "smith machine": .smithMachine, "smith": .smithMachine,
        "cable": .cable, "cable machine": .cable, "band": .band, "resistance band": .band,
        "kettlebell": .kettlebell, "plate": .plate, "weight plate": .plate, "trap bar": .trapBar,
        "hex bar": .trapBar, "ez bar": .ezBar, "ez curl bar": .ezBar, "ez barbell": .ezBar,
        "suspension": .suspension, "trx": .suspension, "medicine ball": .medicineBall,
        "stability ball": .stabilityBall, "swiss ball": .stabilityBall,
        "bodyweight": .bodyweight, "body weight": .bodyweight,
    ]

    // MARK: Spelling

    /// The words of a name, each in the singular, with compounds split that some write as one word.
    private static func words(of name: String) -> [String] {
        let words = NameKey.of(name).split(separator: " ").flatMap { word -> [String] in
            let word = singular(String(word))
            return apart[word] ?? [same[word] ?? word]
        }
        var joined: [String] = []
        for word in words where word != "s" {
            if word == "lift", joined.last == "dead" {
                joined[joined.count - 1] = "deadlift"
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    private static func singular(_ word: String) -> String {
        guard word.utf8.count > 2, word.hasSuffix("s") else { return word }
        if ["sses", "ches", "shes", "xes"].contains(where: word.hasSuffix) {
            return String(word.dropLast(2))
        }
        return ["ss", "us", "is"].contains(where: word.hasSuffix) ? word : String(word.dropLast())
    }

    private static let same = [
        "calve": "calf", "flie": "fly", "flye": "fly", "legged": "leg", "armed": "arm",
        "handed": "hand", "deltoid": "delt", "dumbell": "dumbbell", "db": "dumbbell",
        "bb": "barbell", "kb": "kettlebell", "paused": "pause",
    ]

    private static let apart = [
        "pullup": ["pull", "up"], "pushup": ["push", "up"], "chinup": ["chin", "up"],
        "situp": ["sit", "up"], "stepup": ["step", "up"], "muscleup": ["muscle", "up"],
        "getup": ["get", "up"], "vup": ["v", "up"], "pulldown": ["pull", "down"],
        "pushdown": ["push", "down"], "skullcrusher": ["skull", "crusher"],
        "kickback": ["kick", "back"], "pullover": ["pull", "over"],
        "crossover": ["cross", "over"], "rollout": ["roll", "out"],
        "facepull": ["face", "pull"], "benchpress": ["bench", "press"], "tbar": ["t", "bar"],
        "ezbar": ["ez", "bar"], "trapbar": ["trap", "bar"],
    ]
}

extension Exercise {
    /// Load mode of sets that don't give one: assisted or bodyweight where a name says so; otherwise
    /// bodyweight where the exercise moves the body, and external where it doesn't.
    ///
    /// - Parameter text: the name that a person or a file uses, which may be that of an exercise merged into
    ///   this one.
    package func usualLoadMode(called text: String? = nil) -> WorkoutSet.LoadMode {
        for name in [text, name].compactMap(\.self) {
            switch ImportedName(name).mode {
            case .assisted: return .assisted
            case .weighted: return .bodyweight
            case .plain: continue
            }
        }
        return movesBody ? .bodyweight : .external
    }
}
