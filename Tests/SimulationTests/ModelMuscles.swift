import TestSupport
import TrackerAPI

struct MusclesModel: Hashable {
    /// Some of the vocabulary, in its order.
    static let known = ["chest", "lats", "front delts", "triceps", "quads"]

    let primary: [String]
    let secondary: [String]

    var all: [String] { primary + secondary }

    var view: Json {
        [
            "primary": .list(primary.map(Json.text)),
            "secondary": .list(secondary.map(Json.text)),
        ]
    }

    /// Those of a request: `nil` inside for false, which removes them; `nil` outside where none are given.
    static func given(_ params: Params) throws -> MusclesModel?? {
        try params.removable("muscles") { value -> MusclesModel? in
            guard case .object = value, let primary = (value["primary"] ?? []).texts,
                let secondary = (value["secondary"] ?? []).texts,
                (primary + secondary).allSatisfy(known.contains)
            else { return nil }
            return MusclesModel(primary: primary, secondary: secondary)
        }
    }
}

extension Dice {
    mutating func muscles() -> Json {
        if spoils(8) {
            return one(
                of: "chest", ["primary": []], ["primary": ["chest", "chest"]],
                ["primary": ["pecs"]], ["secondary": ["chest"]],
                ["primary": ["chest"], "secondary": ["chest"]])
        }
        let words = MusclesModel.known.shuffled(using: &self)
        let count = Int.random(in: 1...2, using: &self)
        let primary = Json.list(words.prefix(count).map(Json.text))
        guard chance(60) else { return ["primary": primary] }
        return ["primary": primary, "secondary": .list(words.suffix(2).map(Json.text))]
    }
}
