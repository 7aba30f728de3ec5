import Systemd
import TrackerCore
import TrackerEngine
import TrackerStore

/// Runs the engine's tasks in the shared folder on a thread of its own: a folder on a network or a USB stick
/// may hang for minutes, and no command must wait for it. Everything else stays on the event loop.
///
/// There is no thread, watch or alarm until this log is shared.
final class FolderRunner {
    /// Longest slice of work that needs no folder, in nanoseconds.
    private static let sliceNs: Int64 = 5_000_000
    /// Longest time that a start waits for the folder, in nanoseconds.
    private static let startNs: Int64 = 1_000_000_000
    /// Time after which a task counts as hanging, in nanoseconds.
    private static let patienceNs: Int64 = 30_000_000_000
    /// Time between reports of a task that still hangs, in nanoseconds.
    private static let slowAgainNs: Int64 = 3_600_000_000_000
    /// Longest time that the daemon waits at its end for the last write, in nanoseconds.
    private static let endNs: Int64 = 200_000_000
    /// Pause before retrying a task that couldn't begin, in nanoseconds.
    private static let pauseNs: Int64 = 1_000_000_000

    private let loop: EventLoop
    private let engine: Engine
    private let longCalls: LongCalls
    private let handOut: (Outcome) -> Void
    private let written: () -> Void
    private let isShort: (SystemError) -> Void
    private var advance: DeferredSource?
    private var alarm: AlarmSource?
    /// Time of the alarm, in nanoseconds of the boot clock; `nil` for none.
    private var armedNs: Int64?
    /// Time when the current task counts as hanging, in nanoseconds of the boot clock; `nil` for none.
    private var slowNs: Int64?
    private var wasDegraded = false
    /// The shared folder in use by the thread and the watch; `nil` while this log isn't shared.
    private var sync: FolderSync?
    private var worker: Worker?
    private var watch: FolderWatch?

    /// - Parameters:
    ///   - handOut: gets the outcome of a task, or of a slice of work.
    ///   - written: called when this machine has changed something in the folder.
    ///   - isShort: gets the error if no thread or descriptor is left.
    init(
        _ loop: EventLoop, _ engine: Engine, _ longCalls: LongCalls,
        handOut: @escaping (Outcome) -> Void,
        written: @escaping () -> Void, isShort: @escaping (SystemError) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.engine = engine
        self.longCalls = longCalls
        self.handOut = handOut
        self.written = written
        self.isShort = isShort
        advance = try loop.deferred(priority: .batch) { [weak self] in self?.advanceWork() }
        alarm = try loop.alarm(on: .boot) { [weak self] in self?.wentOff() }
    }

    /// Merges the folder's content before the engine starts. What takes too long is merged later.
    func takeIn() -> Outcome {
        guard let sync = engine.folderSync, let worker = begin(with: sync) else { return Outcome() }
        let endNs = Clocks.read().bootNs + Self.startNs
        return engine.takeInFolder(
            now: Clock.now, perform: { perform($0, sync, by: worker, untilNs: endNs) },
            while: { Clocks.read().bootNs < endNs })
    }

    /// Writes the last changes, since the machine may stay off for a while after the daemon has ended.
    func writeOut() -> Outcome {
        guard let sync, sync === engine.folderSync, let worker else { return Outcome() }
        let endNs = Clocks.read().bootNs + Self.endNs
        // The current task is in the way.
        wait(for: worker, untilNs: endNs) { slowNs == nil }
        return engine.writeOutFolder(
            now: Clock.now,
            perform: { task in
                let result = perform(task, sync, by: worker, untilNs: endNs)
                if case .written? = result { written() }
                return result
            },
            while: { Clocks.read().bootNs < endNs })
    }

    private func wait(for worker: Worker, untilNs endNs: Int64, _ isOver: () -> Bool) {
        while !isOver() {
            let leftNs = endNs - Clocks.read().bootNs
            guard leftNs > 0 else { return }
            _ = worker.waitForReport(milliseconds: Int32(leftNs / nanosecondsPerMs + 1))
        }
    }

    /// Runs a task while the event loop stands still.
    ///
    /// - Returns: `nil` if the task doesn't end in time. Its result is then taken later.
    private func perform(
        _ task: FolderTask, _ sync: FolderSync, by worker: Worker, untilNs endNs: Int64
    ) -> FolderResult? {
        var result: FolderResult?
        var isLate = false
        run(task, sync, by: worker) { [weak self] end in
            self?.look(at: end)
            if isLate { self?.finish(task, sync, end) } else { result = end.result }
        }
        wait(for: worker, untilNs: endNs) { result != nil }
        isLate = result == nil
        return result
    }

