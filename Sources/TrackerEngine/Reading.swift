import TrackerAPI
import TrackerCore
import TrackerStore

/// Calls that change nothing in the state.
extension Engine {
    func replyReading(_ call: Call, at now: Moment, _ outcome: inout Outcome) -> Reply {
        let result = reading(at: now, &outcome) {
            try store.read(at: now) { try reply(call, in: $0) }
        }
        switch result {
        case .success(let reply): return reply
        case .failure(let rejection): return .refused(rejection)
        }
    }

    func runOutside(_ call: Call, at now: Moment, _ outcome: inout Outcome) -> Reply {
        let result = reading(at: now, &outcome) { () -> Reply in
            let request = try call.request.get()
            guard let outside = request as? any OutsidePerformable else {
                throw Rejection(.internalError, "\(request.method) isn't implemented")
            }
            let result = try outsideResult(outside, at: now)
            guard let subscription = request as? EventsSubscribe else { return .result(result) }
            return .subscribed(
                result,
                Subscriber(
                    history: store.history, types: subscription.types,
                    seq: subscription.first(after: store)))
        }
        outcome.append(unclaimed)
        unclaimed = Outcome()
        switch result {
        case .success(let reply): return reply
        case .failure(let rejection): return .refused(rejection)
        }
    }

    /// Reads, and reads once more where the database proved damaged and was salvaged.
    func reading<Value>(
        at now: Moment, _ outcome: inout Outcome, _ body: () throws -> Value
    ) -> Result<Value, Rejection> {
        do {
            do {
                return .success(try body())
            } catch let error where StoreFault(error) == .damaged && !health.isDegraded {
                handleStorageError(.damaged, error, at: now, &outcome)
                return .success(try body())
            }
        } catch {
            return .failure(readingRefusal(for: error))
        }
    }

    private func readingRefusal(for error: any Error) -> Rejection {
        guard !(error is Rejection), health.isDegraded || StoreFault(error) != nil else {
            return rejection(for: error)
        }
        return Rejection(
            .storage,
            store.isOverwritten && health.isDegraded
                ? health.reason ?? ""
                : "the state in \(recovery.stateFolder) can't be read (\(error))")
    }

    private func outsideResult(_ request: some OutsidePerformable, at now: Moment) throws -> String
    {
        try JSONText.of(request.perform(by: self, at: now))
    }

    /// Carries out a request that changes nothing.
    func read<R: Performable>(_ request: R, at now: Moment) throws -> R.Response {
        try store.read(at: now) { transaction in
            try request.perform(in: context(transaction, .request(request.method)))
        }
    }
}
