import TestSupport
import TrackerAPI

// MARK: - Settings

extension Model {
    fileprivate mutating func setSettings(_ params: Params) throws -> Expected {
        let unit = try params.choice("unit", ["kg", "lb"])
        let rest = try params.optionalSpan("rest")
        let bar = try params.optionalNumber("bar")
        let plates = try params.plates()
        let dayStart = try params.optionalText("day_starts_at")
        let isOfProgress = try params.hasProgressSettings()
        guard
            unit != nil || rest != nil || bar != nil || plates != nil || dayStart != nil
                || isOfProgress
        else { throw Refusal.invalid("unit") }
        let today = day(now.wallMs)
        var settings = settings
        if let unit, unit != settings.unit {
            let byDefault = SettingsModel.defaultPlates(settings.unit)
            guard bar != nil || settings.bar == SettingsModel.defaultBar(settings.unit) else {
                throw Refusal.invalid("bar")
            }
            try require(plates != nil || settings.plates == byDefault, .invalid("plates"))
            settings.unit = unit
            settings.bar = SettingsModel.defaultBar(unit)
            settings.plates = SettingsModel.defaultPlates(unit)
        }
        settings.restMs = rest ?? settings.restMs
        settings.bar = bar ?? settings.bar
        settings.plates = plates ?? settings.plates
        if let dayStart {
            let parts = dayStart.split(separator: ":").compactMap { Int64($0) }
            try require(
                parts.count == 2 && parts[0] < 24 && parts[1] < 60, .invalid("day_starts_at"))
            settings.dayStart = parts[0] * 60 + parts[1]
        }
        try settings.changeProgress(params, today: today)
        try settings.check()
        let view = settings.view(today: today)
        change(["settings": .settings(settings)], type: "settings.changed", "settings", view)
        return .result(view)
    }
}

extension Params {
    func plates() throws -> [SettingsModel.Plate]? {
        try member("plates") { plates -> [SettingsModel.Plate]? in
            plates.values { plate in
                (plate.double ?? plate["weight"]?.double).map { weight in
                    SettingsModel.Plate(weight: weight, count: plate["count"]?.int)
                }
            }
        }
    }

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

// MARK: - Templates

extension Model {
    func template(_ text: String, field: String = "template") throws -> TemplateModel {
        let key = ExerciseModel.key(text)
        return try found(text, field: field, among: templates, id: \.id, isNamed: { $0.key == key })
    }

    private func parts(_ planned: [Params.Planned]) throws -> [PartModelOfWorkout] {
        try planned.enumerated().map { index, one in
            let place = "exercises[\(index)]"
            let exercise = try exercise(
                one.exercise, field: "\(place).exercise",
                hasLoad: one.groups.contains { $0.load != nil || $0.group.percent != nil })
            let usual = usualUnit(of: exercise)
            let groups = try one.groups.enumerated().map { index, given in
                let place = one.isGrouped ? "\(place).groups[\(index)]." : "\(place)."
                var group = given.group
                if let load = given.load {
                    try LoadModel.check(load, "\(place)load")
                    group.load = LoadModel(value: load, unit: given.unit ?? usual)
                }
                try group.check(place)
                return group
            }
            var progression = one.progression
            if let add = progression?.add {
                try LoadModel.check(add.value, "\(place).progression.add")
                let own = groups.compactMap(\.load?.unit).first ?? usual
                progression?.add = LoadModel(
                    value: add.value, unit: add.unit.isEmpty ? own : add.unit)
            }
            return PartModelOfWorkout(
                exercise: exercise.id, superset: one.superset,
                target: TargetModel(
                    groups: groups, restMs: one.restMs, progression: progression),
                note: one.note?.isEmpty == true ? nil : one.note)
        }
    }

    private func check(_ template: TemplateModel) throws {
        try Params.checkName(template.name, "name")
        if let days = template.days, !(1...7).contains(days) {
            throw Refusal.invalid("days_per_week")
        }
        try Params.checkRest(template.restMs)
        try Params.check(deload: template.deload)
        try require(!template.parts.isEmpty, .invalid("exercises"))
        for (index, part) in template.parts.enumerated() {
            let place = "exercises[\(index)]"
            try part.target?.check("\(place).")
            try Params.checkName(part.superset, "\(place).superset")
        }
        try template.requireFree(among: templates)
    }

    private mutating func settle(_ template: TemplateModel, _ change: String) throws -> Expected {
        if change != "deleted" { try check(template) }
        return write(.template(template), template.id, "template.\(change)", template.view(self))
    }

