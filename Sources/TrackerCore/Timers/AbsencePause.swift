/// State of a pause that began because nobody was there, or because the machine slept.
package enum AbsencePause: String, ColumnValue {
    /// Pause that waits for the person's return.
    case awaitsReturn = "awaits_return"
    /// The person has returned and been asked whether to resume.
    case asked
}

extension Timer {
    /// Pauses the timer, since nobody is there; `nil` where it doesn't pause then, or another change is due.
    package mutating func leave(at now: Moment) -> Change? {
        var copy = self
        guard pausesWhenAway, state == .running, copy.advance(to: now) == nil else { return nil }
        halt(.paused, at: now)
        absence = .awaitsReturn
        return .paused
    }

    /// Notes that the person is back and asked whether to resume; `nil` where no pause waits for that.
    package mutating func offerResume() -> Change? {
        guard absence == .awaitsReturn else { return nil }
        absence = .asked
        return .resumeOffered
    }
}
