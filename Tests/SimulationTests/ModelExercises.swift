import TestSupport
import TrackerAPI

struct ExerciseModel: Hashable, NamedModel {
    let id: String
    var name: String
    var unit: String
    var category: String
    var equipment: String?
    var count: Int64
    var icon: String?
    var color: String?
    var parent: String?
    var isArchived = false
    var aliases: [String] = []
    var muscles: MusclesModel?
    var gear = GearModel()
    var isPair = false

    var names: [String] { [name] + aliases }
    var keys: [String] { names.map(Self.key) }

    /// The key of a name that the dice make.
    static func key(_ name: String) -> String {
        let letters = [("é", "e"), ("ö", "o"), ("ß", "ss")]
        let plain = letters.reduce(name.lowercased()) { $0.replacing($1.0, with: $1.1) }
        return plain.split { !$0.isLetter && !$0.isNumber && !$0.isSymbol }.joined(separator: " ")
    }

    func view(_ model: Model) -> Json {
        let last = model.lastUse(of: id)
        let members: [String: Json?] = [
            "id": .text(id), "name": .text(name), "unit": .text(unit), "category": .text(category),
            "equipment": equipment.map(Json.text), "default_count": .int(count),
            "icon": icon.map(Json.text), "color": color.map(Json.text),
            "variant_of": parent.map(Json.text), "muscles": muscles?.view,
            "aliases": .list(aliases.map(Json.text)), "custom": true, "archived": .bool(isArchived),
            "last": last?.view, "pair": isPair ? true : nil,
            "over_distance": model.newestSet(of: id)?.distance == nil ? nil : .bool(true),
        ]
        return .members(members.merging(gear.members) { $1 })
    }
}

// MARK: - Requests

extension Model {
    func newest(of exercise: String) -> EntryModel? {
        entries.filter { $0.exercise == exercise }
            .max { ($0.atMs, $0.order) < ($1.atMs, $1.order) }
    }

    /// The last use of an exercise, in the log or in a set; `nil` for none.
    func lastUse(of exercise: String) -> (view: Json, atMs: Int64)? {
        let entry = newest(of: exercise)
        if let set = newestSet(of: exercise), set.atMs >= entry?.atMs ?? .min {
            let view = Json.members([
                "reps": set.reps.map(Json.int), "load": set.load.map(Json.plain),
                "load_unit": set.load.map { _ in .text(set.unit) }, "at": text(set.atMs),
            ])
            return (view, set.atMs)
        }
        return entry.map { (["count": .int($0.count), "at": text($0.atMs)], $0.atMs) }
    }

    func isFittingPresets(_ exercise: ExerciseModel) -> Bool {
        presets.allSatisfy { $0.fields.exercise != exercise.id || $0.fields.unit == exercise.unit }
    }

    /// The kind of records that refer to an exercise; `nil` for none.
    func use(of exercise: String) -> String? {
        if entries.contains(where: { $0.exercise == exercise }) { return "logged" }
        if reminders.contains(where: { $0.fields.exercise == exercise }) { return "reminded" }
        let isTrained = (trainings.map(\.fields) + presets.map(\.fields))
            .contains { $0.exercise == exercise }
        if isTrained { return "trained" }
        if sets.contains(where: { $0.exercise == exercise }) { return "performed" }
        if goals.contains(where: { $0.exercise == exercise }) { return "goal" }
        if maxes.contains(where: { $0.exercise == exercise }) { return "max" }
        if exercises.contains(where: { $0.parent == exercise }) { return "varied" }
        let parts = (templates.map(\.parts) + workouts.map(\.parts)).joined()
        return parts.contains { $0.exercise == exercise } ? "planned" : nil
    }

    mutating func settle(_ exercise: ExerciseModel, _ change: String) -> Expected {
        write(.exercise(exercise), exercise.id, "exercise.\(change)", exercise.view(self))
    }

