import TrackerAPI
import TrackerCore
import TrackerStore

/// A request that the engine can carry out.
protocol Replying: Request {
    /// Carries the request out and returns its result.
    ///
    /// - Throws: `Rejection` where the request is refused; then nothing is changed.
    func reply(in context: Context) throws -> Written<Response>
}

extension Replying {
    /// The result as JSON.
    func result(in context: Context) throws -> String { try reply(in: context).json }
}

/// A request whose result is its `Response`. Requests that record an event are `Replying` alone: their
/// result is the event's data, which is JSON already.
protocol Performable: Replying {
    /// Carries the request out.
    ///
    /// - Throws: `Rejection` where the request is refused; then nothing is changed.
    func perform(in context: Context) throws -> Response
}

extension Performable {
    func reply(in context: Context) throws -> Written<Response> {
        try Written(perform(in: context))
    }
}

/// A request that has effects outside of the state, so that it runs between two transactions.
protocol OutsidePerformable: Request {
    func perform(by engine: Engine, at now: Moment) throws -> Response
}
