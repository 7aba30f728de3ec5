import TrackerCore

/// Answers of the desktop's sources; `nil` for a source that can't tell, or hasn't answered in time.
struct DesktopFindings: Hashable {
    var login: LoginSession.State?
    /// Milliseconds without input, according to Mutter.
    var mutterMs: Int64?
    var display: DisplayIdle.State?
    var server: QuietServer.State?

    /// The state that the answers add up to. A source that can't tell counts as if the person were there and
    /// could be disturbed.
    ///
    /// - Parameter configuration: what to take into account.
    func state(_ configuration: TrackerCore.Configuration.Desktop) -> DesktopState {
        DesktopState(
            absence: configuration.idleMs.flatMap(absence),
            doNotDisturb: configuration.doNotDisturb && server?.isQuiet == true)
    }

    /// Milliseconds without input, at least, of a person who is away; `nil` if no source tells.
    func awayMs(_ configuration: TrackerCore.Configuration.Desktop) -> Int64? {
        if let mutterMs { return mutterMs }
        if case .x(let idleMs)? = display { return idleMs }
        return display == .wayland(isIdle: true) ? configuration.idleMs : login?.idleMs
    }

    private func absence(idleMs: Int64) -> DesktopState.Absence? {
        if login?.isLocked == true { return .locked }
        // logind only passes on what some program has reported, and may never have withdrawn.
        let isIdle =
            mutterMs.map { $0 >= idleMs } ?? display?.isIdle(forMs: idleMs)
            ?? login?.idleMs.map { $0 >= idleMs } ?? false
        return isIdle ? .idle : nil
    }
}
