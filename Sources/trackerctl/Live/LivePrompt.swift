import TrackerAPI
import TrackerCore
import TrackerView

/// The choice of what to start, or a command whose last words are being typed.
struct LivePrompt: Hashable {
    /// A command, without the part to type.
    struct Form: Hashable {
        /// Words of the command before the typed ones.
        let command: String
        let example: String
        /// What Enter does, as a verb.
        var verb = begins
        /// Question to show instead of the command; only a number can be typed then. `nil` for none.
        var question: String?
        /// Whether the command also works without typed words.
        var isWhole = false
        /// True if the words are one of the names that can be picked, so that Enter takes the last one left.
        var isOfNames = false

        static let begins = "starts"
    }

    /// Commands that start something, in the order of their numbers.
    static let forms = [
        Form(command: "timer", example: "25m tea"),
        Form(command: "train", example: "plank 120", isOfNames: true),
        Form(command: "run", example: "tabata", isOfNames: true),
        workout,
        Form(command: "rest", example: "90"),
        Form(command: "stopwatch", example: "row", isWhole: true),
        Form(command: "log", example: "20 push-ups", verb: "logs"),
        other,
    ]
    private static let other = Form(command: "", example: "any other command", verb: "runs")
    private static let workout = Form(
        command: "workout start", example: "push", isWhole: true, isOfNames: true)
    static let set = Form(
        command: "set", example: "5x100, or bench 5x100", verb: "logs", isWhole: true)
    static let edit = Form(command: "set edit last", example: "6x100", verb: "changes")
    static let note = Form(command: "workout note", example: "slept badly", verb: "saves")
    static let exercise = Form(
        command: "workout add", example: "squat", verb: "adds", isOfNames: true)
    static let reps = Form(
        command: "train done", example: "12", verb: "logs", question: "how many reps?")

    static let confirmedCount = Form(
        command: "run confirm", example: "12", verb: "logs", question: "how many did you do?")

    /// - Parameter count: number of steps; `nil` if unknown.
    static func jump(of count: Int?) -> Form {
        Form(
            command: "run jump", example: "3", verb: "jumps there",
            question: "to which step\(count.map { " of \($0)" } ?? "")?")
    }

    /// Lines that need an open workout.
    static let ofWorkout = [set, edit, note, exercise]

    private static let maximumLength = 400
    private static let maximumDigits = 6

    /// The command; `nil` while one is chosen.
    private(set) var form: Form?
    private var typed = ""
    /// Index of the picked name among the matching ones, or of the picked form; `nil` for none.
    private(set) var picked: Int?
    /// Reason why the command was refused, until the next key; `nil` for none.
    private(set) var trouble: String?

    init() {}

    init(_ form: Form, _ text: String = "") {
        self.form = form
        typed = text
    }

    var isNumber: Bool { form?.question != nil }

    /// Names that match what was typed so far.
    func fitting(_ names: [LiveName]) -> [LiveName] {
        let key = typed.lowercased()
        let fitting = isNumber ? [] : names.filter { $0.fits(key) }
        return fitting.filter { $0.text.hasPrefix(key) }
            + fitting.filter { !$0.text.hasPrefix(key) }
    }

    /// The words after the command: those of the picked name, otherwise the typed ones.
    func text(_ names: [LiveName]) -> String {
        guard form != nil, let picked else { return typed }
        let fitting = fitting(names)
        return fitting.indices.contains(picked) ? fitting[picked].text : typed
    }

