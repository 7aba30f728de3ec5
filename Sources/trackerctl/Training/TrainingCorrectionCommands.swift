import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// The argument that names a session of training.
struct TrainingArgument: ParsableArguments {
    @Argument(
        help: "The session: an id or the beginning of one, or 'last' for the newest.",
        completion: .custom(TrainingArgument.completions))
    var training: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        LiveNames.ask(TrainingList(limit: 10), words).map { completions(for: $0.trainings) } ?? []
    }

    /// The ids of the newest sessions, each with a description.
    static func completions(for trainings: [TrainingView]) -> [String] {
        guard !trainings.isEmpty else { return [] }
        return ["last"]
            + trainings.map { "\($0.id)\t\($0.title), \($0.startedAt.prefix(10))" }
    }
}

/// The argument that names a session, by default the one that is on, else the last one.
struct ShownTrainingArgument: ParsableArguments {
    @Argument(
        help: """
            The session: an id or the beginning of one, or 'last' for the newest; by default the one \
            that is on, else the last one.
            """, completion: .custom(TrainingArgument.completions))
    var training: String?
}

extension TrainingGet: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "training",
        abstract: "Show a session with its attempts; 'show' is the same.",
        discussion: """
            Examples:
              trackerctl train show
              trackerctl train show k3v9
            """, aliases: ["show"])

    static func request(_ target: ShownTrainingArgument) -> Self { Self(training: target.training) }

    static func text(of result: TrainingView, in style: Style) -> String {
        result.details(in: style)
    }
}

extension TrainingUndo: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "undo", of: "training",
        abstract: "Take the last attempt back, or the end of the last session.",
        discussion: """
            A session that has ended within a day is open again. A hold that was stopped stands where \
            it was: 'train resume' goes on with it, 'train bail' counts it less the adjustment. The \
            reps that completed a session are gone, and so is its entry in the log. In a session \
            that is on, the last attempt is gone, and the effort begins anew.
            """)

    static func text(of result: TrainingView, in style: Style) -> String {
        var text = "taken back: \(result.sentence(in: style.behind("taken back: ")))\n"
        if result.state == .paused {
            text += style.faint("'trackerctl train resume' goes on") + "\n"
        }
        return text
    }
}

extension TrainingDelete: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "delete", of: "training",
        abstract: "Delete a session with its entry in the log; 'rm' is the same.",
        discussion: """
            'trackerctl undo' puts it back.

            Examples:
              trackerctl train rm k3v9
              trackerctl train rm last
            """, aliases: ["rm"])

    static func request(_ target: TrainingArgument) -> Self { Self(training: target.training) }

    static func text(of result: TrainingView, in style: Style) -> String {
        "deleted: \(result.sentence(in: style.behind("deleted: ")))\n"
    }
}

extension TrainingCommands {
    struct Edit: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "edit", of: "training",
            abstract: "Correct an attempt of a session, or its exercise.",
            discussion: """
                Attempts are numbered as 'train show' shows them. The totals, and the session's entry \
                in the log, follow. 'trackerctl undo' takes it back.

                Examples:
                  trackerctl train edit last --attempt 2 --value 8
                  trackerctl train edit k3v9 --attempt 1 --remove
                  trackerctl train edit k3v9 --exercise 'side plank'
                """, aliases: ["update"])

        @Argument(
            help: "The session: an id or the beginning of one, or 'last' for the newest.",
            completion: .custom(TrainingArgument.completions))
        var training = "last"

        @Option("The attempt, from 1.", "number", isShort: true)
        var attempt: Int?

        @Option(
            "What the attempt really was: seconds or a span such as 1:30, or reps.", "amount",
            isShort: true, read: Amount.read)
        var value: Amount?

        @Flag(help: "Take the attempt away.")
        var remove = false

        @Option(
            "Another exercise; 'no' for none.", "name", isShort: true,
            completion: .custom(ExerciseArgument.completions))
        var exercise: String?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard attempt != nil || exercise != nil else {
                throw ValidationError("give --attempt with --value or --remove, or --exercise")
            }
            guard (attempt != nil) == (value != nil || remove), value == nil || !remove else {
                throw ValidationError("--attempt goes with --value, or with --remove")
            }
        }

        func request() throws -> TrainingUpdate {
            let exercise = exercise.map { $0 == RemovableArgument.none ? "" : $0 }
            guard let attempt else {
                return TrainingUpdate(training: training, exercise: exercise)
            }
            let session = try options.connect().call(TrainingGet(training: training))
            guard value?.isSpan != true || session.mode == Training.Mode.time.rawValue else {
                throw ValidationError("reps are counted: give --value as a number")
            }
            guard session.attempts.indices.contains(attempt - 1) else {
                let count = session.attempts.count
                throw Refusal(
                    message: "the session has no attempt \(attempt)",
                    hint: count == 0 ? "it has none" : "they are numbered from 1 to \(count)")
            }
            let correction = AttemptCorrections.Attempt(
                id: session.attempts[attempt - 1].id, value: value?.value,
                remove: remove ? true : nil)
            return TrainingUpdate(
                training: session.id, attempts: AttemptCorrections([correction]), exercise: exercise
            )
        }

        func run() throws {
            do {
                try options.delivery.send(request(), text: text, id: id)
            } catch let error as ClientError where error.refuses("attempts[0].value") {
                throw Refusal(
                    message: error.description.replacing("attempts[0].value", with: "the value"))
            }
        }

        func text(of result: TrainingView, in style: Style) -> String { result.details(in: style) }
    }
}
