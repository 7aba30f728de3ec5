import TestSupport
import TrackerAPI

/// One method in the simulation: the requests to make for it, and their expected effect.
///
/// To add a method: an `Arm` in the list of its area. A test demands one for every method of the table. To
/// add an area: a file with its part of the model and its list of arms, which goes into `all`; its things
/// in `Model`, with their alarms in `Model.alarms` and `elapse`, and the effect of a reboot in `carryOver`;
/// and in `World.compare` the comparison after each step.
struct Arm: Sendable {
    let method: String
    let effect: Effect
    /// How often the method is chosen, relative to the others.
    let weight: Int
    /// Changes the model and returns the expected reply; the caller rolls the changes of a refused request
    /// back.
    let expect: @Sendable (inout Model, Params) throws -> Expected
    /// Makes params, mostly valid ones.
    let make: @Sendable (inout Dice, Model) -> [String: Json]

    init(
        _ method: String, _ weight: Int, _ effect: Effect = .change,
        expect: @escaping @Sendable (inout Model, Params) throws -> Expected,
        make: @escaping @Sendable (inout Dice, Model) -> [String: Json] = { _, _ in [:] }
    ) {
        (self.method, self.weight, self.effect) = (method, weight, effect)
        self.expect = expect
        self.make = make
    }

    static let all: [Arm] =
        daemon + live + records + timers + rests + exercises + log + reminders + training
        + trainingCorrections + presets + programs + runs + templates + plans + workouts + proposals
        + sets + nextSets + weights + measurements + maxes + figures + settings + imports + progress
        + goals + sync
    static let byMethod = Dictionary(uniqueKeysWithValues: all.map { ($0.method, $0) })
}

/// The members of a request, read by the rules of PROTOCOL.
struct Params {
    let members: [String: Json]

    /// The member; `null` counts as missing.
    func given(_ name: String) -> Json? { members[name].flatMap { $0 == .null ? nil : $0 } }

    func has(_ name: String) -> Bool { given(name) != nil }

    /// The value of a member; `nil` where none is given.
    func member<Value>(_ name: String, _ read: (Json) -> Value?) throws -> Value? {
        guard let member = given(name) else { return nil }
        guard let value = read(member) else { throw Refusal.invalid(name) }
        return value
    }

    /// A value, or `nil` for `false`, which removes it; `nil` outside where neither is given.
    func removable<Value>(_ name: String, _ read: (Json) -> Value?) throws -> Value?? {
        guard let member = given(name) else { return nil }
        if member == false { return .some(nil) }
        guard let value = read(member) else { throw Refusal.invalid(name) }
        return .some(value)
    }

    func text(_ name: String) throws -> String { try needed(optionalText(name), name) }

    func optionalText(_ name: String) throws -> String? { try member(name, \.text) }

    func optionalTexts(_ name: String) throws -> [String]? { try member(name, \.texts) }

    func list(_ name: String) throws -> [Json]? { try member(name) { $0.values { $0 } } }

    func optionalInt(_ name: String) throws -> Int64? { try member(name, \.int) }

    func optionalNumber(_ name: String) throws -> Double? { try member(name, \.double) }

    func optionalTruth(_ name: String) throws -> Bool? { try member(name, \.truth) }

    func truth(_ name: String) throws -> Bool { try optionalTruth(name) ?? false }

    /// The number of things in a list, at most so many.
    func limit(_ byDefault: Int64 = 100, upTo most: Int64 = 1000) throws -> Int64 {
        let limit = try optionalInt("limit") ?? byDefault
        try require((1...most).contains(limit), .invalid("limit"))
        return limit
    }

    func choice(_ name: String, _ words: [String]) throws -> String? {
        let word = try optionalText(name)
        try require(word.map(words.contains) ?? true, .invalid(name))
        return word
    }

    func span(_ name: String) throws -> Int64 { try needed(optionalSpan(name), name) }

    func optionalSpan(_ name: String) throws -> Int64? { try member(name, Self.ms) }

    /// A span, or 0 for false; `nil` where none is given.
    func spanOrFalse(_ name: String) throws -> Int64? {
        try given(name) == false ? 0 : optionalSpan(name)
    }

    func spans(_ name: String) throws -> [Int64]? { try member(name) { $0.values(Self.ms) } }

