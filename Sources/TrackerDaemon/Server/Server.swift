import Glibc
import Systemd
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

/// The socket with its clients: gathers their lines into batches, and sends the outcome.
@MainActor final class Server {
    /// Most calls in one batch; a client waits no longer for the others' calls than these take.
    private static let maximumBatch = 256
    /// The longest time from the first call of a batch to its last, in nanoseconds.
    private static let maximumBatchNs: Int64 = 10_000_000
    /// Number of journal events that a subscriber is sent at a time.
    private static let backlogPage = 200
    /// Longest time that work waits while clients keep sending, in nanoseconds.
    private static let patienceNs: Int64 = 20_000_000

    let writer = ReplyWriter()
    var limits: Configuration.Limits
    /// The buffer for reading; shared by all connections, since there is one thread.
    var readBuffer = [UInt8](repeating: 0, count: 1 << 16)

    private let loop: EventLoop
    private let zone: Zone
    private let log: Log
    /// Called when lines wait for a batch.
    private let hasWork: () -> Void
    /// Called when lines mustn't wait for the next turn of the loop.
    private let runNow: () -> Void
    /// The connection whose lines made up the last batch alone; `nil` for none.
    private weak var lastServed: Connection?
    private let engine: Engine
    let longCalls: LongCalls
    private let reader = MessageReader()
    private var connections: [ObjectIdentifier: Connection] = [:]
    /// Connections with waiting lines, in the order of their turn.
    private var ready: [Connection] = []
    private var behind: [ObjectIdentifier: Connection] = [:]
    /// Time since when lines or subscribers wait for their turn, in nanoseconds of the boot clock; `nil`
    /// for none.
    private var waitingSinceNs: Int64?
    private var acceptor: Acceptor?
    private var backlog: DeferredSource?
    /// Called when no client is left, once the server stops.
    private var allClosed: (() -> Void)?
    /// Number of the newest event that was published.
    private var publishedSeq: Int64
    /// Id of the history that this event is from.
    private var history: String

    init(
        loop: EventLoop, listener: Int32, engine: Engine, zone: Zone, log: Log,
        longCalls: LongCalls, shortages: ShortageLog, hasWork: @escaping () -> Void,
        runNow: @escaping () -> Void
    ) throws {
        self.loop = loop
        self.engine = engine
        self.longCalls = longCalls
        self.zone = zone
        self.log = log
        self.hasWork = hasWork
        self.runNow = runNow
        limits = engine.dependencies.configuration.limits
        publishedSeq = engine.store.lastSeq
        history = engine.store.history
        acceptor = try Acceptor(loop, listener, shortages) { [unowned self] in accepted($0) }
        backlog = try loop.deferred(priority: .batch) { [unowned self] in sendBacklog() }
    }

    var subscriberCount: Int { connections.values.count { $0.subscriber != nil } }

    // MARK: Connections

    /// Accepts clients at another socket from now on; the former one is closed.
    func listen(at descriptor: Int32) throws(SystemError) { try acceptor?.move(to: descriptor) }

    private func accepted(_ descriptor: Int32) {
        do { try welcome(descriptor) } catch {
            log.log(.warning, "a client can't be served: \(error)")
        }
        hadTurn()
    }

    private func welcome(_ descriptor: Int32) throws {
        let peer = try? PeerCredentials.of(descriptor)
        guard let peer, peer.uid == getuid() else {
            let whose = peer.map { "uid \($0.uid)" } ?? "nobody known"
            log.log(.warning, "a client of \(whose) was turned away")
            let rejection = Rejection(
                .invalidRequest, "this trackerd serves uid \(getuid()) alone, not \(whose)")
            return turnAway(descriptor, rejection)
        }
        guard connections.count < limits.connections else {
            let rejection = Rejection(
                .busy, "there are \(limits.connections) connections already: close some")
            return turnAway(descriptor, rejection)
        }
        let connection = Connection(descriptor, group: getpgid(peer.pid), server: self)
        connections[ObjectIdentifier(connection)] = connection
        do { try connection.open(in: loop) } catch {
            connection.close()
            throw error
        }
    }

    private func turnAway(_ descriptor: Int32, _ rejection: Rejection) {
        var outbox = Outbox()
        outbox.append(line: writer.error(rejection, to: .null))
        _ = outbox.send(to: descriptor)
        Glibc.close(descriptor)
    }

    func closed(_ connection: Connection) {
        connections[ObjectIdentifier(connection)] = nil
        behind[ObjectIdentifier(connection)] = nil
        engine.dependencies.subscribers = subscriberCount
        acceptor?.resume()
        // A call that waits for the shared folder may be this client's.
        longCalls.wake()
        if connections.isEmpty { allClosed?() }
    }