    /// Refuses an exercise that varies itself, be it by way of others.
    private func checkParent(_ exercise: ExerciseModel) throws {
        var above = exercises.first { $0.id == exercise.parent }
        var seen: Set<String> = []
        while let step = above {
            try require(
                step.id != exercise.id && seen.insert(step.id).inserted, .invalid("variant_of"))
            above = exercises.first { $0.id == step.parent }
        }
    }

    /// Refuses a unit in which an exercise isn't logged or trained.
    private func checkUnit(_ exercise: ExerciseModel) throws {
        let logged = entries.first { $0.exercise == exercise.id }
        guard logged == nil || logged?.unit == exercise.unit else {
            throw Refusal("conflict", field: "unit", state: "logged")
        }
        if let live = liveTraining, live.fields.exercise == exercise.id,
            live.fields.unit != exercise.unit
        {
            throw Refusal("conflict", field: "unit", state: live.state)
        }
        try require(isFittingPresets(exercise), Refusal("conflict", field: "unit", state: "preset"))
        try require(isFittingGoals(exercise), Refusal("conflict", field: "unit", state: "goal"))
    }

    private func check(_ exercise: ExerciseModel) throws {
        try Params.checkName(exercise.name, "name")
        try Params.checkName(exercise.category, "category")
        try Params.checkName(exercise.equipment, "equipment")
        try require((1...100_000).contains(exercise.count), .invalid("default_count"))
        try Params.checkName(exercise.icon, "icon")
        if let muscles = exercise.muscles {
            guard !muscles.primary.isEmpty,
                Set(muscles.all).count == muscles.all.count
            else { throw Refusal.invalid("muscles") }
        }
        if let color = exercise.color {
            let digits = color.dropFirst()
            guard color.first == "#", digits.count == 6, digits.allSatisfy(\.isHexDigit) else {
                throw Refusal.invalid("color")
            }
        }
    }

    private func checkName(_ exercise: ExerciseModel) throws {
        guard let other = exercises.first(where: { $0.key == exercise.key && $0.id != exercise.id })
        else { return }
        throw Refusal("conflict", field: "name", state: other.isArchived ? "archived" : "taken")
    }

    fileprivate mutating func createExercise(_ params: Params) throws -> Expected {
        let fields = try Fields(params)
        let muscles = try MusclesModel.given(params)
        let gear = try GivenGear(params)
        guard let name = fields.name, let unit = fields.unit else { throw Refusal.invalid("name") }
        let parent = try fields.parent.flatMap {
            $0.isEmpty ? nil : try self.exercise($0, field: "variant_of")
        }
        var exercise = ExerciseModel(
            id: newID(), name: name, unit: unit,
            category: fields.category ?? parent?.category ?? "other",
            equipment: fields.equipment.map { $0.isEmpty ? nil : $0 } ?? parent?.equipment,
            count: fields.count ?? (unit == "reps" ? 10 : 30), icon: fields.icon.some,
            color: fields.color.some, parent: parent?.id)
        exercise.muscles = muscles.flatMap(\.self) ?? parent?.muscles
        try check(exercise)
        exercise.color = exercise.color?.lowercased()
        try exercise.take(gear, in: settings.unit)
        try exercise.checkPair()
        try checkName(exercise)
        return settle(exercise, "created")
    }

