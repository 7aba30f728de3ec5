import TestSupport

extension Dice {
    mutating func exerciseQuery() -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(60) {
            let texts = [
                "push", "PRESS", "bench press", "pressbench", "benchpress", "ups pull", "élan",
                "ELA",
                "s", "squ spl", "nothing", "", " - ",
            ]
            params["query"] = .text(pick(texts) ?? "")
        }
        if chance(20) { params["category"] = .text(pick(["LEGS", "core", "none"]) ?? "") }
        if chance(30) { params["archived"] = truth() }
        if chance(30) { params["limit"] = .int(Int64.random(in: 1...4, using: &self)) }
        if spoils(4) { params["limit"] = one(of: 0, 1001, "x") }
        return params
    }
}

extension Model {
    static func rank(_ query: String, _ key: String) -> Int64? {
        guard !query.isEmpty else { return 0 }
        let (joined, letters) = (query.replacing(" ", with: ""), key.replacing(" ", with: ""))
        if key == query || letters == joined { return 0 }
        if key.hasPrefix(query) || letters.hasPrefix(joined) { return 1 }
        let words = query.split(separator: " ")
        let parts = key.split(separator: " ")
        if words.allSatisfy({ word in parts.contains { $0.hasPrefix(word) } }) { return 2 }
        let tails = parts.indices.map { parts[$0...].joined() }
        let isFound = words.allSatisfy { word in
            key.contains(word) || tails.contains { $0.hasPrefix(word) }
        }
        return isFound ? 3 : nil
    }
}