    /// Notes that a connection has lines for the next batch.
    ///
    /// A single client that waits for each reply needn't wait for others to join: its line is carried out
    /// at once, which saves a turn of the loop.
    func hasLines(_ connection: Connection) {
        if !ready.contains(where: { $0 === connection }) { ready.append(connection) }
        waitForTurn()
        if !isAlone { hasWork() }
    }

    /// Notes that a connection has read so much that its waiting lines can go on.
    func hasLinesAgain(_ connection: Connection) {
        hasLines(connection)
        hasWork()
    }

    /// Whether the only client of the last batch is again the only one with lines.
    private var isAlone: Bool { ready.count == 1 && ready[0] === lastServed }

    func waitForTurn() {
        if waitingSinceNs == nil { waitingSinceNs = Clocks.read().bootNs }
    }

    /// Notes that a client was served. As long as there is always another one, the loop gets to nothing
    /// else, so waiting work is done from time to time.
    func hadTurn() {
        guard let since = waitingSinceNs else { return }
        let isPatient = Clocks.read().bootNs - since <= Self.patienceNs
        guard isAlone || !isPatient else { return }
        runNow()
        if !behind.isEmpty { sendBacklog() }
        if !isPatient { longCalls.runTurn() }
    }

    /// Whether lines wait for a batch.
    var hasLinesWaiting: Bool { !ready.isEmpty }

    // MARK: Batches

    /// Runs a batch of the waiting lines and sends its outcome.
    ///
    /// - Returns: the outcome, with the events for the hooks, and the process groups that may have caused them.
    func runBatch(at now: Moment) -> (Outcome, by: Set<pid_t>) {
        var gathered = GatheredCalls()
        let served = ready
        lastServed = served.count == 1 ? served[0] : nil
        waitingSinceNs = nil
        gather(into: &gathered)
        engine.dependencies.subscribers = subscriberCount
        let outcome = run(gathered.calls, at: now)
        let left = gathered.reply(outcome.replies, writer: writer)
        // Connections whose calls had to wait come first in the next batch.
        if !left.isEmpty {
            let others = ready.filter { connection in !left.contains { $0 === connection } }
            ready = []
            for connection in left { hasLines(connection) }
            ready += others
        }
        publish(outcome.published)
        for connection in served { connection.afterBatch() }
        if !behind.isEmpty || !longCalls.isEmpty { waitForTurn() }
        if !ready.isEmpty {
            waitForTurn()
            hasWork()
        }
        return (outcome, gathered.groups)
    }

    /// Carries out calls until they take too long, or too much memory with their replies.
    private func run(_ calls: [Call], at now: Moment) -> Outcome {
        let (bytes, end) = (limits.unreadBytes, Clocks.read().bootNs + Self.maximumBatchNs)
        return engine.run(calls, at: now) { $0 < bytes && Clocks.read().bootNs < end }
    }

    /// Takes one line from each connection in turn, so that no client waits for another's many lines.
    private func gather(into gathered: inout GatheredCalls) {
        while gathered.calls.count < Self.maximumBatch, !ready.isEmpty {
            let round = ready
            ready = []
            for (place, connection) in round.enumerated() {
                // One line may hold many calls; the connection after it is the first in the next batch.
                guard gathered.calls.count < Self.maximumBatch else {
                    ready = round[place...] + ready
                    return
                }
                guard let waiting = connection.popWaiting() else { continue }
                add(waiting, from: connection, to: &gathered)
                if !connection.inbox.isEmpty, !connection.isBusy,
                    !gathered.holdsBack(connection)
                {
                    ready.append(connection)
                }
            }
        }
    }

    private func add(
        _ waiting: Waiting, from connection: Connection, to gathered: inout GatheredCalls
    ) {
        switch waiting {
        case .piece(.line(let line)): add(reader.read(line), from: connection, to: &gathered)
        case .piece(.tooLong):
            let rejection = Rejection(
                .tooLarge, "the line is longer than \(limits.lineBytes) bytes")
            gathered.add(Call(id: .null, rejection: rejection), from: connection)
        case .call(let call): add(.single(call), from: connection, to: &gathered)
        case .several(let together): add(together, from: connection, to: &gathered)
        }
    }

    private func add(
        _ message: Message, from connection: Connection, to gathered: inout GatheredCalls
    ) {
        switch message {
        case .batch(let calls):
            add(AnsweredTogether(calls), from: connection, to: &gathered)
        case .single(let call) where connection.isDeaf && !call.leavesTraces: return
        case .single(let call) where isLong(call, after: gathered):
            // Earlier calls of the client are carried out first.
            if gathered.has(connection) { return gathered.holdBack(.call(call), of: connection) }
            goThrough(call, for: connection) { [unowned connection] reply in
                if let reply { connection.send(reply) }
            }
        case .single(let call): gathered.add(call, from: connection)
        }
    }

