import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// The state of the view: the daemon's status, and the person's unfinished input.
struct LiveModel {
    private static let noticeMs: Int64 = 5000
    /// Milliseconds after a change by itself in which a key is still meant for what was shown before.
    private static let reactionMs: Int64 = 300
    /// The same for a reminder that took the place of another, since nothing tells that a key's second
    /// press was meant for it.
    private static let answerReactionMs: Int64 = 1000
    /// Milliseconds after a key in which a change counts as the key's own effect.
    private static let effectMs: Int64 = 1000
    /// Milliseconds after the end of a countdown after which the daemon is asked for the status. A daemon
    /// that works reports the end sooner.
    private static let silenceMs: Int64 = 1000
    /// Largest age of a status in milliseconds by the wall clocks; with a larger one the daemon's clock
    /// isn't this one's.
    private static let maximumLagMs: Int64 = 2000

    let style: Style
    let path: String
    var isBellOn: Bool
    private(set) var status: Status.Response?
    /// Moment of the status, in milliseconds of the boot clock.
    private var readMs: Int64 = 0
    /// Moment of the status by the daemon's clock, UTC milliseconds.
    private var saidMs: Int64 = 0
    /// Time until which nothing was expected of the daemon, in milliseconds of the boot clock.
    private var quietMs: Int64 = 0
    /// Number of the event up to which the bell isn't rung.
    private var knownSeq: Int64 = .max
    private(set) var isOnline = false
    /// The reason why the daemon is offline; `nil` while it is online.
    private(set) var trouble: String?
    private var choice = LiveChoice()
    /// Keys for what was shown before a change by itself, with the times until which they are meant for it.
    /// This is the one guard against keys that come too late; presses that repeat a key the daemon refuses.
    private var former: [Key: Int64] = [:]
    private var actedMs: Int64 = .min
    private(set) var question: Question?
    private(set) var prompt: LivePrompt?
    /// The command that is running; `nil` for none.
    private var running: Running?
    var lists = LiveLists() {
        didSet { icons = lists.icons }
    }
    private var icons: [String: String] = [:]
    private var isLookDue = false
    private(set) var notice: Notice?
    /// Number of the shown page of the help, counting on after the last; `nil` while the help isn't shown.
    private(set) var helpPage: Int?
    private var isRinging = false

    init(path: String, style: Style, isBellOn: Bool) {
        self.path = path
        self.style = style
        self.isBellOn = isBellOn
    }

    // MARK: Display

    var showsHelp: Bool { helpPage != nil }
    var items: [LiveItem] { choice.items }
    var outcome: LiveItem? { choice.outcome }
    var main: LiveItem? { choice.main }
    var place: Int? { choice.place }
    var others: [LiveItem] { choice.others }

    /// The newest reminder that waits for an answer, with their number; `nil` for none.
    var pending: (reminder: ReminderView, occurrence: OccurrenceView, count: Int)? {
        let fired = (status?.reminders ?? []).filter { $0.pending?.state == .pending }
        guard let reminder = fired.first, let occurrence = reminder.pending else { return nil }
        return (reminder, occurrence, fired.count)
    }

    /// Available actions, those for the shown item first and the most important first; empty while offline.
    func actions(at now: LiveTime) -> [LiveAction] { isOnline ? possibleActions(at: now) : [] }

    private func possibleActions(at now: LiveTime) -> [LiveAction] {
        ownActions(at: now) + LiveAction.always(for: main)
    }

    /// Actions for the shown item alone.
    private func ownActions(at now: LiveTime) -> [LiveAction] {
        main.map {
            LiveAction.all(
                for: $0, isOver: outcome != nil, passed: passed(at: now), in: status?.workout)
        } ?? []
    }

    /// The words that can be picked for the prompt.
    var names: [LiveName] {
        prompt?.form.map { lists.names(for: $0, in: status?.workout) } ?? []
    }

    var answers: [LiveAction] { isOnline ? possibleAnswers : [] }

    private var possibleAnswers: [LiveAction] {
        pending.map { LiveAction.answers(to: $0.reminder) } ?? []
    }

    /// Milliseconds since the status.
    func passed(at now: LiveTime) -> Int64 { max(0, now.bootMs - readMs) }

    func face(of item: LiveItem, at now: LiveTime) -> LiveFace {
        let passed = passed(at: now)
        var face = LiveFace(
            item, passed: passed, now: saidMs + passed, style: style, icons: icons)
        if case .rest(let rest) = item, rest.after?.kind == .set, let workout = status?.workout {
            face.show(workout)
        }
        return face
    }

    /// Time of the next change of the view, in milliseconds of the boot clock; `nil` for none.
    ///
    /// The large figures determine the time, or the other items where the large figures stand still.
    func nextChangeMs(at now: LiveTime) -> Int64? {
        let shown = showsHelp ? [] : main.map { [$0] } ?? []
        var spans = shown.compactMap { face(of: $0, at: now).changesInMs }
        if spans.isEmpty, !showsHelp {
            spans = others.compactMap { face(of: $0, at: now).changesInMs }
        }
        let change = spans.min().map { now.bootMs + $0 }
        return [change, notice?.untilMs].compactMap { $0 }.min()
    }

    /// Whether the bell is due; the call resets that.
    mutating func takeBell() -> Bool {
        defer { isRinging = false }
        return isRinging && isBellOn
    }

