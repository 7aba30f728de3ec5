import TrackerAPI
import TrackerClient
import TrackerView

/// Logs sets, all of them or none, and describes the result.
struct SetLogging {
    let options: Options
    /// The workout to log in; `nil` for the open one.
    let workout: String?

    /// - Throws: `Refusal` where no workout is named and none is open.
    func workout(on client: Client) throws -> WorkoutView {
        do {
            let found = try client.call(WorkoutGet(workout: workout))
            // Without an open workout, the reply is the last one.
            if workout != nil || found.isOpen { return found }
        } catch ClientError.refused(let error)
            where error.data.kind == "not_found" && workout == nil
        {}
        throw Refusal(
            message: "no workout is open",
            hint: "begin one: trackerctl workout start, or trackerctl workout start TEMPLATE")
    }

    /// The newest set by time; of sets that were logged together, the last.
    func newest(in workout: WorkoutView) throws -> SetView {
        let sets = workout.exercises.flatMap(\.sets)
        guard let last = sets.map(\.at).compactMap(WireTime.ms).max(),
            let set = sets.last(where: { WireTime.ms($0.at) == last })
        else {
            throw Refusal(
                message: "\(workout.name) has no set yet that this could go on from",
                hint: "name the exercise: trackerctl set bench 5x100")
        }
        return set
    }

    /// - Parameter workout: the workout as it was before; with `nil` it is asked for afterwards, for the
    ///   sets of the last workout.
    /// - Returns: the text to print.
    func log(
        _ requests: [SetLog], on client: Client, knowing workout: WorkoutView?
    ) throws -> String {
        let (answers, json) = try answers(to: requests, on: client)
        if options.json { return try Output.line(json) }
        if options.quiet { return answers.map { $0.set.id + "\n" }.joined() }
        guard let first = answers.first?.set else { return "" }
        // The sets are logged, even if this request fails.
        let whole = workout ?? (try? client.call(WorkoutGet(workout: first.workout)))
        let part = whole?.exercises.first { $0.exercise == first.exercise }
        return SetText.answers(answers, in: part, options.style)
            + Sequel(to: first, of: SetLog.method, SetLog.effect).text(
                asking: client, in: options.style)
    }

    private func answers(
        to requests: [SetLog], on client: Client
    ) throws -> (answers: [SetLog.Response], json: JSONValue) {
        if requests.count == 1 {
            let whole = try client.call(requests[0], as: Whole<SetLog.Response>.self)
            return ([whole.value], whole.json)
        }
        let whole = try client.call(Atomic(calls: requests), as: Whole<Answers>.self)
        return (whole.value.results, whole.json)
    }

    private struct Answers: Decodable {
        let results: [SetLog.Response]
    }
}
