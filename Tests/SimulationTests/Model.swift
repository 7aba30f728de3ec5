import Rig
import TestSupport
import TrackerAPI

/// What the daemon ought to be: plain arrays and arithmetic, written from what is promised,
/// with neither database nor code of the engine's.
struct Model {
    var now: Instant
    var place: Place
    /// Where the daemon has last known the person to be.
    var zone: Place?
    var timers: [TimerModel] = []
    /// All that there ever were; the last may be on.
    var rests: [RestModel] = []
    /// Those that weren't thrown away; the last may be on.
    var trainings: [TrainingModel] = []
    /// All that there ever were; the last may be on.
    var runs: [RunModel] = []
    /// By reminder: its next occurrence, and the one whose answer is waited for.
    var nexts: [String: OccurrenceModel] = [:]
    var lives: [String: OccurrenceModel] = [:]
    var past: [OccurrenceModel] = []
    /// Which reminder has fallen due at which moment.
    var fallen: Set<String> = []
    var quiet: QuietModel?
    /// Records that can be undone, by id.
    var records: [String: RecordModel] = [:]
    /// The file on its way in that was begun last.
    var importing: ImportModel?
    var committedFiles: [ImportModel] = []
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
    /// Of the events that really came of the batch: the ids of new things are learnt from them, since they
    /// are random.
    var clues: [Clue] = []
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
        byTime: Bool = false, moment: String = ""
    ) {
        var event = EventModel(
            type: type, subject: subject, data: data, atMs: now.wallMs, alert: title,
            byTime: byTime, moment: moment)
        if let told = event.told, storage.told.remove(told) != nil {
            // The person knows.
            event.alert = nil
        }
        fresh.append(event)
    }

    /// Nobody is told any more of what has become of a thing.
    mutating func withdraw(_ subject: String) {
        for index in fresh.indices where fresh[index].subject == subject {
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
        // What is refused after all never tells its id.
        return id.isEmpty || isKnown ? "?\(fresh.count)" : id
    }

    /// The id of the occurrence that the next event is about.
    func newID(of occurrence: OccurrenceModel) -> String {
        let id = clues.indices.contains(fresh.count) ? clues[fresh.count].id : ""
        let isKnown = (past + lives.values + nexts.values).contains { $0.id == id }
        // In a rehearsal nobody tells it.
        return id.isEmpty || isKnown ? "?\(occurrence.reminder) \(occurrence.due)" : id
    }
}

/// The journal of a simulated daemon, shared by the copies of a model.
final class Journal {
    var events: [EventModel] = []
}

/// What tells which things an event is about.
struct Clue: Hashable {
    let subject: String
    /// In its data.
    let id: String
    /// Of the last attempt in it.
    let attempt: String
    /// The records that a set has made, in its data.
    let records: Json
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
    /// What tells its alert from others of the same title.
    var moment = ""
    var changes: [RecordChange] = []
    /// The id of the occurrence that it's about.
    var occurrence: String?

    var told: Told? {
        alert.map { Told(type: type, subject: subject, title: $0, moment: moment) }
    }
}

/// An alert that the person has had.
struct Told: Hashable {
    let type: String
    let subject: String
    let title: String
    var moment = ""
}

/// What a request with a `request_id` brought.
struct Remembered: Hashable {
    let method: String
    let params: Json
    /// `nil` where it can't be foretold to the letter.
    let result: Json?
    var at: Instant
}

/// How the storage is.
struct Storage {
    /// Since when nothing can be written, by the clock on the wall.
    var degradedSinceMs: Int64?
    /// Alerts that were given without being in the journal.
    var told: Set<Told> = []
    /// Set once what is due was told but not journaled: the next alarm had it been.
    var afterTold: Alarm?
    /// What would have become of reminders.
    var rehearsed: Rehearsed?

    struct Rehearsed {
        var nexts: [String: OccurrenceModel]
        var lives: [String: OccurrenceModel]
        var fallen: Set<String>
    }

    /// Whether the disk really has no room.
    var isFull = false

    var isDegraded: Bool { degradedSinceMs != nil }

    /// As a daemon finds it that has just begun.
    var fresh: Storage { Storage(isFull: isFull) }
}

/// When the daemon has to wake, by either clock.
struct Alarm: Hashable {
    var bootNs: Int64?
    var wallMs: Int64?

    func isDue(_ now: Instant) -> Bool {
        bootNs ?? .max <= now.bootNs || wallMs ?? .max <= now.wallMs
    }
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
    /// A moment at which something happens by itself.
    private struct Due {
        let at: Int64
        let kind: String
        let id: String
        var reminder = ""
    }

