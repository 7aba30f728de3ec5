import TrackerCore

package typealias LiveMove = Move<LiveWord>

/// The words on what is live: on the thing that is named, else where only one can be meant.
package enum LiveWord: String, MoveWord {
    package typealias Response = LiveResult

    /// Takes the next step of what is live, whatever that step is.
    case next = "live.next"
    /// Ends what is live.
    case stop = "live.stop"
    case pause = "live.pause"
    case resume = "live.resume"
    /// Skips the current rest, or the current interval of the run.
    case skip = "live.skip"

    package struct Target: Codable, Sendable {
        /// Id of the timer, rest, session, run, occurrence or workout; `nil` for the only one that can be meant.
        package let id: String?
    }
}

extension LiveMove {
    package init(_ word: LiveWord, id: String? = nil) { self.init(word, on: .init(id: id)) }
}

/// The outcome of a short word.
package struct LiveResult: Codable, Sendable {
    /// Type of the event that tells what was done, such as `rest.skipped`. Its first word says of which
    /// kind `view` is.
    package let did: String
    /// The timer, rest, session, run or occurrence as it is now; for a set the result of `set.log`.
    package let view: JSONValue
}
