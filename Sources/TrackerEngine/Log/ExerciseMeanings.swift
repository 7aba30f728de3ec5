import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The exercise that a text refers to: by its exact id, else its name or an alias, else words of these,
    /// else beginnings of their words, else the beginning of its id.
    ///
    /// Of several equally good exercises, the first of these is chosen: the one of exactly that name, unless
    /// a workout is given; the one in the workout; where a load is given, the one that takes a load; the one
    /// of exactly that name; the one with the most rows in `table`; the only one ever performed; where the
    /// text is a whole name or alias and no load is given, the one that takes no load; the one that equals
    /// the text apart from case, accents and punctuation. An archived exercise is found only by its whole
    /// name or id.
    ///
    /// - Parameters:
    ///   - workout: the workout to look in first; `nil` for the open one.
    ///   - hasLoad: whether a load is given for the exercise.
    /// - table: the table that the request reads; `nil` for none.
    /// - Throws: `not_found` with suggestions, or `ambiguous` with the possible exercises.
    func exercise(
        _ text: String, field: String = "exercise", in workout: Workout? = nil,
        hasLoad: Bool = false, readFrom table: ExerciseTable? = nil
    ) throws -> Exercise {
        guard !Text.isBlank(text) else {
            throw Rejection.invalid(field, "\(field: field) is empty: give a name or an id")
        }
        if Identifier.isWhole(text), let exercise = try transaction.exercise(id: text) {
            return exercise
        }
        let text = Text.trimmed(String(text.prefix(Text.maximumNameLength + 1)))
        let library = try dependencies.libraryFacts(in: transaction)
        let words = library.aliases
        if let exercise = try transaction.exercise(key: NameKey.of(text)), exercise.name == text,
            !words.values.contains(where: { $0.contains(text) }),
            try !transaction.isAlias(text)
        {
            return exercise
        }
        let namesakes = Namesakes(
            of: text, among: try transaction.exerciseNames(), called: words,
            by: library.aliasNames)
        let all = try namesakes.all.compactMap { try transaction.exercise(id: $0.id) }
        if all.count == 1 { return all[0] }
        if !all.isEmpty {
            return try choice(
                of: all, namesakes, text, field: field, in: workout, hasLoad: hasLoad,
                readFrom: table)
        }
        let address = Address<Exercise>(
            field: "exercise", plural: "exercises", isMeant: { !$0.isArchived })
        if let begun = try beginning(with: text, address, field: field) { return begun }
        throw Rejection(
            .notFound, "no exercise '\(text)'\(try advice(insteadOf: text))", field: field)
    }

    /// Chooses the exercise that is meant from several equally good ones.
    private func choice(
        of all: [Exercise], _ namesakes: Namesakes, _ text: String, field: String,
        in workout: Workout?, hasLoad: Bool, readFrom table: ExerciseTable?
    ) throws -> Exercise {
        let key = NameKey.of(text)
        let named = all.filter { $0.key == key }
        if workout == nil, named.count == 1 { return named[0] }
        let open = try workout ?? transaction.openWorkout()
        let present = all.filter { open?.has($0.id) ?? false }
        var equals = present.isEmpty ? all : present
        if hasLoad, !namesakes.areSecondToArchived {
            let loaded = equals.filter(\.takesLoad)
            equals = loaded.isEmpty ? equals : loaded
        }
        if equals.count == 1 { return equals[0] }
        if let one = equals.onlyOne(where: { $0.key == key }) { return one }
        if let table, let most = try mostDone(of: equals, in: table) { return most }
        if present.isEmpty {
            let performed = try equals.onlyOne {
                try transaction.lastSet(ofExercise: $0.id) != nil
                    || transaction.lastUse(ofExercise: $0.id) != nil
            }
            if let performed { return performed }
        }
        // Where the text is only part of the names, an exercise without load is no better than the others.
        if namesakes.areWhole, !hasLoad, let bare = equals.onlyOne(where: { !$0.takesLoad }) {
            return bare
        }
        if let one = equals.onlyOne(where: { namesakes.exact.contains($0.id) }) { return one }
        let shown = equals.sorted { $0.key < $1.key }.prefix(Self.shown)
        let more = equals.count > shown.count ? ", …" : ""
        throw Rejection(
            .ambiguous,
            "'\(text)' may be " + shown.map(\.name).joined(separator: ", ") + more
                + ": give more of the name", field: field, matches: shown.map(\.id))
    }

    /// Exercise with the most rows in a table; `nil` where none has any, or several have equally many.
    private func mostDone(of exercises: [Exercise], in table: ExerciseTable) throws -> Exercise? {
        let counts = try exercises.map { try transaction.count(of: table, ofExercise: $0.id) }
        guard let most = counts.max(), most > 0, counts.count(where: { $0 == most }) == 1 else {
            return nil
        }
        return counts.firstIndex(of: most).map { exercises[$0] }
    }

    /// Maximum number of exercises that a refusal names.
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

    /// Maximum number of names in a suggestion.
    private static var advised: Int { 3 }
}

