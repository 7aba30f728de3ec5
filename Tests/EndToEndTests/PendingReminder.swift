import Glibc
import Stage
import TrackerAPI

/// A reminder that fires on command, with a client's view of it.
struct PendingReminder {
    /// A button of the reminder's bubble.
    struct Answer: Sendable {
        let key: String
        let label: String
        /// The state of the occurrence afterwards.
        let state: String
    }

    static let answers = [
        Answer(key: "log", label: "Log 10 Push-ups", state: "answered"),
        Answer(key: "snooze", label: "Snooze 5 min", state: "snoozed"),
        Answer(key: "dismiss", label: "Dismiss", state: "dismissed"),
    ]

    let session: Session

    /// Starts the daemon and adds the reminder.
    init(_ session: Session) throws {
        self.session = session
        try session.systemctl("start", "trackerd.service")
        // The first effort would have a bubble of its own.
        try session.call("settings", "set", "--achievements", "off")
        try session.call(
            "remind", "add", "move", "--every", "30m", "--message", "Stand up", "--follow-up", "1m",
            "--days", "daily", "--exercise", "push-ups", "--count", "10")
    }

    func fire() throws { try session.call("remind", "test", "move") }

    var pending: JSONValue? {
        get throws { try session.call("remind", "show", "move")["pending"] }
    }

    func waitForState(_ state: String) throws {
        var found = ""
        try wait(for: "\(state), it is \(found)") {
            let list = try session.call("remind", "history", "--limit", "1")
            found = list["occurrences"]?.list.first?["state"]?.string ?? ""
            return found == state
        }
    }

    func waitForEffect(of answer: Answer) throws {
        try waitForState(answer.state)
        let logged = try session.call("log", "list")["entries"]?.list ?? []
        let counts = logged.compactMap { $0["count"]?.integer }
        guard counts == (answer.key == "log" ? [10] : []) else {
            throw StageError("after \(answer.label) this is logged: \(logged)")
        }
    }

    var failures: [JSONValue] {
        get throws {
            try session.call("events", "list", "--types", "hook.failed")["events"]?.list ?? []
        }
    }

    /// Waits until no notify-send, and no other process that the daemon has started, is left.
    func waitUntilNobodyWaits() throws {
        try wait(
            for:
                "the end of notify-send: \((try? session.systemctl("status", "trackerd.service")) ?? "")"
        ) {
            try session.property("TasksCurrent") == "1" && session.count(of: "notify-send") == 0
        }
    }

    /// Waits until exactly one notify-send listens for buttons and goes on to do so. Before that there may
    /// be one that only prints its help, or one that a dead daemon has left and that is about to end.
    func waitForOneWaiter() throws {
        try wait(for: "one notify-send; there are \(session.count(of: "notify-send"))") {
            try watch(seconds: 0.5) { session.count(of: "notify-send") == 1 }
        }
    }
}
