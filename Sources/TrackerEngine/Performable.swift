import TrackerAPI
import TrackerCore
import TrackerStore

/// A request that the engine knows how to carry out.
protocol Replying: Request {
    /// Carries it out and gives the result as JSON.
    ///
    /// - Throws: `Rejection` where it is refused; then nothing of it remains.
    func reply(in context: Context) throws -> String
}

/// A request whose result is its `Response`. Those that record an event answer its data instead, which
/// is written already.
protocol Performable: Replying {
    /// Carries it out.
    ///
    /// - Throws: `Rejection` where it is refused; then nothing of it remains.
    func perform(in context: Context) throws -> Response
}

extension Performable {
    func reply(in context: Context) throws -> String {
        try JSONText.of(perform(in: context))
    }
}

/// A request that reaches beyond the state, and so runs between two transactions.
protocol OutsidePerformable: Request {
    func perform(by engine: Engine, at now: Moment) throws -> Response
}
