/// The desktop's answer to whether somebody would see a reminder now. Where a desktop can't tell, or doesn't in
/// time, the person counts as present, and as one who may be disturbed.
package struct DesktopState: Sendable, Hashable {
    package enum Absence: Sendable, Hashable {
        /// The screen is locked.
        case locked
        /// There was no input for as long as the configuration says.
        case idle
    }

    /// The person's absence; `nil` for one who is there.
    package var absence: Absence?
    /// Whether the notification server is set not to disturb.
    package var doNotDisturb: Bool

    /// True where somebody is there and may be disturbed, as far as the desktop can tell.
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
