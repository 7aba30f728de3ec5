/// A hook's wait for the answer to an alert, from when it's queued to its end.
final class HookWait {
    let thread: String
    /// The hook's argument vector, which tells it from others.
    let run: [String]
    /// There is nothing to answer any more.
    private(set) var isOver = false
    /// The hook, once it's started.
    var process: HookProcess?

    init(thread: String, run: [String]) {
        self.thread = thread
        self.run = run
    }

    func end() {
        isOver = true
        process?.recall()
    }
}