extension [Exercise] {
    /// The only element that fits; `nil` where none does, or several do.
    fileprivate func onlyOne(where fits: (Exercise) throws -> Bool) rethrows -> Exercise? {
        let found = try filter(fits)
        return found.count == 1 ? found[0] : nil
    }
}

/// The exercises that a text fits best.
private struct Namesakes {
    private(set) var all: [ExerciseNames] = []
    /// Ids of the exercises whose name or alias equals the text apart from case, accents and punctuation.
    private(set) var exact: Set<String> = []
    /// True where the text is an alias of an archived exercise, but only part of the names in `all`: it may
    /// be that none of these is meant.
    private(set) var areSecondToArchived = false
    /// True where the text is a whole name or alias of the exercises in `all`.
    private(set) var areWhole = true

    /// - Parameters:
    ///   - called: the library's aliases by the ids of their exercises.
    /// - split: the same aliases, split into words.
    init(
        of text: String, among exercises: [ExerciseNames], called: [String: [String]],
        by split: [String: [ExerciseMeaning.Name]]
    ) {
        let meaning = ExerciseMeaning(text)
        var written: [ExerciseNames] = []
        var writtenByWord: [ExerciseNames] = []
        // An exercise that was merged into another keeps its name, which is now an alias of the other.
        var writtenArchived: [ExerciseNames] = []
        var archived: [ExerciseNames] = []
        var byFit: [ExerciseMeaning.Fit: [ExerciseNames]] = [:]
        var isWordForArchived = false
        for exercise in exercises {
            let given = exercise.aliases.map(NameKey.of)
            let others = split[exercise.id] ?? []
            let fit = meaning.fit(key: exercise.key)
            let fitOfOthers = [
                others.lazy.compactMap(meaning.fit).min(),
                given.lazy.compactMap(meaning.fit(key:)).min(),
            ].compactMap(\.self).min()
            if exercise.isArchived {
                if meaning.isWritten(as: exercise.name) { writtenArchived.append(exercise) }
                if fit == .whole { archived.append(exercise) }
                if fitOfOthers == .whole { isWordForArchived = true }
                continue
            }
            if meaning.isWritten(as: exercise.name) { written.append(exercise) }
            if called[exercise.id]?.contains(where: meaning.isWritten) ?? false
                || exercise.aliases.contains(where: meaning.isWritten)
            {
                writtenByWord.append(exercise)
            }
            if meaning.isExactly(key: exercise.key)
                || others.contains(where: { meaning.isExactly(key: $0.key) })
                || given.contains(where: meaning.isExactly)
            {
                exact.insert(exercise.id)
            }
            if let best = [fit, fitOfOthers].compactMap(\.self).min() {
                byFit[best, default: []].append(exercise)
            }
        }
        if writtenByWord.isEmpty { written += writtenArchived }
        // A name or alias that equals the text exactly comes before all other fits.
        all =
            written.isEmpty
            ? byFit[.whole] ?? []
            : written + writtenByWord.filter { word in !written.contains { $0.id == word.id } }
        if all.isEmpty { all = archived }
        guard all.isEmpty else { return }
        areWhole = false
        areSecondToArchived = isWordForArchived
        all = byFit[.words] ?? byFit[.beginnings] ?? []
    }
}
