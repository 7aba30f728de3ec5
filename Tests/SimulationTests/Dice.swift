import Glibc
import TestSupport
import TrackerAPI

/// Everything random in the simulation; all of it follows from one number.
struct Dice: RandomNumberGenerator {
    private var random: SplitMix
    /// Whether anything invalid may be made; at most once a call, so that it is clear why the call is
    /// refused.
    var maySpoil = true
    /// Least length of an id's prefix. The ids of things that a rolled-back `atomic` began are unknown, and
    /// a short prefix might fit one of them.
    var shortestPrefix = 4

    init(_ seed: UInt64) { random = SplitMix(seed: seed) }

    mutating func next() -> UInt64 { random.next() }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func pick<Values: Collection>(_ values: Values) -> Values.Element? {
        values.randomElement(using: &self)
    }

    mutating func spread(_ range: ClosedRange<Int64>) -> Int64 {
        let (low, high) = (log(Double(range.lowerBound)), log(Double(range.upperBound)))
        let value = Int64(exp(Double.random(in: low...high, using: &self)))
        return min(max(value, range.lowerBound), range.upperBound)
    }

    mutating func weighted<Value>(_ values: [(Value, weight: Int)]) -> Value? {
        let total = values.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return nil }
        var left = Int.random(in: 0..<total, using: &self)
        for (value, weight) in values {
            left -= weight
            if left < 0 { return value }
        }
        return nil
    }

    mutating func one(of values: Json...) -> Json { pick(values) ?? .null }

    /// Whether to make something invalid, at most once a call.
    mutating func spoils(_ percent: Int) -> Bool {
        guard maySpoil, chance(percent) else { return false }
        maySpoil = false
        return true
    }

    // MARK: Members of params

    /// A span of time, mostly as a number, sometimes as a text, and at times an invalid one.
    mutating func span(_ byDefault: ClosedRange<Int64>, limits: ClosedRange<Int64>) -> Json {
        if spoils(4) {
            let unreadable: [Json] = [
                "abc", "", "10", "5x", "1:75", .bool(true), [], .number("1.5"), "1m1m",
            ]
            return pick(unreadable) ?? .null
        }
        if spoils(4) {
            return pick([limits.lowerBound - 1, limits.upperBound + 1, .min, .max])
                .map(Json.int) ?? .null
        }
        if chance(6) { return .int(chance(50) ? limits.lowerBound : limits.upperBound) }
        if chance(15) {
            let texts = ["90s", "25m", "1h30m", "1:30", "1:30:00", "1h 5m", "2500ms", "5m"]
            return .text(pick(texts) ?? "90s")
        }
        let ms = spread(byDefault)
        // Round spans make deadlines coincide.
        return .int(chance(40) ? max(limits.lowerBound, ms / 1000 * 1000) : ms)
    }

    mutating func name(spoils percent: Int = 3) -> Json? {
        if spoils(percent) {
            return pick([
                "", " \u{a0}\u{200b}", "last", "Last ", "two\nlines", "bell\u{7}",
                Self.tooLongName, 5, true,
            ])
        }
        return chance(55) ? pick(Self.names).map(Json.text) : nil
    }

    /// A reference to a thing: `last`, its name, the beginning of its id, or its id.
    mutating func reference(to things: [(id: String, name: String?)]) -> Json {
        if spoils(4) { return one(of: "", "nothing", "zz~", 5, [], .null) }
        guard let thing = pick(things) else { return "last" }
        switch Int.random(in: 0..<20, using: &self) {
        case 0...1: return "last"
        case 2...5:
            guard let name = thing.name else { fallthrough }
            return .text(chance(30) ? name.uppercased() : name)
        case 6...7: return beginning(of: thing.id, to: 11)
        default: return .text(thing.id)
        }
    }

    /// A reference to an entry: `last`, its id, or the beginning of that.
    mutating func entry(among ids: [String], last: Int, known: Int) -> Json {
        if spoils(3) { return one(of: "", 5) }
        if chance(last) { return "last" }
        guard let id = pick(ids), chance(known) else { return "nothing" }
        return chance(50) ? .text(String(id.prefix(12))) : beginning(of: id)
    }

    mutating func beginning(of id: String, to longest: Int = 12) -> Json {
        .text(String(id.prefix(Int.random(in: shortestPrefix...longest, using: &self))))
    }

    /// By how much something is extended: mostly more, at times less, or nothing.
    mutating func extent(_ most: Int64, upTo limit: Int64, negative: Int = 40) -> Json {
        var by = span(1...most, limits: -limit...limit)
        if case .int(let ms) = by, chance(negative), ms != .min { by = .int(-ms) }
        return chance(5) ? chance(50) ? 0 : "-90s" : by
    }

    /// Words that name things, each whole or in several words; `last` where nothing is named.
    mutating func words(_ count: ClosedRange<Int>, _ name: (inout Dice) -> String?) -> Json {
        let words = (0..<Int.random(in: count, using: &self)).flatMap { _ -> [String] in
            guard let text = name(&self) else { return ["last"] }
            return chance(50) ? text.split(separator: " ").map(String.init) : [text]
        }
        return .list(words.map(Json.text))
    }

    static let tooManyWords = Json.list(Array(repeating: "last", count: 21))
    static let tooLongName = Json.text(String(repeating: "x", count: 201))
    static let tooLongNote = Json.text(String(repeating: "n", count: 4001))

    static let names = [
        "tea", "a", "k", "7", "Tea", " padded\u{a0}", "focus", "Größe 🍵", "with space",
        "\"quoted\"",
    ]

    mutating func truth() -> Json { spoils(3) ? "yes" : .bool(chance(50)) }

    mutating func choice(_ words: [String]) -> Json {
        spoils(3) ? one(of: "later", 3, "") : .text(pick(words) ?? "")
    }
}

