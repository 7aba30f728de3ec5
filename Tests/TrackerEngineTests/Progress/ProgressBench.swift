import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// A bench whose days are told by dates, in UTC, from Monday 2 March 2026 on.
final class ProgressBench {
    /// Number of the first day of March.
    static let firstDay = 20_513

    let bench: Bench

    /// - Parameter definitions: achievements and challenges of the library.
    init(
        seed: UInt64 = 1, achievements: [Achievement] = [], challenges: [ChallengeTemplate] = []
    ) throws {
        bench = try Bench(seed: seed)
        bench.place.become("Test/UTC") { _ in 0 }
        bench.take(bench.engine.calendarChanged(at: bench.clock))
        define(achievements, challenges)
        try bench.restart()
        // Monday 2 March 2026, 10:00.
        bench.advance(ms: 26 * 3_600_000)
        try bench.createExercises(["Squats": "reps", "Plank": "seconds"])
    }

    func define(_ achievements: [Achievement], _ challenges: [ChallengeTemplate] = []) {
        let definitions = ProgressDefinitions(achievements: achievements, challenges: challenges)
        let fingerprint = "\(definitions.hashValue)"
        bench.dependencies.library = Library(fingerprint: fingerprint) {
            Library.Content(movements: [], definitions: definitions, isWhole: true)
        }
    }

    // MARK: Days of March

    /// Lets time pass until 10:00 of a day of March, counted on beyond its end.
    func go(to day: Int) {
        let start = Int64(Self.firstDay) * 86_400_000
        let target = start + (Int64(day - 1) * 24 + 10) * 3_600_000
        bench.advance(ms: target - bench.clock.wallMs)
    }

    @discardableResult
    func log(_ count: Int = 10, _ exercise: String = "squats", at: String? = nil) throws -> String {
        let at = at.map { ",\"at\":\"\($0)\"" } ?? ""
        return try bench.call(
            "log.add", "{\"exercise\":\"\(exercise)\",\"count\":\(count)\(at)}"
        ).id()
    }

    /// Logs on each of these days as they come.
    func log(on days: [Int]) throws {
        for day in days {
            go(to: day)
            try log()
        }
    }

    /// Logs at noon of a day that is over, and returns the entry's id.
    @discardableResult
    func backdate(_ day: Int) throws -> String {
        try log(at: "\(Days.text(of: Self.firstDay + day - 1)) 12:00")
    }

    func undo() throws { try bench.call("journal.undo") }

    func setActive(_ days: String) throws {
        try bench.call("settings.set", "{\"active_days\":\"\(days)\"}")
    }

    // MARK: Figures

    var streak: StreakGet.Response {
        get throws { try result("streak.get") }
    }

    var level: LevelView {
        get throws { try result("level.get") }
    }

    func result<Value: Decodable>(_ method: String, _ params: String = "{}") throws -> Value {
        try JSONText.value(Value.self, from: JSONText.of(bench.call(method, params)))
    }

    /// Length, tokens and state of a day of March.
    func day(_ day: Int) throws -> [String] {
        let date = "2026-03-\(day < 10 ? "0" : "")\(day)"
        let streak: StreakGet.Response = try result(
            "streak.get", "{\"from\":\"\(date)\",\"to\":\"\(date)\"}")
        return streak.days.map { "\($0.state.text) \($0.length) \($0.tokens)" }
    }
}
