import Testing
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Merges of machines whose libraries differ.
@Suite struct LibraryMergeTests {
    private let lunge = Movement.id(ofSlug: "lunge")

    @Test func onlyWhatAPersonChangedTravels() throws {
        let here = try SyncMachine.sharing("here", seed: 1, library: 1)
        let there = try SyncMachine.sharing("there", seed: 2, library: 2)
        try here.call("exercise.update", #"{"exercise":"\#(lunge)","name":"L1"}"#)
        try SyncMachine.exchange([here, there])
        let renamed = try #require(try there.entity(Exercise.self, lunge))
        #expect(renamed.name == "L1" && renamed.isEdited)
        #expect(renamed.fields.muscles == Muscles(primary: [.quads], secondary: [.glutes]))
    }

    @Test func whatAPersonLeftAloneFollowsTheLibraryEverywhere() throws {
        let here = try SyncMachine.sharing("here", seed: 1, library: 1)
        let there = try SyncMachine.sharing("there", seed: 2, library: 2)
        try here.call("exercise.update", #"{"exercise":"\#(lunge)","name":"L1"}"#)
        try SyncMachine.exchange([here, there])
        here.update(toLibrary: 2)
        let renamed = try #require(try here.entity(Exercise.self, lunge))
        #expect(renamed.name == "L1" && renamed.isEdited)
        #expect(renamed.fields.muscles == Muscles(primary: [.quads], secondary: [.glutes]))
        #expect(try there.entity(Exercise.self, lunge) == renamed)
    }

    @Test func anExerciseThatWasRenamedBeforeItsRowsWereSharedFollows() throws {
        let here = try SyncMachine("here", seed: 1, library: 1)
        try here.call("exercise.update", #"{"exercise":"\#(lunge)","name":"L1"}"#)
        here.update(toLibrary: 2)
        #expect(try here.entity(Exercise.self, lunge)?.fields.muscles?.secondary == [])
        try here.share()
        let renamed = try #require(try here.entity(Exercise.self, lunge))
        #expect(renamed.name == "L1" && renamed.isEdited)
        #expect(renamed.fields.muscles == Muscles(primary: [.quads], secondary: [.glutes]))
        try here.verify()
    }

    /// What was put back is a person's, too, and the same on all machines.
    @Test func whatWasPutBackStaysTheSameEverywhere() throws {
        let here = try SyncMachine.sharing("here", seed: 1, library: 1)
        let there = try SyncMachine.sharing("there", seed: 2, library: 2)
        let ladder = Program.id(ofSlug: SyncLibrary.programSlug)
        try here.call("program.delete", #"{"program":"\#(ladder)"}"#)
        try here.call("journal.undo")
        try here.call("exercise.update", #"{"exercise":"\#(lunge)","category":"other"}"#)
        try here.call("journal.undo")
        try SyncMachine.exchange([here, there])
        here.update(toLibrary: 2)
        try SyncMachine.exchange([here, there])
        let programs = try [here, there].map { try $0.columns(of: Program.self, ladder) }
        #expect(programs[0] == programs[1])
        let lunges = try [here, there].map { try $0.columns(of: Exercise.self, lunge) }
        #expect(lunges[0] == lunges[1])
    }

    /// Until then, an edit may have no stamp yet.
    @Test func nothingFollowsTheLibraryBeforeAllRowsHaveTheirFirstStamps() throws {
        let here = try SyncMachine("here", seed: 1, library: 1)
        try here.call("exercise.update", #"{"exercise":"\#(lunge)","name":"L1"}"#)
        try here.call("exercise.update", #"{"exercise":"\#(lunge)","category":"other"}"#)
        here.beginSharing()
        while try here.entry(Exercise.self, lunge) == nil {
            try #require(try !here.stampRows { false })
        }
        try #require(try here.entry(Exercise.self, lunge)?.row.stamps[SharedParts.others] == .zero)
        here.update(toLibrary: 2)
        #expect(try here.entity(Exercise.self, lunge)?.fields.category == "other")
        while try !here.stampRows(while: { false }) {}
        let edited = try #require(try here.entity(Exercise.self, lunge))
        #expect(edited.fields.category == "other")
        #expect(edited.fields.muscles?.secondary == [])
        try here.verify()
    }

    @Test func whatAPersonHasChangedDoesNotFollowTheLibrary() throws {
        let here = try SyncMachine.sharing("here", seed: 1, library: 1)
        try here.call("exercise.update", #"{"exercise":"\#(lunge)","category":"other"}"#)
        here.update(toLibrary: 2)
        let edited = try #require(try here.entity(Exercise.self, lunge))
        #expect(edited.fields.category == "other")
        #expect(edited.fields.muscles?.secondary == [])
    }

    @Test func anExerciseWhoseNameIsTakenComesWithWhatNamesIt() throws {
        let here = try SyncMachine.sharing("here", seed: 1, library: 0)
        let there = try SyncMachine.sharing("there", seed: 2, library: 1)
        try here.call("exercise.create", #"{"name":"Step","unit":"reps"}"#)
        try here.call("exercise.update", #"{"exercise":"step","name":"Lunge"}"#)
        here.update(toLibrary: 1)
        #expect(try here.entity(Exercise.self, lunge) == nil)
        let entry = try there.log(8, lunge)
        try SyncMachine.exchange([here, there])
        #expect(try here.held() == [:])
        #expect(try here.count(ofEntry: entry) == 8)
        #expect(try here.entity(Exercise.self, lunge) == there.entity(Exercise.self, lunge))
        // The next version leaves it there.
        here.update(toLibrary: 2)
        #expect(try here.count(ofEntry: entry) == 8)
        #expect(try here.entity(Exercise.self, lunge) != nil)
        try here.verify()
    }

    @Test func anExerciseOfANewerLibraryComesInOnceAPersonChangesIt() throws {
        let here = try SyncMachine.sharing("here", seed: 1, library: 1)
        let there = try SyncMachine.sharing("there", seed: 2, library: 2)
        let raise = Movement.id(ofSlug: "raise")
        let entry = try there.log(8, raise)
        try here.merge(there)
        #expect(try here.held() == [.awaitsReference: 1])
        try there.call("exercise.alias", #"{"exercise":"\#(raise)","alias":"up"}"#)
        try SyncMachine.exchange([here, there])
        #expect(try here.count(ofEntry: entry) == 8)
        here.update(toLibrary: 2)
        try SyncMachine.exchange([here, there])
        #expect(try here.entity(Exercise.self, raise)?.aliases == ["up"])
    }
}
