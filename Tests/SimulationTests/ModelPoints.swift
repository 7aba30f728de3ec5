import Rig
import TestSupport

// Points and weeks, counted from the rows by the words of the documentation.

extension Model {
    /// The efforts of a day, as far as points count it.
    private struct Done {
        var reps: Int64 = 0
        var seconds: Int64 = 0
        var sets: Int64 = 0
        var efforts: Int64 = 0
        /// Reps and seconds by exercise.
        var totals: [String: Int64] = [:]

        var points: Int64 { 10 + 2 * min(20, reps / 10 + seconds / 30 + sets) }

        mutating func add(_ amount: Int64, isTime: Bool) {
            efforts += 1
            if isTime { seconds += amount } else { reps += amount }
        }
    }

    /// By the numbers of the days up to today.
    private var done: [Int64: Done] {
        var days: [Int64: Done] = [:]
        for entry in entries {
            days[entry.day, default: Done()].add(entry.count, isTime: entry.unit == "seconds")
            days[entry.day]?.totals[entry.exercise, default: 0] += entry.count
        }
        for set in sets {
            // A warm-up makes a day of effort, and is counted by no measure.
            var day = days[set.day] ?? Done()
            if set.kind != "warmup" {
                day.efforts += 1
                day.sets += 1
                let amount = (set.reps ?? 0) + Int64(set.seconds ?? 0)
                day.totals[set.exercise, default: 0] += amount
            }
            days[set.day] = day
        }
        for training in trainings where !training.isLive {
            let sum = training.attempts.reduce(0) { $0 + $1.value }
            let amount = min(training.fields.isTime ? sum / 1000 : sum, 100_000)
            // The log entry of a session is the same effort.
            guard training.fields.exercise == nil || amount == 0 else { continue }
            days[training.day, default: Done()].add(amount, isTime: training.fields.isTime)
        }
        let today = day(now.wallMs)
        return days.filter { $0.key <= today }
    }

    /// The fault of a reply to `level.get`, whose points come from days, tiers and challenges; `nil` for none.
    ///
    /// - Parameters:
    ///   - list: the reply to `achievement.list`.
    ///   - streak: the reply to `streak.get`.
    func faultOfPoints(_ level: Json, _ list: Json, _ streak: Json) -> String? {
        let done = done
        if let fault = faultOfTiers(list, done, streak) { return fault }
        let isOn = settings.progress.isOn
        let tiers = (list["achievements"]?.list ?? []).filter { $0["held"] == true }
        let today = Place.date(ofDay: day(now.wallMs))
        let completed = challenges.values.filter {
            $0.isCompleted && !$0.isSwappedAway && $0.from <= today
        }
        let ofDays = done.values.reduce(0) { $0 + $1.points }
        let ofTiers: Int64 = tiers.reduce(0) { $0 + ($1["tier"] == "bronze" ? 25 : 50) }
        var ofChallenges: Int64 = 0
        if isOn("challenges") {
            for challenge in completed { ofChallenges += challenge.kind == "daily" ? 20 : 60 }
        }
        let points = ["days": ofDays, "achievements": ofTiers, "challenges": ofChallenges]
        let expected = isOn("xp") ? points : points.mapValues { _ in 0 }
        let actual = expected.keys.map { ($0, level["by"]?[$0]?.int ?? -1) }
        guard Dictionary(uniqueKeysWithValues: actual) == expected,
            level["xp"]?.int == expected.values.reduce(0, +)
        else { return "points of \(expected) make \(level)" }
        return nil
    }

    /// The fault of those values of achievements that are plain counts of rows.
    private func faultOfTiers(_ list: Json, _ done: [Int64: Done], _ streak: Json) -> String? {
        var values = [
            "first": done.values.reduce(0) { $0 + $1.efforts }, "days": Int64(done.count),
            "sets": done.values.reduce(0) { $0 + $1.sets },
            "total": done.values.flatMap(\.totals.values).max() ?? 0,
        ]
        if settings.progress.isOn("streak") { values["streak"] = streak["best"]?.int ?? -1 }
        let wrong = (list["achievements"]?.list ?? []).first { tier in
            values[tier["id"]?.text ?? ""].map { tier["value"]?.int != $0 } ?? false
        }
        return wrong.map { "\($0), though the rows make \(values)" }
    }

    /// Weeks in a row with a done day, by the days of `streak.get`. Neither the running week breaks them, nor
    /// one whose days are all paused.
    func weeks(of days: [Json]) -> Int64 {
        func monday(_ day: Int64) -> Int64 { day - ((day + 3) % 7 + 7) % 7 }
        let shown = days.compactMap { day in day["day"]?.dayNumber.map { ($0, day["state"]) } }
        let weeks = Dictionary(grouping: shown) { monday($0.0) }.sorted { $0.key < $1.key }
        var count: Int64 = 0
        for (first, days) in weeks {
            let isRunning = first == monday(day(now.wallMs))
            if days.contains(where: { $0.1 == "done" }) {
                count += 1
            } else if !isRunning, !(first..<first + 7).allSatisfy(isPaused) {
                count = 0
            }
        }
        return count
    }
}
