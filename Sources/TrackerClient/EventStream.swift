import Glibc
import TrackerAPI
import TrackerCore

/// The daemon's events as they come, over restarts of the daemon: after each it subscribes again from
/// the last event that it has seen, so that none is missing and none comes twice.
package final class EventStream {
    package enum Item: Sendable {
        case event(ReceivedEvent)
        /// Subscribed, for the first time or again; the result as on the wire, with the snapshot if
        /// one was asked for.
        case online(JSONValue)
        /// The daemon is away. Asking for the next item waits until it is back.
        case offline(ClientError)
    }

    private static let delaysMs = 50...2000

    private let path: String
    private let types: [String]?
    private let snapshot: Bool?
    private let sleepMs: (Int) -> Void
    private var connection: Connection?
    private var isOffline = false
    /// 0: the first attempt after a loss comes at once.
    private var delayMs = 0

    /// The newest event that has been seen or passed over, or from which on events are wanted.
    package private(set) var lastSeq: Int64?

    /// - Parameter since: events after this one come; those from now on where it is left out.
    package init(
        path: String, types: [String]? = nil, since: Int64? = nil, snapshot: Bool? = nil,
        sleepMs: @escaping (Int) -> Void = { usleep(useconds_t($0 * 1000)) }
    ) {
        self.path = path
        self.types = types
        self.snapshot = snapshot
        self.sleepMs = sleepMs
        lastSeq = since
    }

    /// Subscribes for the first time, which unlike all later times fails where the daemon is away.
    package func connect() throws -> JSONValue {
        let fresh = try Connection(path: path)
        var result = try subscribe(on: fresh)
        if let newest = result["seq"]?.integer, newest < lastSeq ?? newest {
            // The journal went back: it was restored from a backup, or is another one. What it had
            // beyond that is gone, and its new events would all look old.
            lastSeq = newest
            result = try subscribe(on: fresh)
        }
        lastSeq = lastSeq ?? result["seq"]?.integer
        connection = fresh
        isOffline = false
        return result
    }

    /// Waits for the next item.
    ///
    /// - Throws: only what doesn't pass by itself, such as a refused subscription.
    package func next() throws -> Item {
        while true {
            do {
                guard let connection else { return .online(try reconnect()) }
                if let event = try read(from: connection) { return .event(event) }
            } catch let error as ClientError where error.isPassing {
                let wasTrying = connection == nil
                connection = nil
                guard wasTrying, !isOffline else { continue }
                isOffline = true
                return .offline(error)
            }
        }
    }

    private func reconnect() throws -> JSONValue {
        if delayMs > 0 { sleepMs(delayMs) }
        delayMs = min(max(delayMs * 2, Self.delaysMs.lowerBound), Self.delaysMs.upperBound)
        return try connect()
    }

    /// The next event that is new; `nil` for what is none.
    private func read(from connection: Connection) throws -> ReceivedEvent? {
        switch try Incoming<JSONValue>(line: connection.receiveLine()) {
        case .event(let received):
            // Only news ends the backing off: a daemon that accepts and closes isn't back.
            delayMs = 0
            guard received.event.seq > lastSeq ?? .min else { return nil }
            lastSeq = received.event.seq
            return received
        case .resync(let since):
            // Past the events between, too, that no glob matches: nobody has to look for them again.
            lastSeq = [lastSeq, since].compactMap(\.self).max()
            throw ClientError.closed
        case .error(let error): throw ClientError.refused(error)
        case .result, .other: return nil
        }
    }

    private func subscribe(on connection: Connection) throws -> JSONValue {
        let request = EventsSubscribe(types: types, since: lastSeq, snapshot: snapshot)
        try connection.send(
            line(id: 1, method: EventsSubscribe.method, params: JSONText.of(request)))
        while true {
            switch try Incoming<JSONValue>(line: connection.receiveLine()) {
            case .result(let result, _): return result
            case .error(let error): throw ClientError.refused(error)
            // Events of the subscription that this one replaces.
            case .event, .resync, .other: continue
            }
        }
    }
}
