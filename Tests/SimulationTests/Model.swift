import Rig
import TestSupport
import TrackerAPI

/// The expected daemon: plain arrays and arithmetic, written from the documentation, without a database and
/// without code of the engine.
struct Model {
    var now: Instant
    var place: Place
    /// The machine's name in the journal, which is random.
    var device = ""
    /// The place where the daemon last knew the person to be; `nil` for none.
    var zone: Place?
    /// Changes of the zone: when, from where and to where.
    var journeys: Set<String> = []
    var timers: [TimerModel] = []
    /// Repetition of the alerts of timers that end; `nil` for none.
    var ringing: RingingModel?
    /// All rests in the order of their starts; one may be live, mostly the last.
    var rests: [RestModel] = []
    /// Sessions that weren't discarded; the last one may be live.
    var trainings: [TrainingModel] = []
    var runs: [RunModel] = []
    /// The next occurrence and the live one, by reminder.
    var nexts: [String: OccurrenceModel] = [:]
    var lives: [String: OccurrenceModel] = [:]
    var past: [OccurrenceModel] = []
    /// The reminders and the moments at which they have fallen due.
    var fallen: Set<String> = []
    var quiet: QuietModel?
    var desktop = DesktopModel()
    /// Challenges that were offered, by their keys.
    var challenges: [String: ChallengeModel] = [:]
    /// Announcements: tiers, such as `first:bronze`, and `level`.
    var announced: Set<String> = []
    var records: [String: RecordModel] = [:]
    var importing: ImportModel?
    var committedFiles: [ImportModel] = []
    let journal: Journal
    var fresh: [EventModel] = []
    /// Alerts of this batch without an event in the journal.
    var told: [Told] = []
    var remembered: [String: Remembered] = [:]
    var storage = Storage()
    /// The boot on whose clock running counts are kept.
    var boot: Int
    var lastRun: Instant
    /// The last run since which a sleep was noted; `nil` for none so far.
    var sleepNotedSince: Instant?
    /// Facts of the actual events of the batch, from which the model learns the ids of new things, since
    /// these are random.
    var clues: [Clue] = []
    var asked: [String] = []
    /// Number of the first event of the request that is carried out; `nil` while none is.
    var requestSeq: Int64?
    var isReversing = false
    /// Types of events that change nothing, or only follow.
    private static let rowless: Set<String> = [
        "record.set", "streak.changed", "import.committed", "import.removed", "import.undone",
        "achievement.unlocked", "achievement.lost", "achievement.recognised", "level.reached",
        "challenge.offered", "challenge.completed", "challenge.reopened",
    ]

    init(at now: Instant, place: Place) {
        self.now = now
        self.place = place
        journal = Journal()
        boot = now.boot
        lastRun = now
    }

    var seq: Int64 { Int64(journal.events.count + fresh.count) }

    func event(_ seq: Int64) -> EventModel {
        let (index, known) = (Int(seq) - 1, journal.events.count)
        return index < known ? journal.events[index] : fresh[index - known]
    }

    func text(_ wallMs: Int64) -> Json { .text(place.text(wallMs)) }

    mutating func record(
        _ type: String, _ subject: String, _ data: Json, alert title: String? = nil,
        byTime: Bool = false, moment: String = ""
    ) {
        var event = EventModel(
            type: type, subject: subject, data: data, atMs: now.wallMs, alert: title,
            byTime: byTime, moment: moment, request: requestSeq ?? seq + 1)
        event.isStep =
            requestSeq != nil && !byTime && !isReversing && !isReversal(type)
            && !Self.rowless.contains(type)
        if let told = event.told, storage.told.remove(told) != nil {
            // The person knows already.
            event.alert = nil
        }
        fresh.append(event)
    }

    /// Removes the alerts about a thing that weren't given yet.
    mutating func withdraw(_ subject: String) {
        for index in fresh.indices where fresh[index].subject == subject {
            fresh[index].alert = nil
        }
    }

    /// Removes the alerts about the records of a workout that weren't given yet.
    mutating func withdrawRecords(of workout: String) {
        for index in fresh.indices
        where fresh[index].type == "record.set" && fresh[index].data["workout"]?.text == workout {
            fresh[index].alert = nil
        }
    }

    /// The id of the thing that the next event is about.
    func newID() -> String {
        let id = clues.indices.contains(fresh.count) ? clues[fresh.count].subject : ""
        let isKnown =
            timers.contains { $0.id == id } || rests.contains { $0.id == id } || records[id] != nil
            || trainings.contains { $0.id == id }
            || runs.contains { $0.id == id }
        // The id of a thing that is refused after all is never learnt.
        return id.isEmpty || isKnown ? "?\(fresh.count)" : id
    }

