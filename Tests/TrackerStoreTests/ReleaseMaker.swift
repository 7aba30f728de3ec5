import Testing
import TrackerCore

@testable import TrackerStore

/// Makes a database of the newest schema, such as `Released` keeps of each. Before the next schema is released,
/// add what is new in it here, to `kinds` and to the checks of `SchemaTests`, and run
///
///     ADD_SCHEMA=1 swift test --filter aReleasedSchemaStaysAsItWas
///
/// which writes the database to `Fixtures/schema-<version>.sparse`. A file that is there is never written again:
/// where a schema changes before it is released, delete its file first.
struct ReleaseMaker {
    let fixture: Fixture

    init(version: Int = Schema.current.version) throws {
        let migrations = Schema.migrations.prefix(version)
        fixture = try Fixture(
            schema: Schema(kinds: Self.kinds(version), migrations: Array(migrations)))
        try countdowns()
        try endedOnes()
        try rests()
        if version >= 3 { try records() }
        if version >= 4 { try training() }
        if version >= 5 { try strength() }
        if version >= 16 {
            try measurements()
            let journey = ZoneChange(
                from: "Europe/Berlin", to: "Asia/Tokyo", atMs: later(10_600).wallMs)
            try fixture.append("zone.changed", [journey], cause: .daemon, at: later(10_600))
        }
        if version >= 20 {
            try goals()
            try absences()
        }
        if version >= 21 {
            try ownSettings()
            try plans()
            try trainingMax()
        }
        if version >= 22 { try ringing() }
        try fixture.append("config.reloaded", at: later(11_000))
        _ = try fixture.store.perform(at: morning) { transaction in
            try transaction.setMeta(.alerted, 9)
            try transaction.remember(
                RememberedRequest(method: "timer.start", params: "{}", result: "{}"), id: "again")
        }
        #expect(try fixture.differences == [])
        try fixture.store.close()
        try fixture.tamperRaw("VACUUM")
    }

    /// The kinds of entities that a schema had.
    private static func kinds(_ version: Int) -> [any StoredEntity.Type] {
        let counts = [0, 2, 2, 7, 12]
        return version < counts.count
            ? Array(Schema.current.kinds.prefix(counts[version])) : Schema.current.kinds
    }

    func later(_ ms: Int64) -> Moment { morning.advanced(byMs: ms) }

    private func start(
        _ id: String, _ durationMs: Int64?, _ name: String, message: String? = nil,
        onSuspend: Timer.OnSuspend = .continue, at now: Moment
    ) throws -> Timer {
        let timer = try Timer(
            id: id, durationMs: durationMs, name: name, message: message, onSuspend: onSuspend,
            order: fixture.store.lastSeq + 1, at: now)
        try fixture.append("timer.started", [timer], at: now)
        return timer
    }

    private func countdowns() throws {
        _ = try start("0tea00000001", 1_500_000, "tea", at: morning)
        var soup = try start(
            "0soup0000002", 600_000, "soup", message: "stir\n\"gently\"", onSuspend: .pause,
            at: morning)
        _ = try soup.pause(at: later(1000))
        try fixture.append("timer.paused", [soup], at: later(1000))
        var watch = try start("0watch000003", nil, "läuft", at: later(1000))
        _ = try watch.lap(at: later(3500))
        try fixture.append("timer.lapped", [watch], at: later(3500))
    }

    private func endedOnes() throws {
        var gone = try start("0gone0000004", 5000, "gone", at: later(3500))
        _ = try gone.cancel(at: later(4000))
        try fixture.append("timer.cancelled", [gone], at: later(4000))
        try fixture.append("timer.cleared", removed: [gone], at: later(4000))
        var late = try start("0late0000005", 2000, "late", at: later(4000))
        let ringing = Ringing(everyMs: 600_000, atMost: 5)
        #expect(late.advance(to: later(11_000), ringing: ringing) == .finished)
        try fixture.append("timer.finished", [late], at: later(11_000))
    }

    /// A person's goal, which came with schemas 20 to 24.
    private func goals() throws {
        let squats = try Exercise(
            id: "0squats00008", fields: .init(name: "Air Squats", unit: .reps, defaultCount: 20))
        var goal = try Goal(
            id: "0goal0000020", name: "Daily squats", measure: .exercise, exercise: squats,
            period: .weekdays, target: 50, from: 20_513)
        try goal.setTarget(60, from: 20_520)
        try fixture.append("goal.created", [goal], at: later(10_800))
    }

    /// A timer that is paused while nobody is there, and a reminder that is off until a time; both came with
    /// schemas 20 to 24.
    private func absences() throws {
        var deep = try Timer(
            id: "0deep0000021", durationMs: 600_000, name: "deep", message: nil,
            sound: "rest-warning", onSuspend: .continue, pausesWhenAway: true,
            order: fixture.store.lastSeq + 1, at: later(10_850))
        try fixture.append("timer.started", [deep], at: later(10_850))
        #expect(deep.leave(at: later(10_900)) == .paused)
        try fixture.append("timer.paused", [deep], at: later(10_900))
        var stretch = try Reminder(
            id: "0stretch0022",
            fields: .init(
                name: "stretch", schedule: Schedule(.init(at: .text("10:00"))),
                exercise: "0squats00008", unlessDone: true),
            order: fixture.store.lastSeq + 1)
        try stretch.disable(untilMs: morning.wallMs + 86_400_000, at: later(10_950))
        try fixture.append("reminder.disabled", [stretch], at: later(10_950))
    }

    /// A timer that rings again in a way of its own, and a reminder with a break of its own, which came with schema 21.
    private func ownSettings() throws {
        let rice = try Timer(
            id: "0rice0000024", durationMs: 600_000, name: "rice", message: nil,
            ringAgainMs: 60_000, onSuspend: .continue, order: fixture.store.lastSeq + 1,
            at: later(10_960))
        try fixture.append("timer.started", [rice], at: later(10_960))
        let eyes = try Reminder(
            id: "0eyes0000025",
            fields: .init(
                name: "eyes", schedule: Schedule(.init(every: .text("20m"))), breakMs: 120_000),
            isEnabled: false, order: fixture.store.lastSeq + 1)
        try fixture.append("reminder.created", [eyes], at: later(10_970))
    }

    private func rests() throws {
        let rest = try Rest(
            id: "0rest0000007", durationMs: 90_000, warnAtMs: [3000, 10_000], label: "squats",
            order: fixture.store.lastSeq + 1, at: later(7000))
        try fixture.append("rest.started", [rest], at: later(7000))
    }
}