    fileprivate mutating func updateExercise(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let fields = try Fields(params, areNeeded: false)
        let archived = try params.optionalTruth("archived")
        let muscles = try MusclesModel.given(params)
        let gear = try GivenGear(params)
        var exercise = try exercise(text)
        exercise.name = fields.name ?? exercise.name
        exercise.unit = fields.unit ?? exercise.unit
        exercise.category = fields.category ?? exercise.category
        exercise.count = fields.count ?? exercise.count
        if let equipment = fields.equipment { exercise.equipment = Optional(equipment).some }
        if let icon = fields.icon { exercise.icon = Optional(icon).some }
        if let color = fields.color { exercise.color = Optional(color).some }
        for (name, text) in [
            ("name", fields.name), ("category", fields.category),
            ("equipment", fields.equipment), ("icon", fields.icon),
        ] where text?.isEmpty == false || ["name", "category"].contains(name) {
            try Params.checkName(text, name)
        }
        if let text = fields.parent {
            exercise.parent = text.isEmpty ? nil : try self.exercise(text, field: "variant_of").id
        }
        if let muscles { exercise.muscles = muscles }
        try check(exercise)
        exercise.color = exercise.color?.lowercased()
        try exercise.take(gear, in: settings.unit)
        if gear.isPair != nil || fields.equipment != nil { try exercise.checkPair() }
        exercise.isArchived = archived ?? exercise.isArchived
        try checkName(exercise)
        try checkParent(exercise)
        try checkUnit(exercise)
        return settle(exercise, "updated")
    }

    fileprivate mutating func archiveExercise(_ params: Params) throws -> Expected {
        var exercise = try exercise(params.text("exercise"))
        try require(!exercise.isArchived, .conflict("archived"))
        exercise.isArchived = true
        return settle(exercise, "archived")
    }

    fileprivate mutating func deleteExercise(_ params: Params) throws -> Expected {
        let exercise = try exercise(params.text("exercise"))
        if let state = use(of: exercise.id) { throw Refusal.conflict(state) }
        return settle(exercise, "deleted")
    }

    fileprivate func listExercises(_ params: Params) throws -> Expected {
        let text = try params.optionalText("query") ?? ""
        let key = ExerciseModel.key(text)
        let query = key.isEmpty ? text.replacing(" ", with: "") : key
        let category = try params.optionalText("category").map(ExerciseModel.key)
        let all = try params.truth("archived")
        let limit = try params.limit(1000)
        let found = exercises.compactMap { exercise -> (rank: [Int64], exercise: ExerciseModel)? in
            guard all || !exercise.isArchived,
                category == nil || ExerciseModel.key(exercise.category) == category,
                let rank = Self.rank(query, exercise.key)
            else { return nil }
            let last = lastUse(of: exercise.id)?.atMs ?? Int64.min + 1
            return ([rank, -score(of: exercise.id), -last], exercise)
        }
        let sorted = found.sorted { one, two in
            guard one.rank == two.rank else { return one.rank.lexicographicallyPrecedes(two.rank) }
            return (one.exercise.key, one.exercise.id) < (two.exercise.key, two.exercise.id)
        }
        return .result([
            "exercises": .list(sorted.prefix(Int(limit)).map { $0.exercise.view(self) }),
            "total": .int(Int64(sorted.count)),
        ])
    }

    /// Score of an exercise: a use within 90 days counts once, within 30 three times, within 7 seven times.
    private func score(of exercise: String) -> Int64 {
        let weights: [(days: Int64, weight: Int64)] = [(90, 1), (30, 2), (7, 4)]
        let times =
            entries.filter { $0.exercise == exercise }.map(\.atMs)
            + sets.filter { $0.exercise == exercise }.map(\.atMs)
        return times.reduce(0) { sum, atMs in
            weights.filter { atMs >= now.wallMs - $0.days * dayMs }
                .reduce(sum) { $0 + $1.weight }
        }
    }
}

private struct Fields {
    var name: String?
    var unit: String?
    var category: String?
    var equipment: String?
    var count: Int64?
    var icon: String?
    var color: String?
    var parent: String?

    init(_ params: Params, areNeeded: Bool = true) throws {
        name = areNeeded ? try params.name() : try params.optionalName()
        unit = try params.choice("unit", ["reps", "seconds"])
        if areNeeded, unit == nil { throw Refusal.invalid("unit") }
        category = try params.optionalText("category")
        equipment = try params.optionalText("equipment")
        count = try params.optionalInt("default_count")
        icon = try params.optionalText("icon")
        color = try params.optionalText("color")
        parent = try params.optionalText("variant_of")
    }
}

