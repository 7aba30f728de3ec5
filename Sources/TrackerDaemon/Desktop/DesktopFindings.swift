import TrackerCore

/// The answers of the desktop's sources; `nil` for one that can't tell, or hasn't in time.
struct DesktopFindings: Hashable {
    var login: LoginSession.State?
    /// Milliseconds without input, by Mutter.
    var mutterMs: Int64?
    var display: DisplayIdle.State?
    var server: QuietServer.State?

    /// The state that they come to together. A source that can't tell counts as if the person were there and
    /// might be disturbed.
    ///
    /// - Parameter configuration: what counts.
    func state(_ configuration: TrackerCore.Configuration.Desktop) -> DesktopState {
        DesktopState(
            absence: configuration.idleMs.flatMap(absence),
            doNotDisturb: configuration.doNotDisturb && server?.isQuiet == true)
    }

    private func absence(idleMs: Int64) -> DesktopState.Absence? {
        if login?.isLocked == true { return .locked }
        // logind only passes on what some program has said, and may never take back.
        let isIdle =
            mutterMs.map { $0 >= idleMs } ?? display?.isIdle(forMs: idleMs)
            ?? login?.idleMs.map { $0 >= idleMs } ?? false
        return isIdle ? .idle : nil
    }
}
