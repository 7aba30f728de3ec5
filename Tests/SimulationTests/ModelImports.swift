import TestSupport
import TrackerAPI

// Files of trackerd's own export are imported and undone. The engine's own tests cover those of other
// programs.

struct ImportModel: Hashable {
    var text = ""
    /// The id in the journal, once the import was committed.
    var id: String?
}

extension Model {
    var importedFiles: [String] { committedFiles.map(\.text) }

    /// Order numbers that their rows brought.
    var importedOrders: Set<Int64> {
        var orders: Set<Int64> = []
        for file in importedFiles.compactMap({ try? ImportFile(reading: $0) }) {
            orders.formUnion(file.workouts.map(\.value.order))
            orders.formUnion(file.sets.map(\.value.order))
        }
        return orders
    }

    private func pending(_ params: Params) throws -> ImportModel {
        guard try params.text("import") == "last", let importing else {
            throw Refusal("not_found", field: "import")
        }
        return importing
    }

    fileprivate mutating func openImport(_ params: Params) throws -> Expected {
        let formats = [
            "strong", "hevy", "fitnotes", "fitbod", "liftosaur", "jefit", "gymbook", "csv",
            "trackerd",
        ]
        _ = try params.choice("format", formats)
        // No column of those that are drawn has the exercise.
        _ = try params.optionalText("columns")
        importing = ImportModel()
        return .like { $0["import"]?.text?.count == 12 ? nil : "no import" }
    }

    fileprivate mutating func appendToImport(_ params: Params) throws -> Expected {
        let text = try params.text("text")
        let offset = try params.optionalInt("offset")
        var pending = try pending(params)
        let bytes = Int64(pending.text.utf8.count)
        if offset ?? bytes == bytes {
            pending.text += text
        } else if offset ?? 0 < 0 || (offset ?? 0) + Int64(text.utf8.count) > bytes {
            throw Refusal.conflict("offset")
        }
        importing = pending
        let all = Int64(pending.text.utf8.count)
        return .like { $0["bytes"] == .int(all) ? nil : "not all of it is there" }
    }

    fileprivate mutating func takeIn(_ params: Params, isReal: Bool) throws -> Expected {
        let pending = try pending(params)
        try require(pending.id == nil, .conflict("committed"))
        var taking = Taking(self)
        try taking.take(ImportFile(reading: pending.text))
        var view = taking.view(bytes: Int64(pending.text.utf8.count))
        guard isReal else {
            return .like { [view] actual in
                var view = view
                view["import"] = actual["import"]
                return .members(view) == actual ? nil : "\(actual) instead of \(view)"
            }
        }
        let (workouts, sets) = (Int64(taking.workouts.count), Int64(taking.sets.count))
        try require(workouts + sets > 0, .conflict("empty"))
        let id = newID()
        var data: [String: Json] = [
            "import": .text(id), "workouts": .int(workouts), "sets": .int(sets),
        ]
        change(taking.rows, type: "import.added", id, .object(data))
        data["format"] = "trackerd"
        record("import.committed", id, .object(data))
        importing?.id = id
        committedFiles.append(ImportModel(text: pending.text, id: id))
        view["import"] = .text(id)
        return .result(.members(view))
    }

    // MARK: Undoing

    func isImportUndone(_ id: String) -> Bool {
        (1..<seq + 1).contains { event($0).type == "import.undone" && event($0).subject == id }
    }

    private func committed(_ id: String) -> Int64? {
        (1..<seq + 1).first { event($0).type == "import.committed" && event($0).subject == id }
    }

    fileprivate mutating func undoImport(_ params: Params) throws -> Expected {
        let wanted = try params.optionalText("import")
        let last = (1..<seq + 1).last {
            event($0).type == "import.committed" && !isImportUndone(event($0).subject)
        }
        guard let id = wanted ?? last.map({ event($0).subject }), committed(id) != nil else {
            throw Refusal("not_found", field: "import")
        }
        return .result(try undoImport(id))
    }

    /// Undoes an import as a whole, whichever of its events is given.
    ///
    /// - Returns: the event of its commit as it is shown; `nil` where the event isn't one of an import.
    mutating func undoImport(ofEvent wanted: Int64) throws -> Json? {
        guard ["import.added", "import.committed"].contains(event(wanted).type),
            let committed = committed(event(wanted).subject)
        else { return nil }
        _ = try undoImport(event(committed).subject)
        return shownEvent(committed)
    }

