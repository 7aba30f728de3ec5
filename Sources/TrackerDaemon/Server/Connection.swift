import Glibc
import Systemd
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The connection of one client.
@MainActor final class Connection {
    /// Phase of a connection, which never goes back to an earlier one.
    private nonisolated enum Phase: Comparable {
        /// The client may send more.
        case open
        /// The client has finished sending. Its requests are still carried out.
        case inputEnded
        /// Requests are dropped. Unread output is still sent, until `closesAtNs`.
        case closing
        case closed
    }

    /// Number of parts into which the time for a line is split. Each begins once the daemon has noticed the end
    /// of the one before, so that a daemon that was busy for seconds, or a suspended machine, costs the client
    /// one part.
    private static let lineParts = 10

    let descriptor: Int32
    /// The client's process group when it connected; -1 if the client had already gone.
    let group: pid_t
    /// Lines and calls that wait for the next batch, the oldest first.
    private var inbox: [Waiting] = []
    /// Size in bytes of the lines in `inbox`.
    private var inboxBytes = 0
    var subscriber: Subscriber?

    private var lines = LineBuffer()
    private var outbox = Outbox()
    private var source: DescriptorSource?
    private var alarm: AlarmSource?
    /// Number of parts of its time that an incomplete line has used up; `nil` if there is none.
    private var partsUsed: Int?
    private var phase = Phase.open
    /// Time at which unread output is dropped, in nanoseconds of the boot clock; `nil` before the connection
    /// is closing.
    private var closesAtNs: Int64?
    /// Whether the client doesn't read any more: replies are dropped, and requests that only read aren't
    /// carried out.
    private(set) var peerStoppedReading = false
    /// Whether a long call of the client is being carried out, for which later lines wait.
    var awaitsLongCall = false
    private unowned let server: Server

    init(_ descriptor: Int32, group: pid_t, server: Server) {
        self.descriptor = descriptor
        self.group = group
        self.server = server
    }

    /// Starts reading.
    func open(in loop: EventLoop) throws(SystemError) {
        source = try loop.watch(descriptor, for: .readable) { [unowned self] in ready($0) }
        alarm = try loop.alarm(on: .boot) { [unowned self] in alarmed() }
    }

    var unreadBytes: Int { outbox.unreadBytes }

    var isClosed: Bool { phase == .closed }

    // MARK: Reading

    private func ready(_ readiness: Readiness) {
        if readiness.contains(.hangup) || readiness.contains(.error) { peerStoppedReading = true }
        if readiness.contains(.readable) {
            read()
        } else if peerStoppedReading {
            updateInterest()
        }
        if !isClosed, readiness.contains(.writable) { flush() }
        server.serveIfDue()
    }

    private func read() {
        let count = server.readBuffer.withUnsafeMutableBytes { buffer in
            recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        }
        if count > 0 {
            lines.append(server.readBuffer[..<count])
            takeLines()
        } else if count == 0 {
            // What was sent before the end is still carried out. A request that was cut off isn't JSON.
            endInput()
            lines.end()
            takeLines()
        } else if errno != EAGAIN && errno != EINTR {
            endInput()
        }
        updateInterest()
    }

    private func endInput() {
        if phase == .open { phase = .inputEnded }
    }

    /// Moves complete lines to the inbox, as many as may be in flight. `updateInterest` has to follow.
    private func takeLines() {
        guard phase < .closing else { return }
        while hasRoom, let piece = lines.next(limit: server.limits.lineBytes) {
            inbox.append(.piece(piece))
            inboxBytes += piece.bytes
            partsUsed = nil
        }
    }

    /// Whether the inbox has room for another line, by number and by size.
    private var hasRoom: Bool {
        inbox.count < server.limits.inFlight && inboxBytes < server.limits.lineBytes
    }

    /// Whether the client has read enough of its replies to get more.
    private var hasReadEnough: Bool { outbox.unreadBytes < server.limits.unreadBytes }

    /// Whether there is work for a batch. The connection is in the server's queue as long as there is.
    var canBeServed: Bool { !inbox.isEmpty && !awaitsLongCall && hasReadEnough }

    /// Times an incomplete line, but only while the daemon is waiting for the client and not the other way
    /// round.
    private func timePartialLine(isAwaited: Bool) {
        guard isAwaited, lines.hasPartialLine else {
            partsUsed = nil
            return
        }
        guard partsUsed == nil, let alarm else { return }
        // An alarm that is still set for an earlier line comes before a whole part has passed.
        partsUsed = alarm.isArmed ? -1 : 0
        if !alarm.isArmed { armForLinePart() }
    }

