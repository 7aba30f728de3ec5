import Stage
import TrackerAPI

/// A client that makes changes as fast as it gets replies, notes the acknowledged ones, and sends the
/// others again.
final class TortureWorker {
    private static let memory = 12

    let owner: String
    private var planner: TorturePlanner
    private var client: LineClient?
    /// Orders without an acknowledgement, sent or to be sent, the oldest first.
    private var unanswered: [TortureOrder] = []
    /// Number of them that were sent on this connection.
    private var sent = 0
    /// Acknowledged orders with their replies, to be sent again later.
    private var past: [(order: TortureOrder, reply: JSONValue)] = []
    /// Orders that were sent again, and must get the same replies.
    private var echoes: [(order: TortureOrder, reply: JSONValue)] = []
    /// Events that acknowledgements promise and that haven't been found in the journal.
    private var promised: [TortureEvent] = []
    /// Events that were found and whose acknowledgement hasn't come.
    private var met: [TortureEvent] = []
    private(set) var acknowledged = 0
    private(set) var repeated = 0

    init(owner: String, rests: Bool, seed: UInt64) {
        self.owner = owner
        planner = TorturePlanner(owner: owner, rests: rests, seed: seed)
    }

    /// - Parameter repeats: the number of acknowledged requests to send again.
    func connect(to daemon: TestedDaemon, repeating repeats: Int) throws {
        client = try daemon.connect()
        sent = 0
        echoes = Array(past.suffix(repeats))
        for echo in echoes { try client?.send(line: echo.order.line) }
    }

    /// Sends orders without waiting for replies, as long as at most `inFlight` have none.
    func post(inFlight: Int) throws {
        while echoes.count + sent < inFlight {
            if sent == unanswered.count { unanswered.append(planner.order()) }
            try client?.send(line: unanswered[sent].line)
            sent += 1
        }
    }

    /// Sends the orders without a reply, and no new ones.
    func postRest() throws {
        while sent < unanswered.count {
            try client?.send(line: unanswered[sent].line)
            sent += 1
        }
    }

    var hasUnanswered: Bool { !unanswered.isEmpty || !echoes.isEmpty }

    /// Takes the replies that have come, and returns whether there were any.
    func take() throws -> Bool {
        var took = false
        while let client, echoes.count + sent > 0, try !client.isSilent() {
            guard let line = try client.line() else { throw StageError("the daemon is gone") }
            try take(JSONValue(text: line))
            took = true
        }
        return took
    }

    private func take(_ reply: JSONValue) throws {
        if let echo = echoes.first {
            guard echo.reply == reply else {
                throw TortureFailure(
                    "\(echo.order.line) was answered by \(echo.reply) first, then by \(reply)")
            }
            echoes.removeFirst()
            repeated += 1
            return
        }
        let order = unanswered.removeFirst()
        sent -= 1
        promised += try order.promises(of: reply)
        past.append((order, reply))
        if past.count > Self.memory { past.removeFirst() }
        acknowledged += order.requests.count
        try settle()
    }

    /// Takes the replies until the daemon's end, which count as acknowledged, too.
    func takeLast() throws {
        do { while try take() {} } catch let failure as TortureFailure { throw failure } catch {}
        client = nil
        echoes = []
    }

    /// Takes an event of its own from the journal.
    func meet(_ event: TortureEvent) throws {
        met.append(event)
        try settle()
    }

    private func settle() throws {
        while let promise = promised.first, let event = met.first {
            guard event.keeps(promise) else {
                throw TortureFailure("\(owner) was promised \(promise), but there is \(event)")
            }
            promised.removeFirst()
            met.removeFirst()
        }
    }

    /// Checks that no promised event is missing, and that there is no unexpected one.
    func checkComplete() throws {
        guard let promise = promised.first else {
            guard let event = met.first else { return }
            throw TortureFailure("\(owner) never asked for \(event)")
        }
        throw TortureFailure("\(owner) was promised \(promise), which is lost")
    }
}
