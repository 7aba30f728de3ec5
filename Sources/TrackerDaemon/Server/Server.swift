import Glibc
import Systemd
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

/// The socket with its clients: gathers their lines into batches, and sends the outcome.
///
/// Each turn serves a batch of lines, one from each client in rounds, then a page of events for each
/// subscriber that is behind, then a slice of the long call that has waited longest; a turn comes once all
/// ready sockets have been read, or after 20 ms if there is always another, and a client that alone sends
/// lines gets its batch at once.
@MainActor final class Server {
    /// Most calls in one batch, which limits how long a client waits for the others' calls.
    private static let maximumBatch = 256
    /// Longest time from the first call of a batch to its last, in nanoseconds.
    private static let maximumBatchNs: Int64 = 10_000_000
    /// Number of journal events sent to a subscriber at a time.
    private static let backlogPage = 200
    /// Longest time that work waits while clients keep sending, in nanoseconds.
    private static let patienceNs: Int64 = 20_000_000

    let writer = ReplyWriter()
    var limits: Configuration.Limits
    /// Buffer for reading, shared by all connections, since there is only one thread.
    var readBuffer = [UInt8](repeating: 0, count: 1 << 16)

    private let loop: EventLoop
    private let zone: Zone
    private let log: Log
    /// Called when a batch is due, which `runBatch` carries out.
    private let batchIsDue: () -> Void
    /// The connection whose lines made up the last batch alone; `nil` for none.
    private weak var lastServed: Connection?
    let engine: Engine
    let longCalls: LongCalls
    private let reader = MessageReader()
    private var connections: [ObjectIdentifier: Connection] = [:]
    /// Connections with lines for the next batch, the next one first.
    private var ready: [Connection] = []
    /// Subscribers to be sent a page of the journal.
    private var behind: [ObjectIdentifier: Connection] = [:]
    /// Time since when work has been waiting for a turn, in nanoseconds of the boot clock; `nil` if none is.
    private var waitingSinceNs: Int64?
    private var turn: DeferredSource?
    private var acceptor: Acceptor?
    /// Called when no client is left, once the server stops.
    private var allClosed: (() -> Void)?
    /// Number of the newest published event.
    private var publishedSeq: Int64
    /// Id of the history that this event belongs to.
    private var history: String

    init(
        loop: EventLoop, listener: Int32, engine: Engine, zone: Zone, log: Log,
        longCalls: LongCalls, shortages: ShortageLog, batchIsDue: @escaping () -> Void
    ) throws {
        self.loop = loop
        self.engine = engine
        self.longCalls = longCalls
        self.zone = zone
        self.log = log
        self.batchIsDue = batchIsDue
        limits = engine.dependencies.configuration.limits
        publishedSeq = engine.store.lastSeq
        history = engine.store.history
        acceptor = try Acceptor(loop, listener, shortages) { [unowned self] in accepted($0) }
        turn = try loop.deferred(priority: .batch) { [unowned self] in serve() }
        longCalls.sliceWanted = { [unowned self] in scheduleTurn() }
    }

    var subscriberCount: Int { connections.values.count { $0.subscriber != nil } }

    // MARK: Connections

    /// Accepts clients on another socket from now on; the previous one is closed.
    func listen(at descriptor: Int32) throws(SystemError) { try acceptor?.move(to: descriptor) }

    private func accepted(_ descriptor: Int32) {
        do { try welcome(descriptor) } catch {
            log.log(.warning, "a client can't be served: \(error)")
        }
        serveIfDue()
    }

