import TrackerCore

/// How far a batch goes: replies are kept in memory until all of them go out, and clients wait for them.
final class BatchBudget {
    private let goesOn: (_ replyBytes: Int) -> Bool
    private var replied = 0
    private var replyBytes = 0
    private var isOver = false

    /// - Parameter goesOn: asked between two calls, with the size of the answers so far, whether the next
    ///   one is to be carried out, too.
    init(goesOn: @escaping (_ replyBytes: Int) -> Bool) { self.goesOn = goesOn }

    /// Whether another call is to be carried out; the first always is.
    func mayGoOn() -> Bool {
        if !isOver, replied > 0 { isOver = !goesOn(replyBytes) }
        return !isOver
    }

    /// Answers one call after the other, as long as it may go on.
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

    /// What was answered proved void.
    func startOver() { (replied, replyBytes, isOver) = (0, 0, false) }
}

extension Reply {
    /// About what it takes in memory.
    fileprivate var bytes: Int {
        switch self {
        case .result(let json), .subscribed(let json, _, _): json.utf8.count
        case .refused(let rejection): rejection.message.utf8.count
        }
    }
}