    mutating func forgetOldNotice(at now: LiveTime) {
        if let notice, notice.untilMs <= now.bootMs { self.notice = nil }
    }

    private struct Running: Hashable {
        let words: [String]
        /// The prompt in which the command was typed; `nil` for one that a key stands for.
        let prompt: LivePrompt?
    }

    mutating func tell(_ text: String, at now: LiveTime, about item: String? = nil) {
        notice = Notice(
            text: text.forTerminal, untilMs: now.bootMs + Self.noticeMs, item: item)
    }

    // MARK: Messages of the daemon

    mutating func take(_ item: EventStream.Item, at now: LiveTime) {
        let (before, reminder) = (aspect, pending?.occurrence.id)
        let own = isOnline ? ownActions(at: now) : []
        let (keys, answerKeys) = (own.flatMap(\.keys), answers.flatMap(\.keys))
        switch item {
        case .online(let status, let seq):
            isOnline = true
            trouble = nil
            knownSeq = seq
            isLookDue = true
            if let status { read(status, at: now) }
        case .offline(let error):
            isOnline = false
            trouble = error.description.forTerminal
            question = nil
        case .status(let status): read(status, at: now)
        case .refused(let error): tell(error.message, at: now, about: main?.id)
        case .unanswered: tell("no answer: look whether the last key did anything", at: now)
        case .event(let received): take(received.event, at: now)
        }
        // A repeated key continues with the change that the key itself has brought.
        if let before, before != aspect,
            before.first != aspect?.first || now.bootMs >= actedMs + Self.effectMs
        {
            for key in keys { former[key] = now.bootMs + Self.reactionMs }
        }
        if let reminder, reminder != pending?.occurrence.id {
            for key in answerKeys { former[key] = now.bootMs + Self.answerReactionMs }
        }
    }

    /// The shown item and its phase; with another value keys have another effect. `nil` where nothing is
    /// shown.
    private var aspect: [String]? {
        main.map { [(outcome == nil ? "" : "the end of ") + $0.id, $0.phase] }
    }

    /// Takes a new status. Its figures are those of the moment that it names, which is on the same clocks
    /// as this program's.
    private mutating func read(_ status: Status.Response, at now: LiveTime) {
        saidMs = WireTime.ms(status.now) ?? now.wallMs
        let lag = now.wallMs - saidMs
        readMs = now.bootMs - ((0...Self.maximumLagMs).contains(lag) ? lag : 0)
        self.status = status
        choice.read(LiveItem.all(in: status))
        if let question, !asks(question, at: now) { self.question = nil }
        if let form = prompt?.form, !takes(form, at: now) { prompt = nil }
    }

    /// Shows an item that begins, and keeps one that has ended shown, unless that would hide a more
    /// important one.
    private mutating func take(_ event: EventView, at now: LiveTime) {
        if event.seq > knownSeq, LiveCue.rings(event) { isRinging = true }
        isLookDue = isLookDue || LiveCue.changesNames(event)
        if let item = notice?.item, LiveCue.isAbout(item, event) { notice = nil }
        // Somebody who logs a set needn't be told that the rest is over.
        if event.type == "set.logged", case .rest? = outcome { choice.dismiss() }
        if let begun = LiveCue.beginning(of: event) { choice.begin(begun) }
        if let ended = LiveCue.outcome(of: event), !choice.end(ended) {
            tell("\(face(of: ended, at: now).title) is over", at: now)
        }
    }

    /// Time at which to ask for the status without an event, in milliseconds of the boot clock: when a
    /// countdown has been at 0 for a while. `nil` for never.
    var checkMs: Int64? {
        guard isOnline, let left = items.compactMap(\.leftMs).min() else { return nil }
        return max(readMs + left, quietMs) + Self.silenceMs
    }

    /// Whether it is time to ask for the status; the call resets that.
    mutating func takeCheck(at now: LiveTime) -> Bool {
        guard let checkMs, checkMs <= now.bootMs else { return false }
        quietMs = now.bootMs
        return true
    }

    // MARK: Keys

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
        let form = running?.prompt?.form
        let isSeen = form?.verb == LivePrompt.Form.begins || running?.words.last == "again"
        // Meanwhile another line may have been begun.
        let isItsLine = form != nil && prompt == running?.prompt
        running = nil
        if answer.isRefused, isItsLine {
            prompt?.refuse(answer.text)
            return
        }
        // Any other command may have asked for what the view doesn't show.
        let text = form?.command == "" ? answer.wholeText : answer.text
        if !isSeen || !answer.isDone, !text.isEmpty {
            tell(text, at: now, about: answer.isDone ? nil : main?.id)
        }
        if isItsLine { prompt = nil }
    }

    /// True once the names are to be asked for; the call resets that.
    mutating func takeLook() -> Bool {
        defer { isLookDue = false }
        return isLookDue && isOnline
    }

    /// Whether a question still makes sense; the rest that it was about may have become a hold.
    private func asks(_ question: Question, at now: LiveTime) -> Bool {
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
    private func takes(_ form: LivePrompt.Form, at now: LiveTime) -> Bool {
        guard form.question != nil else {
            return ![LivePrompt.set, LivePrompt.exercise].contains(form) || status?.workout != nil
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
