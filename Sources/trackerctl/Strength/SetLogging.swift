import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Logs sets, all of them or none, and describes the result.
struct SetLogging {
    /// The workout to log in; `nil` for the open one.
    let workout: String?

    /// - Throws: `Refusal` if no workout is named and none is open.
    func workout(on client: Client) throws -> WorkoutView {
        do {
            let found = try client.call(WorkoutGet(workout: workout))
            // If no workout is open, the reply is the last one.
            if workout != nil || found.isOpen { return found }
        } catch ClientError.refused(let error)
            where error.data.kind == "not_found" && workout == nil
        {}
        throw Refusal(
            message: "no workout is open",
            hint: "start one: trackerctl workout start, or trackerctl workout start TEMPLATE")
    }

    /// The newest set by time; the last one of sets that were logged together.
    func newest(in workout: WorkoutView) throws -> SetView {
        let sets = workout.exercises.flatMap(\.sets)
        guard let last = sets.map(\.at).compactMap(WireTime.ms).max(),
            let set = sets.last(where: { WireTime.ms($0.at) == last })
        else {
            throw Refusal(
                message: "\(workout.name) has no earlier set to follow",
                hint: "name the exercise: trackerctl set bench 5x100")
        }
        return set
    }

    /// Gives the requests the exercise and the changed load of the next set if the line asks for that. For a
    /// single set, the daemon does it.
    func complete(
        _ requests: inout [SetLog], of line: SetNotation.Line, on client: Client
    ) throws {
        guard line.exercise == nil || line.change != nil else { return }
        let isDoubtful = line.sets.contains { $0.swapped != nil }
        guard requests.count > 1 || line.change != nil || isDoubtful else { return }
        let request = SetNext(workout: workout, exercise: line.exercise)
        guard let next = try client.call(request).set else {
            throw line.exercise.map { Self.nothingIsKnown(of: "'\($0)'") }
                ?? Refusal(
                    message: client.hasPlan(workout)
                        ? SetNext.Response.done : "no planned set to go by",
                    hint: "name the exercise: trackerctl set bench 5x100")
        }
        for index in requests.indices {
            requests[index].exercise = next.exercise
            requests[index].block = next.block
        }
        guard let change = line.change else { return }
        try refuseDoubtful(change, of: line, before: next)
        try requests[0].apply(change, to: next)
    }

    /// - Parameter title: line before the sets, with its newline; empty for none.
    func log(_ requests: [SetLog], title: String = "", on client: Client) throws -> Answer {
        let (answers, json) = try answers(to: requests, on: client)
        let (after, first) = (client.after, answers.first?.set)
        let part = after?.workout?.exercises.first {
            $0.exercise == first?.exercise && $0.block == first?.block
        }
        return Answer(
            json: try Output.line(json), quiet: answers.map { $0.set.id + "\n" }.joined(),
            after: after
        ) { style in
            let text = SetText.answers(answers, in: part, style)
            let place = after?.workout.map { $0.isOpen ? "" : SetText.place(in: $0, style) }
            return AnswerText(
                title + text.sentence + (place ?? ""),
                scene: text.scene + (after?.nextSet?.text(in: style) ?? ""))
        }
    }

    private func answers(
        to requests: [SetLog], on client: Client
    ) throws -> (answers: [SetLog.Response], json: JSONValue) {
        if requests.count == 1 {
            do {
                let whole = try client.call(requests[0], as: Whole<SetLog.Response>.self)
                return ([whole.value], whole.json)
            } catch ClientError.refused(let error)
                where requests[0].hasNoAmount && error.data.field == "reps"
            {
                throw Self.nothingIsKnown(
                    of: requests[0].exercise.map { "'\($0)'" } ?? "the next exercise")
            }
        }
        let whole = try client.call(Atomic(calls: requests), as: Whole<Answers>.self)
        return (whole.value.results, whole.json)
    }

    private static func nothingIsKnown(of exercise: String) -> Refusal {
        Refusal(
            message: "no earlier set of \(exercise) to repeat",
            hint:
                "give reps and load after the name, as \(SetNotation.examples): trackerctl set"
                + " bench 5x100")
    }

    private struct Answers: Decodable {
        let results: [SetLog.Response]
    }
}

extension Client {
    /// Whether sets are planned in a workout, or known from last time; `true` if unknown.
    func hasPlan(_ workout: String?) -> Bool {
        guard let found = try? call(WorkoutGet(workout: workout)) else { return true }
        return found.exercises.contains { $0.target != nil || $0.previous?.isEmpty == false }
    }
}

extension SetLog {
    fileprivate var hasNoAmount: Bool { reps == nil && seconds == nil && distanceM == nil }

    /// Takes the load of the next set and changes it.
    fileprivate mutating func apply(
        _ change: SetNotation.LoadChange, to next: PlannedSetView
    ) throws {
        let mode = next.loadMode.flatMap(WorkoutSet.LoadMode.init) ?? .bodyweight
        let weight = try change.changed(next.load, next.unit, mode)
        load = weight.value
        unit = weight.unit ?? unit
        loadMode = weight.mode
    }
}

extension SetUpdate {
    /// Changes the load of the set.
    mutating func apply(_ change: SetNotation.LoadChange, to former: SetView) throws {
        let mode = WorkoutSet.LoadMode(rawValue: former.loadMode) ?? .bodyweight
        let weight = try change.changed(
            former.load, former.load.map { _ in former.loadUnit }, mode)
        load = .value(weight.value)
        unit = weight.unit ?? unit
        loadMode = weight.mode
    }
}

extension SetNotation.LoadChange {
    /// A changed load. If there was no load, or if an added one falls below zero, weight is added to the
    /// body's or taken off it.
    fileprivate func changed(
        _ load: Double?, _ loadUnit: String?, _ mode: WorkoutSet.LoadMode
    ) throws -> (value: Double, unit: Load.Unit?, mode: WorkoutSet.LoadMode) {
        let known = loadUnit.flatMap(Load.Unit.init(rawValue:))
        guard known == nil || unit == nil || known == unit else {
            throw Refusal(message: "the load is in \(loadUnit ?? ""): change it in that unit")
        }
        let former = mode == .assisted ? -(load ?? 0) : load ?? 0
        // Sums of decimals have digits that nobody typed.
        let sum = ((former + value) * 1e6).rounded() / 1e6
        guard mode != .external || sum >= 0 else {
            throw Refusal(message: "the load is only \(NumberText.exact(former))")
        }
        return (
            abs(sum), known ?? unit,
            mode == .external ? .external : sum < 0 ? .assisted : .bodyweight
        )
    }
}
