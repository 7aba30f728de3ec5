import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// The names that things may have.
@Suite struct NameTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    /// Every request that gives something a name, and the member with the name.
    private static let naming = [
        ("timer.start", #"{"duration":"1h","name":NAME}"#, "name"),
        ("stopwatch.start", #"{"name":NAME}"#, "name"),
        ("timer.rename", #"{"timer":"last","name":NAME}"#, "name"),
        ("rest.start", #"{"duration":"1m","label":NAME}"#, "label"),
        ("reminder.create", #"{"name":NAME,"every":"1h"}"#, "name"),
        ("reminder.update", #"{"reminder":"last","name":NAME}"#, "name"),
        ("exercise.create", #"{"name":NAME,"unit":"reps"}"#, "name"),
        ("exercise.create", #"{"name":"new a","unit":"reps","category":NAME}"#, "category"),
        ("exercise.create", #"{"name":"new b","unit":"reps","equipment":NAME}"#, "equipment"),
        ("exercise.update", #"{"exercise":"squats","name":NAME}"#, "name"),
        ("exercise.update", #"{"exercise":"plank","icon":NAME}"#, "icon"),
        ("program.create", #"{"name":NAME,"intervals":[{"label":"a","duration":500}]}"#, "name"),
        (
            "program.create",
            #"{"name":"n","intervals":[{"repeat":2,"intervals":[{"label":NAME,"duration":500}]}]}"#,
            "intervals[0].intervals[0].label"
        ),
        ("program.update", #"{"program":"p","name":NAME}"#, "name"),
        (
            "program.update", #"{"program":"q","intervals":[{"label":NAME,"duration":500}]}"#,
            "intervals[0].label"
        ),
        ("program.duplicate", #"{"program":"q","name":NAME}"#, "name"),
        ("preset.save", #"{"name":NAME,"mode":"reps"}"#, "name"),
        (
            "template.create", #"{"name":NAME,"exercises":[{"exercise":"pull-ups","sets":1}]}"#,
            "name"
        ),
        ("plan.create", #"{"name":NAME,"templates":["t"]}"#, "name"),
        ("template.update", #"{"template":"t","name":NAME}"#, "name"),
        ("workout.start", #"{"name":NAME}"#, "name"),
    ]

    private func prepare() throws {
        try bench.call("timer.start", #"{"duration":"1h","name":"tea"}"#)
        try bench.call("reminder.create", #"{"name":"move","every":"1h"}"#)
        for name in ["p", "q"] {
            try bench.call(
                "program.create",
                "{\"name\":\"\(name)\",\"intervals\":[{\"label\":\"a\",\"duration\":500}]}")
        }
        try bench.call(
            "template.create", #"{"name":"t","exercises":[{"exercise":"pull-ups","sets":1}]}"#)
        bench.forget()
    }

    @Test func blankOnesAreRefused() throws {
        try prepare()
        for (method, params, field) in Self.naming {
            let params = params.replacing("NAME", with: "\"\u{a0}\u{200b}\"")
            let refusal = try bench.refusal(method, params)
            #expect(refusal.kind == .invalidParams && refusal.field == field, "\(params)")
            #expect(refusal.message.hasPrefix("\(field) is blank: give 1 to 200"))
        }
        #expect(bench.published.isEmpty)
    }

    @Test func whatIsInsideStays() throws {
        for name in ["a\u{a0}b", "👩🏽‍💻", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u{301}", "-", "Zurück  hier"] {
            let timer = try bench.call(
                "timer.start", "{\"duration\":\"1h\",\"name\":\" \(name) \"}")
            #expect(
                timer["name"]?.string.map { Array($0.unicodeScalars) } == Array(name.unicodeScalars)
            )
        }
    }

    // MARK: One reminder a name

    /// The sequence number of the newest event of a type.
    private func seq(of type: String) throws -> Int64 {
        try #require(bench.published.last { $0.event.type == type }?.event.seq)
    }

    private func remind(_ name: String) throws {
        try bench.call("reminder.create", "{\"name\":\"\(name)\",\"every\":\"1h\"}")
    }

    // MARK: Names of earlier versions

    private func keep(_ entities: [any StoredEntity]) throws {
        let kept = entities
        _ = try bench.engine.store.perform(at: bench.clock) { transaction in
            for entity in kept {
                _ = try transaction.append(
                    "\(type(of: entity).table).created", subject: entity.id, cause: .daemon,
                    data: "{}", [entity], removed: [])
            }
        }
    }

    /// Names that earlier versions allowed stay, and the entities can be changed, renamed and deleted.
    @Test func oldNamesKeepWorking() throws {
        let schedule = try Schedule(.init(every: .text("1h")))
        try keep([
            Timer(
                id: "t00000000001", durationMs: 3_600_000, name: "last", message: nil,
                onSuspend: .continue, order: 1, at: bench.clock),
            Reminder(
                id: "r00000000001", fields: .init(name: "stand", schedule: schedule), order: 1),
            Reminder(
                id: "r00000000002", fields: .init(name: "stand", schedule: schedule), order: 2),
            Exercise(id: "e00000000001", fields: .init(name: " ", unit: .reps)),
            Program(
                id: "p00000000001",
                fields: .init(
                    name: "\u{a0}", parts: [.interval(Interval(label: " ", durationMs: 5000))])),
            Template(
                id: "m00000000001",
                fields: .init(
                    name: "last",
                    exercises: [
                        PlannedExercise(exercise: "e00000000001", target: ExerciseTarget(sets: 1))
                    ])),
        ])
        #expect(try bench.call("timer.get", #"{"timer":"last"}"#).id() == "t00000000001")
        try bench.call("timer.pause", #"{"timer":"last"}"#)
        try bench.call("timer.restart", #"{"timer":"last"}"#)
        let newest = try bench.call("reminder.update", #"{"reminder":"stand","count":null}"#)
        #expect(try newest.id() == "r00000000002")
        try bench.call("reminder.update", #"{"reminder":"stand","name":"stand","every":"2h"}"#)
        // A deleted reminder comes back once its name is free.
        try bench.call("reminder.delete", #"{"reminder":"stand"}"#)
        let undo = try "{\"seq\":\(seq(of: "reminder.deleted"))}"
        #expect(try bench.refusal("journal.undo", undo).message.contains("stand"))
        try bench.call("reminder.update", #"{"reminder":"r00000000001","name":"sit"}"#)
        try bench.call("journal.undo", undo)
        try bench.call("exercise.update", #"{"exercise":"e00000000001","default_count":7}"#)
        try bench.call("log.add", #"{"exercise":"e00000000001"}"#)
        try bench.call("program.update", #"{"program":"p00000000001","icon":"x"}"#)
        try bench.call("program.duplicate", #"{"program":"p00000000001"}"#)
        try bench.call("run.start", #"{"program":"p00000000001"}"#)
        try bench.call("template.update", #"{"template":"last","days_per_week":3}"#)
        try bench.call("workout.start", #"{"template":"last"}"#)
        try bench.call("set.log", #"{"exercise":"e00000000001","reps":5}"#)
        try bench.call("exercise.update", #"{"exercise":"e00000000001","name":"Jumps"}"#)
    }

    /// An own export comes in as a whole, whatever the names in it.
    @Test func oldNamesComeInWithAnOwnExport() throws {
        let schedule = try Schedule(.init(every: .text("1h")))
        try keep([
            Reminder(
                id: "r00000000001", fields: .init(name: "last", schedule: schedule), order: 1),
            Reminder(
                id: "r00000000002", fields: .init(name: "last", schedule: schedule), order: 2),
            Exercise(id: "e00000000001", fields: .init(name: "\u{200b}", unit: .reps)),
        ])
        let other = try Bench(seed: 2)
        let id = try other.open(bench.export(#""what":"all","format":"json""#))
        #expect(try other.preview(id)["skipped"]?.list == [])
        try other.commit(id)
        #expect(try other.tables()["reminder"]?.count == 2)
        #expect(try other.tables()["exercise"] == bench.tables()["exercise"])
    }
}
