import TrackerAPI
import TrackerCore

/// The daemon's events and its present status, and a way for requests, for a program that waits for other
/// things, too, in one poll(): nothing here waits.
///
/// The status is read once on connecting and again after events, one reading at a time, so that a burst
/// of events costs a few readings. Over restarts of the daemon it goes on from the last event seen.
package final class Link {
    package enum Item: Sendable {
        /// Subscribed, for the first time or again: what is live, and the newest event that this knows.
        case online(Status.Response, seq: Int64)
        /// The daemon is away, or doesn't answer. Told once for each absence.
        case offline(ClientError)
        /// The connection was lost before a request that was sent was answered: it may have been done.
        case unanswered
        case event(EventView)
        case status(Status.Response)
        /// The refusal of a request that was sent.
        case refused(WireError)
    }

    private static let delaysMs: ClosedRange<Int64> = 50...2000
    /// An answer takes milliseconds; after so long the daemon counts as away.
    private static let patienceMs: Int64 = 2000
    /// While one is waited for as long, no other is sent that would be done when nobody expects it.
    private static let hesitationMs: Int64 = 500
    private static let sendTimeoutMs = 500

    private let path: String
    private let types: [String]
    private var connection: Connection?
    private var lastSeq: Int64?
    private var newestID = 0
    private var subscription: Int?
    private var reading: Int?
    /// Whether an event came while a status was on its way.
    private var isStale = false
    /// The times since when requests wait for their answers, by id.
    private var asked: [Int: Int64] = [:]
    /// The ids of those requests that were sent for someone.
    private var sent: Set<Int> = []
    private var isUnanswered = false
    private var isOffline = false
    private var retryMs: Int64 = .min
    /// 0: the first attempt after a loss comes at once.
    private var delayMs: Int64 = 0

    /// - Parameter types: globs of the events that tell of a change of what is shown.
    package init(path: String, types: [String]) {
        self.path = path
        self.types = types
    }

    /// To wait on for input; `nil` while the daemon is away.
    package var descriptor: CInt? { connection?.descriptor }

    /// The time to come back even though there is no input, on the clock of `advance`.
    package var dueMs: Int64? {
        guard connection != nil else { return retryMs }
        return asked.values.min().map { $0 + Self.patienceMs }
    }

    /// Takes what has come, and connects when it is time.
    ///
    /// - Parameter now: milliseconds of a clock that is never set.
    /// - Throws: only what doesn't pass by itself, such as a refused subscription.
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
            // Lost is not away: it may be back at once. One that is silent is.
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

    /// Sends a request whose result is of no interest beyond the events that it brings.
    ///
    /// - Returns: whether the daemon was there to get it, and answers.
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

    /// Reads the status though nothing was told: whether the daemon still answers.
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
                // Only news ends the backing off: a daemon that accepts and closes isn't back.
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
            // The journal went back: it was restored from a backup, or is another one.
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

/// A result that nobody looks into.
private struct EmptyResult: Decodable {
    init(from decoder: any Decoder) throws {}
}
