import TrackerAPI
import TrackerCore

/// A set as it is written at the rack: `5x100kg@8`.
///
/// In EBNF, with case ignored:
///
///     line     = [ exercise ] , [ kind ] , { sets , [ kind ] | change | effort } ;
///     kind     = "w" | "d" | "f" ;
///     change   = ( "+" | "-" ) , number , [ unit ] ;
///     exercise = word , { word } ;
///     sets     = [ count , times ] , ( amount , [ times , load ] | number , unit , times , amount ) ,
///                [ effort ] ;
///     amount   = side , [ "/" , ( side | "side" ) ] ;
///     side     = reps , [ "reps" ] | time | distance ;
///     load     = [ "+" | "-" ] , number , [ unit ] ;
///     effort   = ( "@" | [ "@" ] , "rpe" ) , rpe | [ "@" ] , "rir" , whole ;
///     plan     = exercise , group , { group } ,
///                { "rest" , ( time | "no" ) | "superset" , word | "+" , number , [ unit ] |
///                  "reset" , count , [ times , number , "%" ] } , [ "note" , word , { word } ] ;
///     group    = [ "w" | "f" | "partial" ] , ( count ,
///                [ times , ( reps , [ "-" , reps | "+" ] , [ "reps" ] | time ) , [ "/side" ] ,
///                  [ times , ( load | share ) ] ] | reps , times , number , "%w" ) ,
///                { "@" , ( rpe | tempo ) } , [ count , ( "drop" | "drops" ) ] ;
///     share    = number , ( "%" , [ "of" , ( "best" | "max" ) ] | "%w" ) ;
///     tempo    = beat , "-" , beat , "-" , beat , [ "-" , beat ] ;
///     beat     = whole | "x" ;
///     times    = "x" | "×" ;
///     unit     = "kg" | "kgs" | "kilos" | "lb" | "lbs" | "pounds" ;
///     time     = ? a span with its unit: 60s, 1m30s, or 1:30 ? ;
///     distance = number , ( "km" | "mi" | "miles" | "metres" | "meters" ) ;
///     number   = whole , [ ( "." | "," ) , whole ] ;
///     rpe      = number ;    count = whole ;    reps = whole ;
///     whole    = digit , { digit } ;
///
/// A count comes before a time or a distance, or before reps and a load: `3x60s` is three holds and `2x3x80`
/// is twice 3 reps with 80, but `3x80` is one set of 3 reps with 80, and `3x80reps` are three. `40m` means 40 metres if the exercise is
/// measured by distance, and 40 minutes if it is held; for other exercises, and in a plan, it is refused. A
/// distance and a time next to each other are one set. A signed load is relative to body weight: `+` adds to
/// it, `-` subtracts from it.
///
/// A word that begins like a set (a number followed by nothing, `x`, `@`, `:` or a unit) is read as sets and
/// ends the name of the exercise; all words after the first set are sets too. So `21s` is 21 seconds, and an
/// exercise with that name must be given by an option. Between the parts of a set blanks may stand: `5 x 100
/// kg`. A quoted word with blanks that isn't wholly sets belongs to a name, and so do `1-arm` and the `90/90`
/// of `90/90 stretch`.
///
/// A kind behind a set is that set's alone, and the last set has one then, too; before the sets it is all
/// theirs. Both sides of a set are the same and count once, as the reps of one side: `8/8` is 8 reps. `plan` is the form of a template's exercise. Its groups are the words before `rest` and
/// `superset` that begin with a count and `x`, so that nearly any name can come before them.
package struct SetNotation: Hashable {
    package enum Amount: Hashable {
        case reps(Int64)
        /// Time in milliseconds.
        case time(Int64)
        /// Distance in metres.
        case distance(Double)
    }

    package struct Weight: Hashable {
        package var value: Double
        /// Unit of the load; `nil` for the preferred unit.
        package var unit: Load.Unit?
        package var mode = WorkoutSet.LoadMode.external
    }

    package enum Effort: Hashable {
        case rpe(Double)
        case rir(Int64)
    }

    package var amount: Amount
    /// Distance given with a time, in metres; `nil` for none.
    package var distanceBeside: Double?
    /// Whether the amount is a bare `40m`: minutes or metres, as the exercise is measured.
    package var mayBeMetres = false
    package var weight: Weight?
    package var effort: Effort?
    /// Type of this set alone; `nil` for the line's.
    package var kind: WorkoutSet.Kind?

    init(_ amount: Amount, _ weight: Weight? = nil, _ effort: Effort? = nil) {
        self.amount = amount
        self.weight = weight
        self.effort = effort
    }

    package var reps: Int64? {
        guard case .reps(let reps) = amount else { return nil }
        return reps
    }

    package var seconds: Double? {
        guard case .time(let ms) = amount, !mayBeMetres else { return nil }
        return Double(ms) / 1000
    }

    /// The distance in metres; `nil` for none.
    package var distance: Double? {
        guard case .distance(let metres) = amount else { return distanceBeside }
        return metres
    }

    package var rpe: Double? {
        guard case .rpe(let rpe) = effort else { return nil }
        return rpe
    }

    package var rir: Int64? {
        guard case .rir(let rir) = effort else { return nil }
        return rir
    }

    /// The notation; reading it gives the same set.
    package var text: String {
        let effort = SetPhrase.effort(rpe: rpe, rir: rir)
        let amountText = minutesOrMetres.map { "\($0)m" } ?? amount.text
        let distance = distanceBeside.map { " " + Amount.distance($0).text } ?? ""
        return amountText + (weight.map { "x\($0.text)" } ?? "") + effort + distance
    }

    package static let help = """
        Write a set as reps x load @ RPE, with or without spaces. Several sets are logged together, \
        all or none:
          5x100          5 reps with 100, in the exercise's unit or yours
          5x102,5kg@8.5  a unit (kg, lb), decimals, an RPE (5 to 10 in steps of 0.5)
          5x100@rir2     reps in reserve instead of the RPE
          100kgx5        the same: a unit shows which one is the load
          5 x 225 lbs    spaces are fine; then 'rpe 8' or 'rir 2' for the effort
          10             10 reps, with the planned load or the last one
          8/8  8/8x20    8 reps on each side, which count as 8
          10x+20  8x-15  body weight plus 20, or with 15 of assistance
          60s  1m30s     a hold; also 1:30, and with a load 60sx20
          2km  1.5mi     a distance; with a load 40mx32. For a hold, 2m is 2 minutes
          5km 25:00      a distance and a time are one set
          3x5x100        three such sets; but 3x80 is one set, 3 reps with 80
          3x60s 3x10reps three holds; three sets of 10
          10 10 10       three sets

        Without a set, this logs the next one as 'trackerctl set next' shows it, or the exercise's \
        next one. These change it:
          5              other reps
          +2.5  -2.5     more or less load; put -2.5 after '--'
          @9             how hard it was
          w  d  f        a warm-up, a drop or to failure: w 5x60, or after it: 6x70 d

        The exercise comes first, in one or more words; part of its name is enough. Without one, it \
        is the next set's exercise. The first word that looks like a set ends the name: 21s would, \
        1-arm wouldn't. Put such a name in quotes ('3 board press'), or give it with --exercise.
        """
}

