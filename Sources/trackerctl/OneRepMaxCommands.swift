import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension OneRepMax.Formula: ExpressibleByArgument {
    // The parser's own implementations use reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}

struct OneRepMaxCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "1rm",
        abstract: "What you could lift once: '1rm 100x5'.",
        subcommands: [Estimate.self],
        defaultSubcommand: Estimate.self)
}

/// A lift as it is typed: its load and its reps with an x between them.
///
/// In `100x5` the load comes first. The order of a set, `5x100`, is understood where only one of the two
/// numbers can be the reps, or the unit tells which is the load.
struct GivenLift: Hashable {
    static let allowed = "a load and at least one rep, such as 100x5, 102.5kgx3 or 5x100kg"

    let load: Double
    let unit: Load.Unit?
    let reps: Int64

    init?(_ text: String) {
        let parts = Self.factors(of: text).map { GivenLoad($0) }
        guard parts.count == 2, let first = parts[0], let second = parts[1],
            first.unit == nil || second.unit == nil
        else { return nil }
        // A lift has at least one rep: 100x0 is no lift in either order.
        guard first.value > 0 || first.unit != nil, second.value > 0 || second.unit != nil else {
            return nil
        }
        let isSet =
            first.unit != nil
            ? false
            : second.unit != nil || !second.isCount || first.isEstimable && !second.isEstimable
        let (load, count) = isSet ? (second, first) : (first, second)
        guard count.isCount, let reps = Int64(exactly: count.value) else { return nil }
        self.load = load.value
        unit = load.unit
        self.reps = reps
    }

    /// Whether the other order would mean another lift.
    static func isAmbiguous(_ text: String) -> Bool {
        let parts = factors(of: text).compactMap { GivenLoad($0) }
        return parts.count == 2 && parts[0].value != parts[1].value
            && parts.allSatisfy { $0.unit == nil && $0.isEstimable }
    }

    private static func factors(of text: String) -> [String] {
        text.lowercased().replacing("×", with: "x")
            .split(separator: "x", omittingEmptySubsequences: false).map(String.init)
    }

    static func read(_ text: String) throws -> GivenLift {
        guard let lift = GivenLift(text) else { throw ValidationError("give \(allowed)") }
        guard !isAmbiguous(text) else {
            throw ValidationError(
                "'\(text)' can be read both ways: give the load its unit, such as 10kgx8")
        }
        return lift
    }
}

extension GivenLoad {
    fileprivate var isCount: Bool { value >= 1 && value <= 10_000 && value == value.rounded() }
    fileprivate var isEstimable: Bool {
        isCount && OneRepMax.reps.contains(Int64(value))
    }
}

extension OneRepMaxCommands {
    struct Estimate: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "estimate", of: "1rm",
            abstract: "Estimate the load that you could lift once.",
            discussion: """
                The word 'estimate' may be left out. Above 10 reps no formula tells anything.

                Examples:
                  trackerctl 1rm 100x5
                  trackerctl 1rm 225lbx3 --formula brzycki
                  trackerctl 1rm 5x100kg --all
                """)

        @Argument(
            help: ArgumentHelp(
                "Load and reps: 100x5. With its unit the load may stand second, 5x100kg.",
                valueName: "lift"),
            transform: GivenLift.read)
        var lift: GivenLift

        @Option("Which formula; epley by default.", "formula", isShort: true)
        var formula: OneRepMax.Formula?

        @Flag(name: .shortAndLong, help: "By all of the formulas.")
        var all = false

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard formula == nil || !all else {
                throw ValidationError("--formula and --all exclude each other")
            }
        }

        func request() -> OneRepMaxEstimate {
            OneRepMaxEstimate(load: lift.load, reps: lift.reps, formula: formula)
        }

        func run() throws {
            guard all else {
                try options.delivery.send(request(), text: text, id: id)
                return
            }
            let client = try options.connect()
            let results = try OneRepMax.Formula.allCases.map { formula in
                let request = OneRepMaxEstimate(load: lift.load, reps: lift.reps, formula: formula)
                return (formula: formula, value: try client.call(request).value)
            }
            let text = OneRepMaxText(results, unit: lift.unit)
            let members = results.map { ($0.formula.rawValue, JSONValue.estimate($0.value)) }
            try options.delivery.show(
                text.text,
                json: Output.line(JSONValue.object(Dictionary(uniqueKeysWithValues: members))),
                quiet: text.numbers.map { $0 + "\n" }.joined())
        }

        private func shown(_ result: OneRepMaxEstimate.Response) -> OneRepMaxText {
            OneRepMaxText([(formula ?? .epley, result.value)], unit: lift.unit)
        }

        func text(of result: OneRepMaxEstimate.Response, in style: Style) -> String {
            shown(result).text(in: style)
        }

        /// The number alone, for scripts.
        func id(of result: OneRepMaxEstimate.Response) -> String? { shown(result).numbers.first }
    }
}

extension JSONValue {
    /// An estimate as the wire has it.
    fileprivate static func estimate(_ value: Double?) -> JSONValue {
        .object(value.map { ["value": .number($0)] } ?? [:])
    }
}