    /// Whether a call is carried out in turns with others: also where the batch may lead to progress that has
    /// to be settled first.
    private func isLong(_ call: Call, after gathered: GatheredCalls) -> Bool {
        engine.isLong(call) || call.readsProgress && gathered.mayChangeProgress
    }

    private func add(
        _ together: AnsweredTogether, from connection: Connection, to gathered: inout GatheredCalls
    ) {
        if connection.isDeaf { together.dropReading() }
        let batch = gathered
        let next = together.nextCalls(limit: limits.replyBytes) { isLong($0, after: batch) }
        guard let first = next.first, isLong(first, after: batch) else {
            return gathered.add(next, of: together, from: connection)
        }
        if gathered.has(connection) {
            return gathered.holdBack(.several(together), of: connection)
        }
        goThrough(first, for: connection) { [unowned connection] reply in
            together.add(reply)
            if !together.isWhole {
                connection.putBack(.several(together))
            } else if let reply = together.reply {
                connection.send(reply)
            }
        }
    }

    // MARK: Subscribers

    /// Sends events to the subscribers that have had all events before; the others get them from the
    /// journal at their own pace.
    func publish(_ published: [Published]) {
        guard engine.store.history == history else { return beginHistory() }
        let events = published.filter(\.audience.hasSubscribers).map(\.event)
        let before = publishedSeq
        // The event of a reload in the middle of a batch is published before the batch's earlier events.
        let isNext = events.first.map { $0.seq == before + 1 } ?? true
        publishedSeq = max(before, engine.store.lastSeq)
        let subscribed = connections.values.filter { $0.subscriber != nil }
        guard !subscribed.isEmpty else { return }
        let lines = events.map { writer.event($0, zone: zone) }
        for connection in subscribed {
            guard let seq = connection.subscriber?.seq, seq >= before, isNext else {
                wantsBacklog(connection)
                continue
            }
            for (event, line) in zip(events, lines) where event.seq > seq {
                sendLive(event, line, to: connection)
            }
            connection.flush()
        }
    }

    /// Ends the subscriptions to a history that was replaced by a restored or salvaged one.
    private func beginHistory() {
        history = engine.store.history
        publishedSeq = engine.store.lastSeq
        for connection in connections.values {
            // One of the same batch may have subscribed to the new one.
            if connection.subscriber?.history == history {
                wantsBacklog(connection)
            } else {
                resync(connection)
            }
        }
    }

    /// Tells a subscriber after which event to subscribe again.
    private func resync(_ connection: Connection, withinMs patience: Int64 = 5000) {
        guard let subscriber = connection.subscriber else { return }
        connection.close(
            saying: writer.resync(since: subscriber.seq, history: subscriber.history),
            withinMs: patience)
    }

    private func sendLive(_ event: Event, _ line: String, to connection: Connection) {
        guard let subscriber = connection.subscriber else { return }
        if Glob.anyMatches(subscriber.types, event.type) {
            guard connection.unreadBytes + line.utf8.count <= limits.unreadBytes else {
                return resync(connection)
            }
            connection.send(line)
        }
        connection.subscriber?.seq = event.seq
    }

    /// Notes that a subscriber may have room for more events of the journal.
    func wantsBacklog(_ connection: Connection) {
        guard let subscriber = connection.subscriber, subscriber.seq < publishedSeq else { return }
        behind[ObjectIdentifier(connection)] = connection
        waitForTurn()
        backlog?.arm()
    }

    /// Sends a page of the journal to each subscriber that is behind and reads.
    private func sendBacklog() {
        let waiting = behind
        behind = [:]
        for connection in waiting.values where connection.unreadBytes < limits.unreadBytes / 4 {
            guard let subscriber = connection.subscriber else { continue }
            let page: [Event]
            do {
                page = try engine.events(
                    since: subscriber.seq, until: publishedSeq, limit: Self.backlogPage)
            } catch {
                log.log(.error, "the journal can't be read: \(error)", id: .storage)
                resync(connection)
                continue
            }
            var seq = page.isEmpty ? publishedSeq : subscriber.seq
            for event in page where connection.unreadBytes < limits.unreadBytes {
                if Glob.anyMatches(subscriber.types, event.type) {
                    connection.send(writer.event(event, zone: zone))
                }
                seq = event.seq
            }
            connection.subscriber?.seq = seq
            connection.flush()
        }
    }

    // MARK: Ending

    /// Accepts no more input, notifies the subscribers, and closes each connection once its output is sent.
    ///
    /// - Parameter isDone: called when no client is left.
    func stop(withinMs patience: Int64, isDone: @escaping () -> Void) {
        acceptor?.stop()
        acceptor = nil
        defer {
            allClosed = isDone
            if connections.isEmpty { isDone() }
        }
        for connection in connections.values {
            if connection.subscriber != nil {
                resync(connection, withinMs: patience)
            } else {
                connection.finish(withinMs: patience)
            }
        }
    }
}
