import ArgumentParser
import TrackerAPI
import TrackerCore

/// What an exercise is counted in, or the unit of its loads: `reps`, `seconds`, `kg`, `lb`, or `no` for loads without
/// a unit of their own.
enum ExerciseUnitArgument: ExpressibleByArgument, Hashable {
    case counted(Exercise.Unit)
    case loaded(Removable<Load.Unit>)

    static let allValueStrings =
        Exercise.Unit.allCases.map(\.rawValue) + Load.Unit.allCases.map(\.rawValue)
        + [RemovableArgument.none]
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    init?(argument: String) {
        if argument.isEmpty || argument == RemovableArgument.none {
            self = .loaded(.removed)
        } else if let unit = Exercise.Unit(rawValue: argument) {
            self = .counted(unit)
        } else if let unit = Load.Unit(rawValue: argument == "lbs" ? "lb" : argument) {
            self = .loaded(.value(unit))
        } else {
            return nil
        }
    }

    /// Unit in which the exercise is counted; `nil` if only the unit of its loads is given.
    var counted: Exercise.Unit? {
        guard case .counted(let unit) = self else { return nil }
        return unit
    }

    /// Unit of the loads; `nil` if it isn't given.
    var loaded: Removable<Load.Unit>? {
        guard case .loaded(let unit) = self else { return nil }
        return unit
    }
}

/// A load that can also be removed: `15kg`, or `no`.
struct RemovableLoad: Hashable {
    /// `nil` to remove it.
    let given: GivenLoad?

    static func read(_ text: String) throws -> RemovableLoad {
        let isNone = text.isEmpty || text == RemovableArgument.none
        return try RemovableLoad(given: isNone ? nil : GivenLoad.read(text))
    }

    /// The value without its unit.
    var value: Removable<Double> { given.map { .value($0.value) } ?? .removed }
}

/// The loads of a machine: `5,10,15` or `10,20,30lb`; none to remove them.
struct GivenSteps: Hashable {
    let loads: [GivenLoad]

    static func read(_ text: String) throws -> GivenSteps {
        guard !text.isEmpty, text != RemovableArgument.none else { return GivenSteps(loads: []) }
        return GivenSteps(
            loads: try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
                guard let load = GivenLoad(String(word)) else {
                    throw ValidationError(
                        "'\(word)' isn't a load: give loads separated by commas, with a decimal"
                            + " point, such as 5,10,12.5 or 10,20,30lb")
                }
                return load
            })
    }

    var value: Removable<[Double]> { loads.isEmpty ? .removed : .value(loads.map(\.value)) }
}

/// Options for an exercise's equipment.
struct GearFields: ParsableArguments {
    @Option(
        "Weight of its bar, such as 15kg; 'no' for the usual one.", "load", read: RemovableLoad.read
    )
    var bar: RemovableLoad?

    @Flag(
        inversion: .prefixedNo,
        help: "Dumbbells in pairs: you give the load of one, and the volume counts both.")
    var pair: Bool?

    @Option(
        "Loads of its machine, such as 5,10,15,20 or 10,20,30lb; 'no' for none.", "loads",
        read: GivenSteps.read)
    var steps: GivenSteps?

    @Option(
        "Distance between the loads of its machine, such as 5kg; 'no' for none.", "load",
        read: RemovableLoad.read)
    var step: RemovableLoad?

    @Option(
        "Lightest load of the machine, with --step; one step by default.", "load",
        read: GivenLoad.read)
    var start: GivenLoad?

    /// Units that were typed with the machine's loads.
    private var stepUnits: Set<Load.Unit> {
        let loads = (steps?.loads ?? []) + [step?.given, start].compactMap { $0 }
        return Set(loads.compactMap(\.unit))
    }

    func validate() throws {
        guard stepUnits.count < 2 else {
            throw ValidationError("give all loads of the machine in the same unit")
        }
    }

    /// Fills in the equipment of a request.
    ///
    /// - Parameter unit: unit of the loads; `nil` if it isn't given.
    func fill(_ request: inout some GivenGear, in unit: Removable<Load.Unit>?) throws {
        if let stated = unit?.value, let typed = stepUnits.first, stated != typed {
            throw ValidationError(
                "the loads of the machine are in \(typed.rawValue): give --unit \(typed.rawValue)")
        }
        request.loadUnit = unit ?? stepUnits.first.map(Removable.value)
        request.bar = bar?.value
        request.barUnit = bar?.given?.unit
        request.pair = pair
        request.steps = steps?.value
        request.step = step?.value
        request.start = start?.value
    }
}
