import TrackerAPI
import TrackerCore
import TrackerStore

extension EventsList: Answerable {
    func answer(in context: Context) throws -> String {
        let limit = limit ?? Self.defaultLimit
        guard (1...Self.maximumLimit).contains(limit) else {
            throw Rejection.invalid("limit", "limit must be 1 to \(Self.maximumLimit)")
        }
        for (field, seq) in [("since", since), ("until", until)] {
            guard seq ?? 0 >= 0 else {
                throw Rejection.invalid(field, "\(field) must not be negative")
            }
        }
        // One more than asked for tells whether there is a next page.
        var query = JournalQuery(limit: limit + 1)
        query.since = since ?? 0
        query.until = until ?? .max
        query.types = types
        query.subject = subject
        query.newestFirst = newestFirst ?? false
        var events = try context.transaction.events(query)
        let writer = context.surroundings.writer
        var next = ""
        if events.count > limit {
            events.removeLast()
            // `since` is exclusive, `until` inclusive.
            let seq = events[limit - 1].seq
            next = ",\"next\":\(query.newestFirst ? seq - 1 : seq)"
        }
        let texts = events.map { writer.eventObject($0, zone: context.zone) }
        return "{\"events\":[\(texts.joined(separator: ","))]\(next)}"
    }
}

extension EventsSubscribe: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        let newest = engine.store.lastSeq
        if let since {
            guard since >= 0 else { throw Rejection.invalid("since", "since must not be negative") }
            guard since <= newest else {
                throw Rejection.invalid(
                    "since",
                    "since is \(since), but the newest event is \(newest): take the seq of an "
                        + "event, or subscribe without since")
            }
        }
        let status = try snapshot == true ? engine.read(Status(), at: now) : nil
        return Response(seq: newest, snapshot: status)
    }
}
