/// One request of the workload.
struct Ask: Sendable {
    let method: String
    let params: String

    init(_ method: String, _ params: String = "{}") {
        self.method = method
        self.params = params
    }

    /// With a `request_id` of its own.
    func json(id: String) -> String {
        let members = params.dropFirst().drop { $0 == " " }
        let comma = members.hasPrefix("}") ? "" : ","
        return "{\"id\":\"\(id)\",\"method\":\"\(method)\",\"params\":{\"request_id\":\"\(id)\""
            + "\(comma)\(members)}"
    }
}

/// One step of the workload.
enum Step: Sendable {
    /// One line: a call, or a batch of several.
    case ask([Ask])
    /// The line before once more, as a client does that got no answer.
    case again
    /// Time passes while the daemon wakes for each deadline.
    case pass(seconds: Int64)
    /// The machine sleeps.
    case suspend(seconds: Int64)
    /// Somebody sets the clock.
    case stepWall(seconds: Int64)
    /// What the daemon does when it has nothing better to do.
    case moveLog, noteAlerts
    /// The daemon ends and another one starts: in the same boot or in the next one.
    case restart, reboot

    static func ask(_ method: String, _ params: String = "{}") -> Step {
        .ask([Ask(method, params)])
    }
}

/// What the daemon does while the power is cut or its disk fails: a script for each feature, run side by
/// side, each in its own order.
///
/// To add a feature: its script. A test demands every method that changes something, and that it is
/// answered with a result where the scripts run one after the other. Name things, so that they can be
/// addressed; leave half a minute between a deadline and the steps around it, and see to it that a late
/// deadline brings the same events as one in time, but for those in `fleeting`.
enum Workload {
    static let scripts: [[Step]] = [
        timers, sleepers, stopwatches, rests, records, together, daemon,
    ]

    /// Events that are left out where they come too late to be of use, or can't be written when it is time.
    static let fleeting: Set<String> = [
        "rest.warning", "clock.stepped", "clock.rescheduled",
    ]