    fileprivate mutating func createTemplate(_ params: Params) throws -> Expected {
        let name = try params.name()
        let planned = try params.planned()
        let from = try params.optionalText("from")
        let days = try params.optionalInt("days_per_week")
        let rest = try params.optionalSpan("rest")
        let note = try params.optionalText("note")
        let deload = try params.optionalNumber("deload")
        try Params.checkName(name, "name")
        var template = TemplateModel(
            id: newID(), name: name, days: days, restMs: rest,
            note: note?.isEmpty == true ? nil : note, deload: deload, parts: [])
        switch (planned, from) {
        case (let planned?, nil): template.parts = try parts(planned)
        case (nil, let from?):
            let workout = try workout(from, field: "from")
            template.restMs = rest ?? workout.restMs
            template.deload = deload ?? workout.deload
            template.parts = workout.parts.map { repeated($0, of: workout) }
                .filter { $0.target != nil }.map { part in
                    PartModelOfWorkout(
                        exercise: part.exercise, superset: part.superset, target: part.target,
                        note: part.note)
                }
            try require(!template.parts.isEmpty, .invalid("from"))
        case (nil, nil): throw Refusal.invalid("exercises")
        default: throw Refusal.invalid("from")
        }
        return try settle(template, "created")
    }

    fileprivate mutating func updateTemplate(_ params: Params) throws -> Expected {
        let text = try params.text("template")
        let name = try params.optionalName()
        let planned = try params.planned()
        let days = try params.removable("days_per_week", \.int)
        let rest = try params.removable("rest", Params.ms)
        let note = try params.optionalText("note")
        let deload = try params.removable("deload", \.double)
        var template = try template(text)
        guard
            name != nil || planned != nil || days != nil || rest != nil || note != nil
                || deload != nil
        else {
            throw Refusal.invalid("template")
        }
        try Params.checkName(name, "name")
        template.name = name ?? template.name
        if let planned { template.parts = try parts(planned) }
        if let days { template.days = days }
        if let rest { template.restMs = rest }
        if let note { template.note = note.isEmpty ? nil : note }
        if let deload { template.deload = deload }
        return try settle(template, "updated")
    }

    fileprivate func listTemplates() -> Expected {
        let sorted = templates.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return .result(["templates": .list(sorted.map { $0.view(self) })])
    }

    fileprivate mutating func deleteTemplate(_ params: Params) throws -> Expected {
        try settle(template(params.text("template")), "deleted")
    }
}

extension Arm {
    static let templates: [Arm] = [
        Arm("template.create", 4, expect: { try $0.createTemplate($1) }) { dice, model in
            var params = dice.templateTraits(model)
            params["name"] = dice.templateName()
            if dice.chance(20), let workout = dice.pick(model.workouts.sorted { $0.id < $1.id }) {
                params["exercises"] = nil
                params["from"] = .text(dice.chance(50) ? workout.id : "last")
                if dice.spoils(10) { params["exercises"] = dice.plannedExercises(model) }
            } else {
                params["exercises"] = params["exercises"] ?? dice.plannedExercises(model)
            }
            return params
        },
        Arm("template.update", 3, expect: { try $0.updateTemplate($1) }) { dice, model in
            var params = dice.templateTraits(model, isRemoving: true)
            params["template"] = dice.template(model)
            if dice.chance(30) { params["name"] = dice.templateName() }
            return params
        },
        Arm("template.get", 1, .none) {
            .result(try $0.template($1.text("template")).view($0, hasNext: true))
        } make: { dice, model in
            ["template": dice.template(model)]
        },
        Arm("template.list", 1, .none) {
            try $1.truth("shipped") ? .result(["templates": []]) : $0.listTemplates()
        } make: { dice, _ in
            dice.chance(20) ? ["shipped": dice.truth()] : [:]
        },
        Arm("template.delete", 2, expect: { try $0.deleteTemplate($1) }) { dice, model in
            ["template": dice.template(model)]
        },
    ]

    static let settings: [Arm] = [
        Arm("settings.get", 1, .none) { model, _ in
            .result(model.settings.view(today: model.day(model.now.wallMs)))
        },
        Arm("settings.set", 5, expect: { try $0.setSettings($1) }) { dice, _ in dice.settings() },
    ]
}

extension Dice {
    fileprivate mutating func templateName() -> Json {
        if spoils(5) { return one(of: "", "a\nb", Self.tooLongName, 5) }
        return .text(pick(["Push", "push!", "Pull day", "Élan", "elan", "Legs"]) ?? "")
    }