    private mutating func undoImport(_ id: String) throws -> Json {
        try require(!isImportUndone(id), .conflict("undone"))
        let brought = (1..<seq + 1).map(event).filter {
            $0.type == "import.added" && $0.subject == id
        }.flatMap(\.changes)
        try checkUndoing(brought)
        let left = brought.filter { records[$0.id] != nil }
        var counts = (workouts: Int64(0), sets: Int64(0))
        for change in left {
            if case .workout = change.row { counts.workouts += 1 } else { counts.sets += 1 }
        }
        let data: Json = [
            "import": .text(id), "workouts": .int(counts.workouts), "sets": .int(counts.sets),
        ]
        if !left.isEmpty {
            let gone = left.map { ($0.id, RecordModel?.none) }
            change(Dictionary(uniqueKeysWithValues: gone), type: "import.removed", id, data)
        }
        record("import.undone", id, data)
        return data
    }

    /// Checks that no imported thing was changed by somebody since.
    private func checkUndoing(_ brought: [RecordChange]) throws {
        let file = try committedFiles.map { try ImportFile(reading: $0.text) }
        let places = file.flatMap(\.sets).map(\.value.id)
        var edited: [String] = []
        var isWorkoutEdited = false
        for change in brought where records[change.id] != nil && records[change.id] != change.row {
            if case .set = change.row { edited.append(change.id) } else { isWorkoutEdited = true }
        }
        guard edited.isEmpty else {
            // The order is that of the file.
            let order = edited.sorted {
                places.firstIndex(of: $0) ?? 0 < places.firstIndex(of: $1) ?? 0
            }
            throw Refusal("conflict", state: "edited", matches: Array(order.prefix(10)))
        }
        try require(!isWorkoutEdited, .conflict("edited"))
        let own = Set(brought.map(\.id))
        for id in places + file.flatMap(\.workouts).map(\.value.id) where own.contains(id) {
            guard case .workout(let workout) = records[id] else { continue }
            let more = sets.filter { $0.workout == workout.id && !own.contains($0.id) }
                .min { ($0.exercise, $0.atMs, $0.position) < ($1.exercise, $1.atMs, $1.position) }
            if let more { throw Refusal("conflict", state: "edited", matches: [more.id]) }
        }
    }
}

// MARK: - What of a file comes in

private struct Taking {
    private let model: Model
    private(set) var workouts: [WorkoutModel] = []
    private(set) var sets: [SetModel] = []
    private var skipped: [(line: Int64, reason: String)] = []
    private var duplicates: [Json] = []

    init(_ model: Model) { self.model = model }

    var rows: [String: RecordModel?] {
        var rows: [String: RecordModel?] = [:]
        for workout in workouts { rows[workout.id] = .workout(workout) }
        for set in sets { rows[set.id] = .set(set) }
        return rows
    }

    func view(bytes: Int64) -> [String: Json?] {
        let starts = workouts.map(\.startedMs)
        return [
            "format": "trackerd", "bytes": .int(bytes), "workouts": .int(Int64(workouts.count)),
            "sets": .int(Int64(sets.count)), "rests": 0, "others": 0,
            "first_at": starts.min().map(model.text), "last_at": starts.max().map(model.text),
            "skipped": .list(
                skipped.sorted { $0.line < $1.line }.map {
                    ["line": .int($0.line), "reason": .text($0.reason)]
                }), "warnings": [], "duplicates": .list(duplicates), "changed": [],
        ]
    }

    mutating func take(_ file: ImportFile) {
        for row in file.workouts { take(row) }
        for row in file.sets where row.value.dropOf == nil { take(row) }
        // Drop sets follow in the order of their chain.
        var waiting = file.sets.filter { $0.value.dropOf != nil }
        while let index = waiting.firstIndex(where: { row in
            isKnown(row.value) || formers.contains { $0.id == row.value.dropOf }
        }) {
            take(waiting.remove(at: index))
        }
        for row in waiting { skip(row.line, "the set it drops from isn't here") }
    }

    private var formers: [SetModel] { model.sets + sets }

    private func isKnown(_ set: SetModel) -> Bool { model.records[set.id] != nil }

    private mutating func skip(_ line: Int64, _ reason: String) { skipped.append((line, reason)) }

    private mutating func take(_ row: ImportFile.Row<WorkoutModel>) {
        var workout = row.value
        // The file is from before rows kept their days.
        workout.day = model.day(workout.startedMs)
        if case .workout(let present) = model.records[workout.id],
            present.startedMs == workout.startedMs
        {
            workout.day = present.day
        }
        if let present = model.records[workout.id] {
            guard present == .workout(workout) else {
                return skip(row.line, "this workout is already here, and is different")
            }
            return duplicates.append([
                "line": .int(row.line), "workout": .text(workout.id), "name": .text(workout.name),
                "at": model.text(workout.startedMs),
            ])
        }
        let isWhole = workout.parts.allSatisfy { part in
            model.exercises.contains { $0.id == part.exercise }
        }
        guard isWhole else { return skip(row.line, "one of its exercises isn't here") }
        workouts.append(workout)
    }

