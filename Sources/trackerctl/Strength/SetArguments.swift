import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension WorkoutSet.Kind: EnumerableFlag {
    package static func help(for value: WorkoutSet.Kind) -> ArgumentHelp? {
        switch value {
        case .warmup: "A warm-up, which counts for nothing."
        case .working: "A working set, as by default."
        case .drop: "It went on from the set before with less."
        case .failure: "It went to failure."
        case .partial: "Of partial reps, which make no records."
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
    /// The distance in metres.
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
            throw ValidationError("give 5 to 10 by halves, such as 8.5")
        }
        return number
    }
}

/// The options for sets beside their notation.
struct SetOptions: ParsableArguments {
    @Flag(exclusivity: .exclusive) var type: WorkoutSet.Kind?

    @Option("The RPE of each, 5 to 10 by halves.", "number", read: EffortArgument.rpe)
    var rpe: Double?

    @Option("Reps in reserve, instead of the RPE.", "count")
    var rir: Int64?

    @Option(
        "The distance of each beside reps or a time: 400 (metres), 400m, 2.5km or 3.1mi.", "metres",
        read: DistanceArgument.read)
    var distance: Double?

    @Option("A note.", "text", isShort: true)
    var note: String?

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "How long to rest now, or 'no'; a bare number is seconds.", valueName: "span"),
        transform: RemovableArgument.span)
    var rest: Removable<Span>?

    @Option("The unit of loads that name none: kg or lb.", "unit")
    var unit: Load.Unit?

    @Option(
        "When it was: 10:15, 8am, yesterday, 'monday 18:00' or -10m (ago); then no rest begins.",
        "time", read: WhenArgument.read)
    var at: When?

    @Option("Which block of the exercise, where it stands in the workout twice: 1 or 2.", "number")
    var block: Int64?

    @Option(
        "Another workout than the one that is open: an id, or 'last'.", "workout", isShort: true,
        completion: .custom(WorkoutArgument.completions))
    var workout: String?

    /// The requests for the sets of a line, or for the next set as it is planned. Only the last of several
    /// begins a rest.
    ///
    /// - Throws: where a member is given twice.
    func requests(_ line: SetNotation.Line) throws -> [SetLog] {
        let sets = line.sets
        guard line.kind == nil || type == nil || line.kind == type else {
            throw ValidationError("the set says its type before it: leave the option out, or that")
        }
        guard line.effort == nil || rpe == nil && rir == nil else {
            throw ValidationError(
                "the set says its effort behind @: leave --rpe and --rir out, or that")
        }
        guard !sets.isEmpty else {
            var request = SetLog(exercise: line.exercise)
            if case .rpe(let rpe) = line.effort { request.rpe = rpe }
            if case .rir(let rir) = line.effort { request.rir = rir }
            apply(to: &request, kind: line.kind)
            return [request]
        }
        guard sets.allSatisfy({ $0.effort == nil }) || rpe == nil && rir == nil else {
            throw ValidationError(
                "the set says its effort behind @: leave --rpe and --rir out, or that")
        }
        guard sets.allSatisfy({ $0.distance == nil }) || distance == nil else {
            throw ValidationError("the set is a distance itself: leave --distance out, or that")
        }
        return sets.enumerated().map { index, set in
            var request = SetLog(exercise: line.exercise)
            request.reps = set.reps
            request.seconds = set.seconds
            request.distanceM = set.distance
            request.load = set.weight?.value
            request.unit = set.weight?.unit
            request.loadMode = set.weight.flatMap { $0.mode == .external ? nil : $0.mode }
            request.rpe = set.rpe
            request.rir = set.rir
            apply(to: &request, kind: line.kind)
            if index < sets.count - 1 { request.rest = .removed }
            return request
        }
    }

    /// A request for the same set again.
    func request(repeating former: SetView) throws -> SetLog {
        var request = SetLog(exercise: former.exercise)
        request.block = former.block ?? 1
        request.reps = former.reps
        request.seconds = former.seconds
        request.load = former.load
        request.unit = try Load.Unit(told: former.loadUnit)
        request.loadMode = WorkoutSet.LoadMode(rawValue: former.loadMode)
        request.distanceM = former.distanceM
        request.type = WorkoutSet.Kind(rawValue: former.type)
        request.dropOf = former.dropOf
        apply(to: &request)
        // A repeated drop set continues the set that it repeats.
        if request.dropOf != nil { request.dropOf = former.id }
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

/// The argument that names a set.
struct SetArgument: ParsableArguments {
    @Argument(
        help: "The set: an id or the beginning of one, or 'last' for the one you touched last.")
    var set: String
}

/// The options for changes of a set.
struct SetChanges: ParsableArguments {
    @Flag(exclusivity: .exclusive) var type: WorkoutSet.Kind?

    @Flag(help: "Without a load.")
    var noLoad = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The RPE, 5 to 10 by halves, or 'no'.", valueName: "number"),
        transform: RemovableArgument.rpe)
    var rpe: Removable<Double>?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Reps in reserve instead, or 'no'.", valueName: "count"),
        transform: RemovableArgument.whole)
    var rir: Removable<Int64>?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The distance: 400, 400m, 2.5km or 3.1mi, or 'no'.", valueName: "metres"),
        transform: RemovableArgument.distance)
    var distance: Removable<Double>?

    @Option("The unit of its load: kg or lb.", "unit")
    var unit: Load.Unit?

    @Option(
        "What exercise it was.", "name", isShort: true,
        completion: .custom(ExerciseArgument.completions))
    var exercise: String?

    @Option("Which block of the exercise, where it stands in the workout twice: 1 or 2.", "number")
    var block: Int64?

    @Option("The set that it went on from with less; an empty text for none.", "set")
    var dropOf: String?

    @Option("A note; an empty text removes it.", "text", isShort: true)
    var note: String?

    @Option(
        "When it was: 10:15, 8am, yesterday, 'monday 18:00' or -10m (ago).", "time",
        read: WhenArgument.read)
    var at: When?

    var isEmpty: Bool {
        type == nil && !noLoad && rpe == nil && rir == nil && distance == nil && unit == nil
            && exercise == nil && block == nil && dropOf == nil && note == nil && at == nil
    }

    /// - Throws: where a member is given twice.
    func write(to request: inout SetUpdate) throws {
        guard request.rpe == nil && request.rir == nil || rpe == nil && rir == nil else {
            throw ValidationError(
                "the set says its effort behind @: leave --rpe and --rir out, or that")
        }
        guard request.distanceM == nil || distance == nil else {
            throw ValidationError("the set is a distance itself: leave --distance out, or that")
        }
        if noLoad {
            guard request.load == nil else {
                throw ValidationError("the set names a load: leave --no-load out, or that")
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
    /// Applies a notation. Its amount replaces the set's reps or time; a distance stays beside these. A
    /// load and an effort that the notation doesn't give stay as they are.
    mutating func change(to set: SetNotation) {
        if let distance = set.distance { distanceM = .value(distance) }
        if set.distance == nil || set.distanceBeside != nil {
            reps = set.reps.map(Removable.value) ?? .removed
            seconds = set.seconds.map(Removable.value) ?? .removed
        }
        if let weight = set.weight {
            load = .value(weight.value)
            unit = weight.unit
            loadMode = weight.mode
        }
        rpe = set.rpe.map(Removable.value)
        rir = set.rir.map(Removable.value)
    }
}
