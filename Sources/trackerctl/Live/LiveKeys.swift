import TrackerAPI
import TrackerCore
import TrackerView

/// Keys, and the lines that are typed.
extension LiveModel {
    /// A command on its way.
    struct Running: Hashable {
        let words: [String]
        /// The prompt in which the command was typed; `nil` for one that a key stands for.
        let prompt: LivePrompt?

        /// True for a set that is logged as it is planned, by a key.
        var isPlannedSet: Bool { prompt == nil && words.first == LivePrompt.set.command }
    }

    /// Milliseconds after a set was logged by a key in which the key doesn't log another.
    private static let againMs: Int64 = 1000

    /// The consequences of a key; empty for a key that has no effect here.
    mutating func press(_ key: Key, at now: LiveTime) -> [Effect] {
        switch key {
        case .interrupt: return [.quit]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        default: break
        }
        notice = nil
        if let question {
            self.question = nil
            let isMeant = key == .character("y") || key == .character("Y")
            return isMeant ? send(question.request, at: now) : []
        }
        if let page = helpPage {
            helpPage = key == .character(" ") ? page + 1 : nil
            return key == .character("q") ? [.quit] : []
        }
        if prompt != nil { return type(key, at: now) }
        if key == .character("q") { return [.quit] }
        return act(on: key, at: now)
    }

    private mutating func act(on key: Key, at now: LiveTime) -> [Effect] {
        switch key {
        case .character("?"): helpPage = 0
        case .character("m"):
            isBellOn.toggle()
            tell("the bell is \(isBellOn ? "on" : "off")", at: now)
        default:
            let actions = possibleAnswers + possibleActions(at: now)
            let action = actions.first { $0.keys.contains(key) }
            if now.bootMs < former[key] ?? .min, action?.isImmediate ?? true {
                tell("this has just changed: press it again", at: now)
                return []
            }
            if let action { return perform(action, at: now) }
            if outcome != nil { choice.dismiss() } else { move(by: key) }
        }
        return []
    }

    private mutating func perform(_ action: LiveAction, at now: LiveTime) -> [Effect] {
        guard isOnline else {
            tell("trackerd is away: nothing was done", at: now)
            return []
        }
        choice.pin()
        switch action.move {
        case .send(let request): return send(request, at: now)
        case .run(let words): return run(words, at: now)
        case .go(let step):
            if let workout = status?.workout { plan.move(by: step, in: workout) }
        case .ask(let text, let request):
            question = Question(text: text, request: request, item: main?.id)
        case .type(let prompt):
            self.prompt = prompt
            isLookDue = true
        case .explain(let text): tell(text, at: now, about: main?.id)
        }
        return []
    }

    private mutating func send(_ request: any Request, at now: LiveTime) -> [Effect] {
        actedMs = now.bootMs
        // Somebody who acts has seen the present state.
        former = [:]
        return [.send(request)]
    }

    /// Runs a command, one at a time.
    private mutating func run(_ words: [String], at now: LiveTime) -> [Effect] {
        guard running == nil else {
            tell("the last command isn't done yet: once more in a moment", at: now)
            return []
        }
        running = Running(words: words, prompt: prompt)
        actedMs = now.bootMs
        former = [:]
        return [.run(words)]
    }

    /// Takes the answer of a command. A refused line stays to be corrected.
    mutating func take(_ answer: LiveErrand.Answer, at now: LiveTime) {
        // A beginning is seen.
        let ran = running
        let form = ran?.prompt?.form
        let isSeen = form?.verb == LivePrompt.Form.begins || ran?.words.last == "again"
        // Meanwhile another line may have been begun.
        let isItsLine = form != nil && prompt == ran?.prompt
        running = nil
        if answer.isRefused, isItsLine {
            prompt?.refuse(answer.text)
            return
        }
        if ran?.isPlannedSet == true, prompt == nil {
            // A second Enter at once would be one set too many.
            former[.enter] = now.bootMs + Self.againMs
            if answer.isRefused {
                let words = ran?.words.dropFirst().map { $0 + " " } ?? []
                prompt = LivePrompt(LivePrompt.set, words.joined())
                prompt?.refuse(answer.text)
                return
            }
        }
        // Any other command may have asked for what the view doesn't show.
        let text = form?.command == "" ? answer.wholeText : answer.text
        if !isSeen || !answer.isDone, !text.isEmpty {
            tell(text, at: now, about: answer.isDone ? nil : main?.id)
        }
        if isItsLine { prompt = nil }
    }

    /// Whether a question still makes sense; the rest that it was about may have become a hold.
    func asks(_ question: Question, at now: LiveTime) -> Bool {
        question.item == main?.id
            && actions(at: now).contains {
                guard case .ask(question.text, _) = $0.move else { return false }
                return true
            }
    }

    private mutating func move(by key: Key) {
        switch key {
        case .tab, .down: choice.move(by: 1)
        case .backTab, .up: choice.move(by: -1)
        default: break
        }
    }

    // MARK: Typing

    /// True while a line can be typed for a command: a number needs its item, a set its workout.
    func takes(_ form: LivePrompt.Form, at now: LiveTime) -> Bool {
        guard form.question != nil else {
            return !LivePrompt.ofWorkout.contains(form) || status?.workout != nil
        }
        return actions(at: now).contains {
            guard case .type(let prompt) = $0.move else { return false }
            return prompt.form == form
        }
    }

    /// Handles a key while something is typed, during which keys do nothing else.
    private mutating func type(_ key: Key, at now: LiveTime) -> [Effect] {
        guard key != .escape else {
            prompt = nil
            return []
        }
        let names = names
        return prompt?.press(key, names).map { run($0, at: now) } ?? []
    }
}
