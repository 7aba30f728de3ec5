import TrackerCore

/// What a hook runs for: an event, with what it has to say to the person.
nonisolated struct HookOccasion: Sendable {
    let event: Event
    let alert: Alert?
    /// The event as one line of JSON.
    let json: String
    /// What to tell that the hook has begun; for alerts.
    var turn: Telling.Turn?

    /// What a placeholder such as `{title}` stands for; empty where there is no alert.
    func value(of placeholder: String) -> String {
        switch placeholder {
        case "type": event.type
        case "subject": event.subject
        case "seq": "\(event.seq)"
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

    func failure(of hook: String, _ kind: HookFailure.Kind, _ reason: String) -> HookFailure {
        HookFailure(hook: hook, seq: event.seq, type: event.type, kind: kind, reason: reason)
    }
}
