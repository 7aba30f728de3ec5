import TestSupport
import TrackerAPI

/// The muscles of an exercise.
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
        guard let value = params.members["muscles"], value != .null else { return nil }
        if value == .bool(false) { return .some(nil) }
        guard case .object = value else { throw Refusal.invalid("muscles") }
        let lists = try ["primary", "secondary"].map { name in
            guard let list = value[name] else { return [String]() }
            guard case .list(let words) = list else { throw Refusal.invalid("muscles") }
            return try words.map { word in
                guard let text = word.text, known.contains(text) else {
                    throw Refusal.invalid("muscles")
                }
                return text
            }
        }
        return MusclesModel(primary: lists[0], secondary: lists[1])
    }
}

extension Dice {
    mutating func muscles() -> Json {
        if spoils(8) {
            return pick(
                [
                    "chest", ["primary": []], ["primary": ["chest", "chest"]],
                    ["primary": ["pecs"]], ["secondary": ["chest"]],
                    ["primary": ["chest"], "secondary": ["chest"]],
                ] as [Json]) ?? 5
        }
        let words = MusclesModel.known.shuffled(using: &self)
        let count = Int.random(in: 1...2, using: &self)
        let primary = Json.list(words.prefix(count).map(Json.text))
        guard chance(60) else { return ["primary": primary] }
        return ["primary": primary, "secondary": .list(words.suffix(2).map(Json.text))]
    }
}
