import TrackerCore
import TrackerStore

extension Engine {
    /// Events of the journal for a subscriber, in order: `since` is exclusive, `until` inclusive, and
    /// `limit` the largest number.
    package func events(since: Int64, until: Int64, limit: Int) throws -> [Event] {
        var query = JournalQuery(limit: limit)
        query.since = since
        query.until = until
        let moment = Moment(wallMs: 0, bootNs: 0, awakeNs: 0, bootID: "")
        return try store.read(at: moment) { try $0.events(query) }
    }
}
