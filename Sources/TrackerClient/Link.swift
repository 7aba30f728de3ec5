import TrackerAPI
import TrackerCore

/// The daemon's events and present status, and a way to send requests, for a program that waits for other
/// things, too, in one poll(). Nothing here waits.
///
/// The status is read once on connecting and again after events, one reading at a time, so that a burst of
/// events costs a few readings. After a restart of the daemon the link continues from the last event seen.
package final class Link {
    package enum Item: Sendable {
        /// The link has subscribed, for the first time or again: the status, and the number of the newest
        /// event that it includes.
        case online(Status.Response, seq: Int64)
        /// The daemon is away, or doesn't reply. Given once for each absence.
        case offline(ClientError)
        /// The connection was lost before the reply to a sent request, which may have been carried out.
        case unanswered
        case event(EventView)
        case status(Status.Response)
        /// The refusal of a request that was sent.
        case refused(WireError)
    }

    private static let delaysMs: ClosedRange<Int64> = 50...2000
    /// Milliseconds after which a daemon that doesn't reply counts as away; a reply usually takes
    /// milliseconds.
    private static let patienceMs: Int64 = 2000
    /// Milliseconds of waiting for a reply after which no further request is sent, since it would be
    /// carried out when the person no longer expects it.
    private static let hesitationMs: Int64 = 500
    private static let sendTimeoutMs = 500

    private let path: String
    private let types: [String]
    private var connection: Connection?
    private var lastSeq: Int64?
    private var newestID = 0
    private var subscription: Int?
    private var reading: Int?
    /// Whether an event came while a status was being read.
    private var isStale = false
    /// Times at which unanswered requests were sent, by their ids.
    private var asked: [Int: Int64] = [:]
    /// Ids of the unanswered requests that the program has sent, as opposed to the link's own.
    private var sent: Set<Int> = []
    private var isUnanswered = false
    private var isOffline = false
    private var retryMs: Int64 = .min
    /// Delay before the next attempt to connect; 0 for the first attempt after a loss, which comes at once.
    private var delayMs: Int64 = 0

    /// - Parameter types: globs of the events that change what the program shows.
    package init(path: String, types: [String]) {
        self.path = path
        self.types = types
    }

    /// The descriptor to wait on for input; `nil` while the daemon is away.
    package var descriptor: CInt? { connection?.descriptor }

    /// The time at which to call `advance` even without input, on the clock of `advance`; `nil` for none.
    package var dueMs: Int64? {
        guard connection != nil else { return retryMs }
        return asked.values.min().map { $0 + Self.patienceMs }
    }

    /// Handles the input that has come, and connects when it is time to.
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
            while let line = try connection?.receiveLineIfThere() {
                try take(line, at: now, into: &items)
            }
            if let dueMs, now >= dueMs { throw ClientError.timedOut }
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

    /// Sends a request whose result matters only by the events that it brings.
    ///
    /// - Returns: whether the request was sent to a daemon that replies.
    package func send(_ request: any Request, at now: Int64) throws -> Bool {
        guard isOnline, asked.values.min().map({ now < $0 + Self.hesitationMs }) ?? true else {
            return false
        }
        do {
            let id = try post(type(of: request).method, JSONText.of(request), at: now)
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
        let request = EventsSubscribe(types: types, since: lastSeq, snapshot: true)
        subscription = try post(EventsSubscribe.method, JSONText.of(request), at: now)
    }

    private func lose(at now: Int64) {
        connection = nil
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

    private func take(
        _ line: ArraySlice<UInt8>, at now: Int64, into items: inout [Item]
    ) throws {
        let id = try replyID(of: line)
        if let id {
            asked[id] = nil
            sent.remove(id)
        }
        switch id {
        case let id? where id == subscription:
            try begin(Incoming<EventsSubscribe.Response>(line: line), at: now, into: &items)
        case let id? where id == reading:
            guard case .result(let status, _) = try Incoming<Status.Response>(line: line) else {
                throw ClientError.breach("a status that is none")
            }
            reading = nil
            items.append(.status(status))
            if isStale { try readStatus(at: now) }
        default:
            switch try Incoming<EmptyResult>(line: line) {
            case .event(let received):
                guard received.event.seq > lastSeq ?? .min else { return }
                lastSeq = received.event.seq
                // Only an event resets the delay: a daemon that accepts connections and closes them isn't
                // back.
                delayMs = 0
                items.append(.event(received.event))
                try readStatus(at: now)
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
        guard case .result(let result, _) = reply, let status = result.snapshot else {
            if case .error(let error) = reply { throw ClientError.refused(error) }
            throw ClientError.breach("a subscription without a snapshot")
        }
        if result.seq < lastSeq ?? .min {
            // The journal is shorter than before: it was restored from a backup, or is another one.
            lastSeq = result.seq
            return try subscribe(at: now)
        }
        lastSeq = lastSeq ?? result.seq
        subscription = nil
        isOffline = false
        items.append(.online(status, seq: result.seq))
    }
}

extension ClientError {
    fileprivate var isSilence: Bool {
        if case .timedOut = self { true } else { false }
    }
}

/// A result that isn't read.
private struct EmptyResult: Decodable {
    init(from decoder: any Decoder) throws {}
}
