import TrackerAPI

/// One request of the workload.
struct Ask: Sendable {
    let method: String
    let params: String

    init(_ method: String, _ params: String = "{}") {
        self.method = method
        self.params = params
    }

    /// The call, with its own `request_id` where the method takes one.
    func json(id: String) -> String {
        guard Methods.all.contains(where: { $0.method == method && $0.effect == .change }) else {
            return "{\"id\":\"\(id)\",\"method\":\"\(method)\",\"params\":\(params)}"
        }
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
    /// The last line again, as from a client that got no reply.
    case again
    /// Time passes, and the daemon wakes for each deadline.
    case pass(seconds: Int64)
    /// The machine sleeps.
    case suspend(seconds: Int64)
    /// Somebody sets the clock.
    case stepWall(seconds: Int64)
    /// The daemon's own work when nothing else is to be done.
    case moveLog, noteAlerts
    /// The newest database among the backups, a copy or a replaced state, takes the present one's place.
    case restore
    /// The daemon ends and another one starts, in the same boot or in the next one.
    case restart, reboot
    /// This machine shares its rows, with all of their first stamps.
    case share
    /// This machine merges what another one knows, once that one has merged this one's rows.
    case merge
    case newIdentity

    static func ask(_ method: String, _ params: String = "{}") -> Step {
        .ask([Ask(method, params)])
    }
}
