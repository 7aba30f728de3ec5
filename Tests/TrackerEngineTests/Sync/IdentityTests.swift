import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Machines whose state is older than their lines, or a copy of another machine's state.
@Suite struct IdentityTests {
    let pair: SyncPair
    var here: SyncMachine { pair.here }
    var there: SyncMachine { pair.there }
    /// Log entry that both machines know.
    private let entry: String
    /// This machine's first id.
    private let former: String
    /// Copy of this machine's state from when both had the same rows.
    private let copy: String

    init() throws {
        pair = try SyncPair()
        entry = try pair.here.log()
        try pair.exchange()
        former = try pair.here.writer
        copy = try pair.here.bench.copyState()
        pair.forget()
    }

    /// Restores the older state here, which then reads these lines of its own.
    private func restore(finding lines: [String]) throws {
        try here.restore(copy) { try here.merge(lines, of: here.name) }
    }

    private func expectNewIdentity(
        _ why: String, of machine: SyncMachine, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let writer = try machine.writer
        #expect(writer != former, sourceLocation: sourceLocation)
        #expect(machine.told(.syncIdentity) == 1, sourceLocation: sourceLocation)
        let data = try machine.bench.data(of: EventType.syncIdentity.rawValue)
        #expect(data["from"] == .string(former), sourceLocation: sourceLocation)
        #expect(data["to"] == .string(writer), sourceLocation: sourceLocation)
        #expect(data["why"] == .string(why), sourceLocation: sourceLocation)
    }

