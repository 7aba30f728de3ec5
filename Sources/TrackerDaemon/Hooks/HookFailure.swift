import TrackerCore

/// A hook that didn't do what it should. The alert or answer that it was for may be lost;
/// everything else goes on.
package nonisolated struct HookFailure: Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; the words go into the journal.
    package enum Kind: String, Sendable {
        /// The program is missing, or can't be started now.
        case notStarted = "not_started"
        /// It exited with another status than 0.
        case failed
        /// It took longer than its timeout and was ended.
        case timedOut = "timed_out"
        /// A signal ended it that didn't come from here.
        case killed
        /// Too many hooks were waiting to be run.
        case dropped
        /// Its answer is none of the actions that it was offered.
        case wrongAnswer = "wrong_answer"
    }

    /// The hook's argument vector, as it's configured, which tells it from others.
    package let run: [String]
    /// The event that it ran for, or should have; 0 for one that isn't in the journal.
    package let seq: Int64
    /// That event's type.
    package let type: String
    package let kind: Kind
    /// The reason for a person, with the first that the hook wrote to standard error.
    package let reason: String

    package init(run: [String], seq: Int64, type: String, kind: Kind, reason: String) {
        self.run = run
        self.seq = seq
        self.type = type
        self.kind = kind
        self.reason = reason
    }

    /// The program, as it's called in `run`.
    package var hook: String { run.first ?? "" }

    /// One line for people: `hook pw-play for timer.finished (812): exited with status 1`.
    package var description: String {
        "hook \(hook) for \(type)\(seq > 0 ? " (\(seq))" : ""): \(reason)"
    }
}
