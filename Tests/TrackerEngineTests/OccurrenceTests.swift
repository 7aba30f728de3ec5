import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The occurrences of reminders, from firing to answer or expiry. The bench's clock shows Sunday,
/// 2026-03-01, 09:00 at first.
@Suite struct OccurrenceTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// Creates a reminder for every half hour of every day from nine to five.
    @discardableResult
    private func create(_ more: String = "", name: String = "move") throws -> JSONValue {
        try bench.call(
            "reminder.create",
            """
            {"name":"\(name)","every":"30m","between":"09:00-17:00","days":"daily"\(more)}
            """)
    }

    @discardableResult
    private func answer(_ action: String, _ more: String = "") throws -> JSONValue {
        try bench.call("reminder.answer", "{\"reminder\":\"move\",\"action\":\"\(action)\"\(more)}")
    }

    private func next(_ name: String = "move") throws -> String? {
        let reminder = try bench.call("reminder.get", "{\"reminder\":\"\(name)\"}")
        return reminder["next_at"]?.string.map { String($0.dropFirst(11).prefix(5)) }
    }

    private func history() throws -> [JSONValue] {
        try bench.call("occurrence.list")["occurrences"]?.list ?? []
    }

    @Test func aWholeLifeWithoutAnAnswer() throws {
        let id = try create(#","message":"Up!""#).id()
        bench.forget()
        bench.advance(ms: 1_799_999)
        #expect(bench.types.isEmpty)
        bench.advance(ms: 1)
        #expect(bench.types == ["reminder.fired"])
        let fired = try bench.data(of: "reminder.fired")
        #expect(fired["reminder"] == .string(id))
        #expect(fired["state"] == .string("pending"))
        #expect(fired["due_at"] == .string("2026-03-01T09:30:00.000+01:00"))
        #expect(fired["fired_at"] == fired["due_at"])
        #expect(fired["late_by_ms"] == nil)
        #expect(fired["name"] == .string("move"))
        let alert = try #require(bench.alerts.last)
        #expect(alert.title == "move")
        #expect(alert.body == "Up!")
        #expect(alert.actions.map(\.key) == ["log", "snooze", "dismiss"])
        #expect(alert.actions.map(\.label) == ["Done", "Snooze 5 min", "Dismiss"])
        #expect(try alert.thread == "occurrence:\(fired.id())")
        #expect(alert.sound.rawValue == "reminder-fired")

        bench.advance(ms: 300_000)
        #expect(bench.types == ["reminder.fired", "reminder.followed_up"])
        let followUp = try #require(bench.alerts.last)
        #expect(followUp.title == "move")
        #expect(followUp.body == "Still there? It's been 5 min\nUp!")
        #expect(followUp.thread == alert.thread)
        #expect(followUp.actions == alert.actions)

        bench.advance(ms: 1_500_000)
        #expect(
            bench.types == [
                "reminder.fired", "reminder.followed_up", "reminder.expired", "reminder.fired",
            ])
        let expired = try bench.data(of: "reminder.expired")
        #expect(expired["id"] == fired["id"])
        #expect(expired["state"] == .string("expired"))
        #expect(expired["reason"] == nil)
        #expect(
            expired["follow_ups"]?.list == [
                .object([
                    "at": .string("2026-03-01T09:35:00.000+01:00"),
                    "at_ms": .integer(1_772_354_100_000),
                ])
            ])
        #expect(bench.published.filter { $0.endsThread == alert.thread }.count == 1)
        try bench.verify()
    }

    @Test func theFirstAnswerWins() throws {
        try create()
        bench.advance(ms: 1_800_000 + 61_500)
        let answered = try answer("log")
        #expect(answered["state"] == .string("answered"))
        #expect(answered["answer"] == .string("log"))
        #expect(answered["answered_at"] == .string("2026-03-01T09:31:01.500+01:00"))
        #expect(answered["response_ms"] == .integer(61_500))
        #expect(answered["log"] == nil)
        #expect(bench.published.last?.endsThread == "occurrence:\(try answered.id())")
        bench.forget()
        bench.advance(ms: 5000)
        #expect(answered["repeated"] == nil)
        for action in ["dismiss", "snooze", "log"] {
            #expect(try answer(action) == answered.repeated)
        }
        #expect(bench.types.isEmpty)
        // The next occurrence is half an hour after the answer.
        let status = try bench.call("reminder.get", #"{"reminder":"move"}"#)
        #expect(status["next_at"] == .string("2026-03-01T10:01:01.500+01:00"))
        #expect(status["pending"] == nil)
        bench.advance(ms: 300_000)
        #expect(bench.types.isEmpty)
        try bench.verify()
    }

    @Test func dismissing() throws {
        try create()
        bench.advance(ms: 1_800_000)
        let id = try bench.data(of: "reminder.fired").id()
        let dismissed = try bench.call(
            "reminder.answer", "{\"occurrence\":\"\(id.prefix(9))\",\"action\":\"dismiss\"}")
        #expect(dismissed["state"] == .string("dismissed"))
        #expect(dismissed["answer"] == .string("dismiss"))
        #expect(dismissed["response_ms"] == .integer(0))
        #expect(bench.types.last == "reminder.dismissed")
        try bench.verify()
    }

    @Test func snoozingFiresAgainAndReArms() throws {
        try create(#","snooze":"10m""#)
        bench.advance(ms: 1_800_000 + 300_000)
        let snoozed = try answer("snooze")
        #expect(snoozed["state"] == .string("snoozed"))
        #expect(snoozed["snoozes"] == .integer(1))
        #expect(snoozed["snoozed_until"] == .string("2026-03-01T09:45:00.000+01:00"))
        #expect(bench.published.last?.endsThread != nil)
        // No new occurrence falls due meanwhile.
        #expect(try next() == "10:15")
        bench.forget()
        bench.advance(ms: 600_000)
        #expect(bench.types == ["reminder.fired"])
        let again = try bench.data(of: "reminder.fired")
        #expect(again["id"] == snoozed["id"])
        #expect(again["fired_at"] == .string("2026-03-01T09:30:00.000+01:00"))
        #expect(again["snoozed_until"] == nil)
        #expect(snoozed["expires_at"] == nil)
        #expect(again["expires_at"] == .string("2026-03-01T10:15:00.000+01:00"))
        bench.advance(ms: 300_000)
        #expect(bench.types == ["reminder.fired", "reminder.followed_up"])
        #expect(try bench.data(of: "reminder.followed_up")["follow_ups"]?.list.count == 2)
        #expect(try answer("dismiss")["response_ms"] == .integer(1_200_000))
        #expect(try next() == "10:20")
        try bench.verify()
    }

    @Test func snoozeUntilATime() throws {
        try create()
        bench.advance(ms: 1_800_000)
        #expect(
            try answer("snooze", #","until":"10:15""#)["snoozed_until"]
                == .string("2026-03-01T10:15:00.000+01:00"))
        // A time of day that is over means tomorrow's.
        #expect(
            try answer("snooze", #","until":"09:00""#)["snoozed_until"]
                == .string("2026-03-02T09:00:00.000+01:00"))
        for wrong in [
            #","until":"10:15","for":"5m""#, #","until":"2026-03-03T10:00""#,
            #","until":"2026-03-02""#, #","until":"2026-03-01T09:30:30""#,
        ] {
            let refusal = try bench.refusal(
                "reminder.answer", "{\"reminder\":\"move\",\"action\":\"snooze\"\(wrong)}")
            #expect(refusal.kind == .invalidParams && refusal.field == "until", "\(wrong)")
        }
        let late = try bench.refusal(
            "reminder.answer", #"{"reminder":"move","action":"log","until":"10:15"}"#)
        #expect(late.field == "until")
        try bench.verify()
    }

    @Test func snoozingForASpanOfOnesOwnAndAgain() throws {
        try create()
        bench.advance(ms: 1_800_000)
        #expect(
            try answer("snooze", #","for":"1h""#)["snoozed_until"]
                == .string("2026-03-01T10:30:00.000+01:00"))
        #expect(
            try answer("snooze", #","for":"1m""#)["snoozed_until"]
                == .string("2026-03-01T09:31:00.000+01:00"))
        #expect(try answer("log")["snoozes"] == .integer(2))
    }

    @Test func aSnoozeMayFireAfterTheWindow() throws {
        try create()
        bench.advance(to: 15, 59)
        bench.advance(ms: 60_000)
        #expect(
            try bench.data(of: "reminder.fired")["fired_at"]?.string?.contains("T17:00") == true)
        try answer("snooze")
        bench.forget()
        bench.advance(ms: 300_000)
        #expect(bench.types == ["reminder.fired"])
        #expect(try next() == "09:30")
    }

    @Test func underClockTheNextFiringEndsASnooze() throws {
        try create(#","anchor":"clock""#)
        bench.advance(ms: 1_800_000)
        try answer("snooze", #","for":"2h""#)
        #expect(try next() == "10:00")
        bench.forget()
        bench.advance(ms: 1_800_000)
        #expect(bench.types == ["reminder.expired", "reminder.fired"])
        bench.advance(ms: 300_000)
        #expect(bench.types.last == "reminder.followed_up")
        try bench.verify()
    }

    @Test func atTheEndOfTheWindowItExpiresByItself() throws {
        try create()
        bench.advance(to: 16, 0)
        bench.forget()
        bench.advance(ms: 1_800_000)
        #expect(bench.types.last == "reminder.expired")
        // For an hour, an answer still counts.
        bench.advance(ms: 3_600_000)
        let refusal = try bench.refusal(
            "reminder.answer", #"{"reminder":"move","action":"log"}"#)
        #expect(refusal.kind == .conflict)
        #expect(refusal.state == "expired")
        let told = try JSONText.value(JSONValue.self, from: #require(refusal.occurrence))
        #expect(told["state"] == .string("expired") && told["name"] == .string("move"))
        #expect(try next() == "09:30")
        try bench.verify()
    }

    @Test func aFixedTimeExpiresAtTheEndOfTheDayOrWhenTheNextOneIsDue() throws {
        try bench.call(
            "reminder.create", #"{"name":"move","at":["10:00","20:00"],"days":"daily"}"#)
        bench.advance(to: 19, 0)
        #expect(
            bench.types == [
                "reminder.created", "reminder.fired", "reminder.followed_up", "reminder.expired",
                "reminder.fired",
            ])
        bench.advance(to: 22, 59)
        #expect(try answer("snooze")["state"] == .string("snoozed"))
        bench.forget()
        // Five minutes later another day begins, and its window is whole.
        bench.advance(to: 8, 59, day: 1)
        #expect(bench.types == ["reminder.fired", "reminder.followed_up"])
        bench.advance(ms: 60_000)
        #expect(bench.types.suffix(2) == ["reminder.expired", "reminder.fired"])
        try bench.verify()
    }

    @Test func answeringWhatCannotBeAnswered() throws {
        try create()
        let never = try bench.refusal(
            "reminder.answer", #"{"reminder":"move","action":"log"}"#)
        #expect(never.kind == .conflict)
        #expect(never.state == "scheduled")
        let scheduled = try bench.call("occurrence.list", #"{"state":"scheduled"}"#)
        let id = try #require(scheduled["occurrences"]?.list.first).id()
        let early = try bench.refusal(
            "reminder.answer", "{\"occurrence\":\"\(id)\",\"action\":\"log\"}")
        #expect(early.state == "scheduled")
        for (params, kind, field) in [
            (#"{"reminder":"walk","action":"log"}"#, .notFound, "reminder"),
            (#"{"occurrence":"zzzz","action":"log"}"#, .notFound, "occurrence"),
            (#"{"occurrence":"","action":"log"}"#, .invalidParams, "occurrence"),
            (#"{"reminder":"move","action":"log","for":"5m"}"#, .invalidParams, "for"),
            (#"{"reminder":"move","action":"dismiss","count":3}"#, .invalidParams, "count"),
        ] as [(String, Rejection.Kind, String)] {
            let refusal = try bench.refusal("reminder.answer", params)
            #expect(refusal.kind == kind, "\(params)")
            #expect(refusal.field == field, "\(params)")
        }
        try create(name: "walk")
        bench.advance(ms: 1_800_000)
        let live = try #require(try bench.call("reminder.get", #"{"reminder":"walk"}"#)["pending"])
        let others = try bench.refusal(
            "reminder.answer",
            "{\"reminder\":\"move\",\"occurrence\":\"\(live.id())\",\"action\":\"log\"}")
        #expect(others.field == "occurrence")
    }

    @Test func withoutANameTheNewestPendingOneIsAnswered() throws {
        for name in ["move", "walk"] { try create(#","follow_up":false"#, name: name) }
        func unnamed(_ action: String) throws -> String? {
            try bench.call("reminder.answer", "{\"action\":\"\(action)\"}")["name"]?.string
        }
        let never = try bench.refusal("reminder.answer", #"{"action":"log"}"#)
        #expect(never.kind == .conflict && never.state == "none" && never.occurrence == nil)
        #expect(never.message == "no reminder is pending")
        try bench.call("reminder.fire", #"{"reminder":"walk"}"#)
        bench.advance(ms: 1000)
        try bench.call("reminder.fire", #"{"reminder":"move"}"#)
        #expect(try unnamed("snooze") == "move")
        // A snoozed one is meant only if none is pending.
        #expect(try unnamed("log") == "walk")
        #expect(try unnamed("dismiss") == "move")
        bench.forget()
        let late = try bench.refusal("reminder.answer", #"{"action":"log"}"#)
        #expect(late.kind == .conflict && late.state == "none" && bench.types.isEmpty)
        let told = try JSONText.value(JSONValue.self, from: #require(late.occurrence))
        #expect(told["state"] == .string("dismissed") && told["name"] == .string("move"))
        // What a deleted reminder asked for isn't known.
        try bench.call("reminder.delete", #"{"reminder":"move"}"#)
        let gone = try bench.refusal("reminder.answer", #"{"action":"log"}"#)
        #expect(gone.state == "none" && gone.occurrence == nil)
        try bench.verify()
    }

    @Test func disablingEndsWhatIsPending() throws {
        try create()
        bench.advance(ms: 1_800_000)
        bench.forget()
        try bench.call("reminder.disable", #"{"reminder":"move"}"#)
        #expect(bench.types == ["reminder.expired", "reminder.disabled"])
        #expect(try bench.data(of: "reminder.expired")["reason"] == .string("disabled"))
        #expect(bench.published.first?.endsThread != nil)
        bench.advance(ms: 7_200_000)
        #expect(bench.types.count == 2)
        try bench.verify()
    }

    @Test func aTestFiringIsRealAndLeavesTheScheduleAlone() throws {
        try create()
        bench.advance(ms: 1_800_000 + 60_000)
        bench.forget()
        try bench.call("do_not_disturb.set", #"{"for":"1h"}"#)
        let test = try bench.call("reminder.fire", #"{"reminder":"move"}"#)
        #expect(test["state"] == .string("pending"))
        #expect(test["test"] == .bool(true))
        #expect(
            bench.types == ["do_not_disturb.set", "reminder.expired", "reminder.fired"])
        #expect(bench.alerts.count == 1)
        #expect(try next() == "10:00")
        bench.advance(ms: 60_000)
        #expect(try answer("log")["id"] == test["id"])
        #expect(try next() == "10:00")
        try bench.verify()
    }

    @Test func historyIsListedTheNewestFirst() throws {
        try create(#","follow_up":false"#)
        try create(#","follow_up":false"#, name: "walk")
        bench.advance(ms: 1_800_000)
        try answer("dismiss")
        bench.advance(ms: 3_600_000)
        let all = try history()
        #expect(all.count == 6)
        #expect(
            all.compactMap { $0["due_at"]?.string }
                == all.compactMap { $0["due_at"]?.string }
                .sorted(by: >))
        func count(_ params: String) throws -> Int? {
            try bench.call("occurrence.list", params)["occurrences"]?.list.count
        }
        #expect(try count(#"{"reminder":"move"}"#) == 3)
        #expect(try count(#"{"state":"dismissed"}"#) == 1)
        #expect(try count(#"{"state":"scheduled"}"#) == 2)
        #expect(try count(#"{"from":"10:00"}"#) == 4)
        #expect(try count(#"{"to":"10:00"}"#) == 2)
        #expect(try count(#"{"to":"2026-03-01"}"#) == 6)
        #expect(try count(#"{"limit":2}"#) == 2)
        let limits: [(Int, JSONValue?)] = [(5, .bool(true)), (6, nil), (7, nil)]
        for (limit, more) in limits {
            #expect(try bench.call("occurrence.list", "{\"limit\":\(limit)}")["more"] == more)
        }
        let ofOne = #"{"reminder":"move","limit":2}"#
        #expect(try bench.call("occurrence.list", ofOne)["more"] == .bool(true))
        for limit in [0, 1001] {
            #expect(try bench.refusal("occurrence.list", "{\"limit\":\(limit)}").field == "limit")
        }
    }

    @Test func aPressedButtonIsAnAnswer() throws {
        try create()
        bench.advance(ms: 1_800_000)
        let id = try #require(bench.published.last?.alert?.thread.split(separator: ":").last)
        let (log, snooze, dismiss) = (
            Alert.Action.Purpose.log(occurrence: String(id)),
            Alert.Action.Purpose.snooze(occurrence: String(id)),
            Alert.Action.Purpose.dismiss(occurrence: String(id))
        )
        #expect(bench.alerts.last?.actions.map(\.purpose) == [log, snooze, dismiss])
        let pressed = bench.engine.pressed(snooze, at: bench.clock)
        #expect(pressed.refusal == nil)
        #expect(pressed.outcome.published.map(\.event.type) == ["reminder.snoozed"])
        // An answer that comes too late changes nothing.
        try answer("log")
        let late = bench.engine.pressed(dismiss, at: bench.clock)
        #expect(late.refusal == nil)
        #expect(late.outcome.published.isEmpty)
        bench.advance(ms: 3_600_000)
        let old = bench.engine.pressed(log, at: bench.clock)
        #expect(old.outcome.published.isEmpty)
    }
}
