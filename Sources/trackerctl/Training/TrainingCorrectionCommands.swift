import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct TrainingArgument: ParsableArguments {
    @Argument(
        help: "The session: the start of its id, or 'last' for the newest.", completion: .trainings)
    var training: String

    /// Ids of the newest sessions, each with a description.
    static func completions(for trainings: [TrainingView]) -> [String] {
        guard !trainings.isEmpty else { return [] }
        return ["last"] + trainings.map { "\($0.id)\t\($0.title), \($0.startedAt.prefix(10))" }
    }
}

/// Argument that names a session; the default is the current one, otherwise the last one.
struct ShownTrainingArgument: ParsableArguments {
    @Argument(
        help: """
            The session: the start of its id, or 'last' for the newest; by default the current or \
            the last one.
            """, completion: .trainings)
    var training: String?
}

extension TrainingGet: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "training", abstract: "Show a session with its attempts.",
        discussion: "'show' does the same.",
        examples: ["train show", "train show k3v9"], aliases: ["show"])

    static func request(_ target: ShownTrainingArgument) -> Self { Self(training: target.training) }

    static func text(of result: TrainingView, in style: Style) -> String {
        result.details(in: style)
    }
}

extension TrainingUndo: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "undo", of: "training", abstract: "Undo the last attempt or session end.",
        discussion: """
            A session that ended within the last day is reopened. If a hold was stopped, it is \
            paused where it was: 'train resume' continues it, and 'train bail' ends it, minus the \
            adjustment. If reps completed the session, they are removed, with its log entry. In a \
            session in progress, the last attempt is removed, and the hold or set starts again.
            """)

    static func text(of result: TrainingView, in style: Style) -> String {
        answerText(of: result, in: style).whole
    }

    static func answerText(of result: TrainingView, in style: Style) -> AnswerText {
        let command = style.faint("to continue: trackerctl train resume") + "\n"
        return AnswerText(
            "undone: \(result.sentence(in: style.behind("undone: ")))\n",
            scene: result.state == .paused ? command : "")
    }
}

extension TrainingDelete: DeletionRequest {
    static let command = CommandConfiguration.deletion(
        of: "training", abstract: "Delete a session and its log entry.",
        examples: ["train rm k3v9", "train rm last"])

    static func request(_ target: TrainingArgument) -> Self { Self(training: target.training) }
}

extension TrainingCommands {
    struct Edit: LookupCommand {
        static let configuration = CommandConfiguration.leaf(
            "edit", of: "training", abstract: "Correct a session's attempts or exercise.",
            discussion: """
                'train show' numbers the attempts. The totals and the session's log entry change \
                with them. 'trackerctl undo' undoes it.
                """,
            examples: [
                "train edit last --attempt 2 --value 8",
                "train edit k3v9 --attempt 1 --remove",
                "train edit k3v9 --exercise 'side plank'",
            ], aliases: ["update"])

        @Argument(
            help: "The session: the start of its id, or 'last' for the newest.",
            completion: .trainings)
        var training = "last"

        @Option("Attempt, numbered from 1.", "number", isShort: true)
        var attempt: Int?

        @Option(
            "Its correct value: seconds or a duration such as 1:30, or reps.", "amount",
            isShort: true, read: Amount.read)
        var value: Amount?

        @Flag(help: "Remove the attempt.")
        var remove = false

        @Option("New exercise; 'no' for none.", "name", isShort: true, completion: .exercises)
        var exercise: String?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard attempt != nil || exercise != nil else {
                throw ValidationError(
                    "nothing to change: give --attempt with --value or --remove, or --exercise")
            }
            guard (attempt != nil) == (value != nil || remove), value == nil || !remove else {
                throw ValidationError("give --attempt together with either --value or --remove")
            }
        }

        func request(_ asking: Asking) throws -> TrainingUpdate {
            let exercise = exercise.map { $0 == RemovableArgument.none ? "" : $0 }
            guard let attempt else { return TrainingUpdate(training: training, exercise: exercise) }
            let session = try asking.call(TrainingGet(training: training), options)
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

        func text(of result: TrainingView, in style: Style) -> String { result.details(in: style) }
    }
}