    private func armForLinePart() {
        let part = server.limits.firstLineMs * nanosecondsPerMs / Int64(Self.lineParts)
        arm(atNs: Clocks.read().bootNs + part)
    }

    /// The next work for a batch; `nil` if there is none, or while too many replies are unread.
    func popWaiting() -> Waiting? {
        guard canBeServed else { return nil }
        let first = inbox.removeFirst()
        if case .piece(let piece) = first { inboxBytes -= piece.bytes }
        return first
    }

    /// Puts back work that the batch had no room for; it comes first in the next batch.
    func putBack(_ waiting: Waiting) {
        if phase < .closing { inbox.insert(waiting, at: 0) }
    }

    /// Sends the replies of a batch, and continues reading if there is room again.
    func afterBatch() {
        guard !isClosed else { return }
        takeLines()
        flush()
    }

    /// Checks whether the client has gone. The loop reports that only while the connection reads or writes.
    func findsPeerGone() -> Bool {
        var asked = pollfd(fd: descriptor, events: 0, revents: 0)
        if poll(&asked, 1, 0) > 0 { peerStoppedReading = true }
        return peerStoppedReading
    }

    // MARK: Writing

    func send(_ line: String) {
        if !peerStoppedReading { outbox.append(line: line) }
    }

    /// Sends the reply to an array, and begins the subscription that one of its calls asked for.
    func complete(_ array: CallArray) {
        if let reply = array.reply { send(reply) }
        if let wanted = array.subscriber { subscriber = wanted }
    }

    func flush() {
        guard !isClosed else { return }
        if !outbox.send(to: descriptor) { peerStoppedReading = true }
        if outbox.unreadBytes < server.limits.unreadBytes / 4 { server.wantsBacklog(self) }
        updateInterest()
    }

    /// Sends a final line, and drops the client's other requests.
    func close(saying line: String, withinMs patience: Int64 = 5000) {
        guard phase < .closing else { return }
        send(line)
        finish(withinMs: patience)
    }

    /// Closes the connection once the remaining output is sent.
    func finish(withinMs patience: Int64) {
        guard !isClosed else { return }
        inbox = []
        inboxBytes = 0
        subscriber = nil
        let deadline = Clocks.read().bootNs + patience * nanosecondsPerMs
        phase = .closing
        closesAtNs = deadline
        arm(atNs: deadline)
        flush()
    }

    /// Queues the connection if it has work for a batch, and sets what it waits for. Closes it if that is
    /// nothing.
    private func updateInterest() {
        guard !isClosed else { return }
        if peerStoppedReading {
            outbox = Outbox()
            subscriber = nil
        }
        if canBeServed { server.enqueue(self) }
        var interest: Readiness = []
        let reads = phase == .open && hasRoom && hasReadEnough
        // A client may wait for its replies before it ends the next line.
        timePartialLine(isAwaited: reads && inbox.isEmpty && !awaitsLongCall)
        if reads { interest.insert(.readable) }
        if !outbox.isEmpty { interest.insert(.writable) }
        let isDone = phase > .open && inbox.isEmpty && outbox.isEmpty && !awaitsLongCall
        if isDone { close() } else { source?.interest = interest }
    }

    // MARK: Ending

    private func arm(atNs time: Int64) { alarm?.arm(atMicroseconds: UInt64((time + 999) / 1000)) }

    private func alarmed() {
        if let closesAtNs {
            if Clocks.read().bootNs >= closesAtNs { close() } else { arm(atNs: closesAtNs) }
            return
        }
        guard let used = partsUsed else { return }
        partsUsed = used + 1
        // The rest of the line may have come meanwhile.
        if used + 1 >= Self.lineParts { read() }
        guard !isClosed, let partsUsed else { return server.serveIfDue() }
        guard partsUsed >= Self.lineParts else { return armForLinePart() }
        let seconds = DurationText.text(ms: server.limits.firstLineMs)
        let rejection = Rejection(
            .invalidRequest, "the line wasn't ended within \(seconds): end each with a newline")
        close(saying: server.writer.error(rejection, to: .null))
    }

    func close() {
        guard !isClosed else { return }
        phase = .closed
        source?.cancel()
        alarm?.cancel()
        Glibc.close(descriptor)
        inbox = []
        subscriber = nil
        server.closed(self)
    }
}
