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
        if spoils(4) { params["limit"] = pick([0, 1001, "x"] as [Json]) }
        return params
    }
}