extension SetNotation.Amount {
    package var text: String {
        switch self {
        case .reps(let reps): "\(reps)"
        // `2m` might be metres.
        case .time(let ms) where ms % 60_000 == 0 && ms < 3_600_000: "\(ms / 60_000):00"
        case .time(let ms): DurationText.text(ms: ms)
        case .distance(let metres) where metres < 1000: NumberText.exact(metres) + "metres"
        case .distance(let metres): NumberText.exact(metres / 1000) + "km"
        }
    }
}

extension SetNotation.Weight {
    /// The weight with its sign.
    package var text: String { SetPhrase.load(value, mode) + (unit?.rawValue ?? "") }
}

// MARK: - Words

extension SetNotation {
    /// Whether a word is meant as a set, even a wrong one.
    package static func isMeant(_ word: String) -> Bool {
        let word = SplitUnits.closed(word)
        guard !word.contains(where: \.isWhitespace) else { return false }
        let rest = word.lowercased().drop { $0.isDigit || $0 == "." || $0 == "," }
        guard word.first?.isDigit == true else { return false }
        guard let next = rest.first else { return true }
        if "x×@:+".contains(next) { return true }
        let letters = rest.prefix { $0.isLetter && !"x×".contains($0) }
        guard
            DurationText.isUnit(letters) || DistanceUnit(named: letters) != nil
                || WordPart.isLoadUnit(letters) || WordPart.isReps(letters)
        else { return false }
        let after = rest[letters.endIndex...].first
        return after.map { $0.isDigit || "x×@".contains($0) } ?? true
    }

