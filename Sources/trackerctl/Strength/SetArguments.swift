import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension WorkoutSet.Kind: EnumerableFlag {
    package static func help(for value: WorkoutSet.Kind) -> ArgumentHelp? {
        switch value {
        case .warmup: "Warm-up, which doesn't count."
        case .working: "Working set, the default."
        case .drop: "Drop set: follows the set before with less load."
        case .failure: "Set to failure."
        case .partial: "Partial reps, which set no records."
        }
    }
}

/// Reads values that can also be removed: a value, or `no`.
enum RemovableArgument {
    static let none = "no"

    static func span(_ text: String) throws -> Removable<Span> {
        text == none ? .removed : .value(try SpanArgument.seconds(text))
    }

    static func rpe(_ text: String) throws -> Removable<Double> {
        text == none ? .removed : .value(try EffortArgument.rpe(text))
    }

    static func whole(_ text: String) throws -> Removable<Int64> {
        if text == none { return .removed }
        guard let number = Int64(text) else {
            throw ValidationError("give a whole number, or 'no'")
        }
        return .value(number)
    }

    static func distance(_ text: String) throws -> Removable<Double> {
        text == none ? .removed : .value(try DistanceArgument.read(text))
    }
}

/// Reads distances such as `400`, `400m` or `2.5km`.
enum DistanceArgument {
    /// Distance in metres.
    static func read(_ text: String) throws -> Double {
        let name = text.drop { !$0.isLetter }
        let unit = name.isEmpty || name == "m" ? .m : DistanceUnit(named: name)
        let figure = text.dropLast(name.count)
        guard let unit, let number = NumberArgument.read(String(figure)) else {
            throw ValidationError("give metres such as 400 or 400m, or another unit: 2.5km, 3.1mi")
        }
        return unit.metres(number)
    }
}

/// Reads RPEs.
enum EffortArgument {
    static func rpe(_ text: String) throws -> Double {
        guard let number = NumberArgument.read(text) else {
            throw ValidationError("give 5 to 10 in steps of 0.5, such as 8.5")
        }
        return number
    }
}

/// Options for sets, apart from their notation.
struct SetOptions: ParsableArguments {
    @Flag(exclusivity: .exclusive) var type: WorkoutSet.Kind?

    @Option("RPE of each set, 5 to 10 in steps of 0.5.", "number", read: EffortArgument.rpe)
    var rpe: Double?

    @Option("Reps in reserve, instead of the RPE.", "count")
    var rir: Int64?

    @Option(
        "Distance of each set, besides reps or time: 400 (metres), 400m, 2.5km or 3.1mi.", "metres",
        read: DistanceArgument.read)
    var distance: Double?

    @Option("Note.", "text", isShort: true)
    var note: String?

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "How long to rest now, or 'no'; a bare number is seconds.", valueName: "span"),
        transform: RemovableArgument.span)
    var rest: Removable<Span>?

    @Option("Unit of loads without one: kg or lb.", "unit")
    var unit: Load.Unit?

    @Option(
        "When you did it: 10:15, 8am, yesterday, 'monday 18:00' or -10m (ago); starts no rest.",
        "time", read: WhenArgument.read)
    var at: When?

    @Option("Block, if the workout has the exercise twice: 1 or 2.", "number")
    var block: Int64?

    @Option(
        "Workout other than the open one: an id, a name, or 'last'.", "workout", isShort: true,
        completion: .workouts)
    var workout: String?

    /// The requests for the sets of a line, or for the next set as planned. All are of one exercise, and only the
    /// last of several starts a rest.
    ///
    /// - Throws: if a value is given twice.
    func requests(_ line: SetNotation.Line) throws -> [SetLog] {
        let sets = line.sets
        let hasOwnTypes = sets.contains { $0.kind != nil }
        guard type == nil || !hasOwnTypes && (line.kind == nil || line.kind == type) else {
            throw ValidationError("the set already gives its type: leave out one of the two")
        }
        guard line.effort == nil || rpe == nil && rir == nil else {
            throw ValidationError(
                "the set already gives its effort after @: leave out --rpe and --rir, or the @")
        }
        guard !sets.isEmpty else {
            var request = SetLog(exercise: line.exercise)
            if case .rpe(let rpe) = line.effort { request.rpe = rpe }
            if case .rir(let rir) = line.effort { request.rir = rir }
            request.change(by: line.change)
            apply(to: &request, kind: line.kind)
            return [request]
        }
        guard sets.allSatisfy({ $0.effort == nil }) || rpe == nil && rir == nil else {
            throw ValidationError(
                "the set already gives its effort after @: leave out --rpe and --rir, or the @")
        }
        guard sets.allSatisfy({ $0.distance == nil }) || distance == nil else {
            throw ValidationError("the set is already a distance: leave out --distance")
        }
        return sets.enumerated().map { index, set in
            var request = SetLog(exercise: line.exercise)
            request.reps = set.reps
            request.seconds = set.seconds
            request.distanceM = set.distance
            request.minutesOrMetres = set.minutesOrMetres
            request.load = set.weight?.value
            request.unit = set.weight?.unit
            request.loadMode = set.weight.flatMap { $0.mode == .external ? nil : $0.mode }
            request.rpe = set.rpe
            request.rir = set.rir
            request.typed = true
            request.change(by: line.change)
            apply(to: &request, kind: set.kind ?? line.kind)
            if index < sets.count - 1 { request.rest = .removed }
            // In a superset, the next set would be of another exercise. A drop set is of the one it follows.
            let isOpen = request.exercise == nil && request.dropOf == nil
            if index > 0, isOpen { request.exerciseOf = "last" }
            return request
        }
    }

    func requestToRepeat() -> SetLog {
        var request = SetLog()
        request.repeat = true
        apply(to: &request)
        return request
    }

    private func apply(to request: inout SetLog, kind: WorkoutSet.Kind? = nil) {
        if let type = type ?? kind {
            request.type = type
            request.dropOf = type == .drop ? "last" : nil
        }
        request.unit = request.unit ?? unit
        request.rpe = request.rpe ?? rpe
        request.rir = request.rir ?? rir
        request.distanceM = distance ?? request.distanceM
        request.note = note
        request.rest = rest
        request.block = block ?? request.block
        request.workout = workout
        request.at = at
    }
}