    /// The whole line, with a mark at the place for typing, and with what Enter starts if that differs from
    /// the typed words.
    func line(_ names: [LiveName]) -> String {
        guard let form else { return typed.isEmpty ? "start what? Type it, or pick" : typed + "_" }
        let text = text(names)
        let command = form == Self.other && Self.isTimer(Self.words(text)) ? "timer" : form.command
        let meant = meant(among: names).map { "  (\($0.text.forTerminal))" } ?? ""
        return [form.question ?? command, text.forTerminal + "_" + meant]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// - Parameter names: names for this form.
    /// - Returns: the words of the command to run; `nil` while typing continues.
    mutating func press(_ key: Key, _ names: [LiveName]) -> [String]? {
        trouble = nil
        guard let form else {
            choose(key)
            return nil
        }
        let count = fitting(names).count
        switch key {
        case .tab, .down: pick(1, of: count)
        case .backTab, .up: pick(-1, of: count)
        case .enter:
            guard form.isWhole || !text(names).allSatisfy({ $0 == " " }) else {
                trouble = "type something first, such as \(form.example)"
                return nil
            }
            let line = BashLine("trackerctl \(form.command) \(text(names)) ", breaks: "")
            guard line.quote == nil, line.current.isEmpty else {
                trouble = "a quote or backslash at the end isn't closed"
                return nil
            }
            return words(line.before, names)
        case .backspace:
            typed = String(text(names).dropLast())
            picked = nil
        case .clear: (typed, picked) = ("", nil)
        case .character(let character) where !isNumber || key.isDigit:
            let text = text(names)
            guard text.count < (isNumber ? Self.maximumDigits : Self.maximumLength) else { break }
            typed = text + String(character)
            picked = nil
        default: break
        }
        return nil
    }

    /// The words of the command that is meant.
    ///
    /// - Returns: `nil` if the words are ambiguous, which `trouble` then says, or start a workout that is still to be
    ///   picked.
    private mutating func words(_ words: [String], _ names: [LiveName]) -> [String]? {
        guard form != Self.set else { return Self.withDashes(words) }
        if let form, let name = meant(among: names) {
            return BashLine("trackerctl \(form.command) \(name.text) ", breaks: "").before
        }
        let templates = templates(named: names)
        if templates.count > 1 {
            let all = templates.map(\.text).joined(separator: ", ")
            trouble = "that could be \(all): pick one"
            return nil
        }
        if form == Self.other, words.joined(separator: " ") == Self.workout.command {
            // As on the command line, a bare start proposes what could be done.
            self = LivePrompt(Self.workout)
            return nil
        }
        guard form == Self.other, words.first?.first?.isNumber == true else { return words }
        let joined = SplitUnits.joined(words)
        if Self.isTimer(joined) { return ["timer"] + words }
        let text = typed.trimmingBlanks.forTerminal
        trouble = "'\(text)' could be a timer or an exercise: write timer \(text), or log \(text)"
        return nil
    }

    /// The name that Enter takes, though it isn't typed whole: the only one that is left; `nil` where several
    /// are, or the command may have words that aren't names.
    private func meant(among names: [LiveName]) -> LiveName? {
        guard let form, form.isOfNames, picked == nil, !typed.trimmingBlanks.isEmpty else {
            return nil
        }
        guard form != Self.workout else {
            let templates = templates(named: names)
            return templates.count == 1 ? templates[0] : nil
        }
        let fitting = fitting(names)
        let isWhole = names.contains { $0.text.lowercased() == typed.trimmingBlanks.lowercased() }
        return fitting.count == 1 && !isWhole ? fitting[0] : nil
    }

    /// Templates meant by a part of their names: those with a word that begins with it, unless one has
    /// exactly this name. A name in quotes is taken as typed.
    private func templates(named names: [LiveName]) -> [LiveName] {
        guard form == Self.workout, picked == nil, !typed.hasPrefix("'"), !typed.hasPrefix("\"")
        else { return [] }
        let key = NameKey.of(typed)
        let keys = names.map { NameKey.of($0.text) }
        guard !key.isEmpty, !keys.contains(key) else { return [] }
        return zip(names, keys).filter { " \($1)".contains(" \(key)") }.map(\.0)
    }

    private static func words(_ text: String) -> [String] {
        SplitUnits.joined(text.split(separator: " ").map(String.init))
    }

    /// Whether words are a timer without its command: `25m tea`. A bare number may be something else.
    private static func isTimer(_ words: [String]) -> Bool {
        guard let first = words.first, Int64(first) == nil else { return false }
        return first.first?.isNumber == true && DurationText.milliseconds(first) != nil
    }

    /// The words of a set, with dashes before a negative number such as `-2.5`, so that it isn't taken for an
    /// option.
    private static func withDashes(_ words: [String]) -> [String] {
        // In `8 x -15` the number is a load behind its x.
        let words = words.reduce(into: [String]()) { line, word in
            if let last = line.last, ["x", "X", "×"].contains(last), word.hasPrefix("-") {
                line[line.endIndex - 1] = last + word
            } else {
                line.append(word)
            }
        }
        let index = words.firstIndex { word in
            word.hasPrefix("-") && word.dropFirst().first?.isWholeNumber == true
        }
        guard let index, !words.contains("--") else { return words }
        return Array(words[..<index]) + words[(index + 1)...] + ["--", words[index]]
    }

    mutating func refuse(_ reason: String) { trouble = reason }

    /// Picks a form with the arrows or its number, or begins a line with what is typed: `2` alone is a
    /// number, `25m tea` a text.
    private mutating func choose(_ key: Key) {
        let count = Self.forms.count
        switch key {
        case .tab, .down: pick(1, of: count)
        case .backTab, .up: pick(-1, of: count)
        case .enter: self = LivePrompt(Self.forms[picked ?? 0])
        case .backspace, .clear: (typed, picked) = ("", nil)
        case .character(" ") where typed.isEmpty: break
        case .character(let character):
            if typed.isEmpty, let number = character.wholeNumberValue, (1...count).contains(number)
            {
                (typed, picked) = (String(character), number - 1)
            } else {
                self = LivePrompt(Self.other, typed + String(character))
            }
        default: break
        }
    }

    private mutating func pick(_ step: Int, of count: Int) {
        guard count > 0 else { return }
        if form == nil { typed = "" }
        picked = ((picked ?? (step > 0 ? -1 : 0)) + step + count) % count
    }
}
