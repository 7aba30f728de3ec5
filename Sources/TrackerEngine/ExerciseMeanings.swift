import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The exercise that a text refers to: by its exact id, else its name or an alias, else words of these,
    /// else beginnings of their words, else the beginning of its id.
    ///
    /// Of several equally good exercises, the one in the workout is taken, else the only one ever
    /// performed, else the only one that takes a load or takes none. An archived exercise is found by its
    /// whole name or id only.
    ///
    /// - Parameters:
    ///   - workout: the workout to look in first; `nil` for the open one.
    ///   - hasLoad: whether a load is given for the exercise.
    /// - Throws: a refusal that names the possible exercises where there is none, or are several.
    func exercise(
        _ text: String, field: String = "exercise", in workout: Workout? = nil,
        hasLoad: Bool = false
    ) throws -> Exercise {
        guard !Text.isBlank(text) else {
            throw Rejection.invalid(field, "\(field) is empty: give a name or an id")
        }
        if Identifier.isWhole(text), let exercise = try transaction.exercise(id: text) {
            return exercise
        }
        let text = Text.trimmed(String(text.prefix(Text.maximumNameLength + 1)))
        let words = try dependencies.aliases(in: transaction)
        if let exercise = try transaction.exercise(key: NameKey.of(text)), exercise.name == text,
            !words.values.contains(where: { $0.contains(text) }),
            try !transaction.isAlias(text)
        {
            return exercise
        }
        let namesakes = Namesakes(of: text, among: try transaction.exercises(), called: words)
        if namesakes.all.count == 1 { return namesakes.all[0] }
        if !namesakes.all.isEmpty {
            return try choice(of: namesakes, text, field: field, in: workout, hasLoad: hasLoad)
        }
        let address = Address<Exercise>(
            field: "exercise", plural: "exercises", isMeant: { !$0.isArchived })
        if let begun = try beginning(with: text, address, field: field) { return begun }
        throw Rejection(
            .notFound, "no exercise '\(text)'\(try advice(insteadOf: text))", field: field)
    }

    private func choice(
        of namesakes: Namesakes, _ text: String, field: String, in workout: Workout?, hasLoad: Bool
    ) throws -> Exercise {
        let workout = try workout ?? transaction.openWorkout()
        let present = namesakes.all.filter { workout?.has($0.id) ?? false }
        if present.count == 1 { return present[0] }
        let equals = present.isEmpty ? namesakes.all : present
        if present.isEmpty {
            let performed = try equals.filter {
                try transaction.lastSet(ofExercise: $0.id) != nil
                    || transaction.lastUse(ofExercise: $0.id) != nil
            }
            if performed.count == 1 { return performed[0] }
        }
        if !namesakes.areSecondToArchived {
            let fitting = equals.filter { $0.takesLoad == hasLoad }
            if fitting.count == 1 { return fitting[0] }
        }
        let exact = equals.filter { namesakes.exact.contains($0.id) }
        if exact.count == 1 { return exact[0] }
        let shown = equals.sorted { $0.key < $1.key }.prefix(Self.shown)
        let more = equals.count > shown.count ? ", …" : ""
        throw Rejection(
            .ambiguous,
            "'\(text)' may be " + shown.map(\.name).joined(separator: ", ") + more
                + ": give more of the name", field: field, matches: shown.map(\.id))
    }

    /// Most possible exercises that a refusal names.
    private static var shown: Int { 10 }

    /// A suggestion such as `; did you mean Push-ups or Pull-ups?`.
    private func advice(insteadOf text: String) throws -> String {
        let known = try transaction.exercises().filter { !$0.isArchived }
        let search = ExerciseSearch(text)
        let found = known.compactMap { exercise in
            search.rank(ofKey: exercise.key).map { (rank: $0, name: exercise.name) }
        }
        var names = found.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.map(\.name)
        let byKey = Dictionary(known.map { ($0.key, $0.name) }) { first, _ in first }
        let near = Spelling.nearest(
            to: NameKey.of(text), among: byKey.keys.sorted(), limit: Self.advised)
        names += near.compactMap { byKey[$0] }.filter { !names.contains($0) }
        names = Array(names.prefix(Self.advised))
        guard let last = names.popLast() else { return "" }
        guard !names.isEmpty else { return "; did you mean \(last)?" }
        return "; did you mean \(names.joined(separator: ", ")) or \(last)?"
    }

    /// Most names that a suggestion has.
    private static var advised: Int { 3 }
}

/// The exercises that a text fits best.
private struct Namesakes {
    private(set) var all: [Exercise] = []
    /// Ids of the exercises whose name or alias equals the text apart from case, accents and punctuation.
    private(set) var exact: Set<String> = []
    /// Whether the text is an alias of an archived exercise, but only a part of the names in `all`: then
    /// nobody can know that one of these is meant.
    private(set) var areSecondToArchived = false

    /// - Parameter called: the library's aliases by the ids of their exercises.
    init(of text: String, among exercises: [Exercise], called: [String: [String]]) {
        let meaning = ExerciseMeaning(text)
        var written: [Exercise] = []
        var writtenByWord: [Exercise] = []
        // What was merged into another exercise keeps its name, which is an alias of that one by now.
        var writtenArchived: [Exercise] = []
        var archived: [Exercise] = []
        var byFit: [ExerciseMeaning.Fit: [Exercise]] = [:]
        var isWordForArchived = false
        for exercise in exercises {
            let words = (called[exercise.id] ?? []) + exercise.aliases
            let key = exercise.key
            let wordKeys = words.map(NameKey.of)
            if exercise.isArchived {
                if meaning.isWritten(as: exercise.name) { writtenArchived.append(exercise) }
                if meaning.fit(ofKey: key) == .whole { archived.append(exercise) }
                if wordKeys.contains(where: { meaning.fit(ofKey: $0) == .whole }) {
                    isWordForArchived = true
                }
                continue
            }
            if meaning.isWritten(as: exercise.name) { written.append(exercise) }
            if words.contains(where: meaning.isWritten) { writtenByWord.append(exercise) }
            if ([key] + wordKeys).contains(where: meaning.isExactly) { exact.insert(exercise.id) }
            if let fit = ([key] + wordKeys).compactMap(meaning.fit).min() {
                byFit[fit, default: []].append(exercise)
            }
        }
        if writtenByWord.isEmpty { written += writtenArchived }
        // A name or alias that equals the text exactly comes before all other fits.
        all =
            written.isEmpty
            ? byFit[.whole] ?? []
            : written + writtenByWord.filter { !written.contains($0) }
        if all.isEmpty { all = archived }
        guard all.isEmpty else { return }
        areSecondToArchived = isWordForArchived
        all = byFit[.words] ?? byFit[.beginnings] ?? []
    }
}
