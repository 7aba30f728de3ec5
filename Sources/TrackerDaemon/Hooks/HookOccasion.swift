import TrackerCore

/// The occasion of a hook: an event with its alert.
nonisolated struct HookOccasion: Sendable {
    let event: Event
    let alert: Alert?
    /// The event as one line of JSON.
    let json: String
    /// The turn that ends once the hook has started; `nil` for occasions without an alert.
    var turn: Telling.Turn?
    /// Whether only the text of the notification changes; if it was closed, it isn't shown again.
    var isUpdate = false
    /// Sound-theme name of the sound that the notification server should play; `nil` for none.
    var themeSound: String?

    /// The value of a placeholder such as `{title}`; empty without an alert.
    func value(of placeholder: String) -> String {
        switch placeholder {
        case "type": event.type
        case "subject": event.subject
        case "seq": event.isJournaled ? "\(event.seq)" : ""
        case "title": alert?.title ?? ""
        case "body": alert?.body ?? ""
        case "sound": alert?.sound.rawValue ?? ""
        case "urgency": alert?.urgency.rawValue ?? ""
        default: ""
        }
    }

    /// The actions as `key=Label`, one a line.
    var actions: [String] {
        (alert?.actions ?? []).map { action in
            let label = action.label.map { $0.isNewline ? " " : $0 }
            return "\(action.key)=\(String(label))"
        }
    }

    /// The variables that a hook gets besides the daemon's own. None contains a NUL.
    var variables: [String: String] {
        var variables = ["TRACKER_ACTIONS": actions.joined(separator: "\n")]
        for name in HookTemplate.known where name != HookTemplate.actions {
            variables["TRACKER_\(name.uppercased())"] = value(of: name)
        }
        return variables.mapValues(HookTemplate.withoutNUL)
    }

    /// Whether there are actions to choose from; `isQuestion` says whether to wait for one.
    var offersActions: Bool { alert?.actions.isEmpty == false }

    /// Whether the alert waits for one of its actions.
    var isQuestion: Bool { alert?.isQuestion == true }

    /// This occasion for showing it again, without a turn and without a sound.
    var withoutTurn: HookOccasion {
        var occasion = self
        occasion.turn = nil
        occasion.themeSound = nil
        return occasion
    }

    /// An occasion whose alert tells the person that an answer was refused, and why. The actions are offered
    /// again if another answer is possible.
    func refused(_ action: Alert.Action, _ refusal: Rejection) -> HookOccasion {
        guard let alert else { return withoutTurn }
        let isOver = [.conflict, .notFound].contains(refusal.kind)
        let lines = ["“\(action.label)” didn't work: \(refusal.message)", alert.body]
        let told = Alert(
            title: alert.title, body: lines.filter { !$0.isEmpty }.joined(separator: "\n"),
            urgency: alert.urgency, actions: isOver ? [] : alert.actions,
            isQuestion: alert.isQuestion && !isOver, sound: alert.sound, thread: alert.thread,
            moment: alert.moment)
        return HookOccasion(event: event, alert: told, json: json)
    }

    func failure(of run: [String], _ kind: HookFailure.Kind, _ reason: String) -> HookFailure {
        HookFailure(run: run, seq: event.seq, type: event.type, kind: kind, reason: reason)
    }
}