    /// The sets that one word stands for.
    ///
    /// - Throws: a refusal that quotes the word, names the wrong part, and says what is allowed.
    package static func read(_ word: String) throws(Rejection) -> [SetNotation] {
        do throws(Rejection) {
            try WordPart.checkThousands(word)
            return try SetWord(word).sets()
        } catch {
            throw .invalid(error.field ?? "set", "'\(word)': \(text: error.text)")
        }
    }

    /// The single set that a word stands for.
    package static func readOne(_ word: String) throws(Rejection) -> SetNotation {
        let sets = try read(word)
        guard sets.count == 1 else {
            throw .invalid("set", "'\(word)' is \(sets.count) sets: give one, such as \(examples)")
        }
        return sets[0]
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isNumber }
}

/// One word, split into its parts.
private struct SetWord {
    private let factors: [Substring]
    private let effort: Substring?

    init(_ word: String) {
        let text = SplitUnits.closed(word).lowercased()
            .replacing(",", with: ".").replacing("×", with: "x")
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        factors = parts[0].split(separator: "x", omittingEmptySubsequences: false)
        effort = parts.count > 1 ? parts[1] : nil
    }

    func sets() throws(Rejection) -> [SetNotation] {
        guard factors.count <= 3 else {
            throw .invalid("set", "too many x: a set is reps x load, and three of them are 3x5x100")
        }
        let isCounted =
            factors.count == 3
            || factors.count == 2 && WordPart.isSurelyAmount(factors[1])
                && !WordPart.hasUnit(factors[0])
        let count = isCounted ? try WordPart.count(factors[0]) : 1
        var own = Array(factors.dropFirst(isCounted ? 1 : 0))
        // A unit marks the load.
        if own.count == 2, WordPart.hasUnit(own[0]), !WordPart.hasUnit(own[1]) { own.reverse() }
        own[0] = try WordPart.oneSide(own[0])
        var set = SetNotation(try WordPart.amount(own[0]))
        set.mayBeMetres = WordPart.bareMinutes(own[0]) != nil
        if own.count == 2 { set.weight = try WordPart.weight(own[1]) }
        set.effort = try effort.map(WordPart.effort)
        if let reps = set.reps, set.weight == nil, let rpe = set.rpe, rpe > 10 {
            let line = "\(reps)x" + NumberText.exact(rpe)
            throw .invalid("rpe", "an RPE is 5 to 10 in steps of 0.5; a load is written \(line)")
        }
        try check(set)
        return [SetNotation](repeating: set, count: Int(count))
    }

    /// Applies the daemon's checks to a set, with its messages.
    private func check(_ set: SetNotation) throws(Rejection) {
        let unit = set.weight?.unit ?? .kg
        var fields = WorkoutSet.Fields(loadUnit: unit, loadMode: set.weight?.mode ?? .bodyweight)
        fields.load = try set.weight.map { weight throws(Rejection) in
            try Load(weight.value, unit)
        }
        fields.reps = set.reps
        fields.seconds = set.seconds
        // A bare `2000m` may be a distance, so it isn't checked as 33 hours.
        fields.distanceM = set.distance ?? set.minutesOrMetres.map { Double($0) }
        fields.rpe = set.rpe
        fields.rir = set.rir
        try fields.check()
    }
}