    /// A name without blanks at its ends.
    func name(_ name: String = "name") throws -> String { Self.trimmed(try text(name)) }

    func optionalName(_ name: String = "name") throws -> String? {
        try optionalText(name).map(Self.trimmed)
    }

    /// The text without the blanks that the dice use.
    static func trimmed(_ text: String) -> String {
        let isBlank = { (scalar: Unicode.Scalar) in
            " \u{a0}\u{200b}".unicodeScalars.contains(scalar)
        }
        let rest = text.unicodeScalars.drop(while: isBlank)
        guard let end = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(rest[...end])
    }

    /// Checks the name of a kind of which `last` stands for one, too.
    static func checkBesideLast(_ name: String?, _ field: String) throws {
        try checkName(name, field)
        if name?.lowercased() == "last" { throw Refusal.invalid(field) }
    }

    /// Reads an object among the members, whose refusals name its place.
    static func read<Value>(
        _ json: Json, at place: String, _ body: (Params) throws -> Value
    ) throws -> Value {
        guard case .object(let members) = json else { throw Refusal.invalid(place) }
        do { return try body(Params(members: members)) } catch var refusal as Refusal {
            refusal.field = "\(place).\(refusal.field ?? "")"
            throw refusal
        }
    }

    static func ms(_ value: Json) -> Int64? {
        switch value {
        case .int(let ms): ms
        case .text(let text): ms(text)
        default: nil
        }
    }

    /// Reads the spans that the dice make: `90s`, `1h 5m`, `1:30`, `-90s`.
    private static func ms(_ text: String) -> Int64? {
        if text.hasPrefix("-") { return ms(String(text.dropFirst())).map { -$0 } }
        let units: KeyValuePairs<String, Int64> = [
            "ms": 1, "d": dayMs, "h": hourMs, "m": minuteMs, "s": 1000,
        ]
        if text.contains(":") {
            let parts = text.split(separator: ":").compactMap { Int64($0) }
            guard parts.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
            return parts.reduce(0) { $0 * 60 + $1 } * 1000
        }
        var left = text.replacing(" ", with: "")[...]
        var total: Int64 = 0
        var used: Set<String> = []
        while !left.isEmpty {
            let digits = left.prefix { $0.isNumber }
            left = left.dropFirst(digits.count)
            guard let count = Int64(digits),
                let unit = units.first(where: { left.hasPrefix($0.key) }),
                used.insert(unit.key).inserted
            else { return nil }
            total += count * unit.value
            left = left.dropFirst(unit.key.count)
        }
        return text.isEmpty ? nil : total
    }

    static func checkName(_ name: String?, _ field: String) throws {
        guard let name else { return }
        if name.count > 200 { throw Refusal("too_large", field: field) }
        let isClean = name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
        try require(!name.isEmpty && isClean, .invalid(field))
    }

    /// A canonical text, which is equal for all params that mean one request.
    static func canonical(_ params: Json) -> Json {
        guard case .object(let members) = params else { return params }
        let spans: Set = [
            "duration", "by", "snooze", "grace", "for", "rest", "ring_again", "break", "follow_up",
        ]
        func milliseconds(_ value: Json) -> Json { ms(value).map(Json.int) ?? value }
        var canonical: [String: Json] = [:]
        for (name, value) in members where value != .null && name != "request_id" {
            canonical[name] =
                switch (name, value) {
                case ("follow_up", .list(let one)) where one.count == 1:
                    ms(one[0]).map(Json.int) ?? value
                case ("warn_at", .list(let all)), ("follow_up", .list(let all)):
                    .list(all.map(milliseconds))
                case ("calls", .list(let steps)): .list(steps.map(canonicalStep))
                default: spans.contains(name) ? milliseconds(value) : value
                }
        }
        return .object(canonical)
    }

    private static func canonicalStep(_ step: Json) -> Json {
        .members(["method": step["method"], "params": canonical(step["params"] ?? [:])])
    }
}

extension Json {
    var truth: Bool? { if case .bool(let value) = self { value } else { nil } }

    var texts: [String]? { values(\.text) }

    /// The values of a list; `nil` for anything else, and where one of them can't be read.
    func values<Value>(_ read: (Json) -> Value?) -> [Value]? {
        guard case .list(let all) = self else { return nil }
        let values = all.compactMap(read)
        return values.count == all.count ? values : nil
    }
}
