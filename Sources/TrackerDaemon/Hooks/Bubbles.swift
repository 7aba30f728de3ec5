import Glibc
import Systemd
import TrackerCore

/// Shows alerts with notify-send: one notification for each thread, with buttons for answers.
///
/// If several alerts of a thread wait to be shown, only the last is, since each would immediately replace the
/// one before.
final class Bubbles {
    /// Time-out in milliseconds of a notify-send that only shows a notification.
    static let showTimeoutMs: Int64 = 10_000
    /// Time-out in milliseconds of a notify-send that waits for an answer. Without one it could wait for
    /// ever, for instance if its server has gone.
    private static let answerTimeoutMs: Int64 = 86_400_000
    /// Most threads whose notifications are remembered.
    private static let threadLimit = 500
    private static let pendingLimit = 1000

    private let pool: HookPool
    private let environment: HookEnvironment
    private let report: (HookFailure) -> Void
    /// Gets the action of a pressed button.
    var answered: (HookOccasion, Alert.Action) -> Void = { _, _ in }
    /// Called when a notification that waited for an answer closes without one: the person closed it, or its
    /// time ran out, perhaps unseen.
    var unanswered: () -> Void = {}
    /// Plays the sound of an alert that is shown late for the first time, and returns what to show.
    var sounded: (HookOccasion) -> HookOccasion = { $0 }
    /// Called with the thread of each notification that the person closes, with a button or otherwise.
    var closedByHand: (String) -> Void = { _ in }
    let finder: NotifySendFinder
    /// Occasions that came before notify-send was found, or before the server of an earlier daemon's
    /// notifications was.
    var pending: [HookOccasion] = []
    var threads: [String: BubbleThread] = [:]
    /// Runs whose notifications are to be closed as soon as possible.
    var leaving: [BubbleRun] = []
    /// Ids of notifications to close once it is known whether their server is still there.
    var toClose: [String] = []
    var notes: BubbleNotes
    /// Whether an earlier daemon has left notes, which are useful only if its server is still there.
    let hasFormerNotes: Bool
    var server: BubbleServer?
    private var impatience: AlarmSource?
    private var despair: AlarmSource?
    private var uses = 0
    /// The settings. While notifications are off, a new server doesn't show those of the last one again.
    var configuration: Configuration.Notifications

    init(
        _ loop: EventLoop, _ pool: HookPool, _ environment: HookEnvironment,
        _ configuration: Configuration.Notifications, notes: String?,
        report: @escaping (HookFailure) -> Void
    ) throws(SystemError) {
        self.pool = pool
        self.environment = environment
        self.configuration = configuration
        self.report = report
        finder = NotifySendFinder(pool, environment)
        self.notes = BubbleNotes(path: notes)
        hasFormerNotes = !self.notes.ids.isEmpty
        impatience = try loop.alarm(on: .awake) { [weak self] in self?.waitNoLongerForIDs() }
        despair = try loop.alarm(on: .awake) { [weak self] in self?.giveUp() }
        server = try BubbleServer(loop, environment) { [weak self] in self?.serverIsKnown() }
        server?.tellClosedByHand { [weak self] in self?.isClosedByHand($0) }
    }

    func show(_ occasion: HookOccasion) {
        switch finder.finding {
        case .found(let notifySend) where knowsServer: queue(occasion, notifySend)
        case .missing(let until) where nowMs < until: fail(occasion, NotifySendFinder.complaint)
        case .found, .looking: hold(occasion)
        case .unknown, .missing:
            hold(occasion)
            look()
        }
    }

    /// Closes the notification of a thread.
    func withdraw(_ name: String) {
        pending.removeAll { $0.alert?.thread == name }
        let noted = notes.forget(name)
        let thread = threads[name]
        threads[name] = nil
        if let run = thread?.run, run.isBegun {
            leave(run)
        } else {
            // A run that is still queued won't start.
            thread?.run?.isUnneeded = true
            if let id = thread?.id ?? noted { close(id) }
        }
    }

    /// Closes an earlier daemon's notifications that wait for an answer and haven't been shown again by now,
    /// since they can no longer be answered.
    func closeLeft() {
        for name in notes.asking
        where threads[name] == nil && !pending.contains(where: { $0.alert?.thread == name }) {
            withdraw(name)
        }
    }

