import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct MeasurementCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "measure", abstract: "Log and list body measurements.",
        subcommands: [Log.self, List.self, Command<MeasurementDelete>.self],
        defaultSubcommand: Log.self, aliases: ["measurements"])
}

extension MeasurementCommands {
    struct Log: MethodCommand, NamingCommand {
        static let configuration = CommandConfiguration.leaf(
            "log", of: "measure", abstract: "Log a measurement.",
            discussion: """
                You can leave out the word 'log'. Choose any name; 'weight' is your body weight, \
                as in 'trackerctl weight'. The units: \(GivenQuantity.units). A duration such as \
                7h30m is one value, and a number needs no unit. Each name keeps to units that fit \
                its first value: cm and in, for example.
                """,
            examples: [
                "measure waist 84cm",
                "measure body fat 18.5% --at yesterday",
                "measure resting pulse 54bpm",
                "measure sleep 7h30m",
                "measure mood 7",
            ])

        @Argument(
            help: ArgumentHelp(
                "Name and value, such as waist 84cm. Default unit: the last one used, but"
                    + " not for a time.",
                valueName: "measurement"))
        var words: [String]

        @Option(
            "When you measured: 10:15, yesterday, 2026-03-01 (at this time of day) or -10m (ago).",
            "time", read: WhenArgument.read)
        var at: When?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws { _ = try request() }

        func request() throws -> MeasurementLog {
            for place in words.indices.dropFirst() {
                let text = words[place...].joined(separator: " ")
                guard let given = GivenQuantity(text) else { continue }
                return MeasurementLog(
                    what: words[..<place].joined(separator: " "), value: given.value,
                    unit: given.unit, at: at)
            }
            guard words.count > 1 else {
                if GivenQuantity(words[0]) != nil {
                    throw ValidationError(
                        "no name given. Try: trackerctl measure waist \(words[0])")
                }
                throw ValidationError(
                    "no value given. Try: trackerctl measure \(words[0]) 84cm, or 'measure list "
                        + "\(words[0])' for the earlier ones")
            }
            throw ValidationError("give a name and \(GivenQuantity.allowed)")
        }
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "measure", abstract: "List measurements, newest first.",
            discussion: """
                Body weights are included. With a name, a terminal shows a chart above the list.
                """,
            examples: ["measure list", "measure list waist --from -90d"])

        @Argument(help: ArgumentHelp("Only measurements with this name.", valueName: "name"))
        var what: [String] = []

        @OptionGroup var span: SpanOptions
        @OptionGroup var length: LimitOption<MeasurementList>

        @OptionGroup(title: Options.title) var options: Options

        func request() -> MeasurementList {
            MeasurementList(
                what: what.isEmpty ? nil : what.joined(separator: " "), from: span.from,
                to: span.to, limit: length.limit)
        }
    }
}

/// A value as typed: `84cm`, `33 in`, `18,5%`, `7h30m`, `7`.
struct GivenQuantity: Hashable {
    static let allowed = "a value such as 84cm, 18.5%, 54bpm, 7h30m or 7"

    /// Units that can be typed, listed for a sentence.
    static let units = Quantity.Unit.allCases.map(\.rawValue).joined(separator: ", ")

    let value: Double
    /// The unit; `nil` if none was typed.
    let unit: Quantity.Unit?

    /// Endings of a value that mean a unit. A longer ending comes before the endings that it contains.
    private static let ends: [(text: String, unit: Quantity.Unit)] = [
        ("kg", .kg), ("lbs", .lb), ("lb", .lb), ("cm", .cm), ("inches", .inch), ("inch", .inch),
        ("minutes", .min), ("min", .min), ("in", .inch), ("\"", .inch), ("%", .percent),
        ("bpm", .bpm), ("hours", .h), ("h", .h),
    ]

    init?(_ text: String) {
        let text = text.lowercased()
        if let minutes = Self.minutes(text) {
            (value, unit) = (Double(minutes), .min)
            return
        }
        let end = Self.ends.first { text.hasSuffix($0.text) }
        let number = Text.trimmed(String(text.dropLast(end?.text.count ?? 0)))
        guard let value = NumberArgument.read(number) else { return nil }
        self.value = value
        unit = end?.unit
    }

    /// Minutes of a duration in hours and minutes, such as `7h30m` or `7h 30min`; `nil` for another text.
    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: "h", maxSplits: 1, omittingEmptySubsequences: false)
            .map { Text.trimmed(String($0)) }
        guard parts.count == 2, let hours = wholeNumber(parts[0]) else { return nil }
        let end = ["min", "m"].first { parts[1].hasSuffix($0) } ?? ""
        guard let minutes = wholeNumber(Text.trimmed(String(parts[1].dropLast(end.count)))),
            (0..<60).contains(minutes)
        else { return nil }
        return hours * 60 + minutes
    }

    private static func wholeNumber(_ text: String) -> Int? {
        guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39) ~= $0 }) else {
            return nil
        }
        return Int(text)
    }
}

struct MeasurementArgument: ParsableArguments {
    @Argument(help: "The measurement: the start of its id, or 'last' for the one you changed last.")
    var entry: String
}

extension MeasurementDelete: DeletionRequest {
    static let command = CommandConfiguration.deletion(
        of: "measure", abstract: "Delete a measurement.", examples: ["measure delete last"])
    static func request(_ target: MeasurementArgument) -> Self { Self(entry: target.entry) }
}
