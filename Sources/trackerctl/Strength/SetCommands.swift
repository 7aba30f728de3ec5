import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct SetCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "set", abstract: "Log sets in the open workout.",
        discussion: """
            \(SetNotation.help)

            Examples:
              trackerctl workout start push
              trackerctl set bench 5x100
              trackerctl set
              trackerctl set bench
              trackerctl set 5x102.5@9
              trackerctl set overhead press 8x60 8x60 7x60
              trackerctl set again
              trackerctl set edit last 6x100
              trackerctl workout finish

            'trackerctl set log --help' shows the options.
            """,
        subcommands: [Log.self, Next.self, Again.self, Update.self, Command<SetDelete>.self],
        defaultSubcommand: Log.self)
}

extension SetCommands {
    struct Log: DaemonCommand, AnsweringCommand {
        static let methods: [String] = [SetLog.method, Atomic.method]
        static let configuration = CommandConfiguration.leaf(
            "log", of: "set", abstract: "Log one or more sets.",
            discussion: """
                \(SetNotation.help)

                You can leave out the word 'log'. Options apply to each set. The answer shows any \
                records, what you did last time, the rest that starts, and the next set. 3x5x100 \
                logs three sets done at once; for more than five such sets you are asked first, \
                unless you add --yes.
                """,
            examples: [
                "set",
                "set bench",
                "set 5 @9",
                "set +2.5",
                "set w 5x60",
                "set bench 5x100",
                "set bench 5x100kg@8 --note 'felt easy'",
                "set 8x60 8x60 7x60",
                "set pull-ups 10",
                "set pull-ups 8x+20 --rest 3m",
                "set plank 1m30s",
                "set bench 5 x 225 lbs rpe 8",
                "set 6x70 d",
                "set lunges 8/8x20",
                "set bench 3x80 --warmup",
                "set 12x60 --drop",
                "set rowing 8:00 --distance 2km",
                "set farmer walk 40metresx32",
                "set bench 5x225 --unit lb --at 10:15",
                "set -e 21s 7x20",
                "set row 8x60 --block 2",
            ])

        @Argument(
            help: "Exercise and sets; by default the next set as planned.", completion: .exercises)
        var words: [String] = []

        @Option(
            "Exercise; all words are then sets.", "exercise", isShort: true, completion: .exercises)
        var exercise: String?

        @Flag(name: .shortAndLong, help: "Log that many sets without asking.")
        var yes = false

        @OptionGroup var set: SetOptions
        @OptionGroup(title: Options.title) var options: Options

        func line() throws(Rejection) -> SetNotation.Line {
            var line = try SetNotation.line(words, isNamed: exercise != nil)
            line.exercise = line.exercise ?? exercise
            return line
        }

        func check() throws { _ = try line() }

        /// Most sets in one word that are logged without asking.
        private static let unasked = 5

        func answer(_ asking: Asking) throws -> Answer {
            let line = try line()
            // Errors in the options are reported before any request is sent.
            let requests = try set.requests(line)
            if line.isCounted { try confirm(requests.count, asking.dialogue) }
            let title = line.isCounted ? "\(requests.count) sets, done at once:\n" : ""
            return try SetLogging.log(requests, title: title, on: asking.client(options))
        }

        private func confirm(_ count: Int, _ dialogue: Dialogue) throws {
            guard count > Self.unasked, !yes else { return }
            let deed = "this logs \(count) sets done at once"
            guard dialogue.canAsk else {
                throw Refusal(message: deed, hint: "to do it anyway, add --yes")
            }
            guard dialogue.agrees("\(deed): all of them?") else {
                throw Refusal(message: "nothing was done")
            }
        }
    }

    struct Next: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "next", of: "set", abstract: "Show the next set.",
            discussion: """
                The next set comes from the workout's template, or from last time, or from the set \
                before; with an exercise, it is that exercise's next set. You also see what you did last \
                time.
                """,
            examples: ["set next", "set next bench"])

        @Argument(help: "Exercise; by default the next set's.", completion: .exercises)
        var exercise: [String] = []

        @OptionGroup var target: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> SetNext {
            SetNext(
                workout: target.workout,
                exercise: exercise.isEmpty ? nil : exercise.joined(separator: " "))
        }

        func answer(_ asking: Asking) throws -> Answer {
            let (result, answer) = try options.delivery.ask(
                request(), asking, text: answerText, id: id)
            guard result.set == nil, exercise.isEmpty,
                (try? asking.client(options).hasPlan(target.workout)) == false
            else { return answer }
            return Answer(json: try answer.json()) { _ in
                AnswerText(SetNext.Response.unplanned + "\n")
            }
        }

        func text(of result: SetNext.Response, in style: Style) -> String {
            guard result.set == nil, let name = request().exercise else {
                return result.text(in: style)
            }
            return

                "no earlier set of '\(name)': give reps and load the first time, as in"
                + " 'trackerctl set \(ShellWord.escaped(name)) 5x100'\n"
        }
    }

    struct Again: DaemonCommand, AnsweringCommand {
        static let methods: [String] = [SetLog.method]
        static let configuration = CommandConfiguration.leaf(
            "again", of: "set", abstract: "Log the latest set again, now.",
            discussion: """
                It copies the exercise, reps or time, load, distance and type, but not the RPE or \
                the note.
                """,
            examples: ["set again", "set again --rpe 9"])

        @OptionGroup var set: SetOptions
        @OptionGroup(title: Options.title) var options: Options

        func answer(_ asking: Asking) throws -> Answer {
            try SetLogging.log([set.requestToRepeat()], on: asking.client(options))
        }
    }
}

extension Client {
    /// Whether sets are planned in a workout, or known from last time; `true` if unknown.
    fileprivate func hasPlan(_ workout: String?) -> Bool {
        guard let found = try? call(WorkoutGet(workout: workout)) else { return true }
        return found.exercises.contains { $0.target != nil || $0.previous?.isEmpty == false }
    }
}

extension SetDelete: CommandRequest {
    static let command = CommandConfiguration.deletion(
        of: "set", abstract: "Delete a set.", examples: ["set rm last", "set rm k3v9"])
    static func request(_ target: SetArgument) -> Self { Self(set: target.set) }

    static func text(of result: SetDelete.Response, in style: Style) -> String {
        "deleted: \(result.set.sentence(in: style.behind("deleted: ")))\n"
    }
}
