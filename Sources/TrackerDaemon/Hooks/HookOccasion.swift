import TrackerCore

/// The occasion of a hook: an event, with what it has to say to the person.
nonisolated struct HookOccasion: Sendable {
    let event: Event
    let alert: Alert?
    /// The event as one line of JSON.
    let json: String
    /// The turn that ends once the hook has begun; for alerts.
    var turn: Telling.Turn?
    /// Whether its bubble only says something else now: one that isn't there any more doesn't come back.
    var isUpdate = false

    /// The value of a placeholder such as `{title}`; empty where there is no alert.
    func value(of placeholder: String) -> String {
        switch placeholder {
        case "type": event.type
        case "subject": event.subject
        case "seq": event.isJournaled ? "\(event.seq)" : ""
        case "title": alert?.title ?? ""
        case "body": alert?.body ?? ""
        case "sound": alert?.sound ?? ""
        case "urgency": alert?.urgency.rawValue ?? ""
        default: ""
        }
    }

    /// Each action as `key=Label`, on one line.
    var actions: [String] {
        (alert?.actions ?? []).map { action in
            let label = action.label.map { $0.isNewline ? " " : $0 }
            return "\(action.key)=\(String(label))"
        }
    }

    /// The variables that a hook gets, in addition to the daemon's own. None has a NUL.
    var variables: [String: String] {
        var variables = ["TRACKER_ACTIONS": actions.joined(separator: "\n")]
        for name in HookTemplate.known where name != HookTemplate.actions {
            variables["TRACKER_\(name.uppercased())"] = value(of: name)
        }
        return variables.mapValues(HookTemplate.withoutNUL)
    }

    /// Whether there is something to choose from.
    var offersActions: Bool { alert?.actions.isEmpty == false }

    /// The same, for one that nobody waits for to begin.
    var withoutTurn: HookOccasion {
        var occasion = self
        occasion.turn = nil
        return occasion
    }

    /// An occasion that tells the person that an answer was refused, and why. As long as another may be taken, it
    /// can be given.
    func refused(_ key: String, _ refusal: Rejection) -> HookOccasion {
        guard let alert else { return withoutTurn }
        let label = alert.actions.first { $0.key == key }?.label ?? key
        let isOver = [.conflict, .notFound].contains(refusal.kind)
        let lines = ["“\(label)” didn't work: \(refusal.message)", alert.body]
        let told = Alert(
            title: alert.title, body: lines.filter { !$0.isEmpty }.joined(separator: "\n"),
            urgency: alert.urgency, actions: isOver ? [] : alert.actions, sound: alert.sound,
            thread: alert.thread, moment: alert.moment)
        return HookOccasion(event: event, alert: told, json: json)
    }

    func failure(of run: [String], _ kind: HookFailure.Kind, _ reason: String) -> HookFailure {
        HookFailure(run: run, seq: event.seq, type: event.type, kind: kind, reason: reason)
    }
}
