import Glibc
import Systemd
import TrackerCore

/// Shows alerts with notify-send: one bubble for each thread, whose buttons come back as answers.
///
/// Of several alerts of a thread that wait for their turn, only the last is shown: each would
/// replace the one before at once.
final class Bubbles {
    /// What is known of notify-send.
    private enum Program {
        case unknown
        case probing
        case usable(NotifySend)
        /// Looked for in vain; not again until the awake clock shows this.
        case missing(untilMs: Int64)
    }

    /// How long nobody looks again for a notify-send that isn't there.
    static let probePauseMs: Int64 = 60_000
    /// For one that only shows a bubble.
    private static let showTimeoutMs: Int64 = 10_000
    /// For one that waits for an answer. It can wait for ever: for a server that has gone, say.
    private static let answerTimeoutMs: Int64 = 86_400_000
    /// How many threads' bubbles are remembered.
    private static let threadLimit = 500
    private static let pendingLimit = 1000

    private let pool: HookPool
    private let environment: HookEnvironment
    private let report: (HookFailure) -> Void
    private let answered: (Event, String) -> Void
    private var program = Program.unknown
    /// What came while notify-send was being looked for.
    private var pending: [HookOccasion] = []
    private var threads: [String: BubbleThread] = [:]
    private var notes: BubbleNotes
    private var impatience: AlarmSource?
    private var uses = 0

    init(
        _ loop: EventLoop, _ pool: HookPool, _ environment: HookEnvironment, notes: String?,
        report: @escaping (HookFailure) -> Void, answered: @escaping (Event, String) -> Void
    ) throws(SystemError) {
        self.pool = pool
        self.environment = environment
        self.report = report
        self.answered = answered
        self.notes = BubbleNotes(path: notes)
        impatience = try loop.alarm(on: .awake) { [weak self] in self?.waitNoLongerForIDs() }
    }

    /// Shows the alert of an occasion.
    func show(_ occasion: HookOccasion) {
        switch program {
        case .usable(let notifySend): queue(occasion, notifySend)
        case .missing(let until) where nowMs < until: fail(occasion, Self.missing)
        case .probing: hold(occasion)
        case .unknown, .missing:
            hold(occasion)
            probe()
        }
    }

    /// Closes the bubble of a thread, as far as it has a process that waits for its answer.
    func withdraw(_ thread: String) {
        pending.removeAll { $0.alert?.thread == thread }
        threads[thread]?.next = nil
        // On this signal notify-send closes its bubble.
        threads[thread]?.run?.recall(SIGINT)
        notes.forget(thread)
    }

    /// Forgets everything; the processes are the pool's.
    func stop() {
        impatience?.cancel()
        pending = []
        threads = [:]
    }

    // MARK: Looking for notify-send

    private func hold(_ occasion: HookOccasion) {
        if pending.count == Self.pendingLimit {
            fail(pending.removeFirst(), "dropped: too many alerts came before it was found")
        }
        pending.append(occasion)
    }

    private func probe() {
        program = .probing
        let environment = environment
        pool.submit(
            HookPool.Job(
                lane: .quick,
                launch: { () throws(HookLaunchError) in
                    HookProcess.Launch(
                        arguments: [try Self.path(environment), "--help"],
                        environment: environment.adding([:]), keepsOutput: true,
                        timeoutMs: Self.showTimeoutMs)
                },
                ended: { [weak self] in self?.probed($0) }))
    }

    private func probed(_ outcome: HookPool.Outcome) {
        let held = pending
        pending = []
        if case .ended(let ending) = outcome, !ending.timedOut,
            let path = environment.path(of: NotifySend.name)
        {
            let stdbuf = environment.path(of: "stdbuf")
            program = .usable(NotifySend(path: path, stdbuf: stdbuf, help: ending.output))
            for occasion in held { show(occasion) }
        } else {
            program = .missing(untilMs: nowMs + Self.probePauseMs)
            for occasion in held { fail(occasion, Self.missing) }
        }
    }

