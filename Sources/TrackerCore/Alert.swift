/// The notice that an event gives to the person: its texts, its sound and its actions.
package struct Alert: Sendable, Hashable {
    package enum Urgency: String, Sendable { case low, normal, critical }

    /// A button of the notification.
    package struct Action: Sendable, Hashable {
        package let key: String
        package let label: String
        /// The command line with the same effect, for where notifications have no buttons.
        package let command: String

        package init(key: String, label: String, command: String) {
            self.key = key
            self.label = label
            self.command = command
        }
    }

    package let title: String
    package let body: String
    package let urgency: Urgency
    package let actions: [Action]
    package let sound: Sound
    /// Alerts with the same thread share one notification bubble: a later alert replaces the earlier one.
    package let thread: String
    /// A text that tells apart alerts that are otherwise equal; `nil` where nothing has to tell them apart.
    package let moment: String?
    /// Whether the alert is of use only at its own moment: its sound is played, but it is neither shown as
    /// a bubble nor given again later.
    package let isMomentary: Bool

    package init(
        title: String, body: String, urgency: Urgency = .normal, actions: [Action] = [],
        sound: Sound, thread: String, moment: String? = nil, isMomentary: Bool = false
    ) {
        self.title = title
        self.body = body
        self.urgency = urgency
        self.actions = actions
        self.sound = sound
        self.thread = thread
        self.moment = moment
        self.isMomentary = isMomentary
    }
}
