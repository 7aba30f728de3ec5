import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension WorkoutCommands {
    fileprivate static let startHelp = ArgumentHelp(
        "Start: 10:15, 8am, yesterday, 'monday 18:00' or -10m (ago); by default now.",
        valueName: "time")

    struct Start: LookupCommand {
        static let methods: [String] = [
            WorkoutStart.method, WorkoutPropose.method, WorkoutGet.method,
        ]
        static let configuration = CommandConfiguration.leaf(
            "start", of: "workout", abstract: "Start a workout, with or without a template.",
            discussion: """
                With the name of a plan, it starts the plan's next template. With --name alone, it \
                starts without exercises. Without a name, a terminal proposes the template whose \
                turn it is: the next one of a plan, or the one you did longest ago, among those you \
                haven't finished for this week (see '--days' of a template).

                With --at, you write up a past workout: each set follows the one before after the \
                planned rest, at least a minute, and starts no rest; 'set --at 18:20' is a time of \
                that day. For a workout that is still under way, start it without --at and correct \
                the start: 'workout edit --start -10m'.
                """,
            examples: [
                "workout start",
                "workout start push --name 'push, light'",
                "workout start --name 'leg day'",
                "workout start push --at 'monday 18:00'",
                "workout start push --deload 60%",
            ])

        @Argument(
            help: ArgumentHelp("Template, or plan.", valueName: "name"),
            completion: .templates)
        var words: [String] = []

        @Option("Name of the workout.", "text", isShort: true)
        var name: String?

        @Option(
            parsing: .unconditional, help: WorkoutCommands.startHelp, transform: WhenArgument.read)
        var at: When?

        @Option(
            "A deload: the share of the planned loads, such as 60%.", "percent",
            read: DeloadArgument.read)
        var deload: Double?

        @OptionGroup(title: Options.title) var options: Options

        func request(_ asking: Asking) throws -> WorkoutStart {
            var request = try undeloaded(asking)
            request.deload = deload
            return request
        }

        /// The request without its deload.
        private func undeloaded(_ asking: Asking) throws -> WorkoutStart {
            guard !words.isEmpty else { return try proposed(asking) }
            return WorkoutStart(name: name, named: words.joined(separator: " "), at: at)
        }

        /// A workout from the template that is next in turn, if the person wants it.
        private func proposed(_ asking: Asking) throws -> WorkoutStart {
            let empty = WorkoutStart(name: name, at: at)
            guard asking.dialogue.canAsk, name == nil, options.isForPeople else { return empty }
            let client = try asking.client(options)
            if let open = try? client.call(WorkoutGet()), open.isOpen {
                throw Refusal(
                    message: "\(open.name) is open",
                    hint: "'trackerctl workout show' shows it, 'trackerctl workout finish' ends it")
            }
            let proposal = try client.call(WorkoutPropose())
            guard let template = proposal.template,
                let question = proposal.question(in: asking.style(options))
            else { return empty }
            guard !asking.dialogue.accepts(question) else {
                return WorkoutStart(template: template.id, at: at)
            }
            let templates = try client.call(TemplateList()).templates
            guard templates.count > 1, let choice = choice(of: templates, asking), !choice.isEmpty
            else { return empty }
            guard let number = Int(choice), templates.indices.contains(number - 1) else {
                return WorkoutStart(named: choice, at: at)
            }
            return WorkoutStart(template: templates[number - 1].id, at: at)
        }

        /// Name or number of the template that the person wants; empty for none, `nil` without an answer.
        private func choice(of templates: [TemplateView], _ asking: Asking) -> String? {
            let lines = templates.enumerated().map { "\($0 + 1)  \($1.name.forTerminal)\n" }
            return asking.dialogue.ask(
                "\(lines.joined())which one? Number or name; Enter for an empty workout: ")
        }

        /// Starts the workout. If no template has the name, it asks whether to start an empty one of that name.
        func answer(_ asking: Asking) throws -> Answer {
            let call = try request(asking)
            do {
                return try answer(to: call, asking)
            } catch let error as ClientError where error.isOfUnknown && call.named != nil {
                guard call.name == nil else {
                    throw Refusal(
                        message: error.description,
                        hint: "'trackerctl template list' lists them all")
                }
                let name = call.named ?? ""
                let question = "\(error.description)\nstart an empty workout '\(name)'?"
                if asking.dialogue.canAsk, options.isForPeople, asking.dialogue.agrees(question) {
                    var empty = WorkoutStart(name: name, at: at)
                    empty.deload = deload
                    return try answer(to: empty, asking)
                }
                throw Refusal(
                    message: error.description,
                    hint: "to start an empty workout of that name: trackerctl workout start"
                        + " --name \(ShellWord.escaped(name))")
            }
        }
    }

    struct Repeat: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "repeat", of: "workout", abstract: "Repeat an earlier workout.",
            examples: ["workout repeat", "workout repeat k3v9", "workout repeat lower a"])

        @Argument(
            help: ArgumentHelp(
                "Earlier workout, by its name or the start of its id; by default the last one.",
                valueName: "workout"),
            completion: .workouts)
        var words: [String] = []

        private var workout: String { words.isEmpty ? Text.last : words.joined(separator: " ") }

        @Option("Name of the workout; by default the same.", "text", isShort: true)
        var name: String?

        @Option(
            parsing: .unconditional, help: WorkoutCommands.startHelp, transform: WhenArgument.read)
        var at: When?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutStart { WorkoutStart(repeat: workout, name: name, at: at) }

        func remark(on result: WorkoutView) -> String? {
            // A repeated workout passes its name on.
            guard name == nil, NameKey.of(result.name) == NameKey.of(workout) else { return nil }
            return WorkoutView.newest(named: workout)
        }
    }
}
