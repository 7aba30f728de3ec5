import Glibc
import Systemd
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore
import UserFiles

/// The whole daemon, wired together: input goes to the engine, and the outcome to clients and hooks.
@MainActor package final class Daemon {
    /// Longest time that unread output may delay the end, in milliseconds.
    private static let stopPatienceMs: Int64 = 700

    private let loop: EventLoop
    private let log: Log
    private let notifier: Notifier
    private let settings: Settings
    private let engine: Engine
    private var lock: StateLock?
    private let socket: ListeningSocket
    private let presence: PresenceFile
    private let shortages: ShortageLog
    private var socketWatch: SocketWatch?
    private var server: Server?
    private var hooks: HookRunner?
    private var hookFailures: HookFailureLog?
    private var clocks: ClockWatch?
    private var upkeep: Upkeep?
    private var folder: FolderRunner?
    private var libraryWatch: LibraryWatch?
    private var awake: Awake?
    private var desktop: Desktop?
    private var desktopWatch: DesktopWatch?

    private var bootAlarm: AlarmSource?
    private var wallAlarm: AlarmSource?
    private var armed = NextDeadlines()
    /// Sources, kept here because they work only while referenced.
    private var sources: [EventSource] = []
    private var stopping: AlarmSource?

    /// Opens the state and the socket. Afterwards clients can connect, and `run` serves them.
    ///
    /// - Parameter passed: the socket that systemd has opened; `nil` for none.
    /// - Throws: the error that prevents the start.
    package init(_ paths: Paths, passed: Int32?, version: String, log: Log) throws {
        self.log = log
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        loop.watchFailed = { log.log(.warning, "file changes go unnoticed: \($0)") }
        settings = try Settings(paths, log)
        notifier = Notifier()
        let start = StartTime(now: { Clocks.read().awakeNs }) { [notifier] in
            notifier.extendTimeout(byMicroseconds: $0)
        }
        lock = try Self.lock(paths.state, log, start)
        socket = try ListeningSocket(paths, passed: passed, log: log)
        presence = PresenceFile(paths, log)
        shortages = ShortageLog(log)
        let now = Clock.now()
        let identity = Dependencies.Identity(
            version: version, pid: Int(getpid()), startedMs: now.wallMs)
        let dependencies = Dependencies(
            identity: identity, zone: Clock.zone, configuration: settings.configuration)
        dependencies.library = Self.library(paths, log)
        dependencies.computer = Computer.id
        dependencies.hostName = Computer.hostName
        dependencies.home = paths.home
        dependencies.shippedTemplates = { try LibraryFile.templates() }
        dependencies.parseProgram = { try ProgramLibrary.program($0) }
        dependencies.soundFault = { Sounds.fault(ofFile: $0) }
        do {
            engine = try Engine(
                stateFolder: paths.state, scratchFolder: paths.socketFolder,
                dependencies: dependencies, at: now, goesOn: { start.goesOn() }
            ) { log.log(.error, $0, id: .storage) }
        } catch {
            socket.remove()
            throw error
        }
        try wire()
    }

    private static func library(_ paths: Paths, _ log: Log) -> Library {
        LibraryFile.library(paths.own) { log.log(.warning, "\($0)") }
    }

    /// The lock of the state; `nil` if the lock file can't be written, and so neither can the state.
    private static func lock(
        _ folder: String, _ log: Log, _ start: StartTime
    ) throws -> StateLock? {
        do {
            return try StateLock(stateFolder: folder) { start.goesOn() }
        } catch StoreError.file(let operation, let path, _) {
            log.log(.warning, "can't \(operation) \(path): starting without a lock")
            return nil
        }
    }

    /// Takes the lock in a state folder that was created again, so that no other daemon starts there.
    private func lockAnew() {
        guard lock?.isInPlace != true else { return }
        do { lock = try StateLock(stateFolder: settings.paths.state) } catch {
            log.log(.critical, "\(error)", id: .storage)
        }
    }

    private func wire() throws {
        bootAlarm = try loop.alarm(on: .boot) { [unowned self] in wentOff() }
        wallAlarm = try loop.alarm(on: .wall) { [unowned self] in wentOff() }
        stopping = try loop.alarm(on: .boot) { [unowned self] in end() }
        let longCalls = LongCalls(engine) { [unowned self] in handOut($0, by: $1) }
        server = try Server(
            loop: loop, listener: socket.descriptor, engine: engine, zone: Clock.zone, log: log,
            longCalls: longCalls, shortages: shortages,
            batchIsDue: { [unowned self] in turn() })
        hookFailures = try HookFailureLog(loop, log) { [unowned self] in
            handOut(engine.append(.hookFailed, data: $0, at: Clock.now()))
        }
        hooks = try HookRunner(
            loop: loop, configuration: settings.configuration, environment: currentEnvironment(),
            soundFolder: ThisProgram.soundFolder, bubbleNotes: settings.paths.state + "/bubbles",
            report: { [unowned self] in hookFailures?.take($0) },
            isShort: { [shortages] in shortages.note($0, "notifications and hooks have to wait") },
            soundFailed: { [log] in log.log(.warning, $0) },
            answered: { [unowned self] in answered($0, $1) },
            // The notification may have expired unseen, during a do-not-disturb that isn't known yet.
            unanswered: { [unowned self] in
                if engine.dependencies.asksDesktop { desktopWatch?.ask() }
            },
            toldMore: { [unowned self] in toldMore() })
        let buses = DesktopBuses(loop, currentEnvironment())
        awake = try Awake(loop, buses)
        let desktop = try Desktop(
            loop, buses, environment: currentEnvironment(), settings.configuration.desktop)
        self.desktop = desktop
        desktopWatch = try DesktopWatch(
            loop, desktop,
            answered: { [unowned self] in
                handOut(
                    engine.desktopAnswered(
                        $0, awayMs: self.desktop?.awayMs, at: Clock.now()))
            })
        engine.dependencies.asksDesktop = settings.configuration.desktop.asks
        clocks = try ClockWatch(loop) { [unowned self] in clockStepped(byMs: $0) }
        upkeep = try Upkeep(
            loop, engine, notifier, log, longCalls, turn: { [unowned self] in turn() },
            handOut: { [unowned self] in handOut($0) },
            statusLine: { [unowned self] in statusLine(engine, settings, at: Clock.now()) })
        folder = try FolderRunner(
            loop, engine, longCalls, handOut: { [unowned self] in handOut($0) },
            written: { [unowned self] in hooks?.folderWritten() },
            isShort: { [shortages] in shortages.note($0, "the shared folder has to wait") })
        settings.changed = { [unowned self] in configured($0, $1) }
        settings.refused = { [unowned self] in
            let data = ConfigRefused(reason: $0)
            handOut(engine.append(.configRefused, data: data, at: Clock.now()))
        }
        engine.dependencies.reloadConfiguration = { [unowned self] in
            // Whoever asked the service manager to reload reads the outcome there at once.
            defer { notifier.status(statusLine(engine, settings, at: Clock.now())) }
            return try settings.reload()
        }
        engine.dependencies.stateMadeAnew = { [unowned self] in lockAnew() }
        engine.dependencies.checkDaemon = { [unowned self] in
            SelfCheck(
                settings, socket, environment: currentEnvironment(),
                display: self.desktop?.followedDisplay, watchFault: loop.watchFault,
                feedingHooks: hooks?.feedingHooks ?? []
            ).run()
        }
        try settings.watch(in: loop) { [unowned self] in upkeep?.afterTurn() }
        let paths = settings.paths
        libraryWatch = try LibraryWatch(loop, paths.own) { [unowned self] in
            engine.dependencies.library = Self.library(paths, log)
            handOut(engine.updateFromLibrary(at: Clock.now()))
        }
        for end in [SIGTERM, SIGINT] {
            sources.append(
                try loop.onSignal(end, priority: .urgent) { [unowned self] in stop() })
        }
        sources.append(try loop.onSignal(SIGHUP) { [unowned self] in reload() })
    }

    /// Starts the engine, reports that the daemon is ready, and serves until the daemon is stopped.
    ///
    /// - Returns: the exit status.
    package func run() throws -> Int32 {
        let found = folder?.takeIn() ?? Outcome()
        handOut(found)
        handOut(engine.start(at: Clock.now()))
        awake?.keepOn(forMs: engine.watchedMs(at: Clock.now()))
        hooks?.closeLeftBubbles()
        presence.tell()
        socketWatch = try SocketWatch(loop, socket, presence, log) { [unowned self] in
            do { try server?.listen(at: socket.descriptor) } catch {
                log.log(.error, "clients can't be accepted: \(error)", id: .socketRestored)
            }
        }
        socketWatch?.look()
        notifier.ready(status: statusLine(engine, settings, at: Clock.now()))
        log.log(.info, "ready: \(settings.paths.socket)", id: .started)
        upkeep?.begin()
        // The table is built here, before the first request needs it.
        _ = Methods.byName
        Memory.releaseFree()
        return try loop.run()
    }

    // MARK: Turns

    /// Runs one batch: the due deadlines and the clients' lines.
    private func turn() {
        guard let server else { return }
        let (outcome, groups) = server.runBatch(at: Clock.now())
        handOutToHooks(outcome, by: groups)
        rearm()
        upkeep?.afterTurn()
        folder?.afterTurn()
    }

    /// Handles an alarm. An alarm goes off once, so all alarms are set again afterwards: further deadlines
    /// may be due at the same time.
    private func wentOff() {
        armed = NextDeadlines()
        turn()
    }

    /// Publishes an outcome that isn't a batch's.
    private func handOut(_ outcome: Outcome, by groups: Set<pid_t> = []) {
        server?.publish(outcome.published)
        handOutToHooks(outcome, by: groups)
        rearm()
        upkeep?.afterTurn()
        folder?.afterTurn()
    }

    private func handOutToHooks(_ outcome: Outcome, by groups: Set<pid_t>) {
        for thread in outcome.endedThreads { hooks?.withdraw(thread: thread) }
        if !outcome.published.isEmpty { awake?.keepOn(forMs: engine.watchedMs(at: Clock.now())) }
        for published in outcome.published where published.audience != .subscribers {
            let event = published.event
            log.log(
                .debug, "\(event.type) \(event.subject)", id: .event,
                fields: [("TRACKER_EVENT", event.type), ("TRACKER_SUBJECT", event.subject)])
            if let thread = published.endsThread { hooks?.withdraw(thread: thread) }
            hooks?.handle(
                event, alert: published.alert, for: published.audience, by: groups
            ) { [unowned self] in
                server?.writer.eventObject(event, zone: Clock.zone) ?? "{}"
            }
            guard let alert = published.alert else { continue }
            if alert.urgency == .critical {
                log.log(.critical, "\(alert.title). \(alert.body)", id: .storage)
            }
        }
    }

    private func toldMore() {
        guard let hooks else { return }
        engine.noteAlerted(upTo: hooks.toldUpTo)
        upkeep?.afterTurn()
    }

    private func rearm() {
        desktopWatch?.rearm(
            engine.nextReminderDeadlines, isAwaited: engine.awaitsDesktop,
            takesBreaks: engine.takesBreaks, following: engine.followed)
        let next = engine.nextDeadlines
        guard next != armed else { return }
        armed = next
        if let ns = next.bootNs {
            bootAlarm?.arm(atMicroseconds: UInt64(max(0, ns) + 999) / 1000)
        } else {
            bootAlarm?.disarm()
        }
        if let ms = next.wallMs {
            wallAlarm?.arm(atMicroseconds: UInt64(max(0, ms)) * 1000)
        } else {
            wallAlarm?.disarm()
        }
    }

    // MARK: Buttons, clock steps, configuration, end

    /// Carries out the answer for a pressed button.
    private func answered(_ event: Event, _ action: Alert.Action) -> Pressed {
        let pressed = engine.pressed(action.purpose, at: Clock.now())
        if let refusal = pressed.refusal {
            log.log(
                .warning, "\(action.key) for \(event.type) of \(event.subject): \(refusal.message)",
                id: .event, fields: [("TRACKER_EVENT", event.type)])
        }
        handOut(pressed.outcome)
        return pressed
    }

    private func clockStepped(byMs step: Int64?) {
        if let step {
            desktopWatch?.forgetAlarms()
            log.log(.notice, "the clock was set by \(step) ms", id: .clockStepped)
            handOut(engine.clockStepped(byMs: step, at: Clock.now()))
        } else {
            handOut(engine.calendarChanged(at: Clock.now()))
        }
        turn()
    }

    private func configured(_ configuration: TrackerCore.Configuration, _ keys: [String]) {
        engine.dependencies.configuration = configuration
        server?.limits = configuration.limits
        hooks?.reconfigure(configuration)
        engine.dependencies.asksDesktop = configuration.desktop.asks
        if let desktop, desktop.configuration != configuration.desktop {
            desktop.configuration = configuration.desktop
            // Otherwise the answer to an old question would hold follow-ups back for good.
            desktopWatch?.ask()
        }
        handOut(engine.append(.configReloaded, data: ["changed": keys], at: Clock.now()))
    }

    private func reload() {
        notifier.reloading()
        _ = try? settings.reload()
        notifier.ready(status: statusLine(engine, settings, at: Clock.now()))
    }

    // MARK: The end

    private func stop() {
        // A second request to stop doesn't extend the time.
        guard let server, stopping?.isArmed == false else { return }
        log.log(.info, "stopping", id: .stopped)
        // Programs that follow the daemon look for the presence file as soon as they lose their connections.
        socketWatch = nil
        presence.remove()
        notifier.stopping(status: "Stopping")
        let began = Clocks.read().bootNs
        let latest = began + Self.stopPatienceMs * nanosecondsPerMs
        stopping?.arm(atMicroseconds: UInt64(latest / 1000))
        repeat {
            turn()
        } while server.hasLinesWaiting && Clocks.read().bootNs < (began + latest) / 2
        if let outcome = folder?.writeOut() { handOut(outcome) }
        // Deadlines from now on are left to the next daemon, whose hooks can still report them.
        bootAlarm?.cancel()
        wallAlarm?.cancel()
        server.stop(withinMs: Self.stopPatienceMs) { [unowned self] in loop.stop() }
    }

    private func end() { loop.stop() }

    /// Does the remaining work after `run`, before the process ends.
    package func close() {
        folder?.stop()
        hooks?.stop()
        hookFailures?.close()
        let untold = hooks.flatMap { $0.hasToldAll ? nil : $0.toldUpTo }
        engine.close(at: Clock.now(), alertedUpTo: untold)
        presence.remove()
        socket.remove()
    }
}

/// Environment of this process.
package nonisolated func currentEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
        let parts = String(cString: text).split(separator: "=", maxSplits: 1)
        if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
        entry += 1
    }
    return variables
}
