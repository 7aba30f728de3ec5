import TrackerAPI
import TrackerCore
import TrackerStore

/// A request that is carried out in slices, with other requests in between.
protocol Sliced: Request {
    /// Begins without doing anything that takes long.
    ///
    /// - Throws: `Rejection` where the request is refused.
    func begin(by engine: Engine, at now: Moment) throws -> any Slices
}

/// The remaining work of a sliced request.
protocol Slices: AnyObject {
    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: JSON of the result; `nil` where another slice is needed.
    /// - Throws: `Rejection` where the request is refused.
    func advance(in context: Context, while hasTime: () -> Bool) throws -> String?
}

extension Slices {
    /// All of the remaining work at once.
    func finish(in context: Context) throws -> String {
        while true {
            if let result = try advance(in: context, while: { true }) { return result }
        }
    }
}

/// A call that may go through the whole history, while it is carried out.
package final class LongCall {
    package let call: Call
    fileprivate var slices: (any Slices)?
    /// The store with which the slices were begun.
    fileprivate weak var store: Store?

    package init(_ call: Call) { self.call = call }
}

extension Engine {
    /// Continues a call while there is time, with at least one step. A call without slices is carried out
    /// as a whole.
    ///
    /// - Returns: the answer, `nil` where another slice is needed; and the outcome of this slice.
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
        // A backup of a file that another one is written over would be of both.
        store.findPlace()
        let result = reading(at: now, &outcome) {
            // A call begins again where the state was opened anew or salvaged since.
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
