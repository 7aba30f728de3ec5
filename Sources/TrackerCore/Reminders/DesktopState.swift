/// The desktop's answer to whether somebody would see a reminder now. A desktop that can't tell, or doesn't
/// in time, has a person before it who may be disturbed.
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

    package init(absence: Absence? = nil, doNotDisturb: Bool = false) {
        self.absence = absence
        self.doNotDisturb = doNotDisturb
    }
}
