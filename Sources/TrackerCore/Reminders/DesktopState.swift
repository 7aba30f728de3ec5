/// The desktop's answer to whether somebody would see a reminder now. If the desktop can't tell, or not in
/// time, the person counts as present and may be disturbed.
package struct DesktopState: Sendable, Hashable {
    package enum Absence: Sendable, Hashable {
        /// The screen is locked.
        case locked
        /// There was no input for the time that the configuration sets.
        case idle
    }

    /// Absence of the person; `nil` for a person who is there.
    package var absence: Absence?
    /// Whether the notification server is set not to disturb.
    package var doNotDisturb: Bool

    /// Whether somebody is there and may be disturbed, if the desktop can tell.
    package var isReachable: Bool { absence == nil && !doNotDisturb }

    /// The reason why a reminder that falls due isn't shown; `nil` where it is.
    package func reason(against whenIdle: Reminder.WhenIdle) -> Occurrence.Reason? {
        if doNotDisturb { return .desktopDoNotDisturb }
        switch (whenIdle, absence) {
        case (.skip, .locked): return .locked
        case (.skip, .idle): return .idle
        case (.show, _), (_, nil): return nil
        }
    }

    package init(absence: Absence? = nil, doNotDisturb: Bool = false) {
        self.absence = absence
        self.doNotDisturb = doNotDisturb
    }
}
