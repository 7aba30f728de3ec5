import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct MaxCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "max", abstract: "Set and list training maxes.",
        subcommands: [Log.self, List.self, Command<MaxDelete>.self],
        defaultSubcommand: Log.self, aliases: ["maxes"])
}

extension MaxCommands {
    struct Log: DaemonCommand, AnsweringCommand {
        static let methods: [String] = [MaxLog.method, MaxList.method]

        static let configuration = CommandConfiguration.leaf(
            "log", of: "max", abstract: "Set the training max of a lift.",
            discussion: """
                You can leave out the word 'log'. Templates take shares of it: 85% is 85 % of the \
                training max, and '85% of best' is a share of your estimated 1RM. A plan such as \
                5/3/1 raises it after a cycle and lowers it after a failure; 'max list' shows the \
                load as it is now. Without a load, this shows the earlier ones of the lift.
                """,
            examples: ["max squat 140", "max bench 225lb --at 2026-09-01", "max squat"])

        @Argument(
            help: ArgumentHelp("Exercise and load, such as squat 140kg.", valueName: "lift"),
            completion: .exercises)
        var words: [String] = []

        @Option(
            "When it began: 10:15, yesterday, 2026-03-01 (at this time of day) or -10m (ago).",
            "time", read: WhenArgument.read)
        var at: When?

        @OptionGroup(title: Options.title) var options: Options

        /// Request that sets a max; `nil` without a load.
        func request() -> MaxLog? {
            // The load may have its unit behind a blank: squat 140 kg.
            for count in [1, 2] where words.count > count {
                let text = words.suffix(count).joined(separator: " ")
                guard let load = GivenLoad(text) else { continue }
                return MaxLog(
                    exercise: words.dropLast(count).joined(separator: " "), load: load.value,
                    unit: load.unit, at: at)
            }
            return nil
        }

        func validate() throws {
            guard at == nil || request() != nil else {
                throw ValidationError("no load given. Try: trackerctl max squat 140")
            }
        }

        func answer(_ asking: Asking) throws -> Answer {
            if let request = request() {
                return try options.delivery.ask(
                    request, asking,
                    text: { (result: TrainingMaxView, style: Style) in
                        AnswerText(result.text(in: style))
                    }, id: { $0.id }
                ).answer
            }
            let name = words.isEmpty ? nil : words.joined(separator: " ")
            return try options.delivery.ask(
                MaxList(exercise: name), asking,
                text: { (result: MaxList.Response, style: Style) in
                    AnswerText(result.text(in: style))
                }, id: { $0.ids.isEmpty ? nil : $0.ids.joined(separator: "\n") }
            ).answer
        }
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "max", abstract: "List training maxes.",
            discussion: """
                Without an exercise, it shows the last one of each lift, and what the plan has made \
                of it; with one, all of that lift, newest first.
                """,
            examples: ["max", "max list squat"])

        @Argument(
            help: ArgumentHelp("Only training maxes of this exercise.", valueName: "exercise"),
            completion: .exercises)
        var exercise: [String] = []

        @OptionGroup var length: LimitOption<MaxList>

        @OptionGroup(title: Options.title) var options: Options

        func request() -> MaxList {
            MaxList(
                exercise: exercise.isEmpty ? nil : exercise.joined(separator: " "),
                limit: length.limit)
        }
    }
}

struct MaxArgument: ParsableArguments {
    @Argument(
        help: "The training max: the start of its id, or 'last' for the one you changed last.")
    var entry: String
}

extension MaxDelete: DeletionRequest {
    static let command = CommandConfiguration.leaf(
        "delete", of: "max", abstract: "Delete a training max.",
        discussion: """
            'rm' and 'remove' do the same. The one before it holds again. 'trackerctl undo' puts \
            it back.
            """,
        examples: ["max delete last"], aliases: CommandConfiguration.deletions)
    static func request(_ target: MaxArgument) -> Self { Self(entry: target.entry) }
}
