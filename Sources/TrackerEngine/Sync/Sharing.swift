import TrackerAPI
import TrackerCore
import TrackerStore

extension SyncMerged {
    init(_ merge: Merge, of machine: String) {
        var rows: [String: Int] = [:]
        for entity in merge.written { rows[type(of: entity).table, default: 0] += 1 }
        self.init(
            machines: [machine], rows: rows,
            deleted: merge.entries.filter { $0.place == .deleted }.count,
            held: merge.entries.filter(\.place.isHeld).count)
    }
}

extension Engine {
    /// Whether this machine shares its rows with others.
    package var isSharing: Bool { store.clock != nil }

    /// Starts sharing this machine's rows with others. `stampRows` must follow.
    package func beginSharing(at now: Moment) -> Outcome {
        change(at: now) { try $0.beginSharing() }
    }

    package func endSharing(at now: Moment) -> Outcome {
        change(at: now) { try $0.transaction.endSharing(newID: $0.newID()) }
    }

    /// Continues to give older rows the stamps of their last changes, while there is time.
    ///
    /// - Returns: whether all rows have theirs.
    package func stampRows(at now: Moment, while hasTime: () -> Bool) -> (
        isOver: Bool, hasFailed: Bool, outcome: Outcome
    ) {
        var isOver = false
        var hasAdvanced = false
        var outcome = change(at: now) { context in
            var stamps = FirstStamps()
            isOver = try stamps.advance(in: context.transaction, while: hasTime)
            hasAdvanced = true
        }
        // A slice that wasn't committed is repeated.
        let isStamped = try? store.read(at: now) { try $0.isStamped() }
        guard isOver, isStamped == true else {
            return (false, !hasAdvanced && !health.isDegraded, outcome)
        }
        outcome.append(updateFromLibrary(at: now))
        return (true, false, outcome)
    }

    /// Takes a new id, since the present one is no longer this machine's alone.
    package func takeNewIdentity(_ why: SyncIdentity.Reason, at now: Moment) -> Outcome {
        change(at: now) { try $0.takeNewIdentity(why) }
    }

    func change(at now: Moment, _ body: (Context) throws -> Void) -> Outcome {
        var outcome = Outcome()
        guard !health.isDegraded else { return outcome }
        do {
            let (_, events) = try store.perform(at: now) { try body(context($0, .daemon)) }
            publish(events, &outcome)
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
        }
        return outcome
    }

    /// Texts of the rows after a place, in the order of their last changes, with their places; no text for a row that
    /// nobody has changed. There are none until all rows have their first stamps.
    ///
    /// - Parameter limit: maximum number of rows.
    func sharedRows(
        after place: SharedPlace, limit: Int, at now: Moment
    ) throws -> [(text: String?, place: SharedPlace)] {
        try store.read(at: now) { transaction in
            var rows: [(text: String?, place: SharedPlace)] = []
            guard try transaction.isStamped() else { return rows }
            try transaction.forEachEntry(after: place, limit: limit) { entry, place in
                rows.append((entry.row.hasChanges ? entry.line.text : nil, place))
            }
            return rows
        }
    }

    /// Lines of `sharedRows`, and the place of the last row.
    package func sharedLines(
        after place: SharedPlace, limit: Int = .max, at now: Moment
    ) throws -> (lines: [String], last: SharedPlace) {
        let rows = try sharedRows(after: place, limit: limit, at: now)
        return (rows.compactMap(\.text), rows.last?.place ?? place)
    }

    /// Digest of everything that is shared.
    package func sharedDigest(at now: Moment) throws -> SharedDigest.Result {
        try store.read(at: now) { transaction in
            let digest = SharedDigest()
            while true {
                if let result = try digest.advance(in: transaction, while: { true }) {
                    return result
                }
            }
        }
    }
}

extension Context {
    func beginSharing() throws {
        // Without an owner, another machine would take the open workout for its own.
        if var workout = try transaction.openWorkout(), workout.owner == nil {
            workout.adopt(by: transaction.device)
            try append(.workoutUpdated, workout)
        }
        try transaction.beginSharing()
    }

    func takeNewIdentity(_ why: SyncIdentity.Reason) throws {
        let former = transaction.device
        try transaction.takeNewIdentity(newID(), keepsPast: why != .machine)
        let data = SyncIdentity(from: former, to: transaction.device, why: why)
        try append(.syncIdentity, subject: "", data: data)
    }
}
