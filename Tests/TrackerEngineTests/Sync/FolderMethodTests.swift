import Glibc
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Methods that work through the shared folder.
@Suite struct FolderMethodTests {
    let pair: DiskPair
    var here: SyncDisk { pair.here }
    var there: SyncDisk { pair.there }

    init() throws { pair = try DiskPair() }

    private func fresh(seed: UInt64 = 9) throws -> SyncDisk { try SyncDisk(here.path, seed: seed) }

    // MARK: Off

    @Test func whileOffNobodyIsForgottenAndNothingIsTaken() throws {
        let machine = try fresh()
        #expect(try machine.refusal("sync.forget", #"{"machine":"x"}"#).state == "off")
        #expect(try machine.refusal("sync.take", #"{"seq":1}"#).state == "off")
        #expect(try machine.status()["state"] == .string("off"))
        #expect(try machine.bench.call("status")["sync"] == nil)
        #expect(machine.engine.nextFolderTask(at: machine.bench.clock) == nil)
    }

    // MARK: Enabling

    @Test func enablingRefusesUnusableFolders() throws {
        let machine = try fresh()
        let state = machine.bench.stateFolder
        for folder in ["sync", "/", "\(here.path)/no/where", state, state + "/sync"] {
            let refusal = try machine.refusal("sync.enable", #"{"folder":"\#(folder)"}"#)
            #expect(refusal.kind == .invalidParams, "\(folder)")
            #expect(refusal.field == "folder", "\(folder)")
            #expect(try machine.status()["state"] == .string("off"))
        }
    }

    @Test func enablingAsksBeforeTwoLogsBecomeOne() throws {
        let machine = try fresh()
        try machine.log()
        let refusal = try machine.refusal("sync.enable", #"{"folder":"\#(here.path)"}"#)
        #expect(refusal.kind == .confirmationRequired)
        #expect(refusal.field == "folder")
        #expect(refusal.state == "joins")
        #expect(refusal.message.contains("here, there"))
        #expect(!machine.engine.isSharing)
        try machine.enable("third")
        #expect(machine.told(.syncEnabled) == 1)
    }

    @Test func aFolderThatNeverAnswersHoldsUpNothing() throws {
        let machine = try fresh()
        let params = #"{"folder":"\#(here.path)","confirm":true}"#
        let long = try machine.bench.long("sync.enable", params)
        let engine = machine.engine
        let first = engine.advance(long, at: machine.bench.clock) { true }
        #expect(first.reply == nil)
        #expect(long.isAsleep)
        let task = try #require(engine.nextFolderTask(at: machine.bench.clock))
        #expect(engine.nextFolderTask(at: machine.bench.clock) == nil)
        try machine.log()
        #expect(try machine.status()["state"] == .string("off"))
        // Its answer comes at last.
        let sync = try #require(engine.folderSync)
        machine.bench.take(
            engine.finish(sync.folder.perform(task), of: sync, at: machine.bench.clock))
        let reply = try machine.bench.reply(long) { _ = try machine.step() }
        #expect(try Bench.result(of: reply)["state"] == .string("preparing"))
    }

    @Test func enablingAgainRenames() throws {
        let refusal = try here.refusal("sync.enable", #"{"folder":"/tmp/elsewhere"}"#)
        #expect(refusal.kind == .conflict)
        #expect(refusal.state == "on")
        #expect(try here.enable("laptop")["name"] == .string("laptop"))
        try here.settle()
        try there.read()
        #expect(there.told(.syncMachine) == 1)
        #expect(try there.bench.data(of: "sync.machine")["name"] == .string("laptop"))
    }

    // MARK: Now

    @Test func nowTellsOfAFolderThatIsGone() throws {
        try #require(rename(here.path, here.path + "-away") == 0)
        #expect(try here.refusal("sync.now").kind == .storage)
        try #require(rename(here.path + "-away", here.path) == 0)
        try here.call("sync.now")
    }

    // MARK: Leaving

    @Test func whoLeavesIsNewAgain() throws {
        let former = here.writer
        let entry = try here.log(7)
        #expect(try here.call("sync.leave")["state"] == .string("off"))
        #expect(here.told(.syncLeft) == 1)
        #expect(here.writer != former)
        #expect(!here.engine.isSharing)
        try there.read()
        #expect(try there.count(of: entry) == 7)
        #expect(try there.status()["machines"]?.list.last?["state"] == .string("left"))
        try here.bench.restart()
        #expect(here.engine.folderSync == nil)
        try here.enable("here")
        try here.settle()
        try pair.exchange()
        #expect(try here.status()["machines"]?.list.count == 3)
    }

    @Test func whatChangesWhileTheLastNoteIsWrittenIsWrittenToo() throws {
        let long = try here.bench.long("sync.leave")
        var late: String?
        _ = try here.bench.reply(long) {
            if late == nil, here.engine.folderSync?.isLeaving == true { late = try here.log(9) }
            if try !here.step() { here.bench.advance(ms: 1000) }
        }
        #expect(!here.engine.isSharing)
        try there.read()
        let entry = try #require(late)
        #expect(try there.count(of: entry) == 9)
    }

    // MARK: Forgetting

    @Test func forgettingRemovesTheSubfolder() throws {
        let entry = try there.log(8)
        try there.settle()
        let writer = there.writer
        #expect(try here.refusal("sync.forget", #"{"machine":"nobody"}"#).kind == .notFound)
        #expect(try here.refusal("sync.forget", #"{"machine":"here"}"#).state == "here")
        // The files have the real clock's times, and the machine has its own.
        let refusal = try here.refusal("sync.forget", #"{"machine":"there"}"#)
        #expect(refusal.kind == .confirmationRequired)
        #expect(refusal.field == "machine")
        let result = try here.call("sync.forget", #"{"machine":"there","confirm":true}"#)
        #expect(result["machines"]?.list.count == 1)
        #expect(!File.exists("\(here.path)/\(writer)"))
        #expect(try here.count(of: entry) == 8)
        // Who lives after all writes everything anew.
        try there.read()
        #expect(File.exists("\(here.path)/\(writer)"))
        try pair.exchange()
    }

    @Test func aMachineWithFilesThatCannotBeReadIsKept() throws {
        let path = "\(there.folder)/00000099.log"
        try File.write("nonsense", to: path)
        let refusal = try here.refusal("sync.forget", #"{"machine":"there","confirm":true}"#)
        #expect(refusal.kind == .storage)
        #expect(File.exists(path))
    }

    @Test func namesMayBeAmbiguous() throws {
        let third = try SyncDisk.enabled(here.path, "there", seed: 4)
        try here.read()
        let refusal = try here.refusal("sync.forget", #"{"machine":"There","confirm":true}"#)
        #expect(refusal.kind == .ambiguous)
        #expect(Set(refusal.matches ?? []) == [there.writer, third.writer])
    }

    // MARK: Conflicts and digest

    @Test func aLostEditCanBeTaken() throws {
        let entry = try here.log(5)
        try pair.exchange()
        try here.bench.call("log.update", #"{"entry":"\#(entry)","count":6}"#)
        there.bench.drift(ms: 600_000)
        try there.bench.call("log.update", #"{"entry":"\#(entry)","count":8}"#)
        try pair.exchange()
        let listed = try here.bench.call("sync.conflicts")
        let conflicts = try #require(listed["conflicts"]?.list)
        #expect(conflicts.count == 1 && listed["more"] == nil)
        #expect(try here.status()["conflicts"] == .integer(1))
        let seq = try #require(conflicts.first?["seq"]?.integer)
        #expect(conflicts.first?["mine"]?["count"] == .integer(6))
        #expect(conflicts.first?["name"] == .string("Squats"))
        #expect(try here.refusal("sync.take", #"{"seq":1}"#).kind == .notFound)
        try here.bench.call("sync.take", #"{"seq":\#(seq)}"#)
        #expect(try here.count(of: entry) == 6)
        #expect(try here.status()["conflicts"] == .integer(0))
        try pair.exchange()
        #expect(try there.count(of: entry) == 6)
    }

    @Test func aPlansListsHaveNames() throws {
        for name in ["Day A", "Day B"] {
            try here.bench.call(
                "template.create",
                #"{"name":"\#(name)","exercises":[{"exercise":"squats","sets":3,"reps":5}]}"#)
        }
        try here.bench.call("plan.create", #"{"name":"Plan","templates":["Day A","Day B"]}"#)
        try pair.exchange()
        try here.bench.call("plan.update", #"{"plan":"Plan","templates":["Day B","Day A"]}"#)
        there.bench.drift(ms: 600_000)
        try there.bench.call("plan.update", #"{"plan":"Plan","templates":["Day B"]}"#)
        try pair.exchange()
        let lost = try #require(try here.bench.call("sync.conflicts")["conflicts"]?.list.first)
        #expect(lost["entity"] == .string("plan") && lost["name"] == .string("Plan"))
        let ids = try #require(lost["mine"]?["templates"]?.list)
        #expect(lost["names"]?.list.compactMap { $0["id"] } == ids)
        #expect(lost["names"]?.list.compactMap { $0["name"]?.string } == ["Day B", "Day A"])
        let seq = try #require(lost["seq"]?.integer)
        let taken = try here.bench.call("sync.take", #"{"seq":\#(seq)}"#)
        #expect(taken["name"] == .string("Plan") && taken["names"] == lost["names"])
    }

    @Test func aListOfConflictsSaysIfThereAreMore() throws {
        let entries = try [here.log(5), here.log(5)]
        try pair.exchange()
        for entry in entries {
            try here.bench.call("log.update", #"{"entry":"\#(entry)","count":6}"#)
        }
        there.bench.drift(ms: 600_000)
        for entry in entries {
            try there.bench.call("log.update", #"{"entry":"\#(entry)","count":8}"#)
        }
        try pair.exchange()
        for limit in 1...3 {
            let list = try here.bench.call("sync.conflicts", "{\"limit\":\(limit)}")
            #expect(list["conflicts"]?.list.count == min(limit, 2), "\(limit)")
            #expect(list["more"] == (limit < 2 ? .bool(true) : nil), "\(limit)")
        }
    }
}
