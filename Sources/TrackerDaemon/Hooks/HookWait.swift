import TrackerCore

/// A hook's wait for the answer to an alert, from when it's queued to its end.
final class HookWait {
    let alert: Alert
    /// The hook's argument vector, which tells it from others.
    let run: [String]
    /// There is nothing to answer any more.
    private(set) var isOver = false
    /// The hook, once it's started.
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
