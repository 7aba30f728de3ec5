import TrackerCore

/// Limits the length of a batch, since replies are kept in memory until the whole batch is done, and
/// clients wait for them.
final class BatchBudget {
    private let goesOn: (_ replyBytes: Int) -> Bool
    private var replied = 0
    private var replyBytes = 0
    private var isOver = false

    /// - Parameter goesOn: called between two calls with the size of the answers so far; returns whether
    ///   the next call is to be carried out, too.
    init(goesOn: @escaping (_ replyBytes: Int) -> Bool) { self.goesOn = goesOn }

    /// Whether another call is to be carried out; the first one always is.
    func mayGoOn() -> Bool {
        if !isOver, replied > 0 { isOver = !goesOn(replyBytes) }
        return !isOver
    }

    /// Answers the calls one after the other, while the batch may go on.
    func replies<Calls: Sequence>(
        to calls: Calls, by reply: (Calls.Element) throws -> Reply
    ) rethrows -> [Reply] {
        var replies: [Reply] = []
        for call in calls {
            guard mayGoOn() else { break }
            let reply = try reply(call)
            replies.append(reply)
            replied += 1
            replyBytes += reply.bytes
        }
        return replies
    }

    /// Forgets the answers so far, which have become void.
    func startOver() { (replied, replyBytes, isOver) = (0, 0, false) }
}

extension Reply {
    /// Approximate size in memory.
    fileprivate var bytes: Int {
        switch self {
        case .result(let json), .subscribed(let json, _): json.utf8.count
        case .refused(let rejection): rejection.message.utf8.count
        }
    }
}