extension String? {
    /// The text, or `nil` where it is empty.
    fileprivate var some: String? { self?.isEmpty == true ? nil : self }
}

extension Arm {
    static let exercises: [Arm] = [
        exerciseAlias, exerciseMerge,
        Arm("exercise.list", 4, .none, expect: { try $0.listExercises($1) }) { dice, _ in
            dice.exerciseQuery()
        },
        Arm("exercise.create", 8, expect: { try $0.createExercise($1) }) { dice, model in
            var params = dice.exerciseTraits(model)
            params["name"] = dice.exerciseName()
            params["unit"] = dice.choice(["reps", "seconds"])
            return params
        },
        Arm("exercise.update", 5, expect: { try $0.updateExercise($1) }) { dice, model in
            var params = dice.exerciseTraits(model)
            params["exercise"] = dice.exercise(model)
            if dice.chance(20) { params["name"] = dice.exerciseName() }
            if dice.chance(15) { params["unit"] = dice.choice(["reps", "seconds"]) }
            if dice.chance(30) { params["archived"] = dice.truth() }
            if dice.chance(8) { params["muscles"] = .bool(false) }
            return params
        },
        Arm("exercise.get", 3, .none) {
            .result(try $0.exercise($1.text("exercise")).view($0))
        } make: { dice, model in
            ["exercise": dice.exercise(model)]
        },
        Arm("exercise.archive", 2, expect: { try $0.archiveExercise($1) }) { dice, model in
            ["exercise": dice.exercise(model)]
        },
        Arm("exercise.delete", 4, expect: { try $0.deleteExercise($1) }) { dice, model in
            ["exercise": dice.exercise(model)]
        },
    ]
}

extension Dice {
    static let exerciseNames = [
        "Push-ups", "push UPS", "Plank", "Bench Press", "Paused Bench-Press", "Élan vital",
        "Squats",
        "Split squats", "Wall sit", "Pull-ups", "Standing",
    ]

    fileprivate mutating func exerciseName() -> Json {
        if spoils(4) { return one(of: "", "a\nb", Self.tooLongName, 5) }
        return .text(pick(Self.exerciseNames) ?? "")
    }

    mutating func exercise(_ model: Model) -> Json {
        if spoils(2) { return one(of: "", 5) }
        if chance(8) { return .text(pick(["nothing", "Purple rows", "zzzz"]) ?? "") }
        guard let exercise = pick(model.exercises.sorted { $0.id < $1.id }) else {
            return .text("nothing")
        }
        switch Int.random(in: 0..<10, using: &self) {
        case 0..<4: return .text(exercise.id)
        case 4: return beginning(of: exercise.id)
        case 5..<8: return .text(exercise.name)
        default: return .text(exercise.name.uppercased().replacing(" ", with: "_"))
        }
    }

    fileprivate mutating func exerciseTraits(_ model: Model) -> [String: Json] {
        var params = gear()
        if chance(25) { params["category"] = .text(pick(["legs", "Legs", "core"]) ?? "") }
        if chance(25) { params["equipment"] = .text(pick(["barbell", "pull-up bar", ""]) ?? "") }
        if chance(25) { params["default_count"] = count() }
        if chance(10) { params["icon"] = .text(pick(["dumbbell", ""]) ?? "") }
        if chance(15) {
            params["color"] = .text(
                pick(spoils(20) ? ["red", "#12345", "#12345g"] : ["#1A9fFF", "#000000", ""]) ?? "")
        }
        if chance(25) { params["variant_of"] = chance(20) ? "" : exercise(model) }
        if chance(30) { params["muscles"] = muscles() }
        return params
    }

    mutating func count() -> Json {
        if spoils(6) { return one(of: 0, -1, 100_001, "5", .number("1.5"), .int(.max)) }
        return .int(spread(1...100_000))
    }
}