    private func expectFormerIdentity(
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try here.writer == former, sourceLocation: sourceLocation)
        #expect(here.told(.syncIdentity) == 0, sourceLocation: sourceLocation)
    }

    /// Lets three machines read what the others know.
    private func exchange(with third: SyncMachine) throws {
        let machines = pair.both + [third]
        for _ in 1...4 {
            for machine in machines {
                for other in machines where other !== machine { try machine.merge(other) }
                try machine.verify()
            }
        }
        let digests = try machines.map { try $0.digest() }
        #expect(Set(digests).count == 1)
    }

    // MARK: Restored states

    @Test func aLineOfItsOwnThatItLacksGivesANewID() throws {
        try here.setCount(6, ofEntry: entry)
        try restore(finding: here.lines().lines)
        try expectNewIdentity("stamps", of: here)
        #expect(try here.count(ofEntry: entry) == 6)
        try here.verify()
        let writer = try here.writer
        try here.crash()
        #expect(try here.writer == writer)
        try pair.exchange()
        try pair.expect(6) { try $0.count(ofEntry: entry) }
        #expect(here.told(.syncIdentity) == 1)
        #expect(there.told(.syncIdentity) == 0)
    }

    @Test func soDoesSuchALineOfAnotherMachine() throws {
        try here.setCount(6, ofEntry: entry)
        try there.merge(here)
        try here.restore(copy) { try here.merge(there) }
        try expectNewIdentity("stamps", of: here)
        try pair.exchange()
        try pair.expect(6) { try $0.count(ofEntry: entry) }
    }

    /// Another machine has deleted a row that this one changed after the copy.
    @Test func soDoesADeletionThatHasSeenItsStamp() throws {
        try here.setCount(6, ofEntry: entry)
        try there.merge(here)
        try there.call("log.delete", #"{"entry":"\#(entry)"}"#)
        try here.restore(copy) { try here.merge(there) }
        try expectNewIdentity("stamps", of: here)
        try pair.exchange()
        try pair.expect(0) { try $0.count(ofEntry: entry) }
    }

    @Test func oneThatMeetsOnlyWhatItHasKeepsItsID() throws {
        try restore(finding: here.lines().lines)
        try expectFormerIdentity()
        try there.setCount(8, ofEntry: entry)
        try here.merge(there)
        try expectFormerIdentity()
        #expect(try here.count(ofEntry: entry) == 8)
        try pair.exchange()
    }

    @Test func occurrencesAndChallengesGiveNoNewID() throws {
        try here.call("reminder.create", #"{"name":"move","every":"30m","days":"daily"}"#)
        let copy = try here.bench.copyState()
        here.bench.advance(ms: 31 * 60_000)
        try here.call("reminder.answer", #"{"reminder":"move","action":"dismiss"}"#)
        _ = try here.log()
        let lines = try here.lines(of: "occurrence", "challenge")
        #expect(lines.contains { $0.contains("dismissed") })
        try here.restore(copy) { try here.merge(lines, of: here.name) }
        try expectFormerIdentity()
        try here.verify()
        try pair.exchange()
    }

    // MARK: Under the new id

    @Test func laterEditsWin() throws {
        here.setClock(byMs: 60_000)
        try here.setCount(6, ofEntry: entry)
        try there.merge(here)
        let former = try #require(try here.entry(LogEntry.self, entry)).row
        try here.restore(copy) { try here.merge(there) }
        here.setClock(byMs: -120_000)
        try here.setCount(7, ofEntry: entry)
        let row = try #require(try here.entry(LogEntry.self, entry)).row
        #expect(row.stamps[SharedParts.others] > former.stamps[SharedParts.others])
        #expect(try row.stamps[SharedParts.others].writer == here.writer)
        try pair.exchange()
        try pair.expect(7) { try $0.count(ofEntry: entry) }
        try pair.expect(0) { $0.told(.syncOverridden) }
    }

    @Test func undoGoesBackBeforeIt() throws {
        let second = try here.log(8)
        try restore(finding: here.lines().lines)
        try expectNewIdentity("stamps", of: here)
        try here.call("journal.undo")
        #expect(try here.count(ofEntry: entry) == 0)
        #expect(try here.count(ofEntry: second) == 8)
        try pair.exchange()
        try pair.expect(0) { try $0.count(ofEntry: entry) }
        try here.call("journal.redo")
        try pair.exchange()
        try pair.expect(5) { try $0.count(ofEntry: entry) }
    }

    @Test func theOpenWorkoutStaysItsOwn() throws {
        let workout = try here.call("workout.start").id()
        let copy = try here.bench.copyState()
        _ = try here.log()
        let lines = try here.lines().lines
        try here.restore(copy) { try here.merge(lines, of: here.name) }
        try expectNewIdentity("stamps", of: here)
        let set = try here.bench.setID("squats")
        #expect(try here.entity(WorkoutSet.self, set)?.workout == workout)
        try pair.exchange()
        #expect(try there.bench.refusal("workout.finish").state == "none")
        try here.call("workout.finish")
        try pair.exchange()
        try pair.expect(false) { try $0.entity(Workout.self, workout)?.state == .open }
    }

    @Test func aLostEditOfTheFormerIDIsTold() throws {
        try here.setCount(6, ofEntry: entry)
        here.takeNewIdentity(.stamps)
        try expectNewIdentity("stamps", of: here)
        there.bench.drift(ms: 60_000)
        try there.setCount(8, ofEntry: entry)
        try pair.exchange()
        try pair.expect(8) { try $0.count(ofEntry: entry) }
        #expect(here.told(.syncOverridden) == 1)
        #expect(there.told(.syncOverridden) == 0)
        let data = try here.bench.data(of: EventType.syncOverridden.rawValue)
        #expect(data["mine"]?["count"] == .integer(6))
    }

    // MARK: Clones

    /// The clone's edit comes through the other machine.
    @Test func theOriginalKeepsItsIDWhereItMeetsTheClone() throws {
        let clone = try SyncMachine.clone(of: here, "clone", seed: 3)
        let writer = try clone.writer
        try here.setCount(6, ofEntry: entry)
        try clone.merge(here)
        try clone.setCount(9, ofEntry: entry)
        try there.merge(clone)
        try here.merge(there)
        try expectFormerIdentity()
        #expect(try clone.writer == writer)
        try exchange(with: clone)
        for machine in pair.both + [clone] {
            #expect(try machine.count(ofEntry: entry) == 9, "\(machine.name)")
        }
        #expect(here.told(.syncOverridden) == 0)
    }
}
