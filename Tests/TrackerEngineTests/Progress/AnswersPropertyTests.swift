import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Figures over a random history agree with plain loops over the lists.
@Suite struct AnswersPropertyTests {
    /// A week of a person who does this and that.
    private struct Life {
        let bench: Bench
        var random: SplitMix

        init(seed: UInt64) throws {
            bench = try Bench.gym()
            random = SplitMix(seed: seed)
            let reminders = [
                #"{"name":"stand","every":"45m","between":"09:00-17:00","days":"daily""#
                    + #","anchor":"clock","missed":"all","exercise":"squats"}"#,
                #"{"name":"drink","every":"70m","between":"08:00-20:00","days":"daily"}"#,
                #"{"name":"night","at":["03:50","21:30"],"days":"daily","missed":"all"}"#,
            ]
            for reminder in reminders { try bench.call("reminder.create", reminder) }
            for _ in 0..<7 {
                for _ in 0..<24 { try hour() }
            }
        }

        private mutating func hour() throws {
            for _ in 0..<4 {
                try? act(["stand", "drink", "night"][Int(random.next() % 3)])
                bench.advance(ms: Int64(random.next() % 900_000))
            }
            if random.next() % 40 == 0 {
                bench.suspend(ms: Int64(random.next() % 14_400_000))
                bench.wake()
            }
        }

        /// Does something that may be refused.
        private mutating func act(_ reminder: String) throws {
            let name = "\"reminder\":\"\(reminder)\""
            switch random.next() % 16 {
            case 0...4: try bench.call("reminder.answer", "{\(name),\"action\":\"log\"}")
            case 5, 6: try bench.call("reminder.answer", "{\(name),\"action\":\"dismiss\"}")
            case 7: try bench.call("reminder.answer", "{\(name),\"action\":\"snooze\"}")
            case 8: try bench.call("reminder.fire", "{\(name)}")
            case 9:
                try bench.call("reminder.disable", "{\(name)}")
                bench.advance(ms: 600_000)
                try bench.call("reminder.enable", "{\(name)}")
            case 10: try bench.call("do_not_disturb.set", #"{"for":"20m"}"#)
            case 11:
                try bench.call(
                    "log.add",
                    "{\"exercise\":\"plank\",\"count\":\(random.next() % 90 + 1),\"at\":\"-3h\"}")
            default: break
            }
        }
    }

    @Test(arguments: [1, 2] as [UInt64]) func answersAreThoseOfAPlainLoop(
        _ seed: UInt64
    ) throws {
        let bench = try Life(seed: seed).bench
        let (from, to) = ("2026-03-02", "2026-03-07")
        let listed = try #require(
            try bench.call(
                "occurrence.list", "{\"from\":\"\(from)\",\"to\":\"\(to)\",\"limit\":1000}"
            )["occurrences"]?.list)
        #expect(listed.count < 1000 && listed.count > 60)
        let courses = try courses(bench)
        var plain: [String: Int] = [:]
        var hours: [Int: [Int]] = [:]
        for occurrence in listed {
            let outcome = outcome(
                of: occurrence, occurrence["id"]?.string.flatMap { courses[$0] })
            plain[outcome, default: 0] += 1
            guard ["answered", "dismissed", "ignored"].contains(outcome),
                let fired = occurrence["fired_at"]?.string,
                let hour = Int(fired.dropFirst(11).prefix(2))
            else { continue }
            hours[hour, default: [0, 0]][1] += 1
            if outcome == "answered" { hours[hour, default: [0, 0]][0] += 1 }
        }
        let found = try bench.call("response.get", "{\"from\":\"\(from)\",\"to\":\"\(to)\"}")
        var figures: [String: Int] = [:]
        for name in ["answered", "dismissed", "ignored", "open"] {
            figures[name] = found[name].flatMap(number)
        }
        guard case .object(let reasons)? = found["not_counted"] else { return }
        for (reason, count) in reasons { figures["not \(reason)"] = number(count) }
        #expect(figures.filter { $0.value > 0 } == plain)
        let ranked = found["hours"]?.list.map { hour in
            ["hour", "answered", "decided"].map { hour[$0].flatMap(number) ?? -1 }
        }
        #expect(ranked == hours.sorted { $0.key < $1.key }.map { [$0.key] + $0.value })
        let decided = ["answered", "dismissed", "ignored"].reduce(0) { $0 + (plain[$1] ?? 0) }
        #expect(found["decided"] == .integer(Int64(decided)))
    }

    private func number(_ value: JSONValue) -> Int? {
        guard case .integer(let number) = value else { return nil }
        return Int(number)
    }

    /// The journal's word for how long an occurrence was there, and what ended it.
    private struct Course {
        var firedMs: Int64?
        var expiredMs: Int64?
        var wasTested = false
    }

    /// By ids of occurrences.
    private func courses(_ bench: Bench) throws -> [String: Course] {
        var courses: [String: Course] = [:]
        for event in bench.published.map(\.event) where event.type.hasPrefix("reminder.") {
            guard let id = try decode(JSONValue.self, event.data)["id"]?.string else { continue }
            if event.type == "reminder.fired", courses[id]?.firedMs == nil {
                courses[id, default: Course()].firedMs = event.atMs
            } else if event.type == "reminder.expired" {
                courses[id, default: Course()].expiredMs = event.atMs
                courses[id]?.wasTested = event.cause == .request("reminder.fire")
            }
        }
        return courses
    }

    /// The outcome by the words of the table.
    private func outcome(of occurrence: JSONValue, _ course: Course?) -> String {
        let state = occurrence["state"]?.string ?? ""
        let reason = occurrence["reason"]?.string
        if occurrence["test"] == .bool(true) { return "not test" }
        switch state {
        case "pending", "snoozed": return "open"
        case "answered", "dismissed": return state
        case "suppressed": return "not \(reason ?? "")"
        default: break
        }
        if let reason, ["disabled", "deleted"].contains(reason) { return "not \(reason)" }
        if course?.wasTested == true { return "not test" }
        let lived = (course?.expiredMs ?? .max) - (course?.firedMs ?? 0)
        return lived < 60_000 && reason == nil ? "not no_chance" : "ignored"
    }
}
