import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

@Suite struct EventTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        for index in 1...10 {
            try bench.call("timer.start", "{\"duration\":\"1h\",\"name\":\"t\(index)\"}")
            try bench.call("timer.pause", "{\"timer\":\"t\(index)\"}")
        }
    }

    /// Who waits for a misspelt type would wait for ever.
    @Test func typesThatNoEventHas() throws {
        for (type, message) in [
            ("timer", "no event type 'timer': did you mean 'timer.*'?"),
            ("timer.finishd", "no event type 'timer.finishd': did you mean 'timer.finished'?"),
            ("tiemr.*", "no event type matches 'tiemr.*': did you mean 'timer.*'?"),
            ("", "no event type '': the areas are timer.*, rest.*"),
            ("weather.*", "no event type matches 'weather.*': the areas are timer.*, rest.*"),
            ("*.finishd", "no event type matches '*.finishd': the areas are timer.*, rest.*"),
        ] {
            for method in ["events.list", "events.subscribe", "journal.undo"] {
                let refusal = try bench.refusal(method, "{\"types\":[\"rest.*\",\"\(type)\"]}")
                #expect(refusal.kind == .invalidParams && refusal.field == "types", "\(method)")
                #expect(refusal.message.hasPrefix(message), "\(refusal.message)")
            }
        }
    }
}