enum WordPart {
    static func count(_ text: Substring) throws(Rejection) -> Int64 {
        guard let count = whole(text), SetGroup.setCounts.contains(count) else {
            throw .invalid(
                "sets",
                "the number of sets before the first x must be a whole number from 1 to "
                    + "\(SetGroup.setCounts.upperBound)")
        }
        return count
    }

    static func amount(_ text: Substring) throws(Rejection) -> SetNotation.Amount {
        if let reps = whole(text) { return .reps(reps) }
        if let metres = distance(text) { return .distance(metres) }
        if let ms = time(text) { return .time(ms) }
        guard !text.isEmpty else { throw .invalid("reps", "no reps before x: write 5x100") }
        if hasUnit(text) { throw .invalid("reps", "the reps come first, then the load: 5x\(text)") }
        guard text.contains(where: \.isLetter) else {
            throw .invalid(
                "reps",
                "'\(text)' isn't a number of reps (1 to "
                    + "\(WorkoutSet.repCounts.upperBound)) or a time such as 60s")
        }
        throw .invalid("seconds", "'\(text)' isn't a time or distance: write 60s, 1:30 or 2km")
    }

    /// Number in a bare `40m`, which may mean minutes or metres; `nil` for other texts.
    static func bareMinutes(_ text: Substring) -> Int64? {
        text.hasSuffix("m") ? whole(text.dropLast()) : nil
    }

    /// True for a time, a distance, reps with that word, or the reps of two sides, none of which can be a load.
    static func isSurelyAmount(_ text: Substring) -> Bool {
        text.contains("/") || hasReps(text) || distance(text) != nil || time(text) != nil
    }

    /// The distance in metres; `nil` for a text that isn't a distance with its unit.
    private static func distance(_ text: Substring) -> Double? {
        let figure = text.prefix { !$0.isLetter }
        guard let unit = DistanceUnit(named: text[figure.endIndex...]) else { return nil }
        return number(figure).map(unit.metres)
    }

    /// The time in milliseconds; `nil` for a text that isn't a time with its unit.
    private static func time(_ text: Substring) -> Int64? {
        guard text.contains(where: { $0.isLetter || $0 == ":" }) else { return nil }
        return DurationText.milliseconds(String(text))
    }

    static func weight(_ text: Substring) throws(Rejection) -> SetNotation.Weight {
        var mode = WorkoutSet.LoadMode.external
        if text.hasPrefix("+") { mode = .bodyweight }
        if text.hasPrefix("-") { mode = .assisted }
        let figure = mode == .external ? text : text.dropFirst()
        let digits = figure.prefix { !$0.isLetter }
        guard !digits.isEmpty else {
            throw .invalid("load", "no load after x: write 5x100, or just 5")
        }
        guard let value = number(digits) else {
            throw .invalid("load", "the load '\(digits)' isn't a number: write 100, 102.5 or 102,5")
        }
        let name = figure[digits.endIndex...]
        guard !name.isEmpty else { return .init(value: value, mode: mode) }
        guard let unit = loadUnit(named: name) else {
            throw .invalid(
                "unit", "'\(name)' isn't a unit of weight: write kg or lb, as in 5x100kg")
        }
        return .init(value: value, unit: unit, mode: mode)
    }

    static func effort(_ text: Substring) throws(Rejection) -> SetNotation.Effort {
        if text.hasPrefix("rir") {
            guard let rir = whole(text.dropFirst(3)) else {
                throw .invalid(
                    "rir",
                    "\(field: "rir") must be a whole number from 0 to 10, as in 5x100@rir2")
            }
            return .rir(rir)
        }
        guard let rpe = number(text.hasPrefix("rpe") ? text.dropFirst(3) : text) else {
            throw .invalid(
                "rpe", "\(field: "rpe") must be 5 to 10 in steps of 0.5, as in 5x100@8.5")
        }
        return .rpe(rpe)
    }

    /// Number in a text of digits; `nil` for other texts.
    private static func whole(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.allSatisfy(\.isDigit) else { return nil }
        // A number too large for Int64 is too large for every limit.
        return Int64(text) ?? .max
    }

    static func number(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) })
        else { return nil }
        return Double(text)
    }
}
