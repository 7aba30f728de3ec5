import TrackerCore

/// A hook's wait for the answer to an alert, from queuing to its end.
final class HookWait {
    let alert: Alert
    /// The hook's argument vector, which identifies it.
    let run: [String]
    /// Whether an answer is no longer wanted.
    private(set) var isOver = false
    /// The hook's process; `nil` before it has started.
    var process: HookProcess?

    init(for alert: Alert, run: [String]) {
        self.alert = alert
        self.run = run
    }

    func end() {
        isOver = true
        process?.recall()
    }
}
