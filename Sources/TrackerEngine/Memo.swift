import TrackerCore
import TrackerStore

/// A value that was made from the state, kept with what it depends on: once that is another, it is made anew.
struct Memo<Key: Equatable, Value> {
    private var kept: (key: Key, value: Value)?

    /// The kept value; `nil` where it was made from something else.
    func value(for key: Key) -> Value? { kept.flatMap { $0.key == key ? $0.value : nil } }

    mutating func keep(_ value: Value, for key: Key) { kept = (key, value) }
}

/// Values that were made from the state. `Dependencies.forgetState` empties them all, where the state or the
/// library may be another one.
struct Memos {
    /// The library's facts; `nil` where they have to be looked up.
    var library: LibraryFacts?
    /// Ids of the library's exercises, by its fingerprint.
    var libraryExercises = Memo<String, Set<String>>()
    /// The fold of the days up to a checkpoint. A checkpoint with the same version has the same content.
    var checkpoint = Memo<Checkpoint, ProgressFold>()
    /// Progress, by the newest event that it knows and the present day.
    var progress = Memo<ProgressKey, ProgressState>()
    /// The reminders for `status`, by the newest event that they know and the state of the calendar.
    var reminders = Memo<RemindersKey, RemindersShown>()
    /// Minute at which the person's days begin, by the newest event.
    var dayStart = Memo<Int64, Int64>()
    /// Timers and runs that depend on whether somebody is there, as of the newest event.
    var followed = Memo<Int64, [String]>()
    /// True if a reminder that is on has a break of its own, as of the newest event.
    var ownBreaks = Memo<Int64, Bool>()
    /// Plan of the run that was used last, by the run's id. Plans never change.
    var runPlan = Memo<String, RunPlan>()

    struct ProgressKey: Equatable {
        let seq: Int64
        let today: Int
    }

    struct RemindersKey: Equatable {
        let seq: Int64
        let calendar: Int
    }
}
