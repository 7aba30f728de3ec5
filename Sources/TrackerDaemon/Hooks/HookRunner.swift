import Glibc
import Systemd
import TrackerCore
import TrackerEngine

/// Runs the configured hooks and notify-send for events.
///
/// No call throws or blocks. Hooks start at the loop's next turns, and report their outcome from there. Only
/// a hook that starts itself is reported at once.
package final class HookRunner {
    /// Type of events about failed hooks. Hooks never run for these, since that could go on without end.
    package nonisolated static let failureType = EventType.hookFailed.rawValue

    private let environment: HookEnvironment
    private let pool: HookPool
    let bubbles: Bubbles
    private let report: (HookFailure) -> Void
    private let answered: (Event, Alert.Action) -> Pressed
    private let telling: Telling
    private let sounds: Sounds
    private let afterWrite: AfterWrite
    private var hooks: [Configuration.Hook]
    private var feeding = HookFeeding()
    private var held: HeldHooks?
    private var showsNotifications: Bool { bubbles.configuration.enabled }
    /// Hooks that wait for an answer, or are queued to do so.
    private var waiting: [HookWait] = []

    /// - Parameters:
    ///   - environment: the daemon's own variables. Hooks get them without those from the service manager for
    ///     the daemon alone, and find programs in this PATH.
    ///   - soundFolder: the folder of the shipped sounds; `nil` for none.
    ///   - bubbleNotes: the path of the file that notes which notifications wait for an answer; `nil` to keep
    ///     nothing.
    ///   - report: gets the failures of hooks.
    ///   - isShort: gets the error when descriptors or processes are used up and hooks wait for them.
    ///   - soundFailed: gets the reason why sounds can't be played, for a person; each reason once.
    ///   - answered: gets the event whose alert was answered, and the chosen action. It may be called more
    ///     than once for one event, when several hooks offer its actions. If the answer is refused, the
    ///     person is told why; otherwise, they get the confirmation.
    ///   - unanswered: runs when a notification with buttons has gone without an answer.
    ///   - toldMore: runs when the hooks of more alerts have started; see `toldUpTo`.
    /// - Throws: `SystemError` if the kernel's resources or memory run out.
    package init(
        loop: EventLoop, configuration: Configuration, environment: [String: String],
        soundFolder: String? = nil, bubbleNotes: String? = nil,
        report: @escaping (HookFailure) -> Void,
        isShort: @escaping (SystemError) -> Void = { _ in },
        soundFailed: @escaping (String) -> Void = { _ in },
        answered: @escaping (Event, Alert.Action) -> Pressed,
        unanswered: @escaping () -> Void = {}, toldMore: @escaping () -> Void = {}
    ) throws(SystemError) {
        telling = Telling(toldMore: toldMore)
        hooks = configuration.hooks
        self.environment = HookEnvironment(environment)
        self.report = report
        self.answered = answered
        pool = try HookPool(loop, isShort: isShort)
        sounds = Sounds(
            pool, self.environment, folder: soundFolder, configuration.sounds, report: soundFailed)
        afterWrite = AfterWrite(pool, self.environment, configuration.sync, report: report)
        bubbles = try Bubbles(
            loop, pool, self.environment, configuration.notifications, notes: bubbleNotes,
            report: report)
        bubbles.unanswered = unanswered
        bubbles.answered = { [weak self] in self?.answered($0, $1) }
        held = try HeldHooks(
            loop, start: { [weak self] in self?.run($0.hook, $0.occasion, $0.causes) },
            dropped: { run in
                let reason = "dropped while it was held back, since it starts itself"
                report(run.occasion.failure(of: run.hook.run, .dropped, reason))
            })
        bubbles.sounded = { [weak self] in self?.sounded($0) ?? $0 }
        bubbles.closedByHand = { [weak self] in self?.sounds.end(thread: $0) }
    }

    /// Runs the hooks of an event, plays the sound of its alert, and shows it.
    ///
    /// - Parameters:
    ///   - groups: the process groups of the clients that may have caused the event.
    ///   - json: the event as one line of JSON, for the hooks' standard input. Called at most once, and only
    ///     if a hook matches.
    package func handle(
        _ event: Event, alert: Alert?, for audience: Audience = .everybody,
        by groups: Set<pid_t> = [], json: () -> String
    ) {
        guard event.type != Self.failureType else { return }
        let matching = hooks.filter {
            Glob.anyMatches($0.on, event.type) && ($0.answers || audience.isNews)
                && (audience != .shown || isOutdated($0, alert))
        }
        if alert != nil, audience.isNews { telling.hand(event.seq) }
        var shown = HookOccasion(event: event, alert: alert, json: "", isUpdate: audience == .shown)
        if audience.isNews { shown = sounded(shown) }
        if !matching.isEmpty {
            let occasion = HookOccasion(event: event, alert: alert, json: json())
            let causes = feeding.causes(of: groups, at: Clock.now())
            for hook in matching {
                submit(hook, audience.isNews ? withTurn(occasion) : occasion, causes)
            }
        }
        if showsNotifications, let alert, !alert.isMomentary {
            bubbles.show(audience.isNews ? withTurn(shown) : shown)
        }
        telling.step()
    }

    /// Plays the sound of an alert, or leaves it to the notification server if there is no player.
    private func sounded(_ occasion: HookOccasion) -> HookOccasion {
        guard let alert = occasion.alert, !sounds.play(alert), sounds.areOn else { return occasion }
        var occasion = occasion
        occasion.themeSound = alert.themeSound
        return occasion
    }

    /// Whether the hook waits for an answer to an earlier alert of the same thread.
    private func isOutdated(_ hook: Configuration.Hook, _ alert: Alert?) -> Bool {
        waiting.contains {
            $0.run == hook.run && $0.alert.thread == alert?.thread && $0.alert != alert
        }
    }

    private func withTurn(_ occasion: HookOccasion) -> HookOccasion {
        var occasion = occasion
        occasion.turn = occasion.alert.map { _ in telling.turn(for: occasion.event.seq) }
        return occasion
    }

    /// Number of the event up to which the hooks of all alerts have started; 0 before the first.
    package var toldUpTo: Int64 { telling.upTo }
    /// Whether the hooks of all alerts have started. After `stop`, waiting alerts keep waiting.
    package var hasToldAll: Bool { telling.isComplete }

    /// Uses another configuration for future events. Running and queued hooks stay as they are.
    package func reconfigure(_ configuration: Configuration) {
        hooks = configuration.hooks
        held?.keep(hooks)
        bubbles.configuration = configuration.notifications
        sounds.reconfigure(configuration.sounds)
        afterWrite.arguments = configuration.sync.afterWrite
    }

    func folderWritten() { afterWrite.run() }

    /// Closes the notifications that an earlier daemon left and that are no longer wanted. Call once
    /// everything pending has been handed over.
    package func closeLeftBubbles() { bubbles.closeLeft() }

    /// Closes the notification of a thread, and stops its sound and the hooks that wait for its answer, since
    /// there is nothing left to answer.
    package func withdraw(thread: String) {
        sounds.end(thread: thread)
        bubbles.withdraw(thread)
        held?.withdraw(thread: thread)
        for wait in waiting where wait.alert.thread == thread { wait.end() }
    }

    /// Closes the notifications that wait for an answer, and ends all hooks with their process groups; none
    /// starts any more. Takes at most half a second.
    package func stop() {
        telling.stop()
        held?.stop()
        bubbles.closeAsking()
        pool.stop()
        bubbles.stop()
        waiting = []
    }

    /// Hooks that start themselves and are slowed down.
    var feedingHooks: Set<Configuration.Hook> { feeding.held(at: Clock.now()) }

    /// Runs a hook, or holds it back if it starts itself.
    private func submit(
        _ hook: Configuration.Hook, _ occasion: HookOccasion, _ causes: Set<Configuration.Hook>
    ) {
        guard causes.contains(hook), let hold = feeding.take(hook, at: Clock.now()) else {
            return run(hook, occasion, causes)
        }
        if hold.isNews { report(occasion.failure(of: hook.run, .feedsItself, HookFeeding.reason)) }
        // Later alerts don't wait for it: otherwise a restart would repeat them.
        var occasion = occasion
        occasion.turn = nil
        held?.add(
            HeldHooks.Run(
                hook: hook, occasion: occasion, causes: causes, startNs: hold.startNs))
    }

    private func run(
        _ hook: Configuration.Hook, _ occasion: HookOccasion,
        _ causes: Set<Configuration.Hook> = []
    ) {
        var group: pid_t?
        let environment = environment
        let wait = wait(hook, occasion)
        pool.submit(
            HookPool.Job(
                lane: wait == nil ? .quick : .waiting,
                launch: { () throws(HookLaunchError) in
                    if wait?.isOver == true { return nil }
                    return try Self.launch(hook, occasion, environment, keepsOutput: wait != nil)
                },
                started: { [weak self] process in
                    occasion.turn?.begin()
                    wait?.process = process
                    group = process.pid
                    self?.feeding.begin(process.pid, of: hook, causes: causes, at: Clock.now())
                },
                ended: { [weak self] outcome in
                    occasion.turn?.begin()
                    self?.waiting.removeAll { $0 === wait }
                    if let group { self?.feeding.end(group, at: Clock.now()) }
                    self?.ended(hook, occasion, outcome, waited: wait != nil)
                }))
    }

    /// The wait for an answer if the hook has to give one; `nil` otherwise. The same hook's wait for an
    /// earlier alert of the thread ends, so that the person isn't asked twice.
    private func wait(_ hook: Configuration.Hook, _ occasion: HookOccasion) -> HookWait? {
        guard hook.answers, occasion.offersActions, let alert = occasion.alert else { return nil }
        for former in waiting
        where former.alert.thread == alert.thread && former.run == hook.run {
            former.end()
        }
        let wait = HookWait(for: alert, run: hook.run)
        waiting.append(wait)
        return wait
    }

    private static func launch(
        _ hook: Configuration.Hook, _ occasion: HookOccasion, _ environment: HookEnvironment,
        keepsOutput: Bool
    ) throws(HookLaunchError) -> HookProcess.Launch {
        let path = try environment.launchPath(of: hook.run.first ?? "")
        return HookProcess.Launch(
            arguments: [path] + HookTemplate.expand(Array(hook.run.dropFirst()), for: occasion),
            environment: environment.adding(occasion.variables),
            input: Array((occasion.json + "\n").utf8),
            keepsOutput: keepsOutput, timeoutMs: hook.timeoutMs)
    }

    private func ended(
        _ hook: Configuration.Hook, _ occasion: HookOccasion, _ outcome: HookPool.Outcome,
        waited: Bool
    ) {
        if let failure = outcome.failure(of: hook.run, occasion, timeoutMs: hook.timeoutMs) {
            report(failure)
        } else if waited, case .ended(let ending) = outcome,
            let answer = ending.output.lastLine
        {
            let actions = occasion.alert?.actions ?? []
            if let action = actions.first(where: { $0.key == answer }) {
                answered(occasion, action)
            } else if !ending.wasRecalled {
                let keys = actions.map(\.key)
                let reason =
                    "answered \"\(answer.prefix(100))\"; "
                    + "its last line must be one of: \(keys.joined(separator: ", "))"
                report(occasion.failure(of: hook.run, .wrongAnswer, reason))
            }
        }
    }

    /// Opens the page of a report, like a hook from the configuration.
    private func open(_ report: String, for occasion: HookOccasion) {
        let run = ["trackerctl", "report", report, "--open"]
        let hook = Configuration.Hook(on: [], run: run, timeoutMs: Self.openingMs)
        self.run(hook, HookOccasion(event: occasion.event, alert: occasion.alert, json: ""))
    }

    private static let openingMs: Int64 = 30_000

    /// Passes an answer on. If it is refused, the alert is shown again with the reason, since its
    /// notification is gone and the person would think that all is well. If it is accepted, a confirmation
    /// replaces it for a moment.
    private func answered(_ occasion: HookOccasion, _ action: Alert.Action) {
        if let thread = occasion.alert?.thread { sounds.end(thread: thread) }
        let pressed = answered(occasion.event, action)
        if let report = pressed.report { open(report, for: occasion) }
        guard showsNotifications else { return }
        if let refusal = pressed.refusal {
            bubbles.show(occasion.refused(action, refusal))
        } else if let confirmation = pressed.confirmation {
            bubbles.show(HookOccasion(event: occasion.event, alert: confirmation, json: ""))
        }
    }
}