extension SetLog {
    fileprivate mutating func change(by change: SetNotation.LoadChange?) {
        guard let change else { return }
        loadChange = change.value
        unit = change.unit
    }
}

struct SetArgument: ParsableArguments {
    @Argument(help: "The set: the start of its id, or 'last' for the one you changed last.")
    var set: String
}

struct SetChanges: ParsableArguments {
    @Flag(exclusivity: .exclusive) var type: WorkoutSet.Kind?

    @Flag(help: "Remove the load.")
    var noLoad = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("RPE, 5 to 10 in steps of 0.5, or 'no'.", valueName: "number"),
        transform: RemovableArgument.rpe)
    var rpe: Removable<Double>?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Reps in reserve instead, or 'no'.", valueName: "count"),
        transform: RemovableArgument.whole)
    var rir: Removable<Int64>?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Distance: 400, 400m, 2.5km or 3.1mi, or 'no'.", valueName: "metres"),
        transform: RemovableArgument.distance)
    var distance: Removable<Double>?

    @Option("Unit of its load: kg or lb.", "unit")
    var unit: Load.Unit?

    @Option("New exercise.", "name", isShort: true, completion: .exercises)
    var exercise: String?

    @Option("Block, if the workout has the exercise twice: 1 or 2.", "number")
    var block: Int64?

    @Option("Set that this drop set follows; an empty text for none.", "set")
    var dropOf: String?

    @Option("Note; an empty text removes it.", "text", isShort: true)
    var note: String?

    @Option(
        "When you did it: 10:15, 8am, yesterday, 'monday 18:00' or -10m (ago).", "time",
        read: WhenArgument.read)
    var at: When?

    var isEmpty: Bool {
        type == nil && !noLoad && rpe == nil && rir == nil && distance == nil && unit == nil
            && exercise == nil && block == nil && dropOf == nil && note == nil && at == nil
    }

    /// - Throws: if a value is given twice.
    func write(to request: inout SetUpdate) throws {
        guard request.rpe == nil && request.rir == nil || rpe == nil && rir == nil else {
            throw ValidationError(
                "the set already gives its effort after @: leave out --rpe and --rir, or the @")
        }
        guard request.distanceM == nil || distance == nil else {
            throw ValidationError("the set is already a distance: leave out --distance")
        }
        if noLoad {
            guard request.load == nil else {
                throw ValidationError("the set already gives a load: leave out --no-load")
            }
            request.load = .removed
            request.loadMode = .bodyweight
        }
        request.type = type
        request.rpe = request.rpe ?? rpe
        request.rir = request.rir ?? rir
        request.distanceM = request.distanceM ?? distance
        request.unit = request.unit ?? unit
        request.exercise = exercise
        request.block = block
        request.dropOf = dropOf
        request.note = note
        request.at = at
    }
}

extension SetUpdate {
    /// Applies a notation. Its amount replaces the set's reps or time; a distance stays beside these. A load
    /// and an RPE that the notation doesn't give stay as they are.
    mutating func change(to set: SetNotation) {
        minutesOrMetres = set.minutesOrMetres
        if let distance = set.distance { distanceM = .value(distance) }
        if minutesOrMetres == nil, set.distance == nil || set.distanceBeside != nil {
            reps = set.reps.map(Removable.value) ?? .removed
            seconds = set.seconds.map(Removable.value) ?? .removed
        }
        if let weight = set.weight {
            load = .value(weight.value)
            unit = weight.unit
            loadMode = weight.mode
            typed = true
        }
        rpe = set.rpe.map(Removable.value)
        rir = set.rir.map(Removable.value)
    }
}
