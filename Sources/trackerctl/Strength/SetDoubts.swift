import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension SetLogging {
    /// Refuses sets that are more plausible in another reading. The refusal shows both readings, and neither
    /// is guessed.
    func refuseDoubtful(
        _ line: SetNotation.Line, in requests: [SetLog], on client: Client
    ) throws {
        try refuseSwapped(line, in: requests, on: client)
        try refuseCounts(line, in: requests, on: client)
        let isHelp = line.sets.contains { $0.weight?.mode == .assisted && $0.weight?.value != 0 }
        guard isHelp, let request = requests.first else { return }
        var name = request.exercise
        if name == nil {
            name = try? client.call(SetNext(workout: workout)).set?.exercise
        }
        try refuseHelp(for: name, on: client)
    }

    /// The line with each bare `40m` read according to its exercise, or to the next set's if none is named.
    func read(
        _ line: SetNotation.Line, of exercise: String?, on client: Client
    ) throws -> SetNotation.Line {
        guard let name = try exercise ?? client.call(SetNext(workout: workout)).set?.exercise else {
            throw Refusal(
                message: "no planned set that this could belong to",
                hint: "name the exercise: trackerctl set running 400m")
        }
        let exercise = try client.call(ExerciseGet(exercise: name))
        do throws(Rejection) {
            return try line.understood(
                overDistance: exercise.overDistance == true, isTimed: exercise.isTimed)
        } catch {
            throw Refusal("\(exercise.name): \(text: error.text)")
        }
    }

    /// Refuses the `+10` of `8 +10` if the next set already has an added load: it may mean that load, or an
    /// increase of it.
    func refuseDoubtful(
        _ change: SetNotation.LoadChange, of line: SetNotation.Line, before next: PlannedSetView
    ) throws {
        guard let amount = line.sets.first?.amount.text, next.loadMode == "bodyweight",
            let load = next.load, load > 0, change.value > 0
        else { return }
        let (given, planned) = (NumberText.exact(change.value), NumberText.exact(load))
        throw Refusal(
            message:
                "'\(amount) +\(given)' could be \(given) in all, or \(given) more than the"
                + " +\(planned) that comes next",
            hint: "write \(amount)x+\(given), or "
                + "\(amount)x+\(NumberText.exact(load + change.value))")
    }

    /// Refuses a pair such as `100x5` that is plausible only the other way round.
    private func refuseSwapped(
        _ line: SetNotation.Line, in requests: [SetLog], on client: Client
    ) throws {
        guard let doubtful = line.sets.first(where: { $0.swapped != nil }),
            let exercise = requests.first?.exercise
        else { return }
        // A name that isn't understood is refused with the set.
        let records = (try? client.call(RecordList(exercise: exercise, all: true)).records) ?? []
        let newest = records.max { WireTime.ms($0.at) ?? 0 < WireTime.ms($1.at) ?? 0 }
        let unit =
            try requests.first?.unit ?? newest?.loadUnit.flatMap(Load.Unit.init(rawValue:))
            ?? Load.Unit(told: client.call(SettingsGet()).unit)
        let loads = records.compactMap { record -> Double? in
            guard let load = record.load, load > 0, record.loadMode != "assisted",
                let own = record.loadUnit.flatMap(Load.Unit.init(rawValue:))
            else { return nil }
            return (try? Load(load, own))?.converted(to: unit).value
        }
        guard let swapped = doubtful.swapped, doubtful.isSwapped(lightest: loads.min()) else {
            return
        }
        throw Refusal(doubtful.refusal(of: swapped, in: unit).text)
    }

    /// Refuses a count such as the 100 of `100 5` that is more likely a load.
    private func refuseCounts(
        _ line: SetNotation.Line, in requests: [SetLog], on client: Client
    ) throws {
        guard line.change == nil, line.sets.contains(where: \.isDoubtfulCount),
            line.sets.allSatisfy({ $0.weight == nil }), requests.first?.dropOf == nil
        else { return }
        // Anything that isn't understood is refused with the set.
        let next = try? client.call(SetNext(workout: workout, exercise: requests.first?.exercise))
        guard let set = next?.set, let refusal = line.refusal(before: set) else { return }
        throw Refusal(refusal.text)
    }

    /// Refuses assistance for an exercise that lifts a load and not the body.
    ///
    /// - Parameter name: the exercise; if unknown, the daemon decides.
    func refuseHelp(for name: String?, on client: Client) throws {
        guard let name, let exercise = try? client.call(ExerciseGet(exercise: name)),
            let equipment = exercise.equipment, Self.lifted.contains(NameKey.of(equipment)),
            !NameKey.of(exercise.name).contains("assisted")
        else { return }
        throw Refusal(
            message: "\(exercise.name) is done with \(equipment), which can't assist: 8x-15 is for "
                + "exercises that move the body, such as pull-ups",
            hint: "write its load without a sign, as 5x100")
    }

    /// Equipment that is itself the load. Exercises on an assisting machine say so in their names.
    private static let lifted: Set<String> = Set(
        [
            "barbell", "dumbbell", "dumbbells", "machine", "cable", "kettlebell", "kettlebells",
            "plate", "plates", "trap bar",
        ].map { NameKey.of($0) })
}
