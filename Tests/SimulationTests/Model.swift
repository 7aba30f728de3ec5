import Rig
import TestSupport
import TrackerAPI

/// The expected daemon: plain arrays and arithmetic, written from the documentation, without a database and
/// without code of the engine.
struct Model {
    var now: Instant
    var place: Place
    /// The place where the daemon last knew the person to be; `nil` for none.
    var zone: Place?
    var timers: [TimerModel] = []
    /// All rests; the last one may be live.
    var rests: [RestModel] = []
    /// Sessions that weren't discarded; the last one may be live.
    var trainings: [TrainingModel] = []
    /// All runs; the last one may be live.
    var runs: [RunModel] = []
    /// The next occurrence and the live one, by reminder.
    var nexts: [String: OccurrenceModel] = [:]
    var lives: [String: OccurrenceModel] = [:]
    var past: [OccurrenceModel] = []
    /// The reminders and the moments at which they have fallen due.
    var fallen: Set<String> = []
    var quiet: QuietModel?
    /// Challenges that were offered, by their keys.
    var challenges: [String: ChallengeModel] = [:]
    /// What was told once: tiers, such as `first:bronze`, and `level`.
    var announced: Set<String> = []
    /// Records that can be undone, by id.
    var records: [String: RecordModel] = [:]
    /// The import that was begun last.
    var importing: ImportModel?
    var committedFiles: [ImportModel] = []
    /// The journal up to this batch.
    let journal: Journal
    /// Events of this batch.
    var fresh: [EventModel] = []
    /// Alerts of this batch without an event in the journal.
    var told: [Told] = []
    var remembered: [String: Remembered] = [:]
    var storage = Storage()
    /// The boot on whose clock running counts are kept.
    var boot: Int
    /// Moment of the daemon's last batch.
    var lastRun: Instant
    /// Facts of the actual events of the batch, from which the model learns the ids of new things, since
    /// these are random.
    var clues: [Clue] = []
    /// The `request_id`s of the batch.
    var asked: [String] = []
    /// Number of the first event of the request that is carried out; `nil` while none is.
    var requestSeq: Int64?

    init(at now: Instant, place: Place) {
        self.now = now
        self.place = place
        journal = Journal()
        boot = now.boot
        lastRun = now
    }

    /// Number of the newest event.
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
    func newID(of occurrence: OccurrenceModel) -> String {
        let id = clues.indices.contains(fresh.count) ? clues[fresh.count].id : ""
        let isKnown = (past + lives.values + nexts.values).contains { $0.id == id }
        // A rehearsal has no events from which to learn the id.
        return id.isEmpty || isKnown ? "?\(occurrence.reminder) \(occurrence.due)" : id
    }
}

/// The journal of a simulated daemon, shared by the copies of a model.
final class Journal {
    var events: [EventModel] = []
}

/// The facts of an actual event that the model needs.
struct Clue: Hashable {
    let type: String
    let subject: String
    let data: Json
    /// Title of the alert; `nil` for none.
    let alert: String?
    let byTime: Bool
    /// Id in the event's data.
    let id: String
    /// Id of the last attempt in the data.
    let attempt: String
    /// Records that a set has made, in the data.
    let records: Json
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
    var changes: [RecordChange] = []
    /// Id of the occurrence that the event is about; `nil` for none.
    var occurrence: String?

    var told: Told? {
        alert.map { Told(type: type, subject: subject, title: $0, moment: moment) }
    }
}

/// An alert that the person was given.
struct Told: Hashable {
    let type: String
    let subject: String
    let title: String
    var moment = ""
}

/// The outcome of a request with a `request_id`.
struct Remembered: Hashable {
    let method: String
    let params: Json
    /// The result; `nil` where it can't be predicted exactly.
    let result: Json?
    var at: Instant
}

/// The condition of the storage.
struct Storage {
    /// Wall-clock time since when nothing can be written; `nil` while writing works.
    var degradedSinceMs: Int64?
    /// Alerts that were given without being in the journal.
    var told: Set<Told> = []
    /// The next alarm as it would be had the given alerts been journaled; `nil` while everything is
    /// journaled.
    var afterTold: Alarm?
    /// The reminders and runs as they would be then.
    var rehearsed: Rehearsed?

    struct Rehearsed {
        var nexts: [String: OccurrenceModel]
        var lives: [String: OccurrenceModel]
        var fallen: Set<String>
        var runs: [RunModel]
    }

    /// Whether the disk is really full.
    var isFull = false

    var isDegraded: Bool { degradedSinceMs != nil }

    /// The condition that a daemon finds at its start.
    var fresh: Storage { Storage(isFull: isFull) }
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
        self.kind = kind
        self.field = field
        self.state = state
        self.matches = matches
        self.index = index
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

/// The expected answer to a call.
enum Expected {
    case result(Json)
    /// A result that can't be predicted exactly; the closure returns `nil`, or the fault of the result.
    case like((Json) -> String?)
    /// A refusal or a result.
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

    /// Deadlines on the boot clock, with the order of those at the same moment.
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

    /// Deadlines on the wall clock.
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

    /// The next moments at which the daemon has to wake.
    var nextAlarm: Alarm {
        storage.afterTold
            ?? Alarm(bootNs: bootDues.map(\.at).min(), wallMs: wallDues.map(\.at).min())
    }

    var isDue: Bool { nextAlarm.isDue(now) }

    /// Carries out the due deadlines once: first those that sleep has stopped, then the others in their
    /// order, on the one clock and then on the other.
    mutating func elapse() {
        // The day ends after all that fell due on it.
        defer { takeProgress(byTime: true) }
        if now.slept(since: lastRun) { wake() }
        guard isDue else { return }
        let boot = bootDues.filter { $0.at <= now.bootNs }
        let wall = wallDues.filter { $0.at <= now.wallMs }
        for dues in [boot, wall] {
            for due in dues.sorted(by: { ($0.at, $0.kind, $0.id) < ($1.at, $1.kind, $1.id) }) {
                elapse(due)
                takeProgress(byTime: true)
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

    /// Carries running counts over to this boot.
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
        // Across a reboot, a day is counted by the wall clock.
        remembered = remembered.filter {
            $0.value.at.boot == now.boot || now.wallMs - $0.value.at.wallMs < dayMs
        }
    }

    /// Brings the state up to the present boot, clock and zone, and past a sleep.
    mutating func takeUp() {
        defer { takeProgress() }
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

    /// Follows a clock that was set, which delays or hastens nothing, not even across the next reboot,
    /// which that clock bridges.
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
        if !runs.isEmpty, runs[runs.count - 1].asked?.followBase(now, &steps) == true {
            runs[runs.count - 1].arm(now)
        }
        followClocksOfReminders(&steps)
        followClockOfTraining(&steps)
    }
}
