import TestSupport
import TrackerAPI

extension Params {
    struct Planned {
        let exercise: String
        let groups: [Group]
        let isGrouped: Bool
        let restMs: Int64?
        let superset: String?
        let note: String?
        let progression: ProgressionModel?
    }

    func planned() throws -> [Planned]? {
        try list("exercises")?.enumerated().map { index, part in
            try Self.read(part, at: "exercises[\(index)]") { params -> Planned in
                let exercise = try params.text("exercise")
                let groups = try params.groups()
                return Planned(
                    exercise: exercise, groups: try groups ?? [params.group()],
                    isGrouped: groups != nil, restMs: try params.optionalSpan("rest"),
                    superset: try params.optionalText("superset"),
                    note: try params.optionalText("note"),
                    progression: try params.progression())
            }
        }
    }
}
