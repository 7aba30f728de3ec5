import TrackerCore

/// A hook's wait for the answer to an alert, from being queued to its end.
final class HookWait {
    let alert: Alert
    /// The hook's argument vector, which tells it from others.
    let run: [String]
    /// Whether there is nothing to answer any more.
    private(set) var isOver = false
    /// The hook's process, once it is started.
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