    /// Begins the next task, and sets the alarm for later ones. Call after each turn.
    func afterTurn() {
        let now = Clock.now()
        engine.prepareFolder(at: now)
        // Calls that wait for the folder are refused from now on.
        if engine.health.isDegraded != wasDegraded { longCalls.wake() }
        wasDegraded = engine.health.isDegraded
        guard let sync = engine.folderSync else { return stop() }
        // Without a thread, the engine isn't asked, since it would count the task as running.
        if let worker = begin(with: sync), let task = engine.nextFolderTask(at: now) {
            run(task, sync, by: worker) { [weak self] in
                self?.look(at: $0)
                self?.finish(task, sync, $0)
            }
        }
        if engine.hasFolderWork { advance?.arm() }
        rearm(at: now)
    }

    /// Ends the thread and the watch. A task that hangs is abandoned.
    func stop() {
        guard sync != nil else { return }
        (sync, watch, armedNs, slowNs) = (nil, nil, nil, nil)
        worker?.cancel()
        worker = nil
        alarm?.disarm()
        advance?.disarm()
        // Calls that wait for a folder no longer in use would wait forever.
        longCalls.wake()
    }

    // MARK: Tasks

    private func run(
        _ task: FolderTask, _ sync: FolderSync, by worker: Worker,
        ended: @escaping (FolderTaskEnd) -> Void
    ) {
        let folder = sync.folder
        slowNs = Clocks.read().bootNs + Self.patienceNs
        worker.run {
            let result = folder.perform(task)
            // The free space is read on this thread, since that may hang, too.
            guard case .listing = result else { return FolderTaskEnd(result: result) }
            return FolderTaskEnd(result: result, freeBytes: try? folder.freeBytes())
        } ended: { [weak self] in
            self?.slowNs = nil
            ended($0)
        }
    }

    /// The thread for a folder; `nil` if none can be started.
    private func begin(with sync: FolderSync) -> Worker? {
        if sync !== self.sync {
            stop()
            self.sync = sync
        }
        do throws(SystemError) {
            if watch == nil {
                watch = try FolderWatch(
                    loop, sync.folder.path, ownID: { [engine] in engine.store.device },
                    changed: { [weak self] in self?.mayHaveChanged() })
            }
            if worker == nil { worker = try Worker(loop) }
        } catch {
            isShort(error)
        }
        return worker
    }

    private func finish(_ task: FolderTask, _ sync: FolderSync, _ end: FolderTaskEnd) {
        let outcome = engine.finish(end.result, of: sync, at: Clock.now())
        switch end.result {
        case .done, .written: if task.writes { written() }
        case .failed, .listing, .read: break
        }
        handOut(outcome)
        longCalls.wake()
    }

    /// Acts on what was found in the folder.
    private func look(at end: FolderTaskEnd) {
        switch end.result {
        case .listing(let listing):
            sync?.freeBytes = end.freeBytes
            watch?.follow(listing.machines.map(\.writer))
        case .failed(let error) where error.kind == .missing: watch?.end()
        case .done, .failed, .read, .written: break
        }
    }

    private func mayHaveChanged() {
        engine.folderMayHaveChanged()
        afterTurn()
    }

    // MARK: Work and time

    private func advanceWork() {
        let now = Clock.now()
        handOut(
            engine.advanceFolder(at: now) { Clocks.read().bootNs < now.bootNs + Self.sliceNs })
        longCalls.wake()
    }

    private func wentOff() {
        armedNs = nil
        let now = Clock.now()
        if let slowNs, slowNs <= now.bootNs {
            self.slowNs = now.bootNs + Self.slowAgainNs
            handOut(engine.folderIsSlow(at: now))
            longCalls.wake()
        }
        afterTurn()
    }

    private func rearm(at now: Moment) {
        // A due task that hasn't begun waits for something else: a thread, or the stamps of older rows.
        let isStuck = worker == nil
        let next = isStuck ? now.bootNs : slowNs ?? engine.nextFolderNs
        guard let next, !engine.hasFolderWork || next > now.bootNs else {
            armedNs = nil
            alarm?.disarm()
            return
        }
        if next <= now.bootNs {
            let again = now.bootNs + Self.pauseNs
            if let armedNs, armedNs <= again, alarm?.isArmed == true { return }
            arm(atNs: again)
        } else if next != armedNs || alarm?.isArmed != true {
            arm(atNs: next)
        }
    }

    private func arm(atNs ns: Int64) {
        armedNs = ns
        alarm?.arm(atMicroseconds: UInt64(max(0, ns) + 999) / 1000)
    }
}

/// Result of a task, as passed on by the thread.
private nonisolated struct FolderTaskEnd: Sendable {
    let result: FolderResult
    /// Free space on the folder's file system, in bytes; `nil` if it wasn't asked for, or isn't known.
    var freeBytes: Int64?
}
