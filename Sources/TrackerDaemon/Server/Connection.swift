import Glibc
import Systemd
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The connection of one client.
@MainActor final class Connection {
    let descriptor: Int32
    /// The client's process group when it connected; -1 where it had gone.
    let group: pid_t
    /// Lines and calls that wait for the next batch, the oldest first.
    private(set) var inbox: [Waiting] = []
    /// Size in bytes of the lines in `inbox`.
    private var inboxBytes = 0
    /// Whether the inbox has to wait until some of the replies have been read.
    private var isHeldUp = false
    var subscriber: Subscriber?

    private var lines = LineBuffer()
    private var outbox = Outbox()
    private var source: DescriptorSource?
    private var alarm: AlarmSource?
    /// Time at which the incomplete line began, in nanoseconds of the boot clock; `nil` for none.
    private var partialSinceNs: Int64?
    private var inputEnded = false
    /// Whether the client doesn't read any more: replies are dropped, and requests that only read aren't
    /// carried out.
    private(set) var isDeaf = false
    /// Whether a long call of the client is being carried out, for which later lines wait.
    var isBusy = false
    /// Time in nanoseconds of the boot clock at which unread output is dropped; from now on nothing is
    /// read. `nil` while the connection isn't closing.
    private var closesAtNs: Int64?
    private(set) var isClosed = false
    private unowned let server: Server

    init(_ descriptor: Int32, group: pid_t, server: Server) {
        self.descriptor = descriptor
        self.group = group
        self.server = server
    }

    /// Begins to read.
    func open(in loop: EventLoop) throws(SystemError) {
        source = try loop.watch(descriptor, for: .readable) { [unowned self] in ready($0) }
        alarm = try loop.alarm(on: .boot) { [unowned self] in alarmed() }
    }

    var unreadBytes: Int { outbox.unreadBytes }

    // MARK: Reading

    private func ready(_ readiness: Readiness) {
        if readiness.contains(.hangup) || readiness.contains(.error) { isDeaf = true }
        if readiness.contains(.readable) {
            read()
        } else if isDeaf {
            updateInterest()
        }
        if !isClosed, readiness.contains(.writable) { flush() }
        server.hadTurn()
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
            inputEnded = true
            lines.end()
            takeLines()
        } else if errno != EAGAIN && errno != EINTR {
            inputEnded = true
        }
        updateInterest()
    }

    /// Moves complete lines to the inbox, as many as may be in flight.
    private func takeLines() {
        guard closesAtNs == nil else { return }
        while hasRoom, let piece = lines.next(limit: server.limits.lineBytes) {
            inbox.append(.piece(piece))
            inboxBytes += piece.bytes
            partialSinceNs = nil
        }
        if inbox.isEmpty || isBusy { return }
        if mayBeServed { server.hasLines(self) } else { isHeldUp = true }
    }

    /// Whether another line fits into the inbox, by number and by size.
    private var hasRoom: Bool {
        inbox.count < server.limits.inFlight && inboxBytes < server.limits.lineBytes
    }

    /// Whether the client has read enough of its replies to get more.
    private var mayBeServed: Bool { outbox.unreadBytes < server.limits.unreadBytes }

    /// Times an incomplete line, but only while the daemon waits for the rest of the line and not the
    /// client for the daemon.
    private func timePartialLine(isAwaited: Bool) {
        guard isAwaited, lines.hasPartialLine else {
            partialSinceNs = nil
            return
        }
        guard partialSinceNs == nil else { return }
        let now = Clocks.read().bootNs
        partialSinceNs = now
        if alarm?.isArmed == false {
            arm(atNs: now + server.limits.firstLineMs * nanosecondsPerMs)
        }
    }

    /// The next work for a batch; `nil` for none, and while too many replies are unread.
    func popWaiting() -> Waiting? {
        guard !inbox.isEmpty, !isBusy else { return nil }
        guard mayBeServed else {
            isHeldUp = true
            return nil
        }
        let first = inbox.removeFirst()
        if case .piece(let piece) = first { inboxBytes -= piece.bytes }
        return first
    }

    /// Puts work back for which the batch had no room, as the first for the next batch.
    func putBack(_ waiting: Waiting) {
        if closesAtNs == nil, !isClosed { inbox.insert(waiting, at: 0) }
    }

    /// Sends the replies after a batch, and reads on where there is room again.
    func afterBatch() {
        guard !isClosed else { return }
        takeLines()
        flush()
    }

    /// Checks whether the client has left. The loop reports that only while the connection is read from or
    /// written to.
    func findsPeerGone() -> Bool {
        var asked = pollfd(fd: descriptor, events: 0, revents: 0)
        if poll(&asked, 1, 0) > 0 { isDeaf = true }
        return isDeaf
    }

    // MARK: Writing

    func send(_ line: String) {
        if !isDeaf { outbox.append(line: line) }
    }

    func flush() {
        guard !isClosed else { return }
        if !outbox.send(to: descriptor) { isDeaf = true }
        if outbox.unreadBytes < server.limits.unreadBytes / 4 { server.wantsBacklog(self) }
        updateInterest()
    }

    /// Sends a last line, and drops the client's other requests.
    func close(saying line: String, withinMs patience: Int64 = 5000) {
        guard closesAtNs == nil, !isClosed else { return }
        send(line)
        finish(withinMs: patience)
    }

    /// Closes the connection once the unread output has been sent.
    func finish(withinMs patience: Int64) {
        inputEnded = true
        inbox = []
        inboxBytes = 0
        subscriber = nil
        let deadline = Clocks.read().bootNs + patience * nanosecondsPerMs
        closesAtNs = deadline
        arm(atNs: deadline)
        flush()
    }

    /// Sets what the connection waits for, and closes it where that is nothing.
    private func updateInterest() {
        guard !isClosed else { return }
        if isDeaf {
            outbox = Outbox()
            subscriber = nil
        }
        if isHeldUp, mayBeServed {
            isHeldUp = false
            if !inbox.isEmpty { server.hasLinesAgain(self) }
        }
        var interest: Readiness = []
        let reads = !inputEnded && hasRoom && mayBeServed
        timePartialLine(isAwaited: reads)
        if reads { interest.insert(.readable) }
        if !outbox.isEmpty { interest.insert(.writable) }
        let isDone = inputEnded && inbox.isEmpty && outbox.isEmpty && !isBusy
        if isDone { close() } else { source?.interest = interest }
    }

    // MARK: Ending

    private func arm(atNs time: Int64) {
        alarm?.arm(atMicroseconds: UInt64((time + 999) / 1000))
    }

    private func alarmed() {
        let now = Clocks.read().bootNs
        if let closesAtNs {
            if now >= closesAtNs { close() } else { arm(atNs: closesAtNs) }
            return
        }
        guard let partialSinceNs else { return }
        let due = partialSinceNs + server.limits.firstLineMs * nanosecondsPerMs
        guard now >= due else { return arm(atNs: due) }
        let seconds = DurationText.text(ms: server.limits.firstLineMs)
        let rejection = Rejection(
            .invalidRequest, "the line wasn't ended within \(seconds): end each with a newline")
        close(saying: server.writer.error(rejection, to: .null))
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        source?.cancel()
        alarm?.cancel()
        Glibc.close(descriptor)
        inbox = []
        subscriber = nil
        server.closed(self)
    }
}