    mutating func template(_ model: Model) -> Json {
        if spoils(2) { return one(of: "", 5) }
        guard let template = pick(model.templates.sorted { $0.id < $1.id }), chance(93) else {
            return "nothing"
        }
        switch Int.random(in: 0..<4, using: &self) {
        case 0: return .text(template.id)
        case 1: return beginning(of: template.id)
        default: return .text(template.name.uppercased())
        }
    }

    fileprivate mutating func templateTraits(
        _ model: Model, isRemoving: Bool = false
    ) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(40) { params["exercises"] = plannedExercises(model) }
        if chance(30) {
            params["days_per_week"] = spoils(10) ? one(of: 0, 8, "2") : .int(spread(1...7))
        }
        if chance(30) { params["rest"] = setRest() }
        if chance(20) { params["note"] = .text(pick(["", "slowly\nnow"]) ?? "") }
        if chance(8) { params["deload"] = deload() }
        if isRemoving, chance(20) { params[chance(50) ? "rest" : "days_per_week"] = .bool(false) }
        return params
    }

    /// A rest after a set; 0 for none.
    mutating func setRest() -> Json {
        if spoils(4) { return one(of: 999, -1, .int(dayMs + 1), "soon") }
        return chance(15) ? 0 : chance(30) ? "90s" : .int(spread(1000...600_000))
    }

    fileprivate mutating func plannedExercises(_ model: Model) -> Json {
        if spoils(6) {
            let good: Json = ["exercise": exercise(model), "sets": 3]
            let wrong: [Json] = [
                [], 5, [5], [["sets": 3]], [["exercise": "x"]],
                [["exercise": "nothing", "sets": 3]],
                [good, ["exercise": "Plank", "sets": 0]], [["exercise": "Plank", "sets": "3"]],
                [["exercise": "Plank", "groups": []]], [["exercise": "Plank", "groups": [5]]],
                [["exercise": "Plank", "sets": 3, "groups": [["sets": 1]]]],
                [["exercise": "Plank", "groups": [["sets": 60], ["sets": 41]]]],
            ]
            return pick(wrong) ?? .null
        }
        let some = model.exercises.sorted { $0.id < $1.id }.shuffled(using: &self)
        var chosen = some.prefix(Int.random(in: 1...4, using: &self))
        if chance(30), let again = chosen.first { chosen.append(again) }
        return .list(chosen.map { planned($0) })
    }

    private mutating func planned(_ exercise: ExerciseModel) -> Json {
        var part: [String: Json] = chance(50) ? plannedGroup() : [:]
        if part.isEmpty {
            let groups = (0..<Int.random(in: 1...3, using: &self)).map { _ in plannedGroup() }
            part["groups"] = .list(groups.map(Json.object))
        }
        if chance(50) { part["progression"] = progression() }
        part["exercise"] = .text(chance(60) ? exercise.id : exercise.name)
        if chance(30) { part["rest"] = chance(25) ? 0 : .int(spread(1000...600_000)) }
        if chance(40) { part["superset"] = .text(chance(70) ? "A" : "B") }
        return .object(part)
    }

    mutating func load() -> Json {
        if spoils(4) {
            let wrong: [Json] = [
                -1, 10_001, "60", "60,5", .number("0.123456789"), .number("1e300"), [],
            ]
            return pick(wrong) ?? .null
        }
        return one(of: 0, 20, 60, 100, .number("102.5"), .number("6.80388555"), 10_000)
    }

    mutating func plates() -> Json {
        let right: [Json] = [
            [20, 10], [["weight": 25, "count": 4], .number("1.25")], [15, 20, .number("6.5")],
        ]
        let wrong: [Json] = [[], [0], [20, 20], 5, ["20"], [["weight": 5, "count": 0]]]
        return pick(spoils(15) ? wrong : right) ?? .null
    }

    fileprivate mutating func settings() -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(30) { params["unit"] = choice(["kg", "lb"]) }
        if chance(40) { params["rest"] = setRest() }
        if chance(20) { params["bar"] = load() }
        if chance(20) { params["plates"] = plates() }
        if chance(20) {
            params["day_starts_at"] =
                spoils(15) ? one(of: "24:00", "", 4, "4am") : pick(["04:00", "23:59"])
        }
        if chance(60) { params.merge(progressSettings()) { $1 } }
        return params
    }
}