    static let timers: [Step] = [
        .ask("timer.start", #"{"duration":"5m","name":"egg","message":"Off the stove!"}"#),
        .ask("timer.extend", #"{"timer":"egg","by":"1m"}"#),
        .pass(seconds: 60),
        .ask("timer.pause", #"{"timer":"egg"}"#),
        .ask("timer.rename", #"{"timer":"egg","name":"soft egg"}"#),
        .ask("timer.resume", #"{"timer":"soft egg"}"#),
        .pass(seconds: 400),
        .ask("timer.restart", #"{"timer":"soft egg"}"#),
        .ask("timer.cancel", #"{"timer":"soft egg"}"#),
        .ask("timer.extend", #"{"timer":"soft egg","by":"1m"}"#),
        .ask("timer.clear"),
    ]

    static let sleepers: [Step] = [
        .ask("timer.start", #"{"duration":"25m","name":"tea","on_suspend":"pause"}"#),
        .ask("timer.start", #"{"duration":"40m","name":"nap","on_suspend":"cancel"}"#),
        .suspend(seconds: 300),
        .ask("timer.resume", #"{"timer":"tea"}"#),
        .ask("timer.extend", #"{"timer":"tea","by":"-2m"}"#),
        .ask("timer.finish", #"{"timer":"tea"}"#),
        .again,
    ]

    static let stopwatches: [Step] = [
        .ask("stopwatch.start", #"{"name":"run"}"#),
        .pass(seconds: 45),
        .ask("stopwatch.lap", #"{"timer":"run"}"#),
        .again,
        .ask("stopwatch.lap", #"{"timer":"run"}"#),
        .ask("timer.pause", #"{"timer":"run"}"#),
        .ask("timer.finish", #"{"timer":"run"}"#),
    ]

    static let rests: [Step] = [
        .ask("rest.start", #"{"duration":"90s","warn_at":["3s","30s"],"label":"squats"}"#),
        .ask("rest.extend", #"{"by":"1m"}"#),
        .pass(seconds: 240),
        .ask("rest.start", #"{"duration":"2m"}"#),
        .ask("rest.pause"),
        .ask("rest.resume"),
        .ask("rest.skip"),
        .ask("rest.start", #"{"duration":"9m"}"#),
        .ask("rest.start", #"{"duration":"3m","replace":true}"#),
        .ask("rest.skip"),
    ]

    /// All that can be undone, in one script, so that the newest of it is known.
    static let records: [Step] = exercises + reminders

    private static let exercises: [Step] = [
        .ask("exercise.create", #"{"name":"Air squats","unit":"reps","default_count":20}"#),
        .ask("exercise.create", #"{"name":"Wall sit","unit":"seconds"}"#),
        .ask("log.add", #"{"exercise":"air squats","count":12,"note":"easy"}"#),
        .again,
        .ask("log.add", #"{"exercise":"wall sit","count":45,"at":"-30m"}"#),
        .ask("log.update", #"{"entry":"last","count":50}"#),
        .ask("log.delete", #"{"entry":"last"}"#),
        .ask("journal.undo"),
        .again,
        .ask("exercise.update", #"{"exercise":"wall sit","default_count":60}"#),
        .ask("exercise.archive", #"{"exercise":"wall sit"}"#),
        .ask("exercise.create", #"{"name":"Mistake","unit":"reps"}"#),
        .ask("exercise.delete", #"{"exercise":"mistake"}"#),
    ]

    /// By itself none of them falls due within a workload: what is seen are the follow-up and the snooze of
    /// one that is fired by hand.
    private static let reminders: [Step] = [
        .ask(
            "reminder.create",
            """
            {"name":"legs","every":"12h","days":"daily","exercise":"air squats","count":10,\
            "follow_up":"5m"}
            """),
        .ask("reminder.fire", #"{"reminder":"legs"}"#),
        .again,
        .pass(seconds: 330),
        .ask("reminder.answer", #"{"reminder":"legs","action":"snooze","for":"10m"}"#),
        .pass(seconds: 630),
        .ask("reminder.answer", #"{"reminder":"legs","action":"log"}"#),
        .again,
        .ask("do_not_disturb.set", #"{"for":"30m"}"#),
        .ask("do_not_disturb.set", #"{"off":true}"#),
        .ask("reminder.update", #"{"reminder":"legs","every":"11h","follow_up":false}"#),
        .ask("reminder.disable", #"{"reminder":"legs"}"#),
        .ask("reminder.enable", #"{"reminder":"legs"}"#),
        .ask("reminder.fire", #"{"reminder":"legs"}"#),
        .ask("reminder.delete", #"{"reminder":"legs"}"#),
        .ask("journal.undo"),
    ]

    /// Several in one line.
    static let together: [Step] = [
        .ask([
            Ask("timer.start", #"{"duration":"7m","name":"rice"}"#), Ask("timer.list"),
            Ask("timer.start", #"{"duration":"0s"}"#),
            Ask("timer.start", "{\"duration\":\"8m\",\"message\":\"\(longText)\"}"),
        ]),
        .ask(
            "atomic",
            """
            {"calls":[{"method":"timer.pause","params":{"timer":"rice"}},\
            {"method":"timer.start","params":{"duration":"30m","name":"bread"}},\
            {"method":"stopwatch.start"}]}
            """),
        .again,
        .ask(
            "atomic",
            """
            {"calls":[{"method":"timer.start","params":{"duration":"30m","name":"never"}},\
            {"method":"timer.cancel","params":{"timer":"nothing of that name"}}]}
            """),
        .pass(seconds: 600),
    ]

    static let daemon: [Step] = [
        .moveLog,
        .ask("backup.create"),
        .stepWall(seconds: -3600),
        .noteAlerts,
        .restart,
        .moveLog,
        .reboot,
        .ask([Ask("status"), Ask("events.list"), Ask("journal.verify")]),
        .noteAlerts,
        .moveLog,
    ]

    /// Needs a page of its own.
    private static let longText = String(repeating: "Let it stand. ", count: 280)

    /// All scripts, interleaved at random.
    static func shuffled(using dice: inout some RandomNumberGenerator) -> [Step] {
        var left = scripts.map { $0[...] }
        var steps: [Step] = []
        while true {
            left.removeAll { $0.isEmpty }
            guard let index = left.indices.randomElement(using: &dice) else { return steps }
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                if let step = left[index].popFirst() { steps.append(step) }
            }
        }
    }
}
