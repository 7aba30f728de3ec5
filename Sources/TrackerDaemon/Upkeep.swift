import Systemd
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

/// Work that the daemon does when it has nothing else to do: notes, checks, backups, the watchdog, the status
/// line.
@MainActor final class Upkeep {
    private static let firstBackupMs: Int64 = 600_000
    private static let backupEveryMs: Int64 = 86_400_000
    private static let tryStorageEveryMs: Int64 = 5000
    private static let statusEveryMs: Int64 = 1000
    /// Number of changes that makes moving the write-ahead log worthwhile, once nothing has happened for a
    /// while.
    private static let changesWorthMoving = 100
    private static let pauseMs: Int64 = 1000
    /// Length of one turn of settling progress, in nanoseconds.
    private static let settlingNs: Int64 = 5_000_000
    /// Time without a request before progress is settled, and the longest time before it is settled anyway,
    /// in milliseconds. After several changes in a row, it is best to wait for the last.
    private static let (settlesAfterMs, settlesByMs): (Int64, Int64) = (100, 2000)

    private let engine: Engine
    private let notifier: Notifier
    private let log: Log
    private let longCalls: LongCalls
    private let turn: () -> Void
    private let handOut: (Outcome) -> Void
    private let statusLine: () -> String
    private var idle: DeferredSource?
    private var check: DeferredSource?
    private var progress: AlarmSource?
    /// Time since which progress has had to be settled, on the boot clock; `nil` while it is settled.
    private var staleSinceNs: Int64?
    private var backup: AlarmSource?
    private var storage: AlarmSource?
    private var watchdog: AlarmSource?
    private var status: AlarmSource?
    private var checkpoint: AlarmSource?
    /// Number of changes in the log at the last check.
    private var changesSeen = 0
    private var statusAtNs: Int64 = 0

    init(
        _ loop: EventLoop, _ engine: Engine, _ notifier: Notifier, _ log: Log,
        _ longCalls: LongCalls, turn: @escaping () -> Void,
        handOut: @escaping (Outcome) -> Void, statusLine: @escaping () -> String
    ) throws {
        self.engine = engine
        self.notifier = notifier
        self.log = log
        self.longCalls = longCalls
        self.turn = turn
        self.handOut = handOut
        self.statusLine = statusLine
        idle = try loop.deferred(priority: .idle) { [unowned self] in noteAlerts() }
        check = try loop.deferred(priority: .idle) { [unowned self] in checkDatabase() }
        progress = try loop.alarm(on: .boot, priority: .idle) { [unowned self] in settleProgress() }
        backup = try loop.alarm(on: .boot, priority: .idle) { [unowned self] in backUp() }
        storage = try loop.alarm(on: .boot) { [unowned self] in self.turn() }
        watchdog = try loop.alarm(on: .awake) { [unowned self] in feedWatchdog() }
        status = try loop.alarm(on: .boot, priority: .idle) { [unowned self] in showStatus() }
        checkpoint = try loop.alarm(on: .boot, priority: .idle) { [unowned self] in moveLog() }
    }

    /// Begins the upkeep. Call once the daemon is ready.
    func begin() {
        if engine.store.wasLeftOpen { check?.arm() }
        let now = Clock.now()
        let age = engine.backups.newestMs.map { now.wallMs - $0 } ?? Self.backupEveryMs
        let wait = max(Self.firstBackupMs, Self.backupEveryMs - max(0, age))
        arm(backup, inMs: wait, now)
        feedWatchdog()
        afterTurn()
    }

    /// Schedules the work that a batch may have made necessary.
    func afterTurn() {
        if engine.hasUnnotedAlerts { idle?.arm() }
        let now = Clock.now()
        if engine.isProgressStale, progress?.isArmed == false {
            staleSinceNs = staleSinceNs ?? now.bootNs
            arm(progress, inMs: Self.settlesAfterMs, now)
        }
        if engine.health.isDegraded, storage?.isArmed == false {
            arm(storage, inMs: Self.tryStorageEveryMs, now)
        }
        let isWorthMoving = engine.store.changesInLog >= Self.changesWorthMoving
        if isWorthMoving, !engine.health.isDegraded, checkpoint?.isArmed == false {
            arm(checkpoint, inMs: Self.pauseMs, now)
        }
        guard notifier.isSupervised, status?.isArmed == false else { return }
        let next = statusAtNs + Self.statusEveryMs * nanosecondsPerMs
        arm(status, inMs: max(0, (next - now.bootNs) / nanosecondsPerMs), now)
    }

    private func arm(_ alarm: AlarmSource?, inMs span: Int64, _ now: Moment) {
        alarm?.arm(atMicroseconds: UInt64((now.bootNs + span * nanosecondsPerMs) / 1000))
    }

    /// Moves the write-ahead log into the database once no change has come for a while.
    private func moveLog() {
        let changes = engine.store.changesInLog
        guard changes == changesSeen else {
            changesSeen = changes
            return arm(checkpoint, inMs: Self.pauseMs, Clock.now())
        }
        do { try engine.store.checkpoint() } catch {
            // A fault shows up at the next commit, which can handle it.
            log.log(.warning, "the write-ahead log can't be checkpointed: \(error)", id: .storage)
        }
        changesSeen = 0
        Memory.releaseFree()
    }

    /// Settles progress that wasn't settled right after the change, a few milliseconds at a time.
    private func settleProgress() {
        let now = Clock.now()
        let quietMs = (now.bootNs - engine.lastRun.bootNs) / nanosecondsPerMs
        let waitedMs = (now.bootNs - (staleSinceNs ?? now.bootNs)) / nanosecondsPerMs
        guard !engine.isChangeUnfinished else {
            return arm(progress, inMs: Self.settlesAfterMs, now)
        }
        guard quietMs >= Self.settlesAfterMs || waitedMs >= Self.settlesByMs else {
            return arm(progress, inMs: Self.settlesAfterMs - quietMs, now)
        }
        let outcome = engine.settleProgress(at: now) {
            Clocks.read().bootNs < now.bootNs + Self.settlingNs
        }
        if engine.isProgressStale { arm(progress, inMs: 0, now) } else { staleSinceNs = nil }
        handOut(outcome)
    }

    private func noteAlerts() { engine.noteAlerts(at: Clock.now()) }

    private func showStatus() {
        statusAtNs = Clock.now().bootNs
        notifier.status(statusLine())
    }

    private func checkDatabase() {
        let findings = engine.checkAfterCrash(at: Clock.now())
        guard !findings.isEmpty else { return }
        log.log(.critical, "the database is damaged: \(findings[0])", id: .storage)
        turn()
    }

    private func backUp() {
        let now = Clock.now()
        guard !engine.health.isDegraded else { return arm(backup, inMs: 60_000, now) }
        arm(backup, inMs: Self.backupEveryMs, now)
        longCalls.add(LongCall(Call(BackupCreate()))) {
            true
        } ended: { [log] answer in
            switch answer {
            case .refused(let rejection): log.log(.error, "\(rejection.message)", id: .storage)
            default: log.log(.info, "backed up")
            }
        }
    }

    /// Reports to the watchdog, but only after a successful read from the database.
    private func feedWatchdog() {
        guard let interval = notifier.watchdogIntervalMicroseconds else { return }
        if engine.answers(at: Clock.now()) { notifier.watchdog() }
        if engine.isDisplaced, !engine.health.isDegraded { turn() }
        let next = UInt64(Clocks.read().awakeNs / 1000) + interval / 2
        watchdog?.arm(atMicroseconds: next)
    }
}
