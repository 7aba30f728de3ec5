import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// A person's random history of some months: workouts, sets, trainings and entries of the log, with later
/// changes to them. A seed determines all of it.
struct FigureHistory {
    let bench: Bench
    var dice: SplitMix
    /// The ids of the logged sets, then those of the entries.
    private var sets: [String] = []
    private var entries: [String] = []

    static let exercises = ["Press", "Squats", "Rows", "Hang"]
    private static let muscles = [
        "Press": #"{"primary":["front delts"],"secondary":["triceps","side delts"]}"#,
        "Squats": #"{"primary":["quads","glutes"]}"#,
        "Hang": #"{"primary":["forearms"],"secondary":["front delts"]}"#,
    ]
    /// The offset from UTC in seconds: an hour more from 2026-03-29 to 2026-05-10.
    static func offset(_ second: Int64) -> Int {
        (1_774_746_000..<1_778_374_800).contains(second) ? 7200 : 3600
    }

    init(seed: UInt64) throws {
        dice = SplitMix(seed: seed)
        bench = try Bench(seed: seed)
        bench.place.become { Self.offset($0) }
        for name in Self.exercises {
            let unit = name == "Hang" ? "seconds" : "reps"
            let muscles = Self.muscles[name].map { ",\"muscles\":\($0)" } ?? ""
            try bench.call(
                "exercise.create", "{\"name\":\"\(name)\",\"unit\":\"\(unit)\"\(muscles)}")
        }
        try bench.call("settings.set", #"{"rest":0}"#)
    }

    /// Makes a history of so many steps.
    static func made(seed: UInt64, steps: Int = 150) throws -> FigureHistory {
        var history = try FigureHistory(seed: seed)
        for _ in 0..<steps { _ = try history.step() }
        return history
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &dice) < percent
    }

    private mutating func pick<Value>(_ values: [Value]) throws -> Value {
        try #require(values.randomElement(using: &dice))
    }

    /// Sends a request that may be refused.
    ///
    /// - Returns: the reply; `nil` if refused.
    @discardableResult
    private func ask(_ method: String, _ members: [String] = []) throws -> Json? {
        do {
            return try bench.json(method, "{\(members.joined(separator: ","))}")
        } catch is Rejection {
            return nil
        }
    }

    /// A time in the past hours, days or weeks, as a request gives it.
    private mutating func past() throws -> String {
        let ms = try pick([3_600_000, 86_400_000, 20 * 86_400_000] as [Int64])
        return Zone.utc.text(ofMs: bench.clock.wallMs - .random(in: 0...ms, using: &dice))
    }

