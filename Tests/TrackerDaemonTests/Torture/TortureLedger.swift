import Stage
import TrackerAPI
import TrackerCore

/// Reads the journal as it grows, and passes each event to its worker.
final class TortureLedger {
    /// The ending of the names of timers that fall due by themselves.
    static let shortMark = "-short"

    private let workers: [String: TortureWorker]
    /// Number of the newest event that was read.
    private(set) var seq: Int64 = 0
    /// Digest of all events, compared with the whole journal at the end.
    private var digest = Digest()
    /// Workers' names by the id of the timer or rest.
    private var owners: [String: String] = [:]
    /// Names of short timers that haven't finished.
    private(set) var pending: Set<String> = []
    /// Numbers of the events by which short timers finished.
    private(set) var finished: Set<Int64> = []
    /// Events that the subscriber has received and the ledger hasn't read.
    private var heard: [JSONValue] = []
    /// Events that the ledger has read and the subscriber hasn't received.
    private var unheard: [JSONValue] = []

    init(_ workers: [TortureWorker]) {
        self.workers = Dictionary(uniqueKeysWithValues: workers.map { ($0.owner, $0) })
    }

    /// Reads the new events.
    func readOn(_ client: LineClient) throws {
        while try readPage(client) {}
    }

    private func readPage(_ client: LineClient) throws -> Bool {
        let page = try client.call("events.list", "{\"since\":\(seq),\"limit\":1000}")
        for event in page["events"]?.list ?? [] {
            guard event["seq"] == .integer(seq + 1) else {
                throw TortureFailure("after \(seq) comes \(event)")
            }
            seq += 1
            digest.add(try JSONText.of(event))
            try take(event)
            unheard.append(event)
        }
        try compare()
        return page["next"] != nil
    }

    /// Reads all events again, and checks that they are unchanged.
    func readAgain(_ client: LineClient) throws {
        var again = Digest()
        var since: Int64? = 0
        while let start = since {
            let page = try client.call(
                "events.list", "{\"since\":\(start),\"until\":\(seq),\"limit\":1000}")
            for event in page["events"]?.list ?? [] {
                again.add(try JSONText.of(event))
            }
            since = page["next"]?.integer
        }
        guard again == digest else { throw TortureFailure("the journal isn't what it was") }
    }

    private func take(_ event: JSONValue) throws {
        guard let type = event["type"]?.string, let subject = event["subject"]?.string,
            let data = event["data"]
        else { throw TortureFailure("no event: \(event)") }
        // The events of the shipped library.
        if seq <= Stage.ownEvents, type.hasSuffix(".seeded") { return }
        // What follows from efforts, and from the course of days.
        let progress = ["achievement", "level", "challenge", "day", "streak", "report"]
        if progress.contains(type.prefix { $0 != "." }.description) { return }
        if let member = Self.ownersName[type] {
            let text = data[member]?.string ?? ""
            owners[subject] = text.split(separator: "-").first.map(String.init)
            if text.hasSuffix(Self.shortMark) { pending.insert(subject) }
        } else if type == "timer.finished", pending.remove(subject) != nil {
            return try finish(event, data)
        }
        guard let owner = owners[subject], let worker = workers[owner] else {
            throw TortureFailure("nobody asked for \(event)")
        }
        try worker.meet(TortureEvent(type: type, data: data))
    }

    /// The member that has the worker's name, by the type of the event.
    private static let ownersName = [
        "timer.started": "name", "rest.started": "label", "log.added": "note",
        "reminder.created": "name",
    ]

    private func finish(_ event: JSONValue, _ data: JSONValue) throws {
        guard let elapsed = data["elapsed_ms"]?.integer, elapsed == data["duration_ms"]?.integer,
            data["remaining_ms"] == .integer(0)
        else { throw TortureFailure("finished too early: \(event)") }
        finished.insert(seq)
    }

    // MARK: The subscriber

    /// Takes an event that the subscriber received.
    func hear(_ event: JSONValue) throws {
        heard.append(event)
        try compare()
    }

    private func compare() throws {
        let count = min(heard.count, unheard.count)
        for place in 0..<count where heard[place] != unheard[place] {
            throw TortureFailure("it heard \(heard[place]), but there is \(unheard[place])")
        }
        heard.removeFirst(count)
        unheard.removeFirst(count)
    }

    /// Whether the subscriber has received all events, and no others.
    var isHeard: Bool { heard.isEmpty && unheard.isEmpty }
}

/// Digest of a long text (FNV-1a).
struct Digest: Equatable {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
}
