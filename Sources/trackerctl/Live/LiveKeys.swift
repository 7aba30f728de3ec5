import TrackerAPI
import TrackerCore
import TrackerView

/// Handles keys and typed lines.
extension LiveModel {
    struct Running: Hashable {
        let words: [String]
        /// The prompt in which the command was typed; `nil` if a key started it.
        let prompt: LivePrompt?

        /// Whether the command logs the planned set, with a key.
        var isPlannedSet: Bool { prompt == nil && words.first == LivePrompt.set.command }
    }

    /// Milliseconds after a key has logged a set during which the key doesn't log another.
    private static let againMs: Int64 = 1000

    /// What a key does; empty for a key without effect here.
    mutating func press(_ key: Key, at now: LiveTime) -> [Effect] {
        switch key {
        case .interrupt: return [.quit]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        default: break
        }
        notice = nil
        if breakTime?.ignoresKey(at: now) == true {
            tell("this window has just opened: wait a second, then press the key again", at: now)
            return []
        }
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
        case .character("?") where breakTime == nil: helpPage = 0
        case .character("m"):
            isBellOn.toggle()
            tell("the bell is \(isBellOn ? "on" : "off")", at: now)
        default:
            let actions = possibleAnswers + possibleActions(at: now)
            let action = actions.first { $0.keys.contains(key) }
            if now.bootMs < former[key] ?? .min, action?.isImmediate ?? true {
                tell("this has just changed: press the key again", at: now)
                return []
            }
            if let action { return perform(action, at: now) }
            if outcome != nil { choice.dismiss() } else { move(by: key) }
        }
        return []
    }

    private mutating func perform(_ action: LiveAction, at now: LiveTime) -> [Effect] {
        guard isOnline else {
            tell("trackerd isn't running: nothing was done", at: now)
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
        // Somebody who presses a key has seen the current state.
        former = [:]
        return [.send(request)]
    }

    /// Runs a command, one at a time.
    private mutating func run(_ words: [String], at now: LiveTime) -> [Effect] {
        guard running == nil else {
            tell("the last command is still running: try again in a moment", at: now)
            return []
        }
        running = Running(words: words, prompt: prompt)
        actedMs = now.bootMs
        former = [:]
        return [.run(words)]
    }

    /// Takes a command's answer. A refused line stays, to be corrected.
    mutating func take(_ answer: LiveAnswer, at now: LiveTime) {
        // What a command starts is visible without a message.
        breakTime?.note(answer)
        let ran = running
        let form = ran?.prompt?.form
        let isSeen = form?.verb == LivePrompt.Form.begins || ran?.words.last == "again"
        // Meanwhile another line may have been started.
        let isItsLine = form != nil && prompt == ran?.prompt
        running = nil
        if answer.outcome == .refused, isItsLine {
            prompt?.refuse(answer.text)
            return
        }
        if ran?.isPlannedSet == true, prompt == nil {
            // A second Enter right away would log one set too many.
            former[.enter] = now.bootMs + Self.againMs
            if answer.outcome == .refused {
                let words = ran?.words.dropFirst().map { $0 + " " } ?? []
                prompt = LivePrompt(LivePrompt.set, words.joined())
                prompt?.refuse(answer.text)
                return
            }
        }
        // Any other command may have asked for something that the view doesn't show.
        let text = form?.command == "" ? answer.wholeText : answer.text
        if !isSeen || answer.outcome != .done, !text.isEmpty {
            tell(text, at: now, about: answer.outcome == .done ? nil : main?.id)
        }
        if isItsLine { prompt = nil }
    }

    /// Whether a question still makes sense: the rest that it was about may have become a hold.
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

    /// Whether a line can be typed for a command: a number needs its item, a set its workout.
    func takes(_ form: LivePrompt.Form, at now: LiveTime) -> Bool {
        guard form.question != nil else {
            return !LivePrompt.ofWorkout.contains(form) || status?.workout != nil
        }
        return actions(at: now).contains {
            guard case .type(let prompt) = $0.move else { return false }
            return prompt.form == form
        }
    }

    /// Handles a key while a line is being typed; keys then do nothing else.
    private mutating func type(_ key: Key, at now: LiveTime) -> [Effect] {
        guard key != .escape else {
            prompt = nil
            return []
        }
        let names = names
        return prompt?.press(key, names).map { run($0, at: now) } ?? []
    }
}