    /// Closes the notifications with buttons, since nothing will listen for them; the next daemon shows them
    /// again. Called after the loop has ended; takes at most a quarter of a second.
    func closeAsking() {
        var ids = Set(threads.values.filter(\.hasButtons).compactMap(\.id))
        var runs = (threads.values.compactMap(\.run) + leaving).filter { $0.waits && $0.isBegun }
        // Some calls have only just begun to show their notifications.
        for _ in 0..<25 {
            runs.removeAll { run in
                guard run.id != nil || run.readID(), let id = run.id else { return false }
                ids.insert(id)
                // On SIGINT notify-send closes its notification itself.
                run.recall(server?.identity == nil ? SIGINT : SIGTERM)
                return true
            }
            if runs.isEmpty { break }
            HookPool.pause()
        }
        for run in runs { run.recall(SIGINT) }
        for id in ids { close(id) }
    }

    /// Forgets everything. The pool ends the processes.
    func stop() {
        impatience?.cancel()
        despair?.cancel()
        server = nil
        pending = []
        threads = [:]
        leaving = []
    }

    // MARK: Looking for notify-send

    private func hold(_ occasion: HookOccasion) {
        if pending.count == Self.pendingLimit {
            fail(pending.removeFirst(), "dropped: too many alerts came before it was found")
        }
        pending.append(occasion)
    }

    private func look() {
        finder.look { [weak self] in
            guard let self else { return }
            guard finder.found == nil else { return release() }
            let held = pending
            pending = []
            for occasion in held { fail(occasion, NotifySendFinder.complaint) }
        }
    }

    /// Shows the alerts that were held back during the search.
    func release() {
        guard finder.found != nil, knowsServer else { return }
        let held = pending
        pending = []
        for occasion in held { show(occasion) }
    }

    /// Reports, from the loop, that an alert can't be shown.
    private func fail(_ occasion: HookOccasion, _ reason: String) {
        let report = report
        pool.submit(
            HookPool.Job(
                lane: .quick,
                launch: { () throws(HookLaunchError) in
                    throw HookLaunchError(reason: reason)
                },
                ended: { outcome in
                    occasion.turn?.begin()
                    outcome.failure(of: [NotifySend.name], occasion, timeoutMs: 0).map(report)
                }))
    }

    // MARK: Showing

    private func queue(_ occasion: HookOccasion, _ notifySend: NotifySend) {
        guard let alert = occasion.alert else { return }
        let thread = alert.thread
        if occasion.isUpdate, threads[thread]?.saysAnother(than: alert) != true { return }
        uses += 1
        threads[thread, default: BubbleThread(id: notes.ids[thread])].next = occasion
        threads[thread]?.lastUse = uses
        advance(thread, notifySend)
        forgetOldThreads()
    }

    /// Shows a thread's next alert, once the last one is shown or has ended.
    func advance(_ name: String, _ notifySend: NotifySend) {
        guard let thread = threads[name], let occasion = thread.next, let alert = occasion.alert
        else { return }
        if let run = thread.run {
            guard run.waits else { return }
            guard run.canBeReplaced else { return awaitID() }
            if run.id == nil {
                // The previous notification may still be on the screen, and is closed.
                leave(run)
            } else {
                // The notify-send of a replaced notification would wait for an answer for ever.
                run.recall(SIGTERM)
            }
        }
        // If too many notifications wait for an answer already, this one is shown without buttons rather than
        // not at all.
        let hasRoom = pool.load(of: .waiting) < HookPool.Lane.waiting.limit
        let canWait = notifySend.offersActions && server?.offersActions != false && hasRoom
        let run = BubbleRun(
            occasion: occasion, alert: alert, notifySend: notifySend, server: server?.identity,
            waits: occasion.offersActions && canWait)
        threads[name]?.next = nil
        threads[name]?.run = run
        threads[name]?.shown = occasion.isQuestion ? occasion.withoutTurn : nil
        threads[name]?.isLost = false
        threads[name]?.isUnseen = false
        submit(run, name)
    }

    private func submit(_ run: BubbleRun, _ name: String) {
        let environment = environment
        let stays = run.occasion.isQuestion && configuration.stay == .untilAnswered
        let expireMs = stays ? 0 : run.alert.closesAfterMs
        pool.submit(
            HookPool.Job(
                lane: run.waits ? .waiting : .quick,
                launch: { [weak self] () throws(HookLaunchError) in
                    if run.isUnneeded { return nil }
                    run.replaces = self?.threads[name]?.id
                    return HookProcess.Launch(
                        arguments: run.notifySend.arguments(
                            for: run.alert, replacing: run.replaces, waits: run.waits,
                            expireMs: expireMs, sound: run.occasion.themeSound,
                            on: self?.server?.name),
                        environment: environment.adding([:]), keepsOutput: true,
                        timeoutMs: run.waits ? Self.answerTimeoutMs : Self.showTimeoutMs)
                },
                started: { [weak self] process in
                    run.occasion.turn?.begin()
                    run.begin(process, atMs: self?.nowMs ?? 0)
                    self?.mindTheTime()
                },
                outputArrived: { [weak self] in self?.read(run, name) },
                ended: { [weak self] in self?.ended(run, name, $0) }))
    }

