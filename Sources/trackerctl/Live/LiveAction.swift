import TrackerAPI
import TrackerCore
import TrackerView

/// What a key does to the shown item.
struct LiveAction {
    enum Move {
        case send(any Request)
        /// Asks first, and sends the request only after a yes.
        case ask(String, any Request)
        /// Opens a choice, or a line with a text that can be changed.
        case type(LivePrompt)
        case run([String])
        /// Moves on by this many exercises of the workout.
        case go(Int)
        /// Explains why the action isn't possible now, and what is.
        case explain(String)
    }

    /// Keys for the action, the first of which is shown.
    let keys: [Key]
    /// Name of the action; empty for one that isn't offered.
    let name: String
    let move: Move

    init(_ keys: [Key], _ name: String, _ move: Move) {
        self.keys = keys
        self.name = name
        self.move = move
    }

    private init(_ key: Character, _ name: String, _ request: any Request) {
        self.init([.character(key)], name, .send(request))
    }

    /// Actions for an item, the most important first.
    ///
    /// - Parameters:
    ///   - isOver: whether the item has ended.
    ///   - passed: milliseconds since the daemon's status.
    ///   - workout: the open workout.
    ///   - plan: the order through the open workout.
    static func all(
        for item: LiveItem, isOver: Bool, passed: Int64, in workout: WorkoutView?, _ plan: LivePlan
    ) -> [LiveAction] {
        switch item {
        case .training where isOver:
            [LiveAction([.character("a")], "again", .run(["train", "again"]))]
        case .rest(let rest):
            // The next set may be logged before the rest is over.
            (isOver ? [] : ofRest(rest).prefix(1))
                + (rest.after?.kind == .set ? ofWorkout(workout, plan) : [])
                + (isOver ? [] : ofRest(rest).dropFirst())
        case _ where isOver: []
        case .training(let training): ofTraining(training, passed: passed)
        case .run(let run): ofRun(run)
        case .timer(let timer): ofTimer(timer)
        case .workout(let workout): ofWorkout(workout, plan) + changes(of: workout, plan)
        }
    }

    /// Actions that are possible at any time.
    ///
    /// - Parameters:
    ///   - item: the shown item; for a training, undo removes its own last attempt.
    ///   - workout: the open workout.
    static func always(for item: LiveItem?, in workout: WorkoutView?) -> [LiveAction] {
        var undo = ["undo"]
        if case .training? = item { undo = ["train", "undo"] }
        return [
            // In a workout, n moves to the next exercise.
            LiveAction(
                (item?.isLived(in: workout) == true ? "N" : "nN").map(Key.character), "new",
                .type(LivePrompt())),
            LiveAction([.character("u")], "undo", .run(undo)),
            LiveAction([.character("U"), .redo], "redo", .run(["redo"])),
        ]
    }

    /// Actions for answering a pending reminder.
    ///
    /// - Parameter inBreak: whether the reminder is a break that can be skipped.
    static func answers(to reminder: ReminderView, inBreak: Bool = false) -> [LiveAction] {
        let words: [(Character, String)] = [("d", "done"), ("z", "snooze"), ("x", "dismiss")]
        return words.map { key, word in
            LiveAction(
                [.character(key)], inBreak && word == "dismiss" ? "skip" : word,
                .run(["remind", word, reminder.id]))
        }
    }

    /// Whether the action is shown in the key line.
    var isOffered: Bool { !name.isEmpty }

    /// Whether the action happens at once, without a question or an explanation first.
    var isImmediate: Bool {
        switch move {
        case .send, .run, .go: true
        case .ask, .type, .explain: false
        }
    }

    private static func pause(
        _ isPaused: Bool, _ pause: any Request, _ resume: any Request, by keys: String = "p "
    ) -> LiveAction {
        LiveAction(
            keys.map(Key.character), isPaused ? "resume" : "pause",
            .send(isPaused ? resume : pause))
    }

    private static func extend(_ span: String, _ request: (Span) -> any Request, _ ms: Int64)
        -> [LiveAction]
    {
        [
            LiveAction([.character("+"), .character("=")], span, .send(request(Span(ms: ms)))),
            LiveAction([.character("-"), .character("_")], span, .send(request(Span(ms: -ms)))),
        ]
    }