    private func welcome(_ descriptor: Int32) throws {
        let peer = try? PeerCredentials.of(descriptor)
        guard let peer, peer.uid == getuid() else {
            let whose = peer.map { "uid \($0.uid)" } ?? "an unknown user"
            log.log(.warning, "a client of \(whose) was turned away")
            let rejection = Rejection(
                .invalidRequest, "this trackerd only serves uid \(getuid()), not \(whose)")
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
        // One of the calls waiting for the shared folder may be this client's.
        longCalls.wake()
        if connections.isEmpty { allClosed?() }
    }

    // MARK: Turns

    /// Puts a connection that has lines at the end of the queue for the next batch, unless it is there.
    func enqueue(_ connection: Connection) {
        if !ready.contains(where: { $0 === connection }) { ready.append(connection) }
        scheduleTurn()
    }

    /// Asks the loop for a turn if work waits for one.
    private func scheduleTurn() {
        if ready.isEmpty, behind.isEmpty, longCalls.isEmpty {
            waitingSinceNs = nil
            turn?.disarm()
        } else {
            waitingSinceNs = waitingSinceNs ?? Clocks.read().bootNs
            turn?.arm()
        }
    }

    /// Serves now what shouldn't wait until the loop comes to the turn; called after each event of a socket.
    ///
    /// As long as another socket is ready, the loop doesn't come to it, so a turn that has waited too long is
    /// served here. A single client that waits for each reply needn't wait for others to join its batch,
    /// which saves a pass of the loop.
    func serveIfDue() {
        guard let waitingSinceNs else { return }
        if Clocks.read().bootNs - waitingSinceNs > Self.patienceNs {
            serve()
        } else if ready.count == 1, ready[0] === lastServed {
            batchIsDue()
        }
    }

    /// Serves a turn. What still waits afterwards has begun to wait again.
    private func serve() {
        if !ready.isEmpty { batchIsDue() }
        sendBacklog()
        longCalls.runSlice()
        waitingSinceNs = nil
        scheduleTurn()
    }

    /// Whether lines wait for a batch.
    var hasLinesWaiting: Bool { !ready.isEmpty }

    // MARK: Batches

    /// Runs a batch of the waiting lines and sends its outcome.
    ///
    /// - Returns: the outcome with the events for the hooks, and the process groups that may have caused
    ///   them.
    func runBatch(at now: Moment) -> (Outcome, by: Set<pid_t>) {
        var gathered = GatheredCalls()
        let served = ready
        lastServed = served.count == 1 ? served[0] : nil
        gather(into: &gathered)
        engine.dependencies.subscribers = subscriberCount
        let outcome = run(gathered.calls, at: now)
        let left = gathered.reply(outcome, on: engine.presentDay(at: now), writer: writer)
        // Connections whose calls had to wait come first in the next batch.
        if !left.isEmpty {
            let others = ready.filter { connection in !left.contains { $0 === connection } }
            ready = []
            for connection in left { enqueue(connection) }
            ready += others
        }
        publish(outcome.published)
        for connection in served { connection.afterBatch() }
        scheduleTurn()
        return (outcome, gathered.groups)
    }

    /// Carries out calls until they take too long, or their replies too much memory.
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
                // One line may hold many calls. The connection after it comes first in the next batch.
                guard gathered.calls.count < Self.maximumBatch else {
                    ready = round[place...] + ready
                    return
                }
                guard let waiting = connection.popWaiting() else { continue }
                add(waiting, from: connection, to: &gathered)
                if connection.canBeServed, !gathered.holdsBack(connection) {
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
        case .array(let array): add(array, from: connection, to: &gathered)
        }
    }

    private func add(
        _ message: Message, from connection: Connection, to gathered: inout GatheredCalls
    ) {
        switch message {
        case .batch(let calls): add(CallArray(calls), from: connection, to: &gathered)
        case .single(let call) where connection.peerStoppedReading && !call.leavesTraces: return
        case .single(let call) where isLong(call, after: gathered):
            // The client's earlier calls are carried out first.
            if gathered.has(connection) { return gathered.holdBack(.call(call), of: connection) }
            goThrough(call, for: connection) { [unowned connection] reply in
                if let reply { connection.send(reply) }
            }
        case .single(let call): gathered.add(call, from: connection)
        }
    }

    /// Whether a call takes turns with others. So do calls after a change in this batch that may have
    /// affected progress, which has to be settled first.
    private func isLong(_ call: Call, after gathered: GatheredCalls) -> Bool {
        engine.isLong(call) || call.readsProgress && gathered.mayChangeProgress
    }

    private func add(
        _ array: CallArray, from connection: Connection, to gathered: inout GatheredCalls
    ) {
        if connection.peerStoppedReading { array.dropReading() }
        let batch = gathered
        let next = array.nextCalls(limit: limits.replyBytes) { isLong($0, after: batch) }
        guard let first = next.first, isLong(first, after: batch) else {
            return gathered.add(next, of: array, from: connection)
        }
        if gathered.has(connection) { return gathered.holdBack(.array(array), of: connection) }
        goThrough(first, for: connection) { [unowned connection] reply in
            array.add(reply)
            if array.isWhole {
                connection.complete(array)
            } else {
                connection.putBack(.array(array))
            }
        }
    }

    // MARK: Subscribers

    /// Sends events to the subscribers that are up to date; the others get them from the journal at their own
    /// pace.
    func publish(_ published: [Published]) {
        guard engine.store.history == history else { return beginHistory() }
        let events = published.filter(\.audience.hasSubscribers).map(\.event)
        let before = publishedSeq
        // The event of a reload during a batch is published before the batch's earlier events.
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

    /// Ends subscriptions to the old history, after a restored or salvaged one has replaced it.
    private func beginHistory() {
        history = engine.store.history
        publishedSeq = engine.store.lastSeq
        for connection in connections.values {
            // A call in the same batch may have subscribed to the new one.
            if connection.subscriber?.history == history {
                wantsBacklog(connection)
            } else {
                resync(connection)
            }
        }
    }

    /// Tells a subscriber which event to subscribe from again.
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

    /// Notes that a subscriber may have room for more events from the journal.
    func wantsBacklog(_ connection: Connection) {
        guard let subscriber = connection.subscriber, subscriber.seq < publishedSeq else { return }
        behind[ObjectIdentifier(connection)] = connection
        scheduleTurn()
    }

    /// Sends a page of the journal to each subscriber that is behind and still reads.
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
