import TrackerCore

package typealias LiveMove = Move<LiveWord>

/// Words that act on the named live thing, or on the only one that can be meant.
package enum LiveWord: String, MoveWord {
    package typealias Response = LiveResult

    /// Takes the next step, whatever that is for the live thing.
    case next = "live.next"
    /// Ends the live thing.
    case stop = "live.stop"
    case pause = "live.pause"
    case resume = "live.resume"
    /// Skips the current rest, or the current interval of the run.
    case skip = "live.skip"

    package struct Target: Codable, Sendable {
        /// Id of the timer, rest, session, run, occurrence or workout; `nil` if only one can be meant.
        package let id: String?
    }
}

extension LiveMove {
    package init(_ word: LiveWord, id: String? = nil) { self.init(word, on: .init(id: id)) }
}

/// Adds reps to the live training session, answers a reminder with what was done, or answers a countdown that is
/// over.
package struct LiveDone: ChangeRequest {
    package typealias Response = LiveResult
    package static let method = "live.done"

    /// Reminder, or countdown that is over, to answer; `nil` for the training session that counts reps, otherwise
    /// the newest alert that waits.
    package var reminder: String?
    /// Exercise that was done; `nil` for the reminder's own. With an exercise, a reminder is answered.
    package var exercise: String?
    package var count: Int64?
    /// Count for an exercise counted in seconds; replaces `count`.
    package var seconds: Int64?

    package init(
        reminder: String? = nil, exercise: String? = nil, count: Int64? = nil,
        seconds: Int64? = nil
    ) {
        self.reminder = reminder
        self.exercise = exercise
        self.count = count
        self.seconds = seconds
    }
}

/// Result of a `live` method.
package struct LiveResult: Codable, Sendable {
    /// Type of the event that reports what was done, such as `rest.skipped`. Its first word is the kind of
    /// `view`.
    package let did: String
    /// The timer, rest, session, run or occurrence after the change; for a set, the result of `set.log`.
    package let view: JSONValue
}
