/// What a person may set. The defaults are those of a missing file.
package struct Configuration: Sendable, Hashable, Codable {
    /// What one client may take up.
    package struct Limits: Sendable, Hashable, Codable {
        package var lineBytes = 1_048_576
        package var inFlight = 64
        package var connections = 256
        package var firstLineMs: Int64 = 5000
        package var unreadBytes = 1_048_576
        /// What the replies to one line may take, where they go out together.
        package var replyBytes: Int { 4 * unreadBytes }

        package init() {}
    }

    package struct Rests: Sendable, Hashable, Codable {
        /// Marks before the end of a rest, for those that don't name their own.
        package var warnAtMs: [Int64] = [3000]

        package init() {}
    }

    /// The built-in notify-send hook.
    package struct Notifications: Sendable, Hashable, Codable {
        package var enabled = true
        package init() {}
    }

    /// A program to run for events.
    package struct Hook: Sendable, Hashable, Codable {
        /// Globs of event types, such as `timer.*`.
        package var on: [String]
        /// The program and its arguments, with placeholders such as `{title}`.
        package var run: [String]
        package var timeoutMs: Int64
        /// Whether the last line of its output names the chosen action.
        package var answers: Bool

        package init(on: [String], run: [String], timeoutMs: Int64 = 10_000, answers: Bool = false)
        {
            self.on = on
            self.run = run
            self.timeoutMs = timeoutMs
            self.answers = answers
        }
    }

    package var limits = Limits()
    package var rest = Rests()
    package var notifications = Notifications()
    package var hooks: [Hook] = []

    package init() {}
}