    private static func ofTraining(_ training: TrainingView, passed: Int64) -> [LiveAction] {
        let pause = pause(training.state == .paused, TrainingMove(.pause), TrainingMove(.resume))
        let reset = LiveAction(
            [.character("r")], "reset",
            .ask("discard the session?", TrainingReset(confirm: true)))
        // A hold counts in full when it is stopped, which mustn't wait for an answer. If there is no hold,
        // stopping would end the session short of its target, so the person is asked.
        let isShort = training.live == nil && training.accumulated < training.target
        let question =
            training.attempts.isEmpty
            ? "discard the session? You haven't done anything yet"
            : "end the session before its target is reached?"
        let stop = LiveAction(
            [.character("s")], "stop",
            isShort ? .ask(question, TrainingMove(.stop)) : .send(TrainingMove(.stop)))
        if training.rest != nil {
            let tooSoon = Move.explain("wait until the rest is over")
            let early = training.mode == "reps" ? digits(tooSoon) : []
            return [LiveAction("k", "skip rest", TrainingMove(.skipRest)), pause]
                + extend("15 s", RestExtend.init, 15_000) + [stop, reset] + early
        }
        guard training.mode == "time" else {
            return [LiveAction([.enter], "log reps", .type(LivePrompt(LivePrompt.reps)))]
                + digits(LivePrompt.reps) + [pause, stop, reset]
        }
        guard !LiveHold(training, passed: passed).isReached else {
            let tooLate = "target reached: press s, which counts the whole hold"
            return [stop, pause, reset, LiveAction([.character("b")], "", .explain(tooLate))]
        }
        let bail = LiveAction("b", "bail", TrainingMove(.bail))
        return training.state == .paused ? [pause, bail, stop, reset] : [bail, stop, pause, reset]
    }

    private static func digits(_ move: Move) -> [LiveAction] {
        [LiveAction("0123456789".map(Key.character), "", move)]
    }

    /// Actions that begin a line with a digit, after a word.
    static func digits(_ form: LivePrompt.Form, after word: String = "") -> [LiveAction] {
        begin(form, by: "0123456789", after: word)
    }

    /// Actions that begin a line with one of these characters, after a word.
    static func begin(
        _ form: LivePrompt.Form, by keys: String, after word: String = ""
    ) -> [LiveAction] {
        keys.map { LiveAction([.character($0)], "", .type(LivePrompt(form, "\(word)\($0)"))) }
    }

    private static func ofRun(_ run: RunView) -> [LiveAction] {
        let confirm = LiveAction(
            [.character("c"), .enter],
            run.interval.isOpen ? "done" : run.next == nil ? "finish" : "continue",
            .send(RunConfirm()))
        let count =
            run.isWaiting && run.interval.exercise != nil ? digits(LivePrompt.confirmedCount) : []
        let pause = pause(run.state == .paused, RunMove(.pause), RunMove(.resume))
        let first = run.isWaiting ? [confirm] : [pause]
        return first + [
            LiveAction("k", "skip", RunMove(.skip)), LiveAction("b", "back", RunMove(.back)),
        ] + (run.interval.isOpen ? [] : extend("10 s", RunExtend.init, 10_000)) + [
            LiveAction(
                [.character("j")], "jump", .type(LivePrompt(LivePrompt.jump(of: run.steps)))),
            LiveAction([.character("s")], "stop", .ask("stop the run?", RunMove(.stop))),
        ] + count
    }

    private static func ofRest(_ rest: RestView) -> [LiveAction] {
        [
            LiveAction("k", "skip", RestMove(.skip)),
            // In a workout, p moves to the previous exercise.
            pause(
                rest.state == .paused, RestMove(.pause), RestMove(.resume),
                by: rest.after?.kind == .set ? " " : "p "),
        ] + extend("15 s", RestExtend.init, 15_000)
    }

    private static func ofTimer(_ timer: TimerView) -> [LiveAction] {
        let id = timer.id
        guard !timer.isWaiting else {
            let more = TimerExtend(timer: id, by: Span(ms: 300_000))
            return [
                // While a reminder is pending, d answers that.
                LiveAction(
                    [.enter, .character("d")], "done", .send(TimerMove(.answer, timer: id))),
                LiveAction("r", "again", TimerMove(.restart, timer: id)),
                LiveAction([.character("+"), .character("=")], "5 min", .send(more)),
            ]
        }
        let pause = pause(
            timer.state == .paused, TimerMove(.pause, timer: id), TimerMove(.resume, timer: id))
        let title = timer.title
        let loss = [
            LiveAction(
                [.character("r")], "restart",
                .ask("restart \(title)?", TimerMove(.restart, timer: id))),
            LiveAction(
                [.character("c")], "cancel", .ask("cancel \(title)?", TimerMove(.cancel, timer: id))
            ),
        ]
        guard !timer.isStopwatch else {
            let lap =
                timer.state == .running ? [LiveAction("l", "lap", TimerMove(.lap, timer: id))] : []
            let stop = LiveAction(
                [.character("s")], "stop", .ask("stop \(title)?", TimerMove(.finish, timer: id)))
            return lap + [pause, stop] + loss
        }
        let finish = LiveAction(
            [.character("f")], "finish", .ask("finish \(title) now?", TimerMove(.finish, timer: id))
        )
        return [pause] + extend("1 min", { TimerExtend(timer: id, by: $0) }, 60_000)
            + [finish] + loss
    }
}
