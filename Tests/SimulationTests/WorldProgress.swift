import Rig
import TestSupport
import TrackerAPI
import TrackerEngine

// Progress: what is asked for in several ways is the same, and is what was told.

extension Model {
    /// The difference of a status from the expected one, which is without progress; `nil` for none.
    func isStatus(_ reply: Json, _ expected: Json) -> String? {
        guard case .object(var members) = reply.withoutHistory,
            case .object(var health)? = reply["health"]
        else { return "no status: \(reply)" }
        // It has the system's words.
        guard (health.removeValue(forKey: "reason") != nil) == storage.isDegraded else {
            return "a reason without trouble, or trouble without a reason: \(reply)"
        }
        members["health"] = .object(health)
        let progress = members.removeValue(forKey: "progress")
        let shown = members.removeValue(forKey: "goals")
        guard shown?["total"]?.int ?? 0 == Int64(goals.count) else {
            return "\(shown ?? .null) of \(goals.count) goals"
        }
        for (name, feature) in [("streak", "streak"), ("level", "xp"), ("xp_today", "xp")] {
            guard progress?[name] == nil || settings.progress.isOn(feature) else {
                return "\(name) in \(progress ?? .null), though \(feature) is switched off"
            }
        }
        return Expected.result(expected).difference(from: .object(members))
    }
}

extension World {
    /// The next moments at which the daemon has to wake, with the end of the day.
    func alarmWithDayEnd() throws -> Alarm {
        var alarm = model.nextAlarm
        guard !model.storage.isDegraded, let end = try machine.dayEndMs else { return alarm }
        // A clock that is set back by less than a second isn't noticed.
        let tomorrow = model.beginning(ofDay: model.day(now.wallMs + 1000) + 1)
        guard end <= tomorrow else {
            throw Mismatch("the day ends at \(end), and the next one begins at \(tomorrow)")
        }
        alarm.wallMs = min(alarm.wallMs ?? .max, end)
        return alarm
    }

    /// Asks for figures in several ways, which must agree.
    func checkProgress(_ dice: inout Dice) throws {
        if let line = machine.log.last(where: { $0.contains("internal error") }) {
            throw Mismatch(line)
        }
        guard !isFaulty else { return }
        let whole = try reply("streak.get", [:])
        try checkTold(reply("achievement.list", [:]))
        try checkChallenges(reply("level.get", [:]))
        // Days from a checkpoint on are those from the beginning on.
        let days = whole["days"]?.list ?? []
        if let first = dice.pick(days.indices), let date = days[first]["day"] {
            let part = try reply("streak.get", ["from": date])
            guard part["days"]?.list == Array(days[first...]) else {
                throw Mismatch("from \(date) on \(part) instead of \(whole)")
            }
        }
        let period = dice.one(of: "day", "week", "month", "year")
        let texts = try (0..<2).map { _ in try text("report.get", ["period": period]) }
        guard texts[0] == texts[1] else { throw Mismatch("a report differs from itself: \(texts)") }
        if dice.chance(25) { try checkUndo(&dice) }
    }

    /// Requires that the tiers that are held are those that were told, no more and no less.
    private func checkTold(_ tiers: Json) throws {
        guard model.settings.progress.isOn("achievements") else { return }
        let held = (tiers["achievements"]?.list ?? []).filter { $0["held"] == true }
            .map { "\($0["id"]?.text ?? ""):\($0["tier"]?.text ?? "")" }
        guard Set(held) == announcements.held else {
            throw Mismatch("\(held.sorted()) are held, told were \(announcements.held.sorted())")
        }
    }

    /// Requires that the challenges that have points are those that were told as completed.
    private func checkChallenges(_ level: Json) throws {
        let isOn = model.settings.progress.isOn
        let today = Place.date(ofDay: model.day(now.wallMs))
        let completed = model.challenges.values.filter {
            $0.isCompleted && !$0.isSwappedAway && $0.from <= today
        }
        let told = isOn("challenges") && isOn("xp") ? completed : []
        let points: Int64 = told.reduce(0) { $0 + ($1.kind == "daily" ? 20 : 60) }
        guard level["by"]?["challenges"]?.int == points else {
            throw Mismatch("challenges that were told have \(points) points, not \(level)")
        }
    }

    /// Logs an effort of some day and undoes that, which must leave all figures as they were.
    private func checkUndo(_ dice: inout Dice) throws {
        // An answer that comes of an effort stays.
        let exercises = model.exercises.filter { !$0.isArchived }.sorted { $0.id < $1.id }
        guard model.lives.isEmpty, let exercise = dice.pick(exercises) else { return }
        let minutesAgo = dice.spread(1...60_000)
        let params: Json = [
            "exercise": .text(exercise.id), "count": .int(Int64.random(in: 1...60, using: &dice)),
            "at": .text("-\(minutesAgo)m"),
        ]
        let (before, seq) = (try figures(), model.seq)
        let entries = model.entries.count
        try run([SimulatedCall(method: "log.add", params: params)])
        guard model.entries.count > entries else { return }
        try run([SimulatedCall(method: "journal.undo", params: [:])])
        let types = (seq + 1..<model.seq + 1).map { model.event($0).type }
        // What is offered meanwhile may be complete already.
        guard types.contains("journal.undone"), !types.contains("challenge.offered") else { return }
        count("figures after undoing")
        let after = try figures()
        guard after == before else {
            throw Mismatch("logged and undone, the figures are \(after) instead of \(before)")
        }
    }

    private func figures() throws -> [String] {
        try ["streak.get", "level.get", "achievement.list"].map { try text($0, [:]) }
    }

    private func reply(_ method: String, _ params: Json) throws -> Json {
        try Json(wire: text(method, params))
    }

    /// The result of a reading call, beside the batches of the run.
    private func text(_ method: String, _ params: Json) throws -> String {
        try settleProgress()
        let call = SimulatedCall(method: method, params: params)
        guard
            case .result(let text)? = try machine.run(line: call.json.description, at: now)
                .replies.first
        else { throw Mismatch("no \(method)") }
        return text
    }
}
