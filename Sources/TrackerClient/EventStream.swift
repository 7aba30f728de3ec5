import Glibc
import TrackerAPI
import TrackerCore

/// Stream of the daemon's events. After a restart of the daemon it continues after the last event seen, so no
/// event is missing and none comes twice.
///
/// A program with nothing else to wait for calls `next`. A program that also waits for other things polls
/// `descriptor` and calls `advance`, which never waits; it can send requests on the same connection.
///
/// If the status is followed, it is read once on connecting and again after events, one reading at a time, so
/// that a burst of events costs a few readings.
package final class EventStream {
    package enum Item: Sendable {
        /// The stream has subscribed, for the first time or again: the status, if it is followed, and the
        /// number of the newest event so far.
        case online(Status.Response?, seq: Int64)
        /// The daemon isn't running, or doesn't reply. Reported once for each absence.
        case offline(ClientError)
        /// The connection was lost before the reply to a sent request, which may or may not have been carried
        /// out.
        case unanswered
        case event(ReceivedEvent)
        case status(Status.Response)
        /// Refusal of a sent request.
        case refused(WireError)
    }

    private static let delaysMs: ClosedRange<Int64> = 50...2000
    /// Milliseconds after which a daemon that doesn't reply counts as away; a reply usually takes
    /// milliseconds.
    private static let patienceMs: Int64 = 2000
    /// Milliseconds without a reply after which no further request is sent, since the person would no longer
    /// expect it to be carried out.
    private static let hesitationMs: Int64 = 500
    private static let sendTimeoutMs = 500
    /// Number of items to gather before handing them out, so that a long backlog takes little memory.
    private static let maximumItems = 256

    private let path: String
    private let types: [String]?
    private let isStatusFollowed: Bool
    private let silenceMs: Int?
    /// Items that `next` has yet to hand out.
    private var waiting: [Item] = []
    private var connection: Connection?
    private var lastSeq: Int64?
    /// Id of the history that `lastSeq` belongs to; `nil` if unknown.
    private var history: String?
    private var newestID = 0
    private var subscription: Int?
    private var reading: Int?
    /// Whether an event came while a status was being read.
    private var isStale = false
    /// Times at which unanswered requests were sent, by their ids.
    private var asked: [Int: Int64] = [:]
    /// Ids of the unanswered requests that the program has sent; the stream's own aren't among them.
    private var sent: Set<Int> = []
    private var isUnanswered = false
    /// Whether more lines may have come than were taken.
    private var isBehind = false
    private var isOffline = false
    private var retryMs: Int64 = .min
    /// Delay before the next attempt to connect, in milliseconds; 0 for the first attempt after a loss, which
    /// comes at once.
    private var delayMs: Int64 = 0

    /// - Parameters:
    ///   - types: globs of the wanted events; `nil` for all.
    ///   - since: number of the event to continue after; `nil` for events from now on.
    ///   - silenceMs: milliseconds for the daemon to begin the subscription; `nil` to wait for ever. Later,
    ///     silence only means that nothing happens.
    package init(
        path: String, types: [String]? = nil, since: Int64? = nil, withStatus: Bool = false,
        silenceMs: Int? = nil
    ) {
        self.path = path
        self.silenceMs = silenceMs
        self.types = types
        isStatusFollowed = withStatus
        lastSeq = since
    }

    /// Waits for the first subscription. Unlike later ones, it fails if the daemon isn't running.
    package func connect() throws {
        if case .offline(let error) = try next() { throw error }
    }

    /// Waits for the next item.
    ///
    /// - Throws: only errors that don't pass by themselves, such as a refused subscription.
    package func next() throws -> Item {
        while true { if let item = try next(for: nil) { return item } }
    }

    /// Waits for the next item while somebody reads an output.
    ///
    /// - Parameter output: a pipe, a socket, a terminal or a file; `nil` for none.
    /// - Returns: `nil` once the reader is gone.
    package func next(for output: CInt?) throws -> Item? {
        while waiting.isEmpty {
            let now = Self.nowMs()
            waiting = try advance(at: now)
            guard waiting.isEmpty else { break }
            var files = [
                pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                // Nothing is asked of the output, but poll() still reports that its reader has gone.
                pollfd(fd: output ?? -1, events: 0, revents: 0),
            ]
            let span = dueMs.map { CInt(clamping: max(0, $0 - now)) } ?? -1
            if poll(&files, nfds_t(files.count), span) > 0, files[1].revents != 0 { return nil }
        }
        return waiting.removeFirst()
    }

    /// Milliseconds of a clock that is never set and also runs during suspend.
    private static func nowMs() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// The descriptor to wait on for input; `nil` while the daemon is away.
    package var descriptor: CInt? { connection?.descriptor }

    /// Time to call `advance` even without input, on the clock of `advance`; `nil` for none.
    package var dueMs: Int64? {
        guard connection != nil else { return retryMs }
        return isBehind ? 0 : silentMs
    }

    /// Time at which a daemon that hasn't replied counts as away; `nil` if no reply is awaited, or if the
    /// caller only waits for events and has time.
    private var silentMs: Int64? {
        if isStatusFollowed { return asked.values.min().map { $0 + Self.patienceMs } }
        guard let silenceMs, let subscription else { return nil }
        return asked[subscription].map { $0 + Int64(silenceMs) }
    }

    private var silence: ClientError {
        silenceMs.map { .silent(path: path, afterMs: $0, mayChange: false) } ?? .timedOut
    }

    /// Handles received input, and connects when it is time to.
    ///
    /// - Parameter now: milliseconds of a clock that is never set.
    /// - Throws: only errors that don't pass by themselves, such as a refused subscription.
    package func advance(at now: Int64) throws -> [Item] {
        var items: [Item] = []
        do {
            if connection == nil {
                guard now >= retryMs else { return [] }
                try connect(at: now)
            }
            while items.count < Self.maximumItems, let line = try connection?.receiveLineIfThere() {
                try take(line, at: now, into: &items)
            }
            isBehind = items.count >= Self.maximumItems
            if let silentMs, now >= silentMs, !isBehind { throw silence }
        } catch let turnedAway as TurnedAway {
            lose(at: now)
            if !isOffline {
                isOffline = true
                items.append(.offline(.refused(turnedAway.error)))
            }
        } catch let error as ClientError where error.isPassing {
            let wasOnline = isOnline
            lose(at: now)
            // A lost connection isn't reported at once, since the daemon may be back immediately; a daemon
            // that doesn't reply is.
            if !wasOnline || error.isSilence, !isOffline {
                isOffline = true
                items.append(.offline(error))
            }
        }
        if isUnanswered {
            isUnanswered = false
            items.append(.unanswered)
        }
        return items
    }

    /// Sends a request; its result is seen only through its events.
    ///
    /// - Returns: whether the request was sent; `false` if the daemon doesn't reply.
    package func send(_ request: any Request, at now: Int64) throws -> Bool {
        guard isOnline, asked.values.min().map({ now < $0 + Self.hesitationMs }) ?? true else {
            return false
        }
        do {
            let id = try post(request.method, JSONText.of(request), at: now)
            sent.insert(id)
            return true
        } catch let error as ClientError where error.isPassing {
            lose(at: now)
            return false
        }
    }

    /// Reads the status without an event, to find out whether the daemon still replies.
    package func check(at now: Int64) throws {
        guard isOnline else { return }
        do {
            try readStatus(at: now)
        } catch let error as ClientError where error.isPassing {
            lose(at: now)
        }
    }

    private var isOnline: Bool { connection != nil && subscription == nil }

    private func connect(at now: Int64) throws {
        connection = try Connection(path: path, timeoutMs: Self.sendTimeoutMs)
        newestID = 0
        try subscribe(at: now)
    }

    private func subscribe(at now: Int64) throws {
        let request = EventsSubscribe(
            types: types, since: lastSeq, history: history, snapshot: isStatusFollowed ? true : nil)
        subscription = try post(EventsSubscribe.method, JSONText.of(request), at: now)
    }

    private func lose(at now: Int64) {
        connection = nil
        isBehind = false
        subscription = nil
        reading = nil
        asked = [:]
        isUnanswered = isUnanswered || !sent.isEmpty
        sent = []
        isStale = false
        retryMs = now + delayMs
        delayMs = min(max(delayMs * 2, Self.delaysMs.lowerBound), Self.delaysMs.upperBound)
    }

    private func post(_ method: String, _ params: String, at now: Int64) throws -> Int {
        newestID += 1
        asked[newestID] = now
        try connection?.send(line(id: newestID, method: method, params: params))
        return newestID
    }

    private func readStatus(at now: Int64) throws {
        guard reading == nil else { return isStale = true }
        isStale = false
        reading = try post(Status.method, "{}", at: now)
    }

    private func take(_ line: ArraySlice<UInt8>, at now: Int64, into items: inout [Item]) throws {
        let id = try replyID(of: line)
        if let id {
            asked[id] = nil
            sent.remove(id)
        }
        switch id {
        case let id? where id == subscription:
            try begin(Incoming<EventsSubscribe.Response>(line: line), at: now, into: &items)
        case let id? where id == reading:
            guard case .result(let status, _, _) = try Incoming<Status.Response>(line: line) else {
                throw ClientError.breach("an unreadable status")
            }
            reading = nil
            items.append(.status(status))
            if isStale { try readStatus(at: now) }
        default:
            switch try Incoming<EmptyResult>(line: line) {
            case .event(let received):
                guard received.event.seq > lastSeq ?? .min else { return }
                lastSeq = received.event.seq
                // Only an event resets the delay: a daemon that accepts connections and then closes them
                // isn't back.
                delayMs = 0
                items.append(.event(received))
                if isStatusFollowed { try readStatus(at: now) }
            // Before the subscription is answered, an error says why the daemon turns this client away.
            case .error(let error) where subscription != nil: throw TurnedAway(error: error)
            case .error(let error): items.append(.refused(error))
            case .resync(let since):
                lastSeq = [lastSeq, since].compactMap(\.self).max()
                throw ClientError.closed
            case .result, .other: break
            }
        }
    }

    private func begin(
        _ reply: Incoming<EventsSubscribe.Response>, at now: Int64, into items: inout [Item]
    ) throws {
        guard case .result(let result, _, _) = reply,
            result.snapshot != nil || !isStatusFollowed
        else {
            if case .error(let error) = reply { throw ClientError.refused(error) }
            throw ClientError.breach("a subscription without a snapshot")
        }
        history = result.history
        if result.resync == true {
            // The state was restored or salvaged: its events don't continue those seen before.
            lastSeq = result.seq
        } else if result.seq < lastSeq ?? .min {
            // An older daemon doesn't say that it has another journal.
            lastSeq = result.seq
            return try subscribe(at: now)
        }
        lastSeq = lastSeq ?? result.seq
        subscription = nil
        isOffline = false
        items.append(.online(result.snapshot, seq: result.seq))
    }
}

extension ClientError {
    fileprivate var isSilence: Bool {
        switch self {
        case .timedOut, .silent: true
        default: false
        }
    }
}

/// A result that is ignored.
private struct EmptyResult: Decodable {
    init(from decoder: any Decoder) throws {}
}

/// A daemon that accepts no more clients, or can't start.
private struct TurnedAway: Error {
    let error: WireError
}