    private static func path(
        _ environment: HookEnvironment
    ) throws(HookLaunchError) -> String {
        if let path = environment.path(of: NotifySend.name) { return path }
        throw HookLaunchError(reason: missing)
    }

    private static let missing =
        "can't be used: install libnotify's notify-send, "
        + "or set enabled = false under [notifications]"

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
                    outcome.failure(of: NotifySend.name, occasion, timeoutMs: 0).map(report)
                }))
    }

    // MARK: Showing

    private func queue(_ occasion: HookOccasion, _ notifySend: NotifySend) {
        guard let thread = occasion.alert?.thread else { return }
        uses += 1
        threads[thread, default: BubbleThread(id: notes.ids[thread])].next = occasion
        threads[thread]?.lastUse = uses
        advance(thread, notifySend)
        forgetOldThreads()
    }

    /// Shows a thread's next alert, if the one before is shown or has ended.
    private func advance(_ name: String, _ notifySend: NotifySend) {
        guard let thread = threads[name], let occasion = thread.next, let alert = occasion.alert
        else { return }
        if let run = thread.run {
            guard run.waits else { return }
            guard run.canBeReplaced else {
                impatience?.arm(atMicroseconds: UInt64(nowMs + 1000) * 1000)
                return
            }
            // Replacing a bubble leaves whoever waits for its answer waiting for ever.
            run.recall(SIGTERM)
        }
        // One too many to wait for is shown without buttons rather than not at all.
        let hasRoom = pool.load(of: .waiting) < HookPool.Lane.waiting.limit
        let run = BubbleRun(
            occasion: occasion, alert: alert, notifySend: notifySend,
            waits: occasion.offersActions && notifySend.offersActions && hasRoom)
        threads[name]?.next = nil
        threads[name]?.run = run
        submit(run, name)
    }

    private func submit(_ run: BubbleRun, _ name: String) {
        let environment = environment
        pool.submit(
            HookPool.Job(
                lane: run.waits ? .waiting : .quick,
                launch: { [weak self] () throws(HookLaunchError) in
                    HookProcess.Launch(
                        arguments: run.notifySend.arguments(
                            for: run.alert, replacing: self?.threads[name]?.id, waits: run.waits),
                        environment: environment.adding([:]), keepsOutput: true,
                        timeoutMs: run.waits ? Self.answerTimeoutMs : Self.showTimeoutMs)
                },
                started: { process in
                    run.occasion.turn?.begin()
                    run.started(process)
                },
                outputArrived: { [weak self] in self?.read(run, name) },
                ended: { [weak self] in self?.ended(run, name, $0) }))
    }

    /// Takes the bubble's id as soon as it's there.
    private func read(_ run: BubbleRun, _ name: String) {
        let output = run.process?.outputSoFar ?? ""
        guard run.id == nil, run.takeID(from: output, isComplete: false) else { return }
        remember(run, name)
        advance(name, run.notifySend)
    }

    private func remember(_ run: BubbleRun, _ name: String) {
        // The id of one that has been replaced already is of no use any more.
        guard let id = run.id, threads[name]?.run === run else { return }
        threads[name]?.id = id
        if run.waits { notes.note(id, for: name) }
    }

    private func ended(_ run: BubbleRun, _ name: String, _ outcome: HookPool.Outcome) {
        run.occasion.turn?.begin()
        if case .ended(let ending) = outcome {
            _ = run.takeID(from: ending.output, isComplete: true)
            remember(run, name)
        } else {
            // It was there, and perhaps isn't any more.
            program = .unknown
        }
        if threads[name]?.run === run {
            threads[name]?.run = nil
            // Nobody waits for an answer to it any more.
            notes.forget(name)
        }
        if let failure = run.failure(outcome, timeoutMs: Self.showTimeoutMs) { report(failure) }
        if let answer = run.answer(outcome) { answered(run.occasion.event, answer) }
        advance(name, run.notifySend)
    }

    /// Some versions tell the id only at their end, which may never come.
    private func waitNoLongerForIDs() {
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
