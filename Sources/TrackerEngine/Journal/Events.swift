import TrackerAPI
import TrackerCore
import TrackerStore

extension EventsList: SlicedRead {
    func slices() throws -> any Slices { try EventsSlices(self) }
}

private final class EventsSlices: Slices {
    private let limit: Int
    private let history: String?
    private var query: JournalQuery
    private var texts: [String] = []
    /// Number of the last event in `texts`.
    private var lastSeq: Int64 = 0
    private var hasMore = false

    init(_ request: EventsList) throws(Rejection) {
        limit = try request.checkedLimit
        try EventType.check(request.types)
        for (field, seq) in [("since", request.since), ("until", request.until)] {
            guard seq ?? 0 >= 0 else {
                throw Rejection.invalid(field, "\(field: field) must not be negative")
            }
        }
        history = request.history
        // One event more than the page holds shows whether there is a next page.
        query = JournalQuery(limit: limit + 1)
        query.since = request.since ?? 0
        query.until = request.until ?? .max
        query.types = request.types
        query.subject = request.subject
        query.newestFirst = request.newestFirst ?? false
    }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        let present = context.transaction.history
        guard history == nil || history == present else {
            throw Rejection(
                .conflict,
                "the numbers are from another history: the state has since been restored or salvaged",
                field: "history", state: "replaced")
        }
        let writer = context.dependencies.writer
        let isWhole = try context.transaction.advance(&query, while: hasTime) { event in
            guard texts.count < limit else {
                hasMore = true
                return
            }
            texts.append(writer.eventObject(event, zone: context.zone))
            lastSeq = event.seq
        }
        guard isWhole else { return nil }
        // `since` is exclusive, `until` inclusive.
        let next = hasMore ? ",\"next\":\(query.newestFirst ? lastSeq - 1 : lastSeq)" : ""
        return "{\"events\":[\(texts.joined(separator: ","))]\(next)}"
    }
}

extension EventsSubscribe: OutsidePerformable {
    /// Number of the event after which the subscription begins.
    func first(after store: Store) -> Int64 {
        guard let since, history == nil || history == store.history else { return store.lastSeq }
        return since
    }

    func perform(by engine: Engine, at now: Moment) throws -> Response {
        try EventType.check(types)
        let newest = engine.store.lastSeq
        let present = engine.store.history
        let isElsewhere = since != nil && history != nil && history != present
        if let since, !isElsewhere {
            guard since >= 0 else {
                throw Rejection.invalid(
                    "since",
                    "\(field: "since") must not be negative")
            }
            guard since <= newest else {
                throw Rejection.invalid(
                    "since",
                    """
                    \(field: "since") is \(since), but the newest event is \(newest): use the seq of an \
                    event, or subscribe without \(field: "since")
                    """)
            }
        }
        let status = try snapshot == true ? engine.read(Status(), at: now) : nil
        return Response(
            seq: newest, history: present, resync: isElsewhere ? true : nil, snapshot: status)
    }
}
