import TrackerAPI
import TrackerCore
import TrackerView

/// The effect of a key on the shown item.
struct LiveAction {
    enum Move {
        case send(any Request)
        /// Asks first, and sends the request only after a yes.
        case ask(String, any Request)
        /// Begins the typing of a number.
        case type(LiveEntry.Purpose)
        /// Explains why the action isn't possible now, and what is. Such an action isn't offered.
        case explain(String)
    }

    /// Keys of the action, of which the first is shown.
    let keys: [Key]
    let name: String
    let move: Move

    private init(_ keys: [Key], _ name: String, _ move: Move) {
        self.keys = keys
        self.name = name
        self.move = move
    }

    private init(_ key: Character, _ name: String, _ request: any Request) {
        self.init([.character(key)], name, .send(request))
    }

    /// Actions for a live item, the most important first.
    ///
    /// - Parameter passed: milliseconds since the daemon's status.
    static func all(for item: LiveItem, passed: Int64) -> [LiveAction] {
        switch item {
        case .training(let training): ofTraining(training, passed: passed)
        case .run(let run): ofRun(run)
        case .rest(let rest): ofRest(rest)
        case .timer(let timer): ofTimer(timer)
        case .workout(let workout): ofWorkout(workout)
        }
    }

    /// The actions that answer a pending reminder.
    static func all(for pending: OccurrenceView) -> [LiveAction] {
        let words: [(Character, String, ReminderAnswer.Action)] = [
            ("d", "done", .log), ("z", "snooze", .snooze), ("x", "dismiss", .dismiss),
        ]
        return words.map {
            LiveAction($0, $1, ReminderAnswer(occurrence: pending.id, action: $2))
        }
    }

    /// The message after a reminder has been answered by this action.
    func echo(of reminder: ReminderView) -> String {
        switch name {
        case "snooze": return "snoozed \(reminder.title)"
        case "dismiss": return "dismissed \(reminder.title)"
        default:
            guard let exercise = reminder.exerciseName, let count = reminder.count else {
                return "\(reminder.title) is done"
            }
            return "logged \(count) x \(exercise.forTerminal)"
        }
    }

    /// Whether the action is shown among the keys.
    var isOffered: Bool {
        if case .explain = move { false } else { true }
    }

    private static func pause(
        _ isPaused: Bool, _ pause: any Request, _ resume: any Request
    ) -> LiveAction {
        LiveAction(
            [.character("p"), .character(" ")], isPaused ? "resume" : "pause",
            .send(isPaused ? resume : pause))
    }

    private static func extend(_ span: String, _ request: (Span) -> any Request, _ ms: Int64)
        -> [LiveAction]
    {
        [
            LiveAction(
                [.character("+"), .character("=")], span, .send(request(Span(ms: ms)))),
            LiveAction(
                [.character("-"), .character("_")], span, .send(request(Span(ms: -ms)))),
        ]
    }

    private static func ofTraining(_ training: TrainingView, passed: Int64) -> [LiveAction] {
        let pause = pause(training.state == .paused, TrainingPause(), TrainingResume())
        let reset = LiveAction(
            [.character("r")], "reset",
            .ask("throw the session away?", TrainingReset(confirm: true)))
        // A hold counts in full when it is stopped, which mustn't wait for an answer. Without a hold,
        // stopping would end the session short of its target, so the person is asked.
        let isShort = training.live == nil && training.accumulated < training.target
        let stop = LiveAction(
            [.character("s")], "stop",
            isShort
                ? .ask("end the session short of its target?", TrainingStop())
                : .send(TrainingStop()))
        if training.rest != nil {
            let tooSoon = Move.explain("not before the rest is over")
            let early = training.mode == "reps" ? digits(tooSoon) : []
            return [LiveAction("k", "skip rest", TrainingSkipRest()), pause]
                + extend("10 s", RestExtend.init, 10_000) + [stop, reset] + early
        }
        guard training.mode == "time" else {
            return [LiveAction([.enter], "log reps", .type(.reps)), pause, stop, reset]
        }
        guard !LiveHold(training, passed: passed).isReached else {
            let tooLate = "the target is reached: press s, which counts the whole hold"
            return [stop, pause, reset, LiveAction([.character("b")], "bail", .explain(tooLate))]
        }
        return [LiveAction("b", "bail", TrainingBail()), stop, pause, reset]
    }

    private static func digits(_ move: Move) -> [LiveAction] {
        [LiveAction("0123456789".map(Key.character), "log reps", move)]
    }

