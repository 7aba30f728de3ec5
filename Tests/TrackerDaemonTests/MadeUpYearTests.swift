import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

/// The state that `made-up-year` leaves, as trackerd tells of it. Four months have all kinds of days.
@Suite struct MadeUpYearTests {
    private static let days = 112
    /// The end of the year: ten in the evening of the last Monday that is over, in seconds since 1970. On which
    /// days its weeks begin decides what happens in them, so that the tests are the same on every day.
    private static let end: Int = {
        let now = time(nil)
        let latest = (0...7).map { (now / 86_400 - $0) * 86_400 + 22 * 3600 }
        return latest.first { $0 <= now && ($0 / 86_400 + 3) % 7 == 0 } ?? now
    }()

    private func made(_ stage: Stage, days: Int, at folder: String) throws {
        let ending = try stage.result(
            [Built.madeUpYear, folder, "--days", "\(days)", "--end", "\(Self.end)"], upTo: 300
        ).ending
        try #require(ending == .exited(0))
    }

    /// The day that lies so many days before the end, such as `2026-03-01`.
    private func day(_ before: Int) -> String {
        var (seconds, parts) = (Self.end - before * 86_400, tm())
        gmtime_r(&seconds, &parts)
        return [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    }

    @Test func itHasWhatAYearShouldHave() throws {
        try Stage.with { stage in
            try made(stage, days: Self.days, at: stage.state)
            let client = try stage.start().connect()
            let verified = try client.call("journal.verify", upTo: 120)
            #expect(verified["ok"] == .bool(true))
            #expect(verified["differences"] == .array([]))
            #expect(try client.call("status")["timers"] == .array([]))
            try checkAnswers(client)
            try checkDays(client)
            try checkLifting(client)
        }
    }

    private func figure(_ value: JSONValue?) -> Double? {
        switch value {
        case .integer(let whole): Double(whole)
        case .number(let number): number
        default: nil
        }
    }

    /// The late afternoon is the worst of all hours, so that it is suggested to leave it out.
    private func checkAnswers(_ client: LineClient) throws {
        let found = try client.call(
            "response.get", "{\"from\":\"\(day(Self.days))\",\"to\":\"\(day(0))\"}")
        for kind in ["answered", "dismissed", "ignored"] {
            #expect((found[kind]?.integer ?? 0) > 20, "\(kind)")
        }
        #expect([10, 11].contains(try #require(found.at("best", "hour")?.integer)))
        #expect(try #require(found.at("worst", "hour")?.integer) >= 16)
        #expect(found.at("suggestion", "command")?.string != nil)
        #expect((figure(found["rescued"]) ?? 0) > 0.05)
        #expect((found.at("not_counted", "do_not_disturb")?.integer ?? 0) > 0)
    }

    /// Days of all states, of which those of the flu end the streak.
    private func checkDays(_ client: LineClient) throws {
        let streak = try client.call("streak.get")
        let states = Set(streak["days"]?.list.compactMap { $0["state"]?.string } ?? [])
        #expect(states.isSuperset(of: ["done", "rest", "paused", "missed", "frozen"]))
        let (length, best) = (streak["length"]?.integer ?? 0, streak["best"]?.integer ?? 0)
        #expect(best > 25 && length < best, "\(length) of \(best)")
        let journeys = try client.call("events.list", "{\"types\":[\"zone.changed\"]}")
        #expect(journeys["events"]?.list.count == 2)
        let held = try client.call("achievement.list", "{\"held\":true}")["achievements"]?.list
        let ids = Set(held?.compactMap { $0["id"]?.string } ?? [])
        #expect(
            ids.isSuperset(of: [
                "first-workout", "first-session", "first-record", "first-answer", "first-challenge",
                "streak", "plank-hour",
            ]))
    }

    private func checkLifting(_ client: LineClient) throws {
        let points = try client.call("exercise.progress", "{\"exercise\":\"Back Squat\"}")["points"]
        let loads = points?.list.compactMap { figure($0["best_load"]) } ?? []
        #expect(loads.count > 12)
        #expect(loads.max() ?? 0 > (loads.first ?? 0) + 30)
        let rows = try client.call("exercise.progress", "{\"exercise\":\"Barbell Row\"}")["points"]
        let rowed = rows?.list.compactMap { figure($0["best_load"]) } ?? []
        #expect(zip(rowed, rowed.dropFirst()).contains { $1 < $0 }, "no load ever goes down")
        let report = try client.call(
            "report.get", "{\"period\":\"month\",\"date\":\"\(day(Self.days - 31))\"}")
        for part in ["training", "strength", "reminders", "streak", "achievements", "challenges"] {
            #expect(report[part] != nil, "\(part)")
        }
    }

    @Test func theSameEndMakesTheSameDays() throws {
        try Stage.with { stage in
            var journals: [[String]] = []
            for name in ["one", "other"] {
                try made(stage, days: 8, at: stage.file(name))
                rename(stage.file(name), stage.state)
                let daemon = try stage.start()
                let events = try daemon.connect().call("events.list", "{\"limit\":200}")["events"]
                journals.append(
                    events?.list.map {
                        "\($0["at"]?.string ?? "") \($0["type"]?.string ?? "") "
                            + ($0["subject"]?.string ?? "")
                    } ?? [])
                try daemon.stop()
                rename(stage.state, stage.file("\(name)-seen"))
            }
            #expect(journals[0].count == 200)
            #expect(journals[0] == journals[1])
        }
    }
}
