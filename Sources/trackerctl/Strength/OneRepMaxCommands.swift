import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension OneRepMax.Formula: ChoiceArgument {}

struct OneRepMaxCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "1rm", abstract: "Estimate your one-rep maximum.",
        subcommands: [Estimate.self],
        defaultSubcommand: Estimate.self)
}

/// A lift as typed, in the notation of a set: reps before the load, unless a unit marks the load.
struct GivenLift: Hashable {
    static let allowed = "at least one rep and its load, such as 5x100, 5x102.5kg or 100kgx5"

    let load: Double
    let unit: Load.Unit?
    let reps: Int64

    init(_ text: String) throws(Rejection) {
        guard text.contains(where: \.isNumber) else {
            throw .invalid(
                "lift",
                "'\(text)' isn't a lift: give \(Self.allowed); 'trackerctl records"
                    + " \(text)' shows what you have lifted")
        }
        let set = try SetNotation.readOne(text)
        guard set.effort == nil else {
            throw .invalid(
                "lift",
                "'\(text)': the formulas need a set to failure and don't use RPE: leave it out, as "
                    + text.prefix { $0 != "@" })
        }
        guard let reps = set.reps, let weight = set.weight, weight.mode == .external,
            weight.value > 0
        else { throw .invalid("lift", "give \(Self.allowed)") }
        (load, unit, self.reps) = (weight.value, weight.unit, reps)
        guard let rejection = swapped else { return }
        throw rejection
    }

    /// The refusal of a pair without a unit if only the other order is plausible: either the reps are above
    /// 10, where no estimate is possible, and the load could be the reps; or so many reps with so little load
    /// make no sense.
    private var swapped: Rejection? {
        let isEstimable = OneRepMax.reps.contains(reps)
        let isCount = Int64(exactly: load).map(OneRepMax.reps.contains) ?? false
        let isSwapped = TypedPair(reps: reps, load: load)?.isSwapped(lightest: nil) ?? false
        guard unit == nil, !isEstimable && isCount || isSwapped else { return nil }
        let few = NumberText.exact(load)
        return .invalid(
            "lift",
            "\(reps)x\(few) reads as \(reps) reps with \(few), and above"
                + " \(OneRepMax.reps.upperBound) reps no formula works; for \(few) reps with"
                + " \(reps) type \(few)x\(reps) or \(reps)kgx\(few)")
    }
}

extension OneRepMaxCommands {
    struct Estimate: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "estimate", of: "1rm", abstract: "Estimate your one-rep maximum.",
            discussion: """
                You can leave out the word 'estimate'. Write the lift as in 'trackerctl set': reps \
                before the load, unless a unit shows which is the load. Above 10 reps, no formula \
                works.
                """,
            examples: ["1rm 5x100", "1rm 225lbx3 --formula brzycki", "1rm 5x100kg --all"])

        @Argument(
            help: ArgumentHelp(
                "Reps and load: 5x100. With its unit, the load may come first: 100kgx5.",
                valueName: "lift"),
            transform: Self.readLift)
        var lift: GivenLift

        @Option("Formula to use; by default epley.", "formula", isShort: true)
        var formula: OneRepMax.Formula?

        @Flag(name: .shortAndLong, help: "Show the results of all formulas.")
        var all = false

        @OptionGroup(title: Options.title) var options: Options

        @Sendable private static func readLift(_ text: String) throws -> GivenLift {
            try telling { try GivenLift(text) }
        }

        func validate() throws {
            guard formula == nil || !all else {
                throw ValidationError("give --formula or --all, not both")
            }
        }

        func request() -> OneRepMaxEstimate {
            OneRepMaxEstimate(load: lift.load, reps: lift.reps, formula: formula)
        }

        func answer(_ asking: Asking) throws -> Answer {
            guard all else { return try answer(to: request(), asking) }
            let client = try asking.client(options)
            let results = try OneRepMax.Formula.allCases.map { formula in
                let request = OneRepMaxEstimate(load: lift.load, reps: lift.reps, formula: formula)
                return (formula: formula, value: try client.call(request).value)
            }
            let text = OneRepMaxText(results, unit: lift.unit)
            let members = results.map { ($0.formula.rawValue, JSONValue.estimate($0.value)) }
            return Answer(
                json: try Output.line(JSONValue.object(Dictionary(uniqueKeysWithValues: members))),
                quiet: text.numbers.map { $0 + "\n" }.joined()
            ) { AnswerText(text.text(in: $0)) }
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
    /// An estimate in the form for the wire.
    fileprivate static func estimate(_ value: Double?) -> JSONValue {
        .object(value.map { ["value": .number($0)] } ?? [:])
    }
}
