import TrackerAPI
import TrackerCore
import TrackerStore

/// A request that is carried out in slices, between which others' requests come.
protocol Sliced: Request {
    /// Begins, with nothing done yet that takes long.
    ///
    /// - Throws: `Rejection` where it is refused.
    func begin(by engine: Engine, at now: Moment) throws -> any Slices
}

/// The rest of such a request.
protocol Slices: AnyObject {
    /// Goes on as long as there is time, and by one step at least.
    ///
    /// - Returns: the result as JSON; `nil` where another slice is needed.
    /// - Throws: `Rejection` where it is refused.
    func advance(in context: Context, while hasTime: () -> Bool) throws -> String?
}

extension Slices {
    /// All of it in one go.
    func finish(in context: Context) throws -> String {
        while true {
            if let result = try advance(in: context, while: { true }) { return result }
        }
    }
}

/// A call that may look through the whole history, on its way.
package final class LongCall {
    package let call: Call
    fileprivate var slices: (any Slices)?
    /// The state that the slices were begun with.
    fileprivate weak var store: Store?

    package init(_ call: Call) { self.call = call }
}

extension Engine {
    /// Goes on with a call as long as there is time, and by one step at least. What can't be divided is done
    /// as a whole.
    ///
    /// - Returns: the answer, `nil` where another slice is needed; and what happened meanwhile.
    package func advance(
        _ long: LongCall, at now: Moment, while hasTime: () -> Bool
    ) -> (reply: Reply?, outcome: Outcome) {
        var outcome = Outcome()
        guard let request = try? long.call.request.get() as? any Sliced else {
            let reply =
                long.call.effect == .outside
                ? runOutside(long.call, at: now, &outcome)
                : replyReading(long.call, at: now, &outcome)
            return (reply, outcome)
        }
        let result = reading(at: now, &outcome) {
            // A state that was opened anew since, or salvaged, is gone through from its start.
            if long.store !== store { long.slices = nil }
            let slices = try long.slices ?? request.begin(by: self, at: now)
            (long.slices, long.store) = (slices, store)
            return try store.read(at: now) { transaction in
                try slices.advance(
                    in: context(transaction, .request(type(of: request).method)), while: hasTime)
            }
        }
        let reply: Reply?
        switch result {
        case .success(let json): reply = json.map(Reply.result)
        case .failure(let rejection): reply = .refused(rejection)
        }
        if reply != nil { long.slices = nil }
        return (reply, outcome)
    }
}
