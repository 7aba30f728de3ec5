import TrackerAPI
import TrackerCore

/// Words of a line of sets that belong to one set, such as `5 x 100 kg rpe 8`.
enum SetWords {
    /// The words, with those apart that quotes or the unit of days have kept together: `6x70 d`, `5 x 100`. Other
    /// words with blanks are names. A comma behind a set is left out: `5x100, 4x100`.
    static func apart(_ words: [String]) -> [String] {
        parted(words).map { word in
            let start = String(word.dropLast())
            let isSet = SetNotation.isMeant(start) || isUnit(plain(start))
            return word.last == "," && isSet ? start : word
        }
    }

    private static func parted(_ words: [String]) -> [String] {
        words.flatMap { word -> [String] in
            let parts = word.split(whereSeparator: \.isWhitespace).map(String.init)
            guard parts.count > 1, SetNotation.isMeant(parts[0]) else { return [word] }
            // `d` is a drop set here, since nobody holds anything for days.
            if parts.count == 2, parts[1].lowercased() == "d" { return parts }
            guard SplitUnits.closed(word) == word, isSets(parts) else { return [word] }
            return parts
        }
    }

    /// The words of sets, each set and each effort as one word: `5`, `x`, `100`, `kg`, `rpe`, `8` becomes
    /// `5x100kg`, `@rpe8`.
    static func joined(_ words: [String]) -> [String] {
        var line: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if let last = line.last, let whole = joined(SplitUnits.closed(last), word, rest.first) {
                line[line.endIndex - 1] = whole
            } else {
                line.append(word)
            }
        }
        return line.map { effort($0) ?? $0 }
    }

    /// True if the first word begins the sets of a line, so that the name of the exercise ends before it.
    static func isBegun(_ words: ArraySlice<String>) -> Bool {
        guard let word = words.first else { return false }
        if isSet(word) || effort(word) != nil { return true }
        if efforts.contains(word.lowercased()), let next = words.dropFirst().first {
            return isNumber(next)
        }
        // `90/90 stretch` is a name.
        return SetNotation.isSides(word) && isSets(Array(words))
    }

    /// True if all words are sets and what may follow these.
    private static func isSets(_ words: [String]) -> Bool {
        joined(words).allSatisfy { word in
            isSet(word) || SetNotation.isSides(word) || SetNotation.kind(behindSet: word) != nil
        }
    }

    private static func isSet(_ word: String) -> Bool {
        SetNotation.isMeant(word) || SetNotation.isChange(word) || word.hasPrefix("@")
    }

    // MARK: Joining

    private static let efforts = ["rpe", "rir"]

    /// Two words as one; `nil` if they don't belong together.
    ///
    /// - Parameter next: the word that follows them.
    private static func joined(_ last: String, _ word: String, _ next: String?) -> String? {
        let (left, right) = (plain(last), plain(word))
        if efforts.contains(right) {
            if left.hasSuffix("@") { return last + right }
            // `2 rir`; but in `5 rir 2` the number follows.
            return isNumber(last) && next.map(isNumber) != true ? right + last : nil
        }
        if left.hasSuffix("@") || efforts.contains(where: { isEnd($0, of: left) }) {
            return right.first?.isNumber == true || effort(word) != nil ? last + right : nil
        }
        guard let first = left.first, first.isNumber || "+-".contains(first), !left.contains("@")
        else { return nil }
        if isUnit(right) || isUnitWithMore(right) {
            return left.last?.isNumber == true ? last + right : nil
        }
        guard first.isNumber, !isWhole(left) else { return nil }
        for sign in ["x", "/"] {
            let follows = { (text: String) in
                sign == "x" ? isFigure(text) : text.first?.isNumber == true || text == side
            }
            let isOpen = left.hasSuffix(sign)
            if isOpen ? follows(right) : right == sign && next.map(plain).map(follows) == true {
                return left + right
            }
            if !isOpen, right.hasPrefix(sign), follows(String(right.dropFirst())) {
                return left + right
            }
        }
        return nil
    }

    /// Word that stands for each of the two sides: `8/side`.
    static let side = "side"

    private static func plain(_ word: String) -> String {
        word.lowercased().replacing("×", with: "x")
    }

    /// True if a word is an effort without its number: `rpe`, `@rpe`, `5x100@rpe`.
    private static func isEnd(_ name: String, of word: String) -> Bool {
        word == name || word.hasSuffix("@" + name)
    }

    /// True if a text is a number, or begins with one behind a sign.
    private static func isFigure(_ text: String) -> Bool {
        let figure = text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text[...]
        return figure.first.map { $0.isASCII && $0.isNumber } == true
    }

    private static func isNumber(_ word: String) -> Bool {
        WordPart.number(word.replacing(",", with: ".")[...]) != nil
    }

    /// True for a unit of a load, a time or a distance, and for the word for reps.
    private static func isUnit(_ word: String) -> Bool {
        SetNotation.kind(behindSet: word) == nil
            && (WordPart.isLoadUnit(word) || WordPart.isReps(word) || DurationText.isUnit(word)
                || DistanceUnit(named: word) != nil)
    }

    /// True for a unit with the effort behind it, `kg@8`, and for `reps/side`.
    private static func isUnitWithMore(_ word: String) -> Bool {
        let unit = word.prefix { !"@/".contains($0) }
        guard unit.count < word.count, isUnit(String(unit)) else { return false }
        return word.contains("@") || WordPart.isReps(unit)
    }

    /// True for a set with its reps and a load with a unit, such as `5x100kg`: a number behind it can't be its
    /// reps.
    private static func isWhole(_ word: String) -> Bool {
        let factors = word.split(separator: "x", omittingEmptySubsequences: false)
        return factors.count == 2 && WordPart.hasUnit(factors[1]) && !WordPart.hasUnit(factors[0])
    }

    /// Refuses a number of sets behind its set: `5x100kg x 3` could also be 5 sets of 3 reps.
    static func checkCounts(_ words: [String]) throws(Rejection) {
        for (index, word) in words.enumerated().dropFirst() where plain(word).hasPrefix("x") {
            let set = plain(words[index - 1])
            guard isWhole(set) else { continue }
            throw .invalid(
                "set",
                "'\(set) \(word)': write the number of sets first, as in 3x\(set) for three")
        }
    }

    /// Effort in its short form, for a word such as `rpe8` or `2rir`; `nil` for other words.
    private static func effort(_ word: String) -> String? {
        let text = plain(word)
        for name in efforts {
            if text.hasPrefix(name), isNumber(String(text.dropFirst(name.count))) {
                return "@" + text
            }
            if text.hasSuffix(name), isNumber(String(text.dropLast(name.count))) {
                return "@" + name + text.dropLast(name.count)
            }
        }
        return nil
    }
}

