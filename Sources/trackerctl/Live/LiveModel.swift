import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// State of the view: the daemon's status, and the person's unfinished input.
struct LiveModel {
    private static let noticeMs: Int64 = 5000
    /// Milliseconds after the view changes by itself during which a key is still meant for the previous
    /// state.
    private static let reactionMs: Int64 = 300
    /// The same for a reminder that replaces another, since nothing shows that a key's second press was meant
    /// for the first.
    private static let answerReactionMs: Int64 = 1000
    /// Milliseconds after a key during which a change counts as the key's own effect.
    private static let effectMs: Int64 = 1000
    /// Milliseconds after a countdown should have ended before the daemon is asked for the status. Normally,
    /// the daemon reports the end sooner.
    private static let silenceMs: Int64 = 1000
    /// Greatest plausible age of a status by the wall clocks, in milliseconds; beyond that, the daemon's
    /// clock isn't this one's.
    private static let maximumLagMs: Int64 = 2000

    let style: Style
    let path: String
    var isBellOn: Bool
    private(set) var status: Status.Response?
    /// Time of the status, in milliseconds of the boot clock.
    private var readMs: Int64 = 0
    /// Time of the status by the daemon's clock, in UTC milliseconds.
    private var saidMs: Int64 = 0
    /// Time until which nothing was expected from the daemon, in milliseconds of the boot clock.
    private var quietMs: Int64 = 0
    /// Number of the last event that doesn't ring the bell.
    private var knownSeq: Int64 = .max
    private(set) var isOnline = false
    /// Reason why the daemon is offline; `nil` while it is online.
    private(set) var trouble: String?
    var choice = LiveChoice()
    /// The break that fills the screen; `nil` for the whole view.
    var breakTime: LiveBreak?
    /// The order through the open workout.
    var plan = LivePlan()
    /// Keys for what was shown before the view changed by itself, and the times until which they are meant
    /// for it. This is the only guard against late key presses; the daemon refuses repeated presses.
    var former: [Key: Int64] = [:]
    var actedMs: Int64 = .min
    var question: Question?
    var prompt: LivePrompt?
    /// The running command; `nil` for none.
    var running: Running?
    var lists = LiveLists() { didSet { icons = lists.icons } }
    private var icons: [String: String] = [:]
    var isLookDue = false
    /// Number of requests for the next set whose replies haven't come.
    private var awaitedPlans = 0
    var notice: Notice?
    /// Number of the shown help page, which counts on past the last one; `nil` while the help isn't shown.
    var helpPage: Int?
    private var isRinging = false

    /// - Parameter isBreak: whether only a break is shown, until it is over.
    init(path: String, style: Style, isBellOn: Bool, isBreak: Bool = false) {
        self.path = path
        self.style = style
        self.isBellOn = isBellOn
        breakTime = isBreak ? LiveBreak() : nil
    }

    // MARK: Display

    var showsHelp: Bool { helpPage != nil }
    var items: [LiveItem] { choice.items }
    var outcome: LiveItem? { choice.outcome }
    var main: LiveItem? { choice.main }
    var place: Int? { choice.place }
    var others: [LiveItem] { breakTime == nil ? choice.others : [] }

    /// The pending reminders, the newest first.
    private var waiting: [ReminderView] {
        (status?.reminders ?? []).filter { $0.pending?.state == .pending }
    }

    /// The newest pending reminder, in a break the one that it is for, and how many are pending; `nil` for
    /// none.
    var pending: (reminder: ReminderView, occurrence: OccurrenceView, count: Int)? {
        let fired = waiting.filter { breakTime?.isAbout($0) ?? true }
        guard let reminder = fired.first, let occurrence = reminder.pending else { return nil }
        return (reminder, occurrence, fired.count)
    }

    /// Available actions, those for the shown item first, then by importance; empty while offline.
    func actions(at now: LiveTime) -> [LiveAction] { isOnline ? possibleActions(at: now) : [] }

    func possibleActions(at now: LiveTime) -> [LiveAction] {
        guard breakTime == nil else { return breakActions(at: now) }
        return ownActions(at: now) + LiveAction.always(for: main, in: status?.workout)
    }

    /// Actions for the shown item only.
    private func ownActions(at now: LiveTime) -> [LiveAction] {
        main.map {
            LiveAction.all(
                for: $0, isOver: outcome != nil, passed: passed(at: now), in: status?.workout,
                plan)
        } ?? []
    }

    /// Words that can be picked for the prompt.
    var names: [LiveName] {
        prompt?.form.map { lists.names(for: $0, in: status?.workout, plan) } ?? []
    }

    var answers: [LiveAction] { isOnline ? possibleAnswers : [] }

    var possibleAnswers: [LiveAction] {
        pending.map { LiveAction.answers(to: $0.reminder, inBreak: breakTime != nil) } ?? []
    }

    /// Milliseconds since the status.
    func passed(at now: LiveTime) -> Int64 { max(0, now.bootMs - readMs) }

    /// The time by the daemon's clock, in UTC milliseconds.
    func daemonMs(at now: LiveTime) -> Int64 { saidMs + passed(at: now) }

    func face(of item: LiveItem, at now: LiveTime) -> LiveFace {
        var face = LiveFace(
            item, passed: passed(at: now), now: daemonMs(at: now), style: style, icons: icons,
            plan: plan)
        if case .rest(let rest) = item, rest.after?.kind == .set, let workout = status?.workout {
            face.show(workout, plan)
        }
        return face
    }

