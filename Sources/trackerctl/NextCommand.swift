import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

/// The command for a single key within reach of somebody who holds a plank: it does the most natural thing
/// at each time.
struct Next: ShortWord {
    static let methods: [any Request.Type] = [
        RunConfirm.self, RunSkip.self, RunResume.self, TrainingBail.self, TrainingStop.self,
        TrainingSkipRest.self, TrainingResume.self, RestSkip.self, RestResume.self,
        ReminderAnswer.self,
    ]
    static let configuration = CommandConfiguration.leaf(
        "next",
        abstract: "Go on: one command for one key, which does what is natural now.",
        discussion: """
            It does one of these, and says which:
              a run             waits for confirmation: confirms the interval
                                is running: skips the interval
              a hold            bails; once the target is reached, stops
              a rest            skips it; in a training the next effort begins
              what is paused    resumes it: the run, the training or the rest
              a reminder        is pending: done, as 'remind done' does it

            How many reps an effort was, only you know: 'trackerctl done 12'. Timers and stopwatches \
            are left alone. It refuses where two things can be meant, and names the long commands; \
            but a reminder keeps nobody in a hold. Nor does it skip or end anything, or log, less than \
            a second after something began or ended: a key is easily hit twice.
            """)
    static let verb = "go on with"

    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        let client = try options.connect()
        let status = try client.call(Status())
        let chosen = try Self.choose(in: status)
        if Self.endsSomething(chosen) {
            let events = try client.call(Self.latestMoves(before: chosen, in: status)).events
            try Self.check(chosen, at: status.now, after: events.first)
        }
        try perform(chosen, on: client)
    }

    static func candidates(in status: Status.Response) -> [Candidate] {
        var candidates: [Candidate] = []
        if let run = status.run, run.isLive { candidates.append(candidate(run)) }
        if let training = status.training, training.isLive {
            candidates.append(candidate(training))
        }
        candidates += status.liveRest(
            in: ["running"], Candidate(rest: "skip", RestSkip()).saying("skipped"))
        candidates += status.liveRest(
            in: ["paused"], Candidate(rest: "resume", RestResume()).saying("resumed"))
        // Somebody who holds a plank must be able to end the hold by this key, even when a reminder fires.
        if let training = status.training, training.state == "training" { return candidates }
        for reminder in status.reminders {
            // A snoozed reminder has been answered for now.
            guard let pending = reminder.pending, pending.state == "pending" else { continue }
            let answer = ReminderAnswer(occurrence: pending.id, action: .log)
            candidates.append(Candidate(reminder, "done", answer).saying("done"))
        }
        return candidates
    }

    private static func candidate(_ run: RunView) -> Candidate {
        switch run.state {
        case "waiting_for_confirmation":
            Candidate(run, "confirm", RunConfirm()).saying("confirmed")
        case "paused": Candidate(run, "resume", RunResume()).saying("resumed")
        default: Candidate(run, "skip", RunSkip()).saying("skipped")
        }
    }

    private static func candidate(_ training: TrainingView) -> Candidate {
        switch training.state {
        case "resting": Candidate(training: "skip", TrainingSkipRest()).saying("rest skipped")
        case "paused": Candidate(training: "resume", TrainingResume()).saying("resumed")
        default:
            if training.mode == "reps" {
                Candidate(training: "done COUNT", nil)
            } else if let live = training.live, live.remaining <= 0 {
                Candidate(training: "stop", TrainingStop()).saying("stopped")
            } else {
                // In the first second of a hold, the daemon says why this isn't possible.
                Candidate(training: "bail", TrainingBail()).saying("bailed")
            }
        }
    }

    // MARK: A key pressed twice

    private static let doublePressMs: Int64 = 1000
    /// Most events that are searched; fewer happen in that time.
    private static let recentEvents: Int64 = 100

    /// Events after which a second press would end what the first one began, or a late press would do the
    /// wrong thing.
    private static let moves = [
        "run.started", "run.interval_started", "run.resumed", "run.skipped", "run.jumped",
        "run.completed", "run.stopped", "training.resting", "training.resumed",
        "training.completed", "rest.started", "rest.resumed", "rest.skipped", "rest.finished",
        "reminder.answered",
    ]

    private static func endsSomething(_ candidate: Candidate) -> Bool {
        switch candidate.request {
        case is RunSkip, is TrainingBail, is TrainingStop, is TrainingSkipRest, is RestSkip,
            is ReminderAnswer:
            true
        default: false
        }
    }

    private static func latestMoves(
        before candidate: Candidate, in status: Status.Response
    ) -> EventsList {
        // A bail in a hold's first second is refused by the daemon, which says why.
        let holds = candidate.request is TrainingStop ? ["training.effort_started"] : []
        return EventsList(
            since: max(0, status.seq - recentEvents), types: moves + holds, limit: 1,
            newestFirst: true)
    }

    /// - Parameters:
    ///   - now: the daemon's time, as it came.
    ///   - event: the latest of those events; `nil` for none.
    /// - Throws: `Refusal` where the event has only just happened.
    private static func check(
        _ candidate: Candidate, at now: String, after event: EventView?
    ) throws {
        guard let event, let now = WireTime.ms(now), let then = WireTime.ms(event.at),
            0..<doublePressMs ~= now - then
        else { return }
        throw Refusal(
            message: "something ended or went on just now: "
                + "a second press within a second is taken for an accident",
            hint: "once more, if you mean it; or trackerctl \(candidate.command)")
    }
}