    private mutating func take(_ row: ImportFile.Row<SetModel>) {
        var set = row.value
        set.day = model.day(set.atMs)
        if case .set(let present) = model.records[set.id], present.atMs == set.atMs {
            set.day = present.day
        }
        if let present = model.records[set.id] {
            guard present != .set(set) else { return }
            return skip(row.line, "this workout_set is already here, and is different")
        }
        if let id = set.dropOf, let former = formers.first(where: { $0.id == id }),
            former.workout != set.workout || former.exercise != set.exercise
        {
            return skip(row.line, "the set it drops from has a different exercise")
        }
        guard let workout = (model.workouts + workouts).first(where: { $0.id == set.workout })
        else { return skip(row.line, "its workout isn't here") }
        guard workout.part(set.exercise, set.block) != nil else {
            return skip(row.line, "its workout doesn't have its exercise")
        }
        sets.append(set)
    }
}

extension Arm {
    static let imports: [Arm] = [
        Arm("import.open", 1, .outside, expect: { try $0.openImport($1) }) { dice, _ in
            if dice.spoils(10) { return ["format": dice.one(of: "garmin", 5)] }
            if dice.spoils(5) { return ["columns": ["date": "Day", "reps": "Reps"]] }
            return dice.chance(50) ? [:] : ["format": "hevy"]
        },
        Arm("import.append", 1, .outside, expect: { try $0.appendToImport($1) }) { _, _ in
            ["import": "000000000000", "text": "a,b"]
        },
        Arm("import.preview", 1, .none, expect: { try $0.takeIn($1, isReal: false) }) { _, _ in
            ["import": "000000000000"]
        },
        Arm("import.commit", 1, expect: { try $0.takeIn($1, isReal: true) }) { _, _ in
            ["import": "000000000000"]
        },
        Arm("import.undo", 4, expect: { try $0.undoImport($1) }) { dice, model in
            guard dice.chance(40) else { return [:] }
            let ids = model.committedFiles.compactMap(\.id).map(Json.text)
            return ["import": dice.spoils(10) ? 5 : dice.pick(ids) ?? "nothing"]
        },
        Arm("export", 1, .none) { _, params in
            _ = try params.text("what")
            _ = try params.text("format")
            _ = try params.choice(
                "what",
                [
                    "all", "sets", "workouts", "log", "exercises", "templates", "trainings",
                    "reminders", "programs", "runs", "timers", "settings", "weights",
                    "measurements", "maxes",
                ])
            _ = try params.choice("format", ["json", "csv", "ics"])
            return .like {
                $0["text"]?.text?.hasPrefix("{\"trackerd\":") == true ? nil : "no export"
            }
        } make: { dice, _ in
            ["what": dice.one(of: "all", "sets", "log"), "format": "json"]
        },
    ]
}

extension Dice {
    /// Calls that put a commit and its undo, or a refused call, into an `atomic`, and then again.
    fileprivate mutating func together(_ commit: SimulatedCall) -> [SimulatedCall] {
        let steps: [Json] = [
            ["method": .text(commit.method), "params": ["import": "last"]],
            ["method": .text(chance(50) ? "import.undo" : "no.such"), "params": [:]],
        ]
        return [SimulatedCall(method: "atomic", params: ["calls": .list(steps)]), commit]
    }
}

// MARK: - Steps

extension World {
    /// Imports a file: in pieces, of which one may be sent twice, and then committed as a whole, whatever
    /// happens to the daemon meanwhile.
    func importFile(_ dice: inout Dice) throws {
        guard let text = dice.importFile(model) else { return }
        try run([SimulatedCall(method: "import.open", params: [:])])
        guard model.importing != nil else { return }
        defer { model.importing = nil }
        let cut = text.index(
            text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &dice))
        var offset: Int64 = 0
        for piece in [text[..<cut], text[cut...]] {
            let params: Json = [
                "import": "last", "text": .text(String(piece)), "offset": .int(offset),
            ]
            let append = SimulatedCall(method: "import.append", params: params)
            for _ in 0...(dice.chance(20) ? 1 : 0) { try run([append]) }
            offset += Int64(piece.utf8.count)
        }
        if dice.chance(40) {
            try run([SimulatedCall(method: "import.preview", params: ["import": "last"])])
        }
        var params: [String: Json] = ["import": "last"]
        if dice.chance(50) { params["request_id"] = .text("i\(String(dice.next(), radix: 36))") }
        let commit = SimulatedCall(method: "import.commit", params: .object(params))
        let twins = [commit, commit]
        let calls = dice.chance(30) ? twins : dice.chance(20) ? dice.together(commit) : [commit]
        switch dice.chance(70) || isFaulty ? 0 : Int.random(in: 1...2, using: &dice) {
        case 0: try run(calls)
        case 1: try tear(&dice, calls)
        default: try hiccup(&dice, calls)
        }
        if dice.chance(25) { try run([SimulatedCall(method: "import.undo", params: [:])]) }
    }
}
