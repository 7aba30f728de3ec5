import TestSupport

// trackerd's own export as an imported file: finished workouts with their sets.

/// A file with one row on each line, so that findings can be told by their lines.
struct ImportFile: Hashable {
    struct Row<Value: Hashable>: Hashable {
        let line: Int64
        let value: Value
    }

    let workouts: [Row<WorkoutModel>]
    let sets: [Row<SetModel>]

    private static let head = "{\"trackerd\":{\"format\":1},\n\"workout\":[\n"
    private static let middle = "\n],\n\"workout_set\":[\n"

    static func text(_ workouts: [WorkoutModel], _ sets: [SetModel]) -> String {
        let rows = (
            workouts.map(\.row.description).joined(separator: ",\n"),
            sets.map(\.row.description).joined(separator: ",\n")
        )
        return head + rows.0 + middle + rows.1 + "\n]\n}\n"
    }

    init(reading text: String) throws {
        let json = try Json(reading: text.replacing("\n", with: ""))
        let (workouts, sets) = (json["workout"]?.list ?? [], json["workout_set"]?.list ?? [])
        self.workouts = workouts.enumerated().map {
            Row(line: Int64($0) + 3, value: WorkoutModel(row: $1))
        }
        let first = Int64(workouts.count) + 5
        self.sets = sets.enumerated().map { Row(line: Int64($0) + first, value: SetModel(row: $1)) }
    }
}

extension WorkoutModel {
    fileprivate var row: Json {
        .members([
            "id": .text(id), "name": .text(name), "state": .text(state),
            "started_ms": .int(startedMs), "start_order": .int(order),
            "ended_ms": endedMs.map(Json.int),
            "exercises": .list(parts.map { ["exercise": .text($0.exercise)] }),
        ])
    }

    fileprivate init(row: Json) {
        let parts = row["exercises"]?.list.compactMap { $0["exercise"]?.text } ?? []
        self.init(
            id: row["id"]?.text ?? "", name: row["name"]?.text ?? "",
            startedMs: row["started_ms"]?.int ?? 0, order: row["start_order"]?.int ?? 0,
            endedMs: row["ended_ms"]?.int, parts: parts.map { PartModelOfWorkout(exercise: $0) })
    }
}

extension SetModel {
    fileprivate var row: Json {
        .members([
            "id": .text(id), "workout": .text(workout), "exercise": .text(exercise),
            "position": .int(position), "kind": .text(kind), "reps": reps.map(Json.int),
            "load": load.map(Json.plain), "load_unit": .text(unit), "load_mode": .text(mode),
            "drop_of": dropOf.map(Json.text), "at_ms": .int(atMs), "log_order": .int(order),
        ])
    }

    fileprivate init(row: Json) {
        self.init(
            id: row["id"]?.text ?? "", workout: row["workout"]?.text ?? "",
            exercise: row["exercise"]?.text ?? "", position: row["position"]?.int ?? 0,
            kind: row["kind"]?.text ?? "", reps: row["reps"]?.int,
            load: row["load"]?.double, unit: row["load_unit"]?.text ?? "",
            mode: row["load_mode"]?.text ?? "", dropOf: row["drop_of"]?.text,
            atMs: row["at_ms"]?.int ?? 0, order: row["log_order"]?.int ?? 0)
    }
}

// MARK: - By chance

extension Dice {
    /// A new file, or one that was imported before; `nil` where there is nothing to make a file of.
    mutating func importFile(_ model: Model) -> String? {
        if chance(35), let known = pick(model.importedFiles) { return known }
        let exercises = model.exercises.filter { $0.unit == "reps" }.sorted { $0.id < $1.id }
        // Order numbers must not be used by anything else.
        var orders = (1..<model.seq + 1).filter {
            !["set.logged", "workout.started"].contains(model.event($0).type)
                && !model.importedOrders.contains($0)
        }.shuffled(using: &self)
        guard !exercises.isEmpty, orders.count > 12 else { return nil }
        var (workouts, sets) = ([WorkoutModel](), [SetModel]())
        for _ in 0..<Int.random(in: 1...2, using: &self) {
            let started = model.now.wallMs - spread(2 * hourMs...400 * dayMs)
            let chosen = Array(
                exercises.shuffled(using: &self).prefix(Int.random(in: 1...2, using: &self)))
            let workout = WorkoutModel(
                id: identifier(), name: chance(50) ? "Push" : "K",
                startedMs: started, order: orders.removeLast(), endedMs: started + hourMs,
                parts: chosen.map { PartModelOfWorkout(exercise: $0.id) })
            workouts.append(workout)
            for index in 0..<Int.random(in: 1...4, using: &self) {
                guard let exercise = pick(chosen) else { continue }
                let order = orders.removeLast()
                let former = sets.last {
                    $0.workout == workout.id && $0.exercise == exercise.id && chance(20)
                }
                let load = pick([nil, 60, 102.5] as [Double?]) ?? nil
                sets.append(
                    SetModel(
                        id: identifier(), workout: workout.id, exercise: exercise.id,
                        position: order, kind: former == nil ? "working" : "drop",
                        reps: spread(1...20), load: load, unit: chance(80) ? "kg" : "lb",
                        mode: load == nil ? "bodyweight" : "external", dropOf: former?.id,
                        atMs: started + Int64(index + 1) * minuteMs, order: order))
            }
        }
        return ImportFile.text(workouts, sets)
    }

    private mutating func identifier() -> String {
        let alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
        return String((0..<12).compactMap { _ in pick(alphabet) })
    }
}
