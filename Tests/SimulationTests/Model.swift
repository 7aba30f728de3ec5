import TrackerAPI

/// What the daemon ought to be: plain arrays and arithmetic, written from what SPEC and PROTOCOL promise,
/// with neither database nor code of the engine's.
struct Model {
    var now: Instant
    var place: Place
    var timers: [TimerModel] = []
    /// All that there ever were; the last may be on.
    var rests: [RestModel] = []
    /// Records that can be undone, by id.
    var records: [String: RecordModel] = [:]
    /// The journal up to this batch.
    let journal: Journal
    /// What this batch has added to it.
    var fresh: [EventModel] = []
    /// Alerts that this batch gives without an event in the journal.
    var told: [Told] = []
    var remembered: [String: Remembered] = [:]
    var storage = Storage()
    /// The boot that running counts are told in.
    var boot: Int
    /// When the daemon last ran a batch.
    var lastRun: Instant
    /// The subjects of the events that really came of the batch, from which the ids of new things are
    /// learnt: they are random.
    var subjects: [String] = []
    /// The `request_id`s of the batch.
    var asked: [String] = []

    init(at now: Instant, place: Place) {
        self.now = now
        self.place = place
        journal = Journal()
        boot = now.boot
        lastRun = now
    }

    /// The newest event.
    var seq: Int64 { Int64(journal.events.count + fresh.count) }

    func event(_ seq: Int64) -> EventModel {
        let (index, known) = (Int(seq) - 1, journal.events.count)
        return index < known ? journal.events[index] : fresh[index - known]
    }

    func text(_ wallMs: Int64) -> Json { .text(place.text(wallMs)) }

    mutating func record(
        _ type: String, _ subject: String, _ data: Json, alert title: String? = nil,
        byTime: Bool = false
    ) {
        var event = EventModel(
            type: type, subject: subject, data: data, atMs: now.wallMs, alert: title,
            byTime: byTime)
        if let title, storage.told.remove(Told(type: type, subject: subject, title: title)) != nil {
            // The person knows.
            event.alert = nil
        }
        fresh.append(event)
    }

    /// The id of the thing that the next event is about.
    func newID() -> String {
        let id = subjects.indices.contains(fresh.count) ? subjects[fresh.count] : ""
        let isKnown =
            timers.contains { $0.id == id } || rests.contains { $0.id == id } || records[id] != nil
        // What is refused after all never tells its id.
        return id.isEmpty || isKnown ? "?\(fresh.count)" : id
    }
}

/// The journal of a simulated daemon, shared by the copies of a model.
final class Journal {
    var events: [EventModel] = []
}

struct EventModel: Hashable {
    let type: String
    let subject: String
    let data: Json
    let atMs: Int64
    /// The title of what the person is told.
    var alert: String?
    /// Whether time brought it about, not a request.
    let byTime: Bool
    var changes: [RecordChange] = []
}

/// An alert that the person has had.
struct Told: Hashable {
    let type: String
    let subject: String
    let title: String
}

/// What a request with a `request_id` brought.
struct Remembered: Hashable {
    let method: String
    let params: Json
    let result: Json
    var at: Instant
}

/// How the storage is.
struct Storage {
    /// Since when nothing can be written, by the clock on the wall.
    var degradedSinceMs: Int64?
    /// Alerts that were given without being in the journal.
    var told: Set<Told> = []
    /// Set once what is due was told but not journaled: the next alarm had it been.
    var afterTold: Int64??

    /// Whether the disk really has no room.
    var isFull = false

    var isDegraded: Bool { degradedSinceMs != nil }

    /// As a daemon finds it that has just begun.
    var fresh: Storage { Storage(isFull: isFull) }
}

/// Why a request is refused, as far as the wire promises it.
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
        self.kind = kind
        self.field = field
        self.state = state
        self.matches = matches
        self.index = index
    }

    static func invalid(_ field: String) -> Refusal { Refusal("invalid_params", field: field) }

    static func conflict(_ state: String) -> Refusal { Refusal("conflict", state: state) }
}

