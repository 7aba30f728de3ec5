import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Log entries and history of sessions, and presets.
@Suite struct TrainingRecordTests {
    let bench: Bench
    let plank: String

    init() throws {
        bench = try Bench.withExercises()
        plank = try bench.id(ofExercise: "plank")
    }

    /// Completes a session of so many reps.
    private func complete(_ total: Int64, _ more: String = "") throws {
        try bench.call(
            "training.start", "{\"mode\":\"reps\",\"adjustment\":0,\"target\":1\(more)}")
        try bench.call("training.reps", "{\"count\":\(total)}")
        bench.advance(ms: 60_000)
    }

    /// Holds for so long.
    private func hold(ms: Int64, _ more: String = "") throws {
        try bench.call("training.start", "{\"mode\":\"time\"\(more)}")
        bench.advance(ms: ms)
        try bench.call("training.stop")
    }

    // MARK: The log

    @Test func wholeSecondsAreLogged() throws {
        try bench.call("training.start", #"{"mode":"time","rest":0,"exercise":"plank"}"#)
        bench.advance(ms: 10_700)
        try bench.call("training.bail")
        bench.advance(ms: 20_700)
        try bench.call("training.stop")
        let entries = try #require(try bench.call("log.list")["entries"]?.list)
        #expect(entries.count == 1 && entries[0]["count"] == .integer(31))
        #expect(entries[0]["source"] == .string("training"))
        #expect(entries[0]["exercise"] == .string(plank))
        // An undo removes the entry; the session itself is the course of time and stays.
        try bench.call("journal.undo", #"{"types":["log.*"]}"#)
        #expect(try bench.call("log.list")["entries"]?.list.isEmpty == true)
        #expect(try bench.call("training.get")["state"] == .string("complete"))
        let refusal = try bench.refusal("journal.undo", #"{"types":["training.*"]}"#)
        #expect(refusal.kind == .conflict)
        try bench.verify()
    }

    @Test func nothingIsLoggedOfNothing() throws {
        try hold(ms: 999, #","exercise":"plank""#)
        try bench.call("training.start", #"{"mode":"reps","exercise":"push-ups"}"#)
        try bench.call("training.stop")
        try hold(ms: 5000)
        #expect(!bench.types.contains("log.added"))
        #expect(bench.types.filter { $0 == "training.completed" }.count == 1)
    }

    @Test func aHoldOfDaysIsLoggedAsFarAsALogGoes() throws {
        try hold(ms: 3 * 86_400_000, #","exercise":"plank""#)
        #expect(try bench.data(of: "log.added")["count"] == .integer(100_000))
        #expect(
            try bench.call("training.get")["summary"]?["total"] == .integer(259_200))
    }

    @Test func anArchivedExerciseIsLoggedAllTheSame() throws {
        try bench.call("training.start", #"{"mode":"time","exercise":"plank"}"#)
        bench.advance(ms: 5000)
        try bench.call("exercise.archive", #"{"exercise":"plank"}"#)
        #expect(try bench.call("training.stop")["exercise_name"] == .string("Plank"))
        #expect(try bench.data(of: "log.added")["count"] == .integer(5))
        try bench.verify()
    }

    @Test func aSessionAnswersTheReminderOfItsExercise() throws {
        try bench.call(
            "reminder.create", #"{"name":"move","every":"30m","days":"daily","exercise":"plank"}"#)
        try bench.call("reminder.fire", #"{"reminder":"move"}"#)
        try hold(ms: 5000, #","exercise":"plank""#)
        #expect(bench.types.suffix(2) == ["log.added", "reminder.answered"])
    }

    @Test func anExerciseThatIsTrainedStays() throws {
        let refusal = try bench.refusal(
            "training.start", #"{"mode":"time","exercise":"push-ups"}"#)
        #expect(refusal.kind == .invalidParams && refusal.field == "exercise")
        #expect(refusal.message.contains("reps"))
        #expect(
            try bench.refusal("training.start", #"{"mode":"time","exercise":"rows"}"#).kind
                == .notFound)
        try bench.call("training.start", #"{"mode":"time","exercise":"plank"}"#)
        bench.advance(ms: 5000)
        let other = try bench.refusal("exercise.update", #"{"exercise":"plank","unit":"reps"}"#)
        #expect(other.kind == .conflict && other.field == "unit")
        #expect(
            try bench.refusal("exercise.delete", #"{"exercise":"plank"}"#).state == "trained")
        try bench.call("training.stop")
        try bench.call("journal.undo", #"{"types":["log.*"]}"#)
        #expect(
            try bench.refusal("exercise.delete", #"{"exercise":"plank"}"#).state == "trained")
        try bench.call("exercise.update", #"{"exercise":"plank","unit":"reps"}"#)
        try bench.call("preset.save", #"{"name":"p","mode":"reps","exercise":"push-ups"}"#)
        #expect(
            try bench.refusal("exercise.delete", #"{"exercise":"push-ups"}"#).state == "trained")
    }

    @Test func anExerciseKeepsTheUnitOfItsPresets() throws {
        try bench.call("preset.save", #"{"name":"Long","mode":"time","exercise":"plank"}"#)
        let refusal = try bench.refusal("exercise.update", #"{"exercise":"plank","unit":"reps"}"#)
        #expect(refusal.kind == .conflict && refusal.field == "unit" && refusal.state == "preset")
        #expect(refusal.message.contains("'Long'"))
        try bench.call("exercise.update", #"{"exercise":"plank","name":"Front Plank"}"#)
        try bench.call("preset.delete", #"{"name":"long"}"#)
        let deletion = try #require(bench.published.last?.event.seq)
        try bench.call("exercise.update", #"{"exercise":"front plank","unit":"reps"}"#)
        let change = try #require(bench.published.last?.event.seq)
        // An undo can't bring it about either.
        let back = try bench.refusal("journal.undo", "{\"seq\":\(deletion)}")
        #expect(back.kind == .conflict && back.message.contains("is counted in reps now"))
        try bench.call("preset.save", #"{"name":"p","mode":"reps","exercise":"front plank"}"#)
        let unit = try bench.refusal("journal.undo", "{\"seq\":\(change)}")
        #expect(unit.kind == .conflict && unit.message.contains("the preset 'p' counts it in reps"))
        try bench.verify()
    }

    // MARK: History

    @Test func historyIsTheNewestFirst() throws {
        try complete(10)
        try hold(ms: 5000)
        try complete(12)
        let all = try bench.call("training.list")
        #expect(
            all["trainings"]?.list.compactMap { $0["mode"]?.string } == ["reps", "time", "reps"])
        #expect(all["trend"] == nil)
        #expect(all["trainings"]?.list.first?["summary"]?["total"] == .integer(12))
        let time = try bench.call("training.list", #"{"mode":"time"}"#)
        #expect(time["trainings"]?.list.count == 1)
        let first = try bench.call("training.list", #"{"limit":1}"#)
        #expect(first["trainings"]?.list.count == 1)
        let later = try bench.call("training.list", #"{"from":"09:01"}"#)
        #expect(later["trainings"]?.list.count == 2)
        let earlier = try bench.call("training.list", #"{"to":"09:01"}"#)
        #expect(earlier["trainings"]?.list.count == 1)
        let day = try bench.call("training.list", #"{"from":"2026-03-01","to":"2026-03-01"}"#)
        #expect(day["trainings"]?.list.count == 3)
        #expect(
            try bench.refusal("training.list", #"{"from":"10:00","to":"09:00"}"#).field == "to")
        for limit in [0, 1001] {
            #expect(
                try bench.refusal("training.list", "{\"limit\":\(limit)}").field == "limit")
        }
    }

    @Test func theTrendComesWithTheTenth() throws {
        for total in 1...9 { try complete(Int64(total)) }
        // A session in progress doesn't count.
        try bench.call("training.start", #"{"mode":"reps"}"#)
        #expect(try bench.call("training.list")["trend"] == nil)
        try bench.call("training.reset", #"{"confirm":true}"#)
        try complete(10)
        let trend = try bench.call("training.list", #"{"limit":1}"#)["trend"]
        #expect(
            trend
                == .object([
                    "reps": .object([
                        "direction": .string("up"), "last": .integer(8), "before": .integer(3),
                    ])
                ]))
        #expect(try bench.call("training.list", #"{"mode":"time"}"#)["trend"] == nil)
        #expect(try bench.call("training.list", #"{"from":"09:01"}"#)["trend"] == nil)
    }

    // MARK: Presets

    @Test func aPresetIsKeptByItsName() throws {
        let saved = try bench.call(
            "preset.save",
            #"{"name":"Long Plank","mode":"time","target":120.5,"rest":"20s","exercise":"plank"}"#)
        let preset = try #require(saved["presets"]?.list.first)
        #expect(preset["target"] == .number(120.5) && preset["adjustment"] == .integer(5))
        #expect(bench.types == ["preset.saved"])
        #expect(try bench.data(of: "preset.saved") == preset)
        try bench.call("preset.save", #"{"name":"ab","mode":"reps"}"#)
        // A name in another spelling is the same preset.
        let again = try bench.call("preset.save", #"{"name":"long-plank","preset":"long plank"}"#)
        let names = again["presets"]?.list.compactMap { $0["name"]?.string }
        #expect(names == ["ab", "long-plank"])
        #expect(again["presets"]?.list.last?["id"] == preset["id"])
        #expect(try bench.call("preset.list") == again)
        try bench.verify()
        try bench.restart()
        #expect(try bench.call("preset.list") == again)
    }

    @Test func whatIsGivenWinsOverThePreset() throws {
        try bench.call(
            "preset.save",
            #"{"name":"p","mode":"time","target":120,"rest":"20s","adjustment":3,"exercise":"plank"}"#
        )
        let plain = try bench.call("training.start", #"{"preset":"P"}"#)
        #expect(plain["target"] == .integer(120) && plain["adjustment"] == .integer(3))
        #expect(plain["rest_ms"] == .integer(20_000) && plain["exercise"] == .string(plank))
        try bench.call("training.reset", #"{"confirm":true}"#)
        let mixed = try bench.call(
            "training.start", #"{"preset":"p","target":90,"rest":0,"adjustment":1.5}"#)
        #expect(mixed["target"] == .integer(90) && mixed["adjustment"] == .number(1.5))
        #expect(mixed["rest_ms"] == .integer(0) && mixed["exercise"] == .string(plank))
        try bench.call("training.reset", #"{"confirm":true}"#)
        let none = try bench.call("training.start", #"{"preset":"p","exercise":""}"#)
        #expect(none["exercise"] == nil && none["target"] == .integer(120))
        try bench.call("training.reset", #"{"confirm":true}"#)
        // A target in seconds doesn't apply to reps, nor does the exercise that is held.
        let reps = try bench.call("training.start", #"{"preset":"p","mode":"reps"}"#)
        #expect(reps["target"] == .integer(20) && reps["adjustment"] == .integer(2))
        #expect(reps["rest_ms"] == .integer(20_000) && reps["exercise"] == nil)
    }

    @Test func whatIsNoPreset() throws {
        #expect(try bench.refusal("training.start").field == "mode")
        #expect(try bench.refusal("preset.save", #"{"name":"p"}"#).field == "mode")
        let empty = try bench.refusal("preset.save", #"{"name":"","mode":"time"}"#)
        #expect(empty.field == "name" && empty.kind == .invalidParams)
        try bench.call("preset.save", #"{"name":"plank","mode":"time"}"#)
        let near = try bench.refusal("training.start", #"{"preset":"plonk"}"#)
        #expect(near.kind == .notFound && near.field == "preset")
        #expect(near.message.contains("did you mean plank?"))
        let gone = try bench.refusal("preset.delete", #"{"name":"squat"}"#)
        #expect(gone.kind == .notFound && gone.field == "name")
        #expect(bench.types == ["preset.saved"])
    }

    @Test func presetsCanBeTakenBack() throws {
        try bench.call("preset.save", #"{"name":"p","mode":"time","exercise":"plank"}"#)
        try bench.call("preset.save", #"{"name":"p","mode":"time","target":90}"#)
        func target() throws -> JSONValue? {
            try bench.call("preset.list")["presets"]?.list.first?["target"]
        }
        #expect(try target() == .integer(90))
        try bench.call("journal.undo")
        #expect(try target() == .integer(60))
        #expect(try bench.call("preset.delete", #"{"name":"P"}"#)["presets"]?.list.isEmpty == true)
        try bench.call("journal.undo", #"{"types":["preset.*"]}"#)
        #expect(try target() == .integer(60))
        try bench.call("preset.delete", #"{"name":"p"}"#)
        try bench.call("preset.save", #"{"name":"P","mode":"reps"}"#)
        let seq = try #require(bench.published.last { $0.event.type == "preset.deleted" })
        #expect(
            try bench.refusal("journal.undo", "{\"seq\":\(seq.event.seq)}").kind == .conflict)
        try bench.call("preset.delete", #"{"name":"p"}"#)
        // A preset that has lost its exercise can't come back either.
        try bench.call("exercise.delete", #"{"exercise":"plank"}"#)
        let refusal = try bench.refusal("journal.undo", "{\"seq\":\(seq.event.seq)}")
        #expect(refusal.kind == .conflict && refusal.message.contains("exercise"))
        try bench.verify()
    }
}
