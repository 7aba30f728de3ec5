import GRDB
import Glibc
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Older schemas are migrated, newer ones are refused.
@Suite struct SchemaTests {
    @Test func aNewerSchemaIsRefusedAndNothingTouched() throws {
        let fixture = try Fixture(schema: .withNotes)
        try fixture.start("a")
        try fixture.store.close()
        let before = try fixture.bytes()
        let names = File.names(in: fixture.folder.path)
        let error = #expect(throws: StoreError.self) {
            try Recovery(stateFolder: fixture.folder.path).open(at: morning, zone: .utc)
        }
        guard case .newerSchema(let path)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(path == fixture.path)
        #expect(error?.description.contains("newer") == true)
        #expect(try fixture.bytes() == before)
        #expect(File.names(in: fixture.folder.path) == names)
        // The newer program goes on as if nothing had happened.
        try fixture.reopen()
        #expect(fixture.store.lastSeq == 1)
    }

    @Test func notEvenAfterACrashOfTheNewerOne() throws {
        let fixture = try Fixture(schema: .withNotes)
        try fixture.start("a")
        let files = [try fixture.bytes(), try fixture.bytes("tracker.db-wal")]
        try fixture.store.close()
        try fixture.write(files[0])
        try fixture.write(files[1], to: "tracker.db-wal")
        #expect(throws: StoreError.self) {
            try Recovery(stateFolder: fixture.folder.path).open(at: morning, zone: .utc)
        }
        #expect(try fixture.bytes() == files[0])
        #expect(try fixture.bytes("tracker.db-wal") == files[1])
    }

    @Test(arguments: 1...Schema.current.version)
    func eachReleasedSchemaIsCarriedForward(_ version: Int) throws {
        let fixture = try Fixture(schema: .current)
        try fixture.store.close()
        try fixture.write(Released.database(ofVersion: version))
        // Opened as by this program.
        try fixture.reopen()
        // Schemas 6 to 15 have nothing more in their fixtures, nor have 17 to 19.
        let lastSeq =
            version >= 22
            ? 41
            : version >= 21
                ? 39
                : version >= 20
                    ? 35 : version >= 16 ? 31 : Int64([12, 12, 18, 23, 27][min(version, 5) - 1])
        #expect(fixture.store.lastSeq == lastSeq)
        try check(fixture)
        if version >= 3 { try checkRecords(fixture) }
        if version >= 4 { try checkTraining(fixture) }
        if version >= 5 { try checkStrength(fixture) }
        if version >= 16 { try checkMeasurements(fixture) }
        // What had ended before timers waited for an answer waits for none.
        let late = try #require(try fixture.read { try $0.timers(named: ["late"]).first })
        #expect(late.isWaiting == (version >= 20))
        #expect(try fixture.read { try $0.waitingTimers() } == (version >= 20 ? [late] : []))
        #expect(late.ringing?.everyMs == (version >= 20 ? 600_000 : nil))
        if version >= 20 { try checkAbsences(fixture) }
        if version >= 21 {
            try checkOwnSettings(fixture)
            try checkPlans(fixture)
            try checkTrainingMax(fixture)
        }
        if version >= 22 { try checkRinging(fixture) }
        try fixture.store.close()
        // Opened as by the next version, which has one more migration.
        let next = try Store(path: fixture.path, schema: .withNotes, zone: .utc, at: morning)
        #expect(next.lastSeq == lastSeq)
        let report = try next.read(at: morning) { try $0.verify() }
        #expect(report.differences == [])
        #expect(try next.read(at: morning) { try Note.fetch($0.db, id: "x") } == nil)
    }

    private func check(_ fixture: Fixture) throws {
        let store = fixture.store
        #expect(try store.check() == [])
        #expect(try fixture.differences == [])
        let tea = try #require(try fixture.read { try $0.timers(named: ["tea"]).first })
        #expect(tea.state == .running)
        #expect(tea.remainingMs(at: morning.advanced(byMs: 60_000)) == 1_440_000)
        let paused = try #require(try fixture.read { try $0.timers(named: ["soup"]).first })
        #expect(paused.state == .paused)
        #expect(paused.onSuspend == .pause)
        #expect(paused.message == "stir\n\"gently\"")
        let watch = try #require(try fixture.read { try $0.timers(named: ["läuft"]).first })
        #expect(watch.kind == .stopwatch)
        #expect(watch.laps.map(\.elapsedMs) == [2500])
        #expect(try fixture.read { try $0.timers(named: ["gone"]).first } == nil)
        #expect(try fixture.read { try $0.timers(named: ["late"]).first }?.lateByMs == 5000)
        let rest = try #require(try fixture.read { try $0.liveRest() })
        #expect(rest.label == "squats")
        #expect(rest.warnAtMs == [10_000, 3000])
        #expect(try fixture.read { try $0.lastRest() }?.id == rest.id)
        #expect(
            try fixture.read { try $0.rememberedRequest(id: "again") }
                == RememberedRequest(method: "timer.start", params: "{}", result: "{}"))
        #expect(try fixture.read { try $0.meta(.alerted, as: Int64.self) } == 9)
        #expect(store.nextDeadlines.bootNs == morning.bootNs + 87_000 * nanosecondsPerMs)
    }

    /// Checks the rows that came with schema 3.
    private func checkRecords(_ fixture: Fixture) throws {
        let reminder = try #require(try fixture.read { try $0.reminder(named: ["move"]) })
        #expect(reminder.followUpMs == [300_000, 600_000])
        // Its name is found by its key, which older schemas didn't keep.
        let namesake = try Reminder(
            id: "0namesake001",
            fields: .init(name: "MOVE!", schedule: Schedule(.init(every: .ms(60_000)))), order: 1)
        let violation = try fixture.read { transaction in
            try Integrity(transaction, writing: [namesake]).violation(of: namesake)
        }
        guard case .taken("move", _)? = violation else {
            Issue.record("the name was free: \(String(describing: violation))")
            return
        }
        #expect(reminder.fields.schedule.everyMs == 1_800_000)
        let exercise = try fixture.read { try $0.exercise(id: reminder.fields.exercise ?? "") }
        #expect(exercise?.fields.name == "Air Squats")
        let (next, live) = try fixture.read { try $0.currentOccurrences(of: reminder.id) }
        #expect(next?.dueMs == morning.wallMs + 8000 + 1_800_000)
        #expect(
            live?.snoozedUntilMs(at: morning.advanced(byMs: 60_000))
                == morning.wallMs + 9000 + 600_000)
        #expect(try fixture.read { try $0.logEntry(id: "0entry000009") }?.note == "leicht")
        let quiet = try #require(try fixture.read { try $0.doNotDisturb() })
        #expect(
            quiet.endsMs(at: morning.advanced(byMs: 20_000)) == morning.wallMs + 9500 + 3_600_000)
    }

    /// Checks the rows that came with schema 4.
    private func checkTraining(_ fixture: Fixture) throws {
        let training = try #require(try fixture.read { try $0.liveTraining() })
        #expect(training.fields.target == 120_000)
        #expect(training.effort?.elapsedMs(at: morning.advanced(byMs: 20_000)) == 10_300)
        let preset = try fixture.read { try $0.preset(key: NameKey.of("plank")) }
        #expect(preset?.fields == training.fields)
        let program = try #require(try fixture.read { try $0.program(key: NameKey.of("HIIT")) })
        #expect(program.fields.icon == "fire")
        let run = try #require(try fixture.read { try $0.liveRun() })
        #expect(run.state == .paused)
        #expect(run.program == program.id)
        #expect(run.elapsedMs(at: morning.advanced(byMs: 60_000)) == 100)
    }

    /// Checks the rows that came with schema 22.
    private func checkRinging(_ fixture: Fixture) throws {
        let program = try #require(try fixture.read { try $0.program(key: NameKey.of("Rice")) })
        #expect(program.fields.ringAgainMs == 60_000)
        let plan = try #require(try fixture.read { try $0.runPlan(ofRun: "0ricerun0029") })
        #expect(plan.ringAgainMs == 60_000 && plan.parts == program.fields.parts)
    }

    /// Checks the rows that came with schema 5.
    private func checkStrength(_ fixture: Fixture) throws {
        let settings = try fixture.read { try $0.settings() }
        #expect(settings.bar == 15.5 && settings.restMs == 120_000)
        #expect(settings.plates.map(\.count) == [4, nil])
        let template = try #require(try fixture.read { try $0.template(key: "legs") })
        #expect(template.fields.exercises.first?.target.groups.first?.load?.unit == .lb)
        let workout = try #require(try fixture.read { try $0.openWorkout() })
        #expect(workout.template == template.id && workout.exercises.first?.note == "tief")
        #expect(workout.exercises.first?.target == template.fields.exercises.first?.target)
        let sets = try fixture.read { try $0.sets(ofWorkout: workout.id) }
        #expect(sets.map(\.fields.load?.value) == [102.5] && sets.first?.fields.rpe == 9.5)
        #expect(sets.first?.rest == "0rest0000007")
    }

    /// Checks the rows that came with schema 16.
    private func checkMeasurements(_ fixture: Fixture) throws {
        let all = try fixture.read { try $0.measurements(in: TimeSpan(), limit: 10) }
        #expect(all.map(\.what) == ["weight", "Mood", "waist"])
        #expect(all.map(\.quantity.unit) == [.kg, nil, .inch])
        #expect(try fixture.read { try $0.bodyWeight(atMs: .max) }?.value == 82.5)
        #expect(try fixture.read { try $0.zoneChanges() }.map(\.to) == ["Asia/Tokyo"])
    }

    /// Checks the rows that came with schemas 20 to 24.
    private func checkAbsences(_ fixture: Fixture) throws {
        let deep = try #require(try fixture.read { try $0.timers(named: ["deep"]).first })
        #expect(deep.sound == "rest-warning" && deep.absence == .awaitsReturn)
        let stretch = try #require(try fixture.read { try $0.reminder(named: ["stretch"]) })
        #expect(stretch.offUntilMs == morning.wallMs + 86_400_000)
        #expect(stretch.fields.unlessDone == true && !stretch.isEnabled)
        let goal = try #require(try fixture.read { try $0.goal(key: "daily squats") })
        #expect(goal.unit == .reps && goal.period == .weekdays)
        #expect(goal.targets.map(\.count) == [50, 60])
    }

    /// Checks the rows that came with schema 21.
    private func checkOwnSettings(_ fixture: Fixture) throws {
        let rice = try #require(try fixture.read { try $0.timers(named: ["rice"]).first })
        #expect(rice.ringAgainMs == 60_000)
        let eyes = try #require(try fixture.read { try $0.reminder(named: ["eyes"]) })
        #expect(eyes.fields.breakMs == 120_000)
    }

    /// Checks the plan that came with schema 21.
    private func checkPlans(_ fixture: Fixture) throws {
        let plan = try #require(try fixture.read { try $0.plan(key: "week") })
        #expect(plan.fields.templates == ["0legs0000017", "0gone0000024"])
        #expect(plan.fields.apart == ["0squats00008"])
    }

    private func checkTrainingMax(_ fixture: Fixture) throws {
        let entry = try #require(
            try fixture.read { try $0.trainingMax(ofExercise: "0squats00008", atMs: .max) })
        #expect(entry.load.value == 142.5 && entry.load.unit == .kg)
    }

    /// Rows from before the schema kept days.
    @Test func olderRowsHaveTheDayByTheZoneOfTheMigration() throws {
        let fixture = try Fixture(schema: .current)
        try fixture.store.close()
        try fixture.write(Released.database(ofVersion: 5))
        let far = Zone { _ in 13 * 3600 }
        let day = LocalDay(number: 20_513, offsetS: 46_800)
        // 2026-03-01T08:00Z is 21:00 in the first zone; opening in the second zone then leaves the days as
        // they are.
        for zone in [far, Zone { _ in -10 * 3600 }] {
            let store = try Store(path: fixture.path, schema: .current, zone: zone, at: morning)
            try store.read(at: morning) { transaction in
                #expect(try transaction.logEntry(id: "0entry000009")?.day == day)
                #expect(try transaction.openWorkout()?.day == day)
                #expect(try transaction.sets(ofWorkout: "0work0000018").map(\.day) == [day])
                #expect(try transaction.liveTraining()?.day == day)
                #expect(try transaction.liveRun()?.day == day)
                #expect(try transaction.occurrence(id: "0test0000012")?.day == day)
                #expect(try transaction.verify().differences == [])
                // An event without a day in it can be undone nevertheless.
                let added = try #require(
                    try transaction.candidate(for: .undo, types: ["log.added"])?.seq)
                let removed = try transaction.plan(for: .undo, ofEvent: added).removed
                #expect(removed.compactMap { ($0 as? LogEntry)?.day } == [day])
            }
            try store.close()
        }
    }

    /// Migrations are only ever appended: editing one would make old databases differ from new ones.
    @Test func aReleasedSchemaStaysAsItWas() throws {
        func schema(of file: [UInt8]) throws -> [String] {
            let fixture = try Fixture()
            try fixture.store.close()
            try fixture.write(file)
            let raw = try DatabaseQueue(path: fixture.path)
            return try raw.inDatabase {
                try String.fetchAll(
                    $0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
            }
        }
        let maker = try ReleaseMaker()
        let now = try maker.fixture.bytes()
        let version = Schema.current.version
        if getenv("ADD_SCHEMA") != nil { try Released.add(now, ofVersion: version) }
        #expect(try schema(of: now) == schema(of: Released.database(ofVersion: version)))
        #expect(SparseBytes.unpack(SparseBytes.pack(now)) == now)
    }
}