    /// Time of the next change of the view, in milliseconds of the boot clock; `nil` for none.
    ///
    /// The large figures determine the time, or the other items if the large figures stand still.
    func nextChangeMs(at now: LiveTime) -> Int64? {
        let shown = showsHelp ? nil : breakFace(at: now) ?? main.map { face(of: $0, at: now) }
        var spans = [shown?.changesInMs].compactMap(\.self)
        if spans.isEmpty, !showsHelp {
            spans = others.compactMap { face(of: $0, at: now).changesInMs }
        }
        let change = spans.min().map { now.bootMs + $0 }
        return [change, notice?.untilMs].compactMap { $0 }.min()
    }

    /// Whether the bell is due; calling this resets it.
    mutating func takeBell() -> Bool {
        defer { isRinging = false }
        return isRinging && isBellOn
    }

    mutating func forgetOldNotice(at now: LiveTime) {
        if let notice, notice.untilMs <= now.bootMs { self.notice = nil }
    }

    mutating func tell(_ text: String, at now: LiveTime, about item: String? = nil) {
        notice = Notice(text: text.forTerminal, untilMs: now.bootMs + Self.noticeMs, item: item)
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
        case .refused(let error): tell(FieldWords(nil).text(of: error), at: now, about: main?.id)
        case .unanswered: tell("no answer: check whether the last key did anything", at: now)
        case .event(let received): take(received.event, at: now)
        }
        // A repeated key continues with the change that the key itself has caused.
        if let before, before != aspect,
            before.first != aspect?.first || now.bootMs >= actedMs + Self.effectMs
        {
            for key in keys { former[key] = now.bootMs + Self.reactionMs }
        }
        if let reminder, reminder != pending?.occurrence.id {
            for key in answerKeys { former[key] = now.bootMs + Self.answerReactionMs }
        }
    }

    /// The shown item and its phase, which determine what keys do. `nil` if nothing is shown.
    private var aspect: [String]? {
        main.map { [(outcome == nil ? "" : "the end of ") + $0.id, $0.phase] }
    }

    /// Takes a new status. Its figures are those of its own time, which is on the same clocks as this
    /// program's.
    private mutating func read(_ status: Status.Response, at now: LiveTime) {
        saidMs = WireTime.ms(status.now) ?? now.wallMs
        let lag = now.wallMs - saidMs
        readMs = now.bootMs - ((0...Self.maximumLagMs).contains(lag) ? lag : 0)
        self.status = status
        plan.read(status.workout)
        choice.read(LiveItem.all(in: status))
        let (waiting, items) = (waiting, items)
        breakTime?.begin(waiting, items, at: now)
        if let question, !asks(question, at: now) { self.question = nil }
        if let form = prompt?.form, !takes(form, at: now) { prompt = nil }
    }

    /// Shows an item that begins, and keeps showing one that has ended, unless that would hide a more
    /// important one.
    private mutating func take(_ event: EventView, at now: LiveTime) {
        if event.seq > knownSeq, LiveCue.rings(event) { isRinging = true }
        let style = style
        breakTime?.note(event, in: style)
        isLookDue = isLookDue || LiveCue.changesNames(event)
        if let item = notice?.item, LiveCue.isAbout(item, event) { notice = nil }
        // Somebody who logs a set doesn't need to hear that the rest is over.
        if event.type == "set.logged" {
            plan.goOn()
            if case .rest? = outcome { choice.dismiss() }
        }
        if let begun = LiveCue.beginning(of: event) { choice.begin(begun) }
        guard let ended = LiveCue.outcome(of: event) else { return }
        // An ended item that is hidden by this one gets a notice.
        var unseen = outcome
        if ended.isOverAndWaits {
            // It stays among the live items.
            unseen = main?.id == ended.id ? nil : ended
        } else if !choice.end(ended) {
            unseen = ended
        }
        guard let hidden = unseen, hidden.id != outcome?.id else { return }
        let ends = (notice?.ends ?? []) + [face(of: hidden, at: now).title]
        let verb = ends.count == 1 ? "is" : "are"
        tell("\(ends.joined(separator: ", ")) \(verb) over", at: now)
        notice?.ends = ends
    }

    /// Time to ask for the status without an event, in milliseconds of the boot clock: when a countdown has
    /// been at 0 for a while. `nil` for never.
    var checkMs: Int64? {
        guard isOnline, let left = items.compactMap(\.leftMs).min() else { return nil }
        return max(readMs + left, quietMs) + Self.silenceMs
    }

    /// Whether it is time to ask for the status; calling this resets it.
    mutating func takeCheck(at now: LiveTime) -> Bool {
        guard let checkMs, checkMs <= now.bootMs else { return false }
        quietMs = now.bootMs
        return true
    }

    // MARK: Questions to the daemon

    /// Whether to ask for the names; calling this resets it.
    mutating func takeLook() -> Bool {
        defer { isLookDue = false }
        return isLookDue && isOnline
    }

    /// The request for the workout's next set, if one is needed; calling this resets it.
    mutating func takePlanRequest() -> SetNext? {
        guard isOnline, let request = plan.takeRequest() else { return nil }
        awaitedPlans += 1
        return request
    }

    mutating func take(_ report: LiveReport, at now: LiveTime) {
        switch report {
        case .answer(let answer): take(answer, at: now)
        case .names(let names): lists = names ?? lists
        case .next(let next): take(next: next, at: now)
        }
    }

    /// Takes the next set, unless a later request was made. Enter, which logs it, may still be meant for the
    /// previous one.
    ///
    /// - Parameter next: `nil` if the daemon didn't say.
    private mutating func take(next: SetNext.Response?, at now: LiveTime) {
        awaitedPlans -= 1
        guard awaitedPlans == 0 else { return }
        let before = plan.next?.set
        plan.take(next)
        if let before, before != next?.set, now.bootMs >= actedMs + Self.effectMs {
            former[.enter] = now.bootMs + Self.reactionMs
        }
    }
}
