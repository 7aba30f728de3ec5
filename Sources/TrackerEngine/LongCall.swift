import TrackerAPI
import TrackerCore
import TrackerStore

/// A request that is carried out in slices, with other requests in between.
protocol Sliced: LongRequest {
    /// Begins without doing anything that takes long.
    ///
    /// - Throws: `Rejection` where the request is refused.
    func begin(by engine: Engine, at now: Moment) throws -> any Slices
}

/// A request that reads in slices; all of them at once where it is part of an `atomic`.
protocol SlicedRead: Sliced, Replying {
    /// The work, not yet started.
    ///
    /// - Throws: `Rejection` where the request is refused.
    func slices() throws -> any Slices
}

extension SlicedRead {
    func begin(by engine: Engine, at now: Moment) throws -> any Slices { try slices() }

    func reply(in context: Context) throws -> Written<Response> {
        Written(json: try slices().finish(in: context))
    }
}

/// A request that changes the state in slices, each in a transaction of its own; all of them in one where it
/// is part of an `atomic`.
protocol SlicedChange: Sliced, LongChangeRequest, Replying {
    /// The work, not yet started.
    func slices() -> any ChangingSlices
}

extension SlicedChange {
    func begin(by engine: Engine, at now: Moment) -> any Slices { slices() }

    func reply(in context: Context) throws -> Written<Response> {
        Written(json: try slices().finish(in: context))
    }
}

/// The remaining work of a sliced request.
protocol Slices: AnyObject {
    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: JSON of the result; `nil` where another slice is needed.
    /// - Throws: `Rejection` where the request is refused.
    func advance(in context: Context, while hasTime: () -> Bool) throws -> String?
}

/// The remaining work of a change in slices.
protocol ChangingSlices: Slices {
    /// Takes back what earlier slices have changed, after a later one was refused.
    func takeBack(in context: Context) throws
}

extension Slices {
    /// Does all of the remaining work at once.
    func finish(in context: Context) throws -> String {
        while true {
            if let result = try advance(in: context, while: { true }) { return result }
        }
    }
}

/// Request that works through the shared folder. It sleeps while it waits for the folder's tasks.
protocol FolderRequest: LongRequest, OutsidePerformable {
    /// The work, not yet started.
    func work() -> any FolderWork
}

extension FolderRequest {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        throw Rejection(.invalidRequest, "\(method) has to wait for a folder: send it alone")
    }
}

/// Remaining work of a request that works through the shared folder.
protocol FolderWork: AnyObject {
    /// Continues until something has to be waited for.
    ///
    /// - Returns: JSON of the result; `nil` while the work waits for a task in the folder.
    /// - Throws: `Rejection` if the request is refused.
    func advance(by engine: Engine, at now: Moment, _ outcome: inout Outcome) throws -> String?
}

/// A call in progress that may go through the whole history.
package final class LongCall {
    package let call: Call
    fileprivate var slices: (any Slices)?
    /// The store with which the slices were begun.
    fileprivate weak var store: Store?
    fileprivate var folderWork: (any FolderWork)?
    /// Whether the call waits for the end of a task in the shared folder.
    package fileprivate(set) var isAsleep = false

    package init(_ call: Call) { self.call = call }
}

extension Engine {
    /// Whether a call is carried out in turns with others.
    package func isLong(_ call: Call) -> Bool {
        call.isLong || isProgressStale && call.readsProgress
    }

