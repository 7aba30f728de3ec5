import TrackerCore

/// A hook that failed. The alert or answer that it was for may be lost; nothing else is affected.
package nonisolated struct HookFailure: Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; its raw value goes into the journal.
    package enum Kind: String, Sendable {
        /// The program is missing, or can't be started at the moment.
        case notStarted = "not_started"
        /// The program exited with a status other than 0.
        case failed
        /// The program exceeded its timeout and was ended.
        case timedOut = "timed_out"
        /// The program was ended by a signal that the daemon didn't send.
        case killed
        /// Too many hooks were waiting to run.
        case dropped
        /// The hook's answer isn't one of the offered actions.
        case wrongAnswer = "wrong_answer"
        /// The hook's command causes events that run the hook again. None of its runs has failed.
        case feedsItself = "feeds_itself"
    }

    /// The hook's argument vector as configured, which identifies it.
    package let run: [String]
    /// Number of the event that the hook ran for, or should have run for; 0 for an event that isn't in the
    /// journal.
    package let seq: Int64
    /// Type of that event.
    package let type: String
    package let kind: Kind
    /// The reason for a person, including the beginning of the hook's standard error.
    package let reason: String

    package init(run: [String], seq: Int64, type: String, kind: Kind, reason: String) {
        self.run = run
        self.seq = seq
        self.type = type
        self.kind = kind
        self.reason = reason
    }

    /// The program, as named in `run`.
    package var hook: String { run.first ?? "" }

    /// One line for people: `hook pw-play for timer.finished (812): exited with status 1`.
    package var description: String {
        "hook \(hook) for \(type)\(seq > 0 ? " (\(seq))" : ""): \(reason)"
    }
}
