import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Merges of rows between two machines.
@Suite struct MergeTests {
    let pair: SyncPair
    var here: SyncMachine { pair.here }
    var there: SyncMachine { pair.there }

    init() throws { pair = try SyncPair() }

    // MARK: Rows that were opened again

    @Test func aTrainingThatWasOpenedAgainGoesOn() throws {
        let training = try here.call(
            "training.start", #"{"mode":"reps","target":9,"rest":0,"exercise":"squats"}"#
        ).id()
        try here.call("training.reps", #"{"count":9}"#)
        try pair.exchange()
        there.bench.drift(ms: 60_000)
        try there.call("training.update", #"{"training":"\#(training)","exercise":"dips"}"#)
        try here.call("training.undo")
        try here.merge(there)
        #expect(try here.entity(Training.self, training)?.isLive == true)
        // Once it is over again, both machines have it as it ended last.
        here.bench.drift(ms: 120_000)
        try here.call("training.reps", #"{"count":9}"#)
        try pair.exchange()
        let trainings = try pair.both.map { try $0.columns(of: Training.self, training) }
        #expect(trainings[0] == trainings[1])
        try pair.expect(false) { try $0.entity(Training.self, training)?.isLive ?? true }
        try pair.expect([]) { try $0.unsettled() }
    }

    // MARK: Deletions

    @Test func anEditThatADeletionDidNotKnowLivesOn() throws {
        let entry = try here.log()
        try pair.exchange()
        try here.setCount(7, ofEntry: entry)
        there.bench.drift(ms: 60_000)
        try there.call("log.delete", #"{"entry":"\#(entry)"}"#)
        try pair.exchange()
        try pair.expect(7) { try $0.count(ofEntry: entry) }
    }

    /// The rows that a deletion takes together name each other.
    @Test func aWorkoutThatWasDeletedWithItsDropSetsStaysDeleted() throws {
        for _ in 1...4 {
            let workout = try here.call("workout.start").id()
            _ = try here.bench.setID("dips", #""reps":5"#)
            for _ in 1...3 { _ = try here.bench.setID("dips", #""reps":5,"drop_of":"last""#) }
            try here.call("workout.finish")
            try pair.exchange()
            try here.call("workout.delete", #"{"workout":"\#(workout)"}"#)
            try there.merge(here)
            #expect(try there.entity(Workout.self, workout) == nil)
            try pair.exchange()
            try pair.expect(true) { try $0.entity(Workout.self, workout) == nil }
            try pair.expect([]) { try $0.ids(of: WorkoutSet.table) }
            try pair.expect([]) { try $0.unsettled() }
        }
    }

    @Test func aSetThatNamesADeletedExerciseBringsItBack() throws {
        let dips = try here.id(ofExercise: "dips")
        try here.call("exercise.delete", #"{"exercise":"dips"}"#)
        try there.call("workout.start")
        let set = try there.bench.setID("dips", #""reps":5"#)
        try here.merge(there)
        #expect(try here.entity(Exercise.self, dips) != nil)
        #expect(try here.entity(WorkoutSet.self, set) != nil)
        try here.verify()
        try pair.exchange()
        try pair.expect(true) { try $0.entity(Exercise.self, dips) != nil }
    }

    @Test func aDeletionOfAnExerciseThatANewEntryNamesIsTakenBack() throws {
        let dips = try here.id(ofExercise: "dips")
        try there.call("exercise.delete", #"{"exercise":"dips"}"#)
        let entry = try here.log(9, "dips")
        try here.merge(there)
        #expect(try here.entity(Exercise.self, dips) != nil)
        try pair.exchange()
        try pair.expect(true) { try $0.entity(Exercise.self, dips) != nil }
        try pair.expect(9) { try $0.count(ofEntry: entry) }
        try pair.expect([]) { try $0.unsettled() }
    }

    /// Requests that are committed together have the same stamp.
    @Test func oneThatIsMadeDeletedAndPutBackInOneBatchLives() throws {
        let squats = try here.id(ofExercise: "squats")
        let replies = here.bench.send(
            """
            [{"id":1,"method":"log.add","params":{"exercise":"\(squats)","count":4}},\
            {"id":2,"method":"log.delete","params":{"entry":"last"}},\
            {"id":3,"method":"journal.undo"}]
            """)
        #expect(replies.count == 3)
        let entry = try #require(try here.ids(of: "log_entry").first)
        try here.verify()
        try pair.exchange()
        try pair.expect(4) { try $0.count(ofEntry: entry) }
    }

    // MARK: Repairs

    @Test func aWorkoutThatLostItsBlockGetsItBackAtTheEnd() throws {
        let workout = try here.call("workout.start").id()
        try here.bench.set("squats")
        try pair.exchange()
        try here.bench.set("plank", #""seconds":30"#)
        there.bench.drift(ms: 60_000)
        try there.call(
            "workout.add_exercise", #"{"workout":"\#(workout)","exercise":"dips"}"#)
        try pair.exchange()
        try pair.expect(["Squats", "Dips", "Plank"]) {
            try $0.call("workout.get", #"{"workout":"\#(workout)"}"#).exerciseNames
        }
    }

    @Test func aRingOfVariantsLosesTheLaterLink() throws {
        let rows = try here.id(ofExercise: "rows")
        let dips = try here.id(ofExercise: "dips")
        try here.call("exercise.update", #"{"exercise":"rows","variant_of":"dips"}"#)
        there.bench.drift(ms: 60_000)
        try there.call("exercise.update", #"{"exercise":"dips","variant_of":"rows"}"#)
        try pair.exchange()
        try pair.expect([dips, ""]) { machine in
            try [rows, dips].map {
                try machine.entity(Exercise.self, $0)?.fields.variantOf ?? ""
            }
        }
    }

    // MARK: What is told

    @Test func aMergeAlertsNobody() throws {
        for _ in 1...3 { _ = try there.log(30) }
        try there.call("workout.start")
        try there.bench.set("squats")
        try there.call("workout.finish")
        here.forget()
        try here.merge(there)
        #expect(here.merged.contains { $0.event.type == EventType.syncMerged.rawValue })
        #expect(here.merged.allSatisfy { !$0.audience.isNews })
        #expect(here.bench.alerts.isEmpty)
        let news = here.bench.published.filter { $0.audience.isNews }.map(\.event.type)
        #expect(!news.contains(EventType.achievementUnlocked.rawValue))
        #expect(here.told(.achievementRecognised) > 0)
        let merged = try here.bench.data(of: EventType.syncMerged.rawValue)
        #expect(merged["machines"]?.strings == ["there"])
    }

    // MARK: Undo

    @Test func undoRefusesWhatAMergeHasChangedSince() throws {
        let entry = try here.log()
        try here.setCount(6, ofEntry: entry)
        let seq = try here.seq(of: .logUpdated)
        try pair.exchange()
        try there.setCount(8, ofEntry: entry)
        try pair.exchange()
        #expect(try here.bench.refusal("journal.undo", "{\"seq\":\(seq)}").kind == .conflict)
        try pair.expect(8) { try $0.count(ofEntry: entry) }
    }
}