    /// Takes the notification's id as soon as it is printed.
    private func read(_ run: BubbleRun, _ name: String) {
        let output = run.process?.outputSoFar ?? ""
        guard run.id == nil, run.takeID(from: output, isComplete: false) else { return }
        if leaving.contains(where: { $0 === run }) {
            leaving.removeAll { $0 === run }
            leave(run)
        } else {
            remember(run, name)
            advance(name, run.notifySend)
        }
    }

    private func remember(_ run: BubbleRun, _ name: String) {
        // The id of a notification that was already replaced is useless.
        guard let id = run.id, threads[name]?.run === run else { return }
        threads[name]?.id = id
        threads[name]?.hasButtons = run.waits
        notes.note(id, for: name, isAsking: run.occasion.offersActions)
    }

    private func ended(_ run: BubbleRun, _ name: String, _ outcome: HookPool.Outcome) {
        run.occasion.turn?.begin()
        leaving.removeAll { $0 === run }
        switch outcome {
        case .ended(let ending):
            _ = run.takeID(from: ending.output, isComplete: true)
            remember(run, name)
        case .unneeded: return
        // notify-send was there, but may have been removed.
        case .notStarted, .dropped: finder.forget()
        }
        let answer = run.answer(outcome)
        // A notification closes when its button is pressed.
        if run.isUnneeded, !run.isClosed, answer == nil, let id = run.id ?? run.replaces,
            !isInUse(id, by: name)
        {
            close(id)
        }
        let failure = run.failure(outcome, timeoutMs: Self.showTimeoutMs)
        if threads[name]?.run === run {
            threads[name]?.run = nil
            if answer != nil { forgetBubble(of: name) }
            if failure != nil {
                threads[name]?.isLost = true
                threads[name]?.isUnseen = true
            }
        }
        if let failure { report(failure) }
        if let answer {
            answered(run.occasion, answer)
        } else if run.isClosedByHand {
            dismiss(name)
        } else if case .ended(let ending) = outcome, run.waits, failure == nil,
            !ending.wasRecalled
        {
            unanswered()
        }
        // A server may have appeared too late for this run.
        if run.server != server?.identity { showWhatIsLost() }
        advance(name, run.notifySend)
    }

    /// Sets the alarm for ending calls that can't show their notifications: if the bus tries in vain to start
    /// a server, notify-send can take minutes to notice.
    func mindTheTime() {
        guard server?.isAbsent == true, despair?.isArmed == false else { return }
        let latest = (threads.values.compactMap(\.run) + leaving).compactMap(\.latestMs).min()
        if let latest { despair?.arm(atMicroseconds: UInt64(latest) * 1000) }
    }

    private func giveUp() {
        guard server?.isAbsent == true else { return }
        for run in threads.values.compactMap(\.run) + leaving {
            if let latest = run.latestMs, latest <= nowMs { run.giveUp() }
        }
        mindTheTime()
    }

    func forgetBubble(of name: String) {
        threads[name]?.id = nil
        notes.forget(name)
    }

    func awaitID() { impatience?.arm(atMicroseconds: UInt64(nowMs + 1000) * 1000) }

    /// Stops waiting for ids that some versions print only when they end, which may be never.
    private func waitNoLongerForIDs() {
        for run in leaving where !run.notifySend.tellsIDAtOnce { run.recall(SIGINT) }
        for (name, thread) in threads where thread.next != nil {
            guard let run = thread.run, run.waits, !run.canBeReplaced else { continue }
            run.isOverdue = true
            advance(name, run.notifySend)
        }
    }

    private func forgetOldThreads() {
        guard threads.count > Self.threadLimit else { return }
        let idle = threads.filter { $0.value.run == nil && $0.value.next == nil }
        if let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            threads[oldest.key] = nil
        }
    }

    private var nowMs: Int64 { Clocks.read().awakeNs / 1_000_000 }
}
