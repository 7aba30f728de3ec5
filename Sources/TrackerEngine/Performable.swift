import TrackerAPI
import TrackerCore
import TrackerStore

/// A request that the engine carries out within a transaction.
protocol Replying: InsideRequest {
    /// Carries the request out and returns its result.
    ///
    /// - Throws: `Rejection` where the request is refused; then nothing is changed.
    func reply(in context: Context) throws -> Written<Response>
}

extension Replying {
    /// The result as JSON.
    func result(in context: Context) throws -> String { try reply(in: context).json }
}

/// Words on the things of one kind, as the engine carries them out.
protocol SpokenWord: MoveWord {
    func reply(on target: Target, in context: Context) throws -> Written<Response>
}

extension Move: Replying where Word: SpokenWord {
    func reply(in context: Context) throws -> Written<Response> {
        try word.reply(on: target, in: context)
    }
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
protocol OutsidePerformable: OutsideRequest {
    func perform(by engine: Engine, at now: Moment) throws -> Response
}
