import GRDB
import Rig
import TrackerCore

@testable import TrackerEngine
@testable import TrackerStore

extension Transaction {
    func memos() throws -> [String: String] {
        let rows = try Row.fetchAll(db, sql: "SELECT id, text FROM memo")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["id"], $0["text"]) })
    }
}

extension Machine {
    /// Changes memos in one event; a `nil` text removes its memo.
    func keep(_ texts: [String: String?], at now: Instant) throws -> [Event] {
        let events = try engine.store.perform(at: now.moment) { transaction in
            let memos = try transaction.memos()
            let removed = texts.filter { $0.value == nil }.keys.compactMap { id in
                memos[id].map { Memo(id: id, text: $0) }
            }
            let kept = texts.compactMap { id, text in text.map { Memo(id: id, text: $0) } }
            try transaction.append(
                RecordChange.memoType, subject: "", cause: .request("memo"), data: "{}", kept,
                removed: removed)
        }.events
        var outcome = Outcome()
        try engine.publish(events, &outcome)
        return events
    }
}