    /// Continues a call while there is time, with at least one step. A call without slices is carried out
    /// as a whole.
    ///
    /// - Returns: the answer, `nil` where another slice is needed; and the outcome of this slice.
    package func advance(
        _ long: LongCall, at now: Moment, while hasTime: () -> Bool
    ) -> (reply: Reply?, outcome: Outcome) {
        var outcome = Outcome()
        if long.call.readsProgress, isProgressStale {
            outcome.append(settleProgress(at: now, while: hasTime))
            guard !isProgressStale else { return (nil, outcome) }
        }
        if let request = try? long.call.request.get() as? any FolderRequest {
            return (continueInFolder(long, request, at: now, &outcome), outcome)
        }
        guard let request = try? long.call.request.get() as? any Sliced else {
            return (replyWhole(long.call, at: now, &outcome), outcome)
        }
        if let request = request as? any SlicedChange {
            let changed = change(long, request, at: now, while: hasTime)
            outcome.append(changed)
            return (changed.replies.last, outcome)
        }
        // A backup of a file that is being overwritten by another one would mix both.
        store.findPlace()
        let result = reading(at: now, &outcome) {
            // A call begins again where the state was opened anew or salvaged since.
            if long.store !== store { long.slices = nil }
            let slices = try long.slices ?? request.begin(by: self, at: now)
            (long.slices, long.store) = (slices, store)
            return try store.read(at: now) { transaction in
                try slices.advance(
                    in: context(transaction, .request(request.method)), while: hasTime)
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

    /// Continues a change by one slice, in a transaction of its own, once no other one is unfinished.
    ///
    /// - Returns: the outcome, without a reply where another slice is needed.
    private func change(
        _ long: LongCall, _ request: any SlicedChange, at now: Moment, while hasTime: () -> Bool
    ) -> Outcome {
        guard unfinishedChange == nil || unfinishedChange === long, unfinishedMerge == nil else {
            return Outcome()
        }
        unfinishedChange = long
        var isOver = true
        var outcome = run([long.call], at: now) { _, transaction in
            let context = context(transaction, .request(request.method))
            do {
                let result = try transaction.request {
                    try request.advance(long, on: store, in: context, while: hasTime)
                }
                isOver = result != nil
                return .result(result ?? "")
            } catch let error where StoreFault(error) != nil {
                throw error
            } catch {
                let slices = long.slices as? any ChangingSlices
                try slices?.takeBack(in: self.context(transaction, .daemon))
                return .refused(rejection(for: error))
            }
        }
        // A slice that couldn't be committed is the last one, too.
        if case .refused? = outcome.replies.last { isOver = true }
        guard isOver else {
            outcome.replies = []
            return outcome
        }
        (unfinishedChange, long.slices) = (nil, nil)
        settleAtOnce(at: now, &outcome)
        return outcome
    }

    private func continueInFolder(
        _ long: LongCall, _ request: any FolderRequest, at now: Moment, _ outcome: inout Outcome
    ) -> Reply? {
        long.isAsleep = false
        let work = long.folderWork ?? request.work()
        long.folderWork = work
        do {
            let result = try work.advance(by: self, at: now, &outcome)
            long.isAsleep = result == nil
            if result != nil { long.folderWork = nil }
            return result.map(Reply.result)
        } catch {
            long.folderWork = nil
            return .refused(rejection(for: error))
        }
    }

    private func replyWhole(_ call: Call, at now: Moment, _ outcome: inout Outcome) -> Reply? {
        switch call.effect {
        case .none: return replyReading(call, at: now, &outcome)
        case .outside: return runOutside(call, at: now, &outcome)
        case .change:
            let changed = run([call], at: now)
            outcome.append(changed)
            return changed.replies.first
        }
    }
}

extension SlicedChange {
    /// Continues the change while there is time. A repeated request whose first one is over gets that result.
    fileprivate func advance(
        _ long: LongCall, on store: Store, in context: Context, while hasTime: () -> Bool
    ) throws -> String? {
        guard let slices = long.slices else {
            if let id = long.call.requestID, let earlier = try earlierResult(of: id, in: context) {
                return earlier
            }
            (long.slices, long.store) = (self.slices(), store)
            return try advance(long, on: store, in: context, while: hasTime)
        }
        guard long.store === store else {
            throw Rejection(
                .storage, "the state was reopened before this was done: start it again")
        }
        guard let result = try slices.advance(in: context, while: hasTime) else { return nil }
        if let id = long.call.requestID { try remember(result, of: id, in: context) }
        return result
    }
}