    /// Lets some time pass, then does something.
    ///
    /// - Returns: the reply to a set that was logged; `nil` after anything else.
    mutating func step() throws -> Json? {
        bench.drift(ms: .random(in: 1...(chance(20) ? 3 * 86_400_000 : 5_400_000), using: &dice))
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<40: return try logSet()
        case 40..<48: try ask("workout.finish")
        case 48..<56: try updateSet()
        case 56..<59: if let id = sets.randomElement(using: &dice) { try delete("set", id) }
        case 59..<74: try addEntry()
        case 74..<77: if let id = entries.randomElement(using: &dice) { try delete("entry", id) }
        case 77..<91: try train()
        case 91..<93: try ask("journal.undo", [#""types":["set.*","log.*","weight.*"]"#])
        case 93: try weigh()
        case 94:
            try ask(
                "workout.update",
                ["\"workout\":\"last\"", chance(50) ? "\"deload\":50" : "\"deload\":false"])
        case 95..<97:
            let name = try pick(Self.exercises)
            let change = try pick([
                "\"name\":\"\(name)\"", #""pair":true"#, #""pair":false"#, #""load_unit":"lb""#,
                #""load_unit":"kg""#, #""load_unit":false"#,
            ])
            try ask("exercise.update", ["\"exercise\":\"\(name)\"", change])
        default: try changeSettings()
        }
        return nil
    }

    private mutating func delete(_ kind: String, _ id: String) throws {
        try ask(kind == "set" ? "set.delete" : "log.delete", ["\"\(kind)\":\"\(id)\""])
    }

    /// Loads that often tie: in both units, and with body weight.
    private mutating func load() throws -> [String] {
        let (load, unit) = try pick([
            (0, "kg"), (45.359237, "kg"), (100, "lb"), (101.25, "lb"), (50, "kg"), (2.5, "lb"),
            (102.5, "kg"),
        ])
        let mode = try pick(["external", "external", "bodyweight", "assisted"])
        return ["\"load\":\(load)", "\"unit\":\"\(unit)\"", "\"load_mode\":\"\(mode)\""]
    }

    private mutating func logSet() throws -> Json? {
        if try ask("workout.get")?["state"] != "open" {
            let start = chance(30) ? ["\"at\":\"\(try past())\""] : []
            try ask("workout.start", start + (chance(15) ? ["\"deload\":60"] : []))
        }
        var members = ["\"exercise\":\"\(try pick(Self.exercises))\""]
        if chance(15) {
            members.append("\"seconds\":\(Int.random(in: 1...9, using: &dice))")
            if chance(30) { members.append("\"distance_m\":20") }
            if chance(30) { members += try load() }
        } else {
            members.append("\"reps\":\(Int.random(in: 1...13, using: &dice))")
            members += chance(90) ? try load() : []
        }
        if chance(30) {
            members.append("\"type\":\"\(try pick(["warmup", "partial", "failure"]))\"")
        }
        if chance(25) { members.append("\"at\":\"\(try past())\"") }
        let reply = try ask("set.log", members)
        if let id = reply?["set"]?["id"]?.text { sets.append(id) }
        return reply
    }

    private mutating func updateSet() throws {
        guard let id = sets.randomElement(using: &dice) else { return }
        var members = ["\"set\":\"\(id)\""]
        if chance(40) { members.append("\"reps\":\(Int.random(in: 1...13, using: &dice))") }
        if chance(40) { members += try load() }
        if chance(30) { members.append("\"type\":\"\(try pick(["warmup", "working"]))\"") }
        if chance(30) { members.append("\"at\":\"\(try past())\"") }
        if chance(20) { members.append("\"exercise\":\"\(try pick(Self.exercises))\"") }
        try ask("set.update", members)
    }

    private mutating func addEntry() throws {
        var members = [
            "\"exercise\":\"\(try pick(Self.exercises))\"",
            "\"count\":\(Int.random(in: 1...40, using: &dice))",
        ]
        if chance(50) { members.append("\"at\":\"\(try past())\"") }
        if let id = try ask("log.add", members)?["id"]?.text { entries.append(id) }
    }

    private mutating func train() throws {
        let isTime = chance(50)
        let exercise = try pick(isTime ? ["Hang"] : ["Press", "Squats"])
        let named = chance(50) ? ["\"exercise\":\"\(exercise)\""] : []
        try ask(
            "training.start",
            ["\"mode\":\"\(isTime ? "time" : "reps")\"", "\"target\":20", "\"rest\":0"] + named)
        for _ in 0..<Int.random(in: 1...2, using: &dice) {
            bench.drift(ms: .random(in: 1000...25_000, using: &dice))
            try ask("training.reps", ["\"count\":\(Int.random(in: 1...25, using: &dice))"])
        }
        switch Int.random(in: 0..<10, using: &dice) {
        case 0: try ask("training.reset", ["\"confirm\":true"])
        // The training goes on during the next steps.
        case 1: break
        default: try ask("training.stop")
        }
    }

    /// Notes a weight, or takes one out.
    private mutating func weigh() throws {
        guard chance(80) else {
            try ask("weight.delete", [#""entry":"last""#])
            return
        }
        let (weight, unit) = try pick([(80, "kg"), (45.359237, "kg"), (180.25, "lb"), (2, "kg")])
        var members = ["\"weight\":\(weight)", "\"unit\":\"\(unit)\""]
        if chance(60) { members.append("\"at\":\"\(try past())\"") }
        try ask("weight.log", members)
        // Nothing follows from other measurements, however alike.
        if chance(20) {
            try ask("measurement.log", [#""what":"muscle","unit":"kg","value":40"#])
        }
    }

    private mutating func changeSettings() throws {
        if chance(30) {
            let first = try pick(["mon", "sat", "sun"])
            try ask("settings.set", ["\"week_starts\":\"\(first)\""])
        } else if chance(50) {
            try ask("settings.set", ["\"unit\":\"\(try pick(["kg", "lb"]))\""])
        } else {
            let turn = try pick(["00:00", "04:00", "02:30", "23:30"])
            try ask("settings.set", ["\"day_starts_at\":\"\(turn)\""])
        }
    }
}

extension Bench {
    /// Sends one call and returns its result as parsed JSON.
    ///
    /// - Throws: `Rejection` if the call is refused.
    func json(_ method: String, _ params: String = "{}") throws -> Json {
        let answers = send("{\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}")
        let answer = try #require(answers.first)
        switch answer {
        case .result(let json), .subscribed(let json, _): return try Json(wire: json)
        case .refused(let rejection): throw rejection
        }
    }
}
