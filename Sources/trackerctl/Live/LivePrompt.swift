import TrackerAPI
import TrackerCore
import TrackerView

/// The choice of what to begin, or a command whose last words are being typed.
struct LivePrompt: Hashable {
    /// A command, as far as it needn't be typed.
    struct Form: Hashable {
        /// Words of the command before those that are typed.
        let command: String
        let example: String
        /// The effect of Enter, as a verb.
        var verb = begins
        /// The question in the place of the command; then only a number can be typed.
        var question: String?
        /// Set for a command that also works as it is.
        var isWhole = false

        static let begins = "begins"
    }

    /// Commands that begin something, in the order of their numbers.
    static let forms = [
        Form(command: "timer", example: "25m tea"),
        Form(command: "train", example: "plank 120"),
        Form(command: "run", example: "tabata"),
        workout,
        Form(command: "rest", example: "90"),
        Form(command: "stopwatch", example: "row", isWhole: true),
        Form(command: "log", example: "20 push-ups", verb: "logs"),
        other,
    ]
    private static let other = Form(command: "", example: "any other command", verb: "runs")
    private static let workout = Form(command: "workout start", example: "push", isWhole: true)
    static let set = Form(
        command: "set", example: "5x100, or bench 5x100", verb: "logs", isWhole: true)
    static let edit = Form(command: "set edit last", example: "6x100", verb: "changes")
    static let note = Form(command: "workout note", example: "slept badly", verb: "notes")
    static let exercise = Form(command: "workout add", example: "squat", verb: "adds")
    static let reps = Form(
        command: "train done", example: "12", verb: "logs", question: "how many reps?")

    /// - Parameter count: the number of steps; `nil` where it isn't known.
    static func jump(of count: Int?) -> Form {
        Form(
            command: "run jump", example: "3", verb: "goes there",
            question: "to which step\(count.map { " of \($0)" } ?? "")?")
    }

    /// Lines that need an open workout.
    static let ofWorkout = [set, edit, note, exercise]

    private static let maximumLength = 400
    private static let maximumDigits = 6

    /// The command; `nil` while one is chosen.
    private(set) var form: Form?
    private var typed = ""
    /// Index of the picked one among the fitting names, or of the forms; `nil` for none.
    private(set) var picked: Int?
    /// The reason why the command was refused, until the next key.
    private(set) var trouble: String?

    init() {}

    init(_ form: Form, _ text: String = "") {
        self.form = form
        typed = text
    }

    var isNumber: Bool { form?.question != nil }

    /// The names that fit what is typed so far.
    func fitting(_ names: [LiveName]) -> [LiveName] {
        let key = typed.lowercased()
        let fitting = isNumber ? [] : names.filter { $0.fits(key) }
        return fitting.filter { $0.text.hasPrefix(key) }
            + fitting.filter { !$0.text.hasPrefix(key) }
    }

    /// The words after the command: those of the picked name, else those that were typed.
    func text(_ names: [LiveName]) -> String {
        guard form != nil, let picked else { return typed }
        let fitting = fitting(names)
        return fitting.indices.contains(picked) ? fitting[picked].text : typed
    }

    /// The whole line, with a mark where typing goes on, and what Enter begins where that isn't what is typed.
    func line(_ names: [LiveName]) -> String {
        guard let form else {
            return typed.isEmpty ? "what is to begin? Type it, or pick" : typed + "_"
        }
        let text = text(names)
        let command = form == Self.other && Self.isTimer(Self.words(text)) ? "timer" : form.command
        let templates = templates(named: names)
        let meant = templates.count == 1 ? "  (\(templates[0].text.forTerminal))" : ""
        return [form.question ?? command, text.forTerminal + "_" + meant]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// - Parameter names: the names for this form.
    /// - Returns: the words of the command that is to run; `nil` while typing goes on.
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
                trouble = "type it first, such as \(form.example)"
                return nil
            }
            let line = BashLine("trackerctl \(form.command) \(text(names)) ", breaks: "")
            guard line.quote == nil, line.current.isEmpty else {
                trouble = "a quote or a backslash is open at the end"
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
    /// - Returns: `nil` where several things can be meant, which the trouble tells.
    private mutating func words(_ words: [String], _ names: [LiveName]) -> [String]? {
        guard form != Self.set else { return Self.withDashes(words) }
        let templates = templates(named: names)
        if templates.count == 1 {
            return BashLine("trackerctl workout start \(templates[0].text) ", breaks: "").before
        }
        if templates.count > 1 {
            let all = templates.map(\.text).joined(separator: ", ")
            trouble =
                "\(all) can be meant: pick one, or write '\(typed.forTerminal)' in quotes for a new name"
            return nil
        }
        guard form == Self.other, words.first?.first?.isNumber == true else { return words }
        let joined = SplitUnits.joined(words)
        if Self.isTimer(joined) { return ["timer"] + words }
        let text = typed.trimmingBlanks.forTerminal
        trouble = "'\(text)' can be a timer or an exercise: write timer \(text), or log \(text)"
        return nil
    }

    /// The templates that are meant by a part of their names: those with a word that begins so, where none is called
    /// just that. In quotes it is a name of its own.
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

    /// The words of a set with its negative number, such as `-2.5`, behind the dashes that keep it from being
    /// an option.
    private static func withDashes(_ words: [String]) -> [String] {
        let index = words.firstIndex { word in
            word.hasPrefix("-") && word.dropFirst().first?.isWholeNumber == true
        }
        guard let index, !words.contains("--") else { return words }
        return Array(words[..<index]) + words[(index + 1)...] + ["--", words[index]]
    }

    mutating func refuse(_ reason: String) { trouble = reason }

    /// Picks a form by the arrows or by its number, or begins a line with what is typed: `2` alone is the number,
    /// `25m tea` a text.
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
