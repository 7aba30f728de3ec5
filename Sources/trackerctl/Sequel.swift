import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// The rest of an answer beside the change itself: what it earned, the day's sum, what comes next, and the way
/// back.
struct Sequel {
    /// The effort, as far as it is part of a day's sums.
    private var effort: (exercise: String, unit: String, day: String?)?
    /// Id of the effort that the change was about, which may have earned something; `nil` for none.
    private var earner: String?
    /// Whether the effort was logged by an answer to a reminder, which doesn't show it.
    private var isAnswer = false
    /// The command that takes the change back; `nil` for none.
    private var remedy: String?

    init(to result: Any, of method: String, _ effect: Effect) {
        guard effect == .change else { return }
        switch result {
        case let entry as LogEntryView:
            effort = (entry.exercise, entry.unit, entry.day)
            earner = entry.id
        case let training as TrainingView where !training.isLive: add(training)
        case let occurrence as OccurrenceView where method == ReminderAnswer.method:
            remedy = "undo"
            earner = occurrence.log
            isAnswer = true
        case let live as LiveResult where live.did == "training.completed":
            if let training: TrainingView = try? live.view.decoded() { add(training) }
        case let live as LiveResult where live.did == "reminder.answered":
            let occurrence: OccurrenceView? = try? live.view.decoded()
            earner = occurrence?.log
        case let set as SetView: earner = set.id
        case let changed as SetUpdate.Response: earner = changed.set.id
        case let workout as WorkoutView where method == WorkoutFinish.method: earner = workout.id
        case let quiet as DoNotDisturbView where quiet.until != nil: remedy = "pause off"
        default: break
        }
        if Self.isUndoable(method) { remedy = "undo" }
    }

    private mutating func add(_ training: TrainingView) {
        remedy = "train undo"
        earner = training.id
        guard let exercise = training.exercise else { return }
        let unit = training.mode == "time" ? "seconds" : "reps"
        effort = (exercise, unit, training.day)
    }

    /// True for a method whose changes `undo` takes back.
    private static func isUndoable(_ method: String) -> Bool {
        let parts = method.split(separator: ".").map(String.init)
        guard parts.count == 2 else { return false }
        switch parts[0] {
        case "log", "set", "workout", "template", "exercise", "preset", "program", "settings",
            "streak", "weight", "measurement":
            return true
        case "training": return ["update", "delete"].contains(parts[1])
        case "sync": return parts[1] == "take"
        case "reminder":
            // Enabling what is enabled changes nothing, so that an older change would be taken back.
            return ["create", "update", "delete"].contains(parts[1])
        default: return false
        }
    }

    /// The line, such as `40 reps today, next stand in 30 min (12:32), 'trackerctl undo' takes it back`; empty
    /// where there is nothing to say. The change is made, so that facts that can't be had are left out.
    func text(asking client: Client, in style: Style) -> String {
        var parts: [String] = []
        // By a call that is never sent again, since nobody waits for a daemon that has gone.
        if let effort,
            let status: Status.Response = try? client.callRaw(Status.method, params: .object([:]))
                .decoded()
        {
            parts += Self.sums(of: effort, in: status)
            parts += Self.next(in: status, style).map { ["next \($0)"] } ?? []
        }
        if let remedy { parts.append("'trackerctl \(remedy)' takes it back") }
        let (logged, earned) = consequences(asking: client)
        if let logged { parts.insert("logged \(logged)", at: 0) }
        let news = earned.isEmpty ? "" : style.lines(of: earned, title: " ")
        guard !parts.isEmpty else { return paint(news, style.good) }
        return paint(news, style.good) + paint(style.lines(of: parts, title: " "), style.faint)
    }

    private func paint(_ lines: String, _ paint: (String) -> String) -> String {
        lines.split(separator: "\n").map { paint(String($0)) + "\n" }.joined()
    }

    /// Events that are looked at: one change brings a few at most.
    private static let events = 10
    /// Types of the events of rewards, and of what may earn them.
    private static let types = [
        "achievement.*", "level.*", "challenge.*", "log.*", "set.*", "training.*", "workout.*",
    ]

    /// The entry that an answer to a reminder has logged, such as `1:00 Standing`, and the rewards of the change,
    /// such as `achieved First Steps (bronze)`: told by the events from that of the effort on.
    private func consequences(asking client: Client) -> (logged: String?, earned: [String]) {
        guard let earner else { return (nil, []) }
        let list = EventsList(types: Self.types, limit: Self.events, newestFirst: true)
        guard let params = try? JSONText.value(JSONValue.self, from: JSONText.of(list)),
            let newest: EventsList.Response = try? client.callRaw(EventsList.method, params: params)
                .decoded(),
            let place = newest.events.firstIndex(where: { $0.subject == earner })
        else { return (nil, []) }
        let entry: LogEntryView? = isAnswer ? try? newest.events[place].data.decoded() : nil
        return (
            entry.map { "\(CountText.of($0.count, $0.unit)) \($0.name.forTerminal)" },
            newest.events[..<place].reversed().compactMap(ProgressEvents.earned)
        )
    }

    private static func sums(
        of effort: (exercise: String, unit: String, day: String?), in status: Status.Response
    ) -> [String] {
        guard effort.day == status.today.date else { return [] }
        let total = status.today.totals?.first { $0.exercise == effort.exercise }
        return ["\(CountText.of(total?.count ?? 0, effort.unit)) today"]
    }

    /// The reminder that waits or comes next.
    private static func next(in status: Status.Response, _ style: Style) -> String? {
        let waiting = status.reminders.first { $0.pending?.state == .pending }
        if let waiting { return "\(waiting.title), which waits for an answer" }
        let coming = status.reminders.filter { $0.nextAt != nil && $0.pausedUntil == nil }
        return coming.min { WireTime.ms($0.nextAt ?? "") ?? 0 < WireTime.ms($1.nextAt ?? "") ?? 0 }
            .map { "\($0.title) \(style.coming($0.nextAt ?? ""))" }
    }
}
