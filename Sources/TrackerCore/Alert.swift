/// What an event has to say to the person.
package struct Alert: Sendable, Hashable {
    package enum Urgency: String, Sendable { case low, normal, critical }

    /// A button.
    package struct Action: Sendable, Hashable {
        package let key: String
        package let label: String
        /// The command that does the same, for where there are no buttons.
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
    /// The name of a sound, such as `timer-finished`.
    package let sound: String
    /// Alerts with the same thread share one bubble: a later one replaces the one before.
    package let thread: String
    /// Which of several it is that differ in nothing else.
    package let moment: String?
    /// Whether it is worth nothing a moment later: it is heard, but neither shown nor given again.
    package let isMomentary: Bool

    package init(
        title: String, body: String, urgency: Urgency = .normal, actions: [Action] = [],
        sound: String, thread: String, moment: String? = nil, isMomentary: Bool = false
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