extension SetNotation {
    /// True for a word with the amounts of both sides, even a wrong one: `8/8`, `30s/30s`, `8/sidex20`.
    static func isSides(_ word: String) -> Bool {
        let sides = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard sides.count > 1, isMeant(sides[0]) else { return false }
        let other = sides[1].lowercased()
        return other.isEmpty || isMeant(other) || other.hasPrefix(SetWords.side)
    }
}

extension WordPart {
    /// Unit of loads with a name; `nil` for other texts.
    static func loadUnit(named name: some StringProtocol) -> Load.Unit? {
        switch name.lowercased() {
        case "kg", "kgs", "kilo", "kilos", "kilogram", "kilograms": .kg
        case "lb", "lbs", "pound", "pounds": .lb
        default: nil
        }
    }

    static func isLoadUnit(_ name: some StringProtocol) -> Bool { loadUnit(named: name) != nil }

    static func isReps(_ word: some StringProtocol) -> Bool {
        ["rep", "reps"].contains(word.lowercased())
    }

    static func hasUnit(_ text: Substring) -> Bool {
        let figure = text.lastIndex { !$0.isLetter }
        return isLoadUnit(figure.map { text[text.index(after: $0)...] } ?? text)
    }

    /// The amount of one side, without the word for reps. Both sides of a set are the same, and count once.
    static func oneSide(_ text: Substring) throws(Rejection) -> Substring {
        let sides = text.split(separator: "/", omittingEmptySubsequences: false).map(withoutReps)
        guard sides.count > 1 else { return sides.first ?? text }
        guard sides.count == 2, sides[0] == sides[1] || sides[1] == SetWords.side else {
            try checkTwoParts(sides)
            throw .invalid(
                "reps",
                "both sides of a set are the same, as in 8/8 or 30s/30s, and count once: for '\(text)' "
                    + "log two sets, such as 8 7")
        }
        return sides[0]
    }

    /// Refuses what a slash doesn't stand between: reps and their load, or a distance and its time.
    private static func checkTwoParts(_ parts: [Substring]) throws(Rejection) {
        guard parts.count == 2, let one = try? amount(parts[0]) else { return }
        if hasUnit(parts[1]) {
            throw .invalid("load", "a load is written behind x: \(parts[0])x\(parts[1])")
        }
        guard let other = try? amount(parts[1]) else { return }
        switch (one, other) {
        case (.distance, .time), (.time, .distance):
            throw .invalid("set", "a distance and its time are two words: \(parts[0]) \(parts[1])")
        default: return
        }
    }

    /// True for a number with the word for reps: `10reps`.
    static func hasReps(_ text: Substring) -> Bool { withoutReps(text) != text }

    /// Refuses a number that may have a decimal comma or thousands.
    static func checkThousands(_ word: String) throws(Rejection) {
        guard let (whole, rest) = Thousands.inDoubt(word) else { return }
        throw .invalid(
            "set",
            "'\(whole),\(rest)' could be \(whole)\(rest) or \(whole).\(rest): write one of them")
    }

    private static func withoutReps(_ text: Substring) -> Substring {
        let figure = text.prefix { !$0.isLetter }
        return !figure.isEmpty && isReps(text[figure.endIndex...]) ? figure : text
    }
}