    /// The id of the occurrence that the next event is about.
    ///
    /// - Parameter after: number of events that come before that one.
    func newID(of occurrence: OccurrenceModel, after: Int = 0) -> String {
        let number = fresh.count + after
        let id = clues.indices.contains(number) ? clues[number].id : ""
        let isKnown = (past + lives.values + nexts.values).contains { $0.id == id }
        // A rehearsal has no events from which to learn the id.
        return id.isEmpty || isKnown ? "?\(occurrence.reminder) \(occurrence.due)" : id
    }
}

/// The journal of a simulated daemon, shared by the copies of a model.
final class Journal {
    var events: [EventModel] = []
}

struct Clue: Hashable {
    let type: String
    let subject: String
    let data: Json
    /// Title of the alert; `nil` for none.
    let alert: String?
    let byTime: Bool
    let id: String
    let attempt: String
}

struct EventModel: Hashable {
    let type: String
    let subject: String
    let data: Json
    let atMs: Int64
    /// Title of the alert; `nil` for none.
    var alert: String?
    /// Whether a deadline brought the event about, and not a request.
    let byTime: Bool
    /// Text that distinguishes the alert from others with the same title.
    var moment = ""
    /// Number of the first event of its request.
    let request: Int64
    /// Whether a request brought it about that can be asked to be undone.
    var isStep = false
    var changes: [RecordChange] = []
    /// Id of the occurrence that the event is about; `nil` for none.
    var occurrence: String?

    var told: Told? { alert.map { Told(type: type, subject: subject, title: $0, moment: moment) } }
}

struct Told: Hashable {
    let type: String
    let subject: String
    let title: String
    var moment = ""
}

struct Remembered: Hashable {
    let method: String
    let params: Json
    /// The result; `nil` where it can't be predicted exactly.
    let result: Json?
    var at: Instant
}

struct Storage {
    /// Wall-clock time since when nothing can be written; `nil` while writing works.
    var degradedSinceMs: Int64?
    /// Alerts that were given without being in the journal.
    var told: Set<Told> = []
    /// The next alarm as it would be had the given alerts been journaled; `nil` while everything is
    /// journaled.
    var afterTold: Alarm?
    var rehearsed: Rehearsed?

    struct Rehearsed {
        var nexts: [String: OccurrenceModel]
        var lives: [String: OccurrenceModel]
        var fallen: Set<String>
        var runs: [RunModel]
        var timers: [TimerModel]
    }

    /// Sleeps that are breaks, until they are in the journal.
    var sleeps: [SleepModel] = []
    var isFull = false

    var isDegraded: Bool { degradedSinceMs != nil }

    /// The condition that a daemon finds at its start.
    var fresh: Storage { Storage(isFull: isFull) }
}

struct SleepModel: Hashable {
    let spanMs: Int64
    let endMs: Int64
}

/// The moments at which the daemon has to wake, by each clock.
struct Alarm: Hashable {
    var bootNs: Int64?
    var wallMs: Int64?

    func isDue(_ now: Instant) -> Bool {
        bootNs ?? .max <= now.bootNs || wallMs ?? .max <= now.wallMs
    }
}

/// The refusal of a request, as far as the documentation determines it.
struct Refusal: Error, Hashable {
    var kind: String
    var field: String?
    var state: String?
    var matches: [String]?
    var index: Int?

    init(
        _ kind: String, field: String? = nil, state: String? = nil, matches: [String]? = nil,
        index: Int? = nil
    ) {
        (self.kind, self.field, self.state) = (kind, field, state)
        (self.matches, self.index) = (matches, index)
    }

    static func invalid(_ field: String) -> Refusal { Refusal("invalid_params", field: field) }

    /// The state of a refusal whose state nothing determines.
    static let anyState = "?"

    /// True for an actual refusal that is as this one says: the ids of things that a rolled-back `atomic` began
    /// are unknown, and so may the state be.
    func allows(_ actual: Refusal) -> Bool {
        var known = actual
        if state == Self.anyState { known.state = state }
        if let matches, let others = actual.matches, matches.count == others.count {
            known.matches =
                index != nil
                ? matches : zip(matches, others).map { $0.hasPrefix("?") ? $0 : $1 }
        }
        return known == self
    }

    static func conflict(_ state: String) -> Refusal { Refusal("conflict", state: state) }
}

func require(_ condition: Bool, _ refusal: Refusal) throws { if !condition { throw refusal } }

func needed<Value>(_ value: Value?, _ field: String) throws -> Value {
    guard let value else { throw Refusal.invalid(field) }
    return value
}

/// The expected answer to a call.
enum Expected {
    case result(Json)
    /// A result that can't be predicted exactly; the closure returns `nil`, or the fault of the result.
    case like((Json) -> String?)
    case refusedOr(Refusal, like: (Json) -> String?)
    case refused(Refusal)
}