// MARK: - Calls

extension Dice {
    /// A call of any method, mostly a valid one.
    mutating func call(_ model: Model) -> SimulatedCall {
        defer { maySpoil = true }
        var arm = weighted(Arm.all.map { ($0, weight: $0.weight) })
        if model.timers.count > 25, arm?.method.hasSuffix("r.start") ?? false || chance(10) {
            arm = Arm.byMethod[chance(50) ? "timer.clear" : "timer.cancel"]
        }
        // A session is a chain of calls and would never get far among others only.
        if chance(model.liveTraining == nil ? 4 : 15) {
            let start = model.liveTraining == nil ? Arm.byMethod["training.start"] : nil
            arm = start ?? weighted(Arm.training.map { ($0, weight: $0.weight) })
        }
        // The same holds for a run,
        if chance(model.liveRun == nil ? 3 : 12) {
            let start = model.liveRun == nil ? Arm.byMethod["run.start"] : nil
            arm = start ?? weighted(Arm.runs.map { ($0, weight: $0.weight) })
        }
        // and for a workout.
        if chance(model.openWorkout == nil ? 4 : 12) {
            let start = model.openWorkout == nil ? Arm.byMethod["workout.start"] : nil
            arm = start ?? weighted((Arm.workouts + Arm.sets).map { ($0, weight: $0.weight) })
        }
        guard let arm else { return SimulatedCall(method: "no.such", params: [:]) }
        var members = arm.make(&self, model)
        if spoils(4), let name = pick(members.keys.sorted()) {
            members[name] = chance(50) ? nil : [:]
        }
        if chance(5) { members["extra"] = ["unknown": 1] }
        if arm.effect == .change, chance(35) {
            members["request_id"] = .text("r\(String(next(), radix: 36))")
            if spoils(4) {
                members["request_id"] = pick([
                    "", 5, [], .text(String(repeating: "r", count: 65)),
                ])
            }
        }
        if spoils(1) { return SimulatedCall(method: "timer.begin", params: .object(members)) }
        if spoils(1) { return SimulatedCall(method: arm.method, params: [5]) }
        return SimulatedCall(method: arm.method, params: .object(members))
    }

    mutating func soundChange(_ model: Model, otherThan method: String) -> SimulatedCall? {
        maySpoil = false
        defer { maySpoil = true }
        let arms = Arm.all.filter { $0.effect == .change && $0.method != method }
        guard let arm = weighted(arms.map { ($0, weight: $0.weight) }) else { return nil }
        return SimulatedCall(method: arm.method, params: .object(arm.make(&self, model)))
    }
}