/// What a call is to be answered.
enum Expected {
    case result(Json)
    /// What can't be foretold to the letter: `nil`, or what is wrong with it.
    case like((Json) -> String?)
    /// Either will do.
    case refusedOr(Refusal, like: (Json) -> String?)
    case refused(Refusal)
}

// MARK: - The course of time

extension Model {
    /// The moments at which something happens by itself: each thing's own, with the order of those that
    /// fall on one.
    private var alarms: [(dueNs: Int64, kind: String, id: String)] {
        timers.compactMap { timer in timer.alarm.map { ($0, "timer", timer.id) } }
            + rests.suffix(1).compactMap { rest in rest.alarm.map { ($0, "rest", rest.id) } }
    }

    /// When the daemon has to wake next, on the boot clock.
    var nextAlarm: Int64? {
        if let afterTold = storage.afterTold { return afterTold }
        return alarms.map(\.dueNs).min()
    }

    var isDue: Bool { nextAlarm.map { $0 <= now.bootNs } ?? false }

    /// Lets happen, once, what is due: first what sleep has stopped, then the rest as it fell due.
    mutating func elapse() {
        if now.slept(since: lastRun) { wakeTimers() }
        guard isDue else { return }
        let due = alarms.filter { $0.dueNs <= now.bootNs }
            .sorted { ($0.dueNs, $0.kind, $0.id) < ($1.dueNs, $1.kind, $1.id) }
        for alarm in due {
            if alarm.kind == "timer" { elapseTimer(alarm.id) } else { elapseRest() }
        }
    }

    /// All of it, pass by pass, as long as there is something to tell.
    mutating func elapseAll() {
        var before = -1
        while isDue, fresh.count != before {
            before = fresh.count
            elapse()
        }
    }

    /// Takes running counts over to this boot.
    mutating func carryOver() {
        guard boot != now.boot else { return }
        boot = now.boot
        let carried = carryTimers() + carryRest()
        if carried > 0 {
            record(
                "clock.rebooted", "",
                ["boot_id": .text("boot-\(now.boot)"), "carried_over": .int(Int64(carried))])
        }
        // A day counts by the wall clock over a reboot.
        remembered = remembered.filter {
            $0.value.at.boot == now.boot || now.wallMs - $0.value.at.wallMs < dayMs
        }
    }

    /// Brings the state to this boot, to a clock that was set, and to this side of a sleep.
    mutating func takeUp() {
        carryOver()
        followClock(nil)
        wakeTimers()
    }

    /// A clock that was set neither delays nor hastens anything, not even over the next reboot, which is
    /// bridged by that clock.
    mutating func followClock(_ told: Int64?) {
        var steps: [Int64] = []
        for index in timers.indices where timers[index].since?.follow(now, &steps) == true {
            timers[index].arm(now)
        }
        for index in rests.indices where rests[index].since?.follow(now, &steps) == true {
            rests[index].arm(now)
        }
        guard let step = told ?? steps.max(by: { abs($0) < abs($1) }) else { return }
        for id in remembered.keys { remembered[id]?.at.followExactly(now) }
        record("clock.stepped", "", ["by_ms": .int(step)])
    }
}

// MARK: - Storage that fails

extension Model {
    static let degradedTitle = "trackerd can't save anything"

    /// Nothing can be written from now on; the person hears of it at once.
    mutating func fall() {
        storage.degradedSinceMs = now.wallMs
        tell(Told(type: "storage.degraded", subject: "", title: Self.degradedTitle))
    }

    /// What time has brought is told, though it can't be journaled.
    mutating func tellDue() {
        var rehearsal = self
        rehearsal.storage = Storage()
        rehearsal.carryOver()
        var before = -1
        while rehearsal.fresh.count != before {
            before = rehearsal.fresh.count
            rehearsal.elapse()
        }
        storage.afterTold = .some(rehearsal.nextAlarm)
        for event in rehearsal.fresh.dropFirst(fresh.count) {
            guard let title = event.alert else { continue }
            tell(Told(type: event.type, subject: event.subject, title: title))
        }
    }

    private mutating func tell(_ alert: Told) {
        if storage.told.insert(alert).inserted { told.append(alert) }
    }
}
