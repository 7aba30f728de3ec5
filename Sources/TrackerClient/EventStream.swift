import Glibc
import TrackerAPI
import TrackerCore

/// The daemon's events as they come, over restarts of the daemon: after each restart the stream subscribes
/// again from the last event seen, so that no event is missing and none comes twice.
package final class EventStream {
    package enum Item: Sendable {
        case event(ReceivedEvent)
        /// The stream has subscribed, for the first time or again. The value is the result as on the wire,
        /// with the snapshot if one was asked for.
        case online(JSONValue)
        /// The daemon is away. Asking for the next item waits until the daemon is back.
        case offline(ClientError)
    }

    private static let delaysMs = 50...2000

    private let path: String
    private let types: [String]?
    private let snapshot: Bool?
    private let sleepMs: (Int) -> Void
    private var connection: Connection?
    private var isOffline = false
    /// Delay before the next attempt to connect; 0 for the first attempt after a loss, which comes at once.
    private var delayMs = 0

    /// Number of the newest event that was seen or skipped, or after which events are wanted; `nil` before
    /// the first subscription.
    package private(set) var lastSeq: Int64?

    /// - Parameter since: number of the event after which events are wanted; `nil` for events from now on.
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

    /// Subscribes for the first time. Unlike later attempts, this one fails where the daemon is away.
    package func connect() throws -> JSONValue {
        let fresh = try Connection(path: path)
        var result = try subscribe(on: fresh)
        if let newest = result["seq"]?.integer, newest < lastSeq ?? newest {
            // The journal is shorter than before: it was restored from a backup, or is another one. The
            // later events are gone, and all new ones would look old.
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
    /// - Throws: only errors that don't pass by themselves, such as a refused subscription.
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

    /// The next new event; `nil` for a message that is no new event.
    private func read(from connection: Connection) throws -> ReceivedEvent? {
        switch try Incoming<JSONValue>(line: connection.receiveLine()) {
        case .event(let received):
            // Only an event resets the delay: a daemon that accepts connections and closes them isn't back.
            delayMs = 0
            guard received.event.seq > lastSeq ?? .min else { return nil }
            lastSeq = received.event.seq
            return received
        case .resync(let since):
            // The events in between that no glob matches are skipped, too, so that they needn't be searched
            // again.
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
            // These are events of the former subscription.
            case .event, .resync, .other: continue
            }
        }
    }
}