    /// On the boot clock: each thing's own, with the order of those that fall on one.
    private var bootDues: [Due] {
        var dues = timers.compactMap { timer in
            timer.alarm.map { Due(at: $0, kind: "timer", id: timer.id) }
        }
        dues += rests.suffix(1).compactMap { rest in
            rest.alarm.map { Due(at: $0, kind: "rest", id: rest.id) }
        }
        dues += runs.suffix(1).compactMap { run in
            run.alarm.map { Due(at: $0, kind: "run", id: run.id) }
        }
        dues += lives.values.compactMap { live in
            live.bootNs.map {
                Due(at: $0, kind: "occurrence", id: live.id ?? "", reminder: live.reminder)
            }
        }
        dues += trainings.suffix(1).compactMap { training in
            training.alarm.map { Due(at: $0, kind: "training", id: training.id) }
        }
        if let end = quiet?.endNs(now) { dues.append(Due(at: end, kind: "do_not_disturb", id: "")) }
        return dues
    }

    /// By the wall clock.
    private var wallDues: [Due] {
        var dues = (Array(nexts.values) + Array(lives.values)).compactMap { occurrence in
            occurrence.wallMs.map {
                Due(
                    at: $0, kind: "occurrence", id: occurrence.id ?? "",
                    reminder: occurrence.reminder)
            }
        }
        if let end = quiet?.untilMs { dues.append(Due(at: end, kind: "do_not_disturb", id: "")) }
        return dues
    }

    /// When the daemon has to wake next.
    var nextAlarm: Alarm {
        storage.afterTold
            ?? Alarm(bootNs: bootDues.map(\.at).min(), wallMs: wallDues.map(\.at).min())
    }

    var isDue: Bool { nextAlarm.isDue(now) }

    /// Lets happen, once, what is due: first what sleep has stopped, then the rest as it fell due, by the
    /// one clock and then by the other.
    mutating func elapse() {
        if now.slept(since: lastRun) { wake() }
        guard isDue else { return }
        let boot = bootDues.filter { $0.at <= now.bootNs }
        let wall = wallDues.filter { $0.at <= now.wallMs }
        for dues in [boot, wall] {
            for due in dues.sorted(by: { ($0.at, $0.kind, $0.id) < ($1.at, $1.kind, $1.id) }) {
                elapse(due)
            }
        }
    }

    private mutating func elapse(_ due: Due) {
        switch due.kind {
        case "timer": advanceTimer(due.id)
        case "rest": advanceRest()
        case "training": advanceTraining()
        case "run": advanceRun()
        case "do_not_disturb": elapseQuiet()
        default:
            if lives[due.reminder]?.id == due.id {
                elapseLive(due.reminder)
            } else if let next = nexts[due.reminder], next.id ?? "" == due.id {
                elapseNext(due.reminder)
            }
        }
    }

    private mutating func wake() {
        wakeTimers()
        wakeTraining()
    }

    /// Takes running counts over to this boot.
    mutating func carryOver() {
        guard boot != now.boot else { return }
        boot = now.boot
        var last = seq
        while last > 0, event(last).type.hasPrefix("storage.") { last -= 1 }
        let lastMs = last > 0 ? event(last).atMs : 0
        let carried =
            carryTimers() + carryRest() + carryRun() + carryReminders()
            + carryTraining(lastMs: lastMs)
        if carried > 0 {
            record(
                "clock.rebooted", "",
                ["boot_id": .text("boot-\(now.boot)"), "carried_over": .int(Int64(carried))])
        }
        takeUpTraining()
        // A day counts by the wall clock over a reboot.
        remembered = remembered.filter {
            $0.value.at.boot == now.boot || now.wallMs - $0.value.at.wallMs < dayMs
        }
    }

    /// Brings the state to this boot, to a clock and a zone that were set, and to this side of a sleep.
    mutating func takeUp() {
        var steps: [Int64] = []
        var copy = self
        copy.followClocks(&steps)
        let isNeeded =
            boot != now.boot || timers.contains { $0.slept(now) } || !steps.isEmpty
            || liveTraining?.slept(now) ?? false
            || zone != place || isMisplaced
        guard isNeeded else { return }
        carryOver()
        adjustToClock(nil)
        adjustToZone()
        reschedule()
        wake()
    }

    mutating func adjustToZone() {
        defer { zone = place }
        guard let zone, zone != place else { return }
        record(
            "zone.changed", "",
            ["from": .text(zone.name), "to": .text(place.name), "at": text(now.wallMs)])
    }

    /// A clock that was set neither delays nor hastens anything, not even over the next reboot, which is
    /// bridged by that clock.
    mutating func adjustToClock(_ told: Int64?) {
        var steps: [Int64] = []
        followClocks(&steps)
        guard let step = told ?? steps.max(by: { abs($0) < abs($1) }) else { return }
        for id in remembered.keys { remembered[id]?.at.followExactly(now) }
        record("clock.stepped", "", ["by_ms": .int(step)])
    }

    private mutating func followClocks(_ steps: inout [Int64]) {
        for index in timers.indices where timers[index].since?.follow(now, &steps) == true {
            timers[index].arm(now)
        }
        for index in rests.indices where rests[index].since?.follow(now, &steps) == true {
            rests[index].arm(now)
        }
        for index in runs.indices where runs[index].since?.follow(now, &steps) == true {
            runs[index].arm(now)
        }
        followClocksOfReminders(&steps)
        followClockOfTraining(&steps)
    }
}
