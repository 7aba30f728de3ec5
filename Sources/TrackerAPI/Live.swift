import TrackerCore

package typealias LiveMove = Move<LiveWord>

/// Words that act on the named live things, or on the only one that can be meant.
package enum LiveWord: String, MoveWord {
    package typealias Response = LiveResult

    /// Ends the live thing.
    case stop = "live.stop"
    case pause = "live.pause"
    case resume = "live.resume"
    /// Skips the current rest, or the current interval of the run.
    case skip = "live.skip"

    package struct Target: Codable, Sendable {
        /// Id of the timer, rest, session or run; `nil` if only one can be meant.
        package let id: String?
        /// Words that name one or several of them, as a person types them. Not with `id`.
        package let names: [String]?
        /// True for all that the word can act on. Not with `id` or `names`.
        package let all: Bool?
    }
}

extension LiveMove {
    package init(_ word: LiveWord, id: String? = nil, names: [String]? = nil, all: Bool? = nil) {
        self.init(word, on: .init(id: id, names: names, all: all))
    }
}

/// Takes the next step, whatever that is for the live thing.
package struct LiveNext: ChangeRequest {
    package typealias Response = LiveResult
    package static let method = "live.next"

    /// Id of the rest, session, run, waiting timer, occurrence or workout; `nil` if only one can be meant.
    package var id: String?
    /// Count for what asks for one: reps of the session or of the next set, or the count for the reminder.
    package var count: Int64?

    package init(id: String? = nil, count: Int64? = nil) {
        self.id = id
        self.count = count
    }
}

/// Lengthens or shortens the live thing that counts down.
package struct LiveExtend: ChangeRequest {
    package typealias Response = LiveResult
    package static let method = "live.extend"

    /// Words that name the timer, the rest or the run, where a timer may also be over and wait for an answer; `nil`
    /// if only one can be meant.
    package var names: [String]?
    /// Time to add; may be negative.
    package var by: Span

    package init(names: [String]? = nil, by: Span) {
        self.names = names
        self.by = by
    }
}

/// Adds reps to the live training session, answers a reminder with what was done, or answers a countdown that is
/// over.
package struct LiveDone: ChangeRequest {
    package typealias Response = LiveResult
    package static let method = "live.done"

    /// Reminder, or countdown that is over, to answer; `nil` for the training session that counts reps, otherwise
    /// the newest alert that waits.
    package var reminder: String?
    /// Reminder or countdown to answer, or if none has this name, the exercise that was done. Not with `reminder` or
    /// `exercise`.
    package var named: String?
    /// Exercise that was done; `nil` for the reminder's own. With an exercise, a reminder is answered.
    package var exercise: String?
    package var count: Int64?
    /// Count for an exercise counted in seconds; replaces `count`.
    package var seconds: Int64?

    package init(
        reminder: String? = nil, named: String? = nil, exercise: String? = nil,
        count: Int64? = nil, seconds: Int64? = nil
    ) {
        self.reminder = reminder
        self.named = named
        self.exercise = exercise
        self.count = count
        self.seconds = seconds
    }
}

/// Dismisses a reminder, or answers a countdown that is over.
package struct LiveDismiss: ChangeRequest {
    package typealias Response = LiveResult
    package static let method = "live.dismiss"

    /// Reminder or countdown.
    package var named: String

    package init(named: String) { self.named = named }
}

/// Result of a `live` method.
package struct LiveResult: Codable, Sendable {
    /// Type of the event that reports what was done, such as `rest.skipped`. Its first word is the kind of
    /// `view`.
    package let did: String
    /// The timer, rest, session, run or occurrence after the change; for a set, the result of `set.log`.
    package let view: JSONValue
    /// Results for the other things that were named; `nil` for none.
    package let others: [Part]?

    /// Result for one of several things, with members as above.
    package struct Part: Codable, Sendable {
        package let did: String
        package let view: JSONValue

        package init(did: String, view: JSONValue) {
            self.did = did
            self.view = view
        }
    }
}