    private static func ofRun(_ run: RunView) -> [LiveAction] {
        let confirm = LiveAction(
            [.character("c"), .enter], run.next == nil ? "finish" : "go on", .send(RunConfirm()))
        let pause = pause(run.state == .paused, RunPause(), RunResume())
        return (run.isWaiting ? [confirm] : [pause]) + [
            LiveAction("k", "skip", RunSkip()), LiveAction("b", "back", RunBack()),
        ] + extend("10 s", RunExtend.init, 10_000) + [
            LiveAction([.character("j")], "jump", .type(.step(of: run.steps))),
            LiveAction([.character("s")], "stop", .ask("stop the run?", RunStop())),
        ]
    }

    private static func ofRest(_ rest: RestView) -> [LiveAction] {
        [
            LiveAction("k", "skip", RestSkip()),
            pause(rest.state == .paused, RestPause(), RestResume()),
        ] + extend("10 s", RestExtend.init, 10_000)
    }

    private static func ofTimer(_ timer: TimerView) -> [LiveAction] {
        let id = timer.id
        let pause = pause(
            timer.state == .paused, TimerPause(timer: id), TimerResume(timer: id))
        let title = timer.title
        let loss = [
            LiveAction(
                [.character("r")], "restart",
                .ask("begin \(title) anew?", TimerRestart(timer: id))),
            LiveAction(
                [.character("c")], "cancel", .ask("cancel \(title)?", TimerCancel(timer: id))),
        ]
        guard !timer.isStopwatch else {
            let lap =
                timer.state == .running ? [LiveAction("l", "lap", StopwatchLap(timer: id))] : []
            let stop = LiveAction(
                [.character("s")], "stop", .ask("stop \(title)?", TimerFinish(timer: id)))
            return lap + [pause, stop] + loss
        }
        let finish = LiveAction(
            [.character("f")], "finish", .ask("finish \(title) now?", TimerFinish(timer: id)))
        return [pause] + extend("1 min", { TimerExtend(timer: id, by: $0) }, 60_000)
            + [finish] + loss
    }

    private static func ofWorkout(_ workout: WorkoutView) -> [LiveAction] {
        let question = "finish \(workout.name.forTerminal)?"
        return [
            LiveAction(
                [.character("f")], "finish", .ask(question, WorkoutFinish(workout: workout.id)))
        ]
    }

    /// All requests that keys may send.
    static let methods: [any Request.Type] = [
        TrainingBail.self, TrainingStop.self, TrainingReps.self, TrainingSkipRest.self,
        TrainingPause.self, TrainingResume.self, TrainingReset.self, RunConfirm.self,
        RunPause.self, RunResume.self, RunSkip.self, RunBack.self, RunExtend.self, RunJump.self,
        RunStop.self, RestSkip.self, RestPause.self, RestResume.self, RestExtend.self,
        StopwatchLap.self, TimerPause.self, TimerResume.self, TimerExtend.self, TimerFinish.self,
        TimerRestart.self, TimerCancel.self, WorkoutFinish.self, ReminderAnswer.self,
    ]
}

/// A number that is being typed.
struct LiveEntry: Hashable {
    enum Purpose: Hashable {
        case reps
        /// The number of a step; the value is how many steps there are, `nil` where that isn't known.
        case step(of: Int?)
    }

    let purpose: Purpose
    private(set) var digits = ""
    private static let maximumDigits = 6

    init(_ purpose: Purpose) { self.purpose = purpose }

    mutating func add(_ digit: Character) {
        if digits.count < Self.maximumDigits { digits.append(digit) }
    }

    mutating func removeLast() { _ = digits.popLast() }

    /// The request with the number; `nil` where there is no number to send.
    var request: (any Request)? {
        guard let number = Int(digits) else { return nil }
        switch purpose {
        case .reps: return TrainingReps(count: Int64(number))
        case .step(let count):
            return (1...(count ?? .max)).contains(number) ? RunJump(index: number - 1) : nil
        }
    }

    /// The reason why there is no request.
    var trouble: String {
        guard case .step(let count?) = purpose, !digits.isEmpty else {
            return "type a number first"
        }
        return "there are the steps 1 to \(count)"
    }

    var prompt: String {
        switch purpose {
        case .reps: "how many reps? \(digits)_"
        case .step(let count): "to which step\(count.map { " of \($0)" } ?? "")? \(digits)_"
        }
    }

    /// The effect of Enter, as a verb.
    var verb: String { purpose == .reps ? "logs" : "goes there" }
}
