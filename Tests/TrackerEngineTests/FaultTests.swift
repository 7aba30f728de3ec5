import GRDBSQLite
import Glibc
import Rig
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// I/O errors, read-only file systems and damaged files.
@Suite struct FaultTests {
    let bench: Bench
    let disk: FaultyDisk

    init() throws { (bench, disk) = try Bench.onFaultyDisk() }

    private var storage: String? { get throws { try bench.storage } }

    private var timers: Int {
        get throws { try bench.call("timer.list", #"{"all":true}"#)["timers"]?.list.count ?? 0 }
    }

    // MARK: Starts

    @Test func aStartWithoutAStateFolderWaitsForIt() throws {
        // A file in the way keeps even root from making the folder.
        var state = ""
        let bench = try Bench { path in
            state = path
            let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
            #expect(descriptor >= 0)
            close(descriptor)
        }
        #expect(try bench.call("status")["health"]?["storage"] == .string("degraded"))
        #expect(try bench.refusal("stopwatch.start").kind == .storage)
        #expect(unlink(state) == 0)
        bench.drift(ms: 1000)
        try bench.call("stopwatch.start")
        #expect(try bench.call("status")["health"]?["storage"] == .string("ok"))
        try bench.restart()
        #expect(try bench.call("timer.list")["timers"]?.list.count == 1)
        try bench.verify()
    }

    @Test func whatTheStandInNeverSawIsNotHandedOutAsNew() throws {
        try bench.call("timer.start", #"{"duration":"1m","name":"t"}"#)
        bench.advance(ms: 60_000)
        bench.stop()
        #expect(rename(bench.stateFolder, bench.stateFolder + ".away") == 0)
        let descriptor = open(bench.stateFolder, O_WRONLY | O_CREAT, 0o600)
        close(descriptor)
        bench.forget()
        try bench.start()
        #expect(try timers == 0)
        #expect(unlink(bench.stateFolder) == 0)
        #expect(rename(bench.stateFolder + ".away", bench.stateFolder) == 0)
        bench.drift(ms: 1000)
        bench.wake()
        #expect(try timers == 1)
        #expect(bench.types == ["storage.degraded", "storage.recovered"])
        #expect(!bench.alerts.map(\.title).contains("t"))
        try bench.verify()
    }

    @Test func withoutEvenAStandInItStillRecovers() throws {
        try bench.call("timer.start", #"{"duration":"1h","name":"t"}"#)
        let run = bench.folder.path + "/run"
        #expect(rmdir(run) == 0)
        close(open(run, O_WRONLY | O_CREAT, 0o600))
        disk.set {
            $0.write = FaultyDisk.failedWrite
            $0.isReadOnly = true
        }
        _ = try bench.refusal("stopwatch.start")
        #expect(try bench.refusal("timer.list").kind == .storage)
        #expect(try bench.refusal("stopwatch.start").kind == .storage)
        disk.heal()
        bench.drift(ms: 1000)
        try bench.call("stopwatch.start")
        #expect(try timers == 2)
        #expect(try storage == "ok")
        try bench.verify()
    }

    /// Wherever the disk fills up while the database is made, no half-made database is left behind.
    @Test func aFirstStartThatRunsOutOfRoomIsMadeUpFor() throws {
        for room in stride(from: 0, to: 400_000, by: 4000) {
            var made: FaultyDisk?
            let bench = try Bench { folder in
                made = FaultyDisk(folder)
                made?.set {
                    $0.write = SQLITE_FULL
                    $0.roomBytes = room
                }
            }
            try #require(made).heal()
            bench.drift(ms: 1000)
            try bench.call("stopwatch.start")
            let health = bench.engine.health
            #expect(!health.isDegraded && health.recoveredFrom == nil, "\(room) bytes")
            try bench.restart()
            try bench.verify()
        }
    }

    // MARK: Damage

    /// Fills the journal, then overwrites a part of the closed file.
    private func damage(whileRunning: Bool) throws {
        let message = String(repeating: "m", count: 1000)
        for index in 0..<60 {
            try bench.call(
                "timer.start",
                "{\"duration\":\"1h\",\"name\":\"t\(index)\",\"message\":\"\(message)\"}")
        }
        bench.stop()
        if whileRunning { try bench.start() }
        let file = open(bench.stateFolder + "/tracker.db", O_RDWR)
        defer { close(file) }
        let size = lseek(file, 0, SEEK_END)
        let zeros = [UInt8](repeating: 0, count: 8 * 4096)
        #expect(pwrite(file, zeros, zeros.count, size - 30 * 4096) == zeros.count)
    }

    @Test func damageMetByAReaderIsMendedOnTheSpot() throws {
        try damage(whileRunning: true)
        bench.forget()
        let page = try bench.call("events.list", #"{"limit":1000}"#)
        let found = try #require(page["events"]?.list.count)
        #expect(found > 30)
        #expect(bench.types == ["storage.recovered"])
        #expect(bench.published.map(\.event.seq) == [61])
        #expect(bench.alerts.map(\.urgency) == [.critical])
        let folder = try #require(
            try bench.call("status")["health"]?["recovered_from"]?.string)
        #expect(File.names(in: folder).contains("tracker.db"))
        #expect(try storage == "ok")
        try bench.verify()
        try bench.call("stopwatch.start")
        #expect(bench.published.last?.event.seq == 62)
        // The next start is told where the damaged database lies, and repeats no alert.
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(try bench.call("status")["health"]?["recovered_from"]?.string == folder)
        try bench.verify()
    }

    @Test func theCheckAfterACrashFindsDamage() throws {
        try damage(whileRunning: true)
        bench.forget()
        #expect(!bench.engine.checkAfterCrash(at: bench.clock).isEmpty)
        #expect(bench.published.isEmpty)
        bench.wake()
        #expect(bench.types == ["storage.recovered"])
        try bench.verify()
        #expect(bench.engine.checkAfterCrash(at: bench.clock) == [])
    }

    @Test func aBackupThatMeetsDamageMendsIt() throws {
        try damage(whileRunning: true)
        let path = bench.folder.path + "/copy.db"
        let backup = try bench.call("backup.create", #"{"path":"\#(path)"}"#)
        #expect(backup["seq"] == .integer(61))
        try bench.verify()
    }

    @Test func damageFoundAtTheStartIsToldOnce() throws {
        try damage(whileRunning: false)
        let file = open(bench.stateFolder + "/tracker.db", O_RDWR)
        let garbage = [UInt8](repeating: 0x5a, count: 100)
        #expect(pwrite(file, garbage, garbage.count, 0) == garbage.count)
        close(file)
        bench.forget()
        try bench.start()
        #expect(bench.alerts.count == 1)
        #expect(try bench.call("status")["health"]?["recovered_from"] != nil)
        try bench.verify()
        bench.forget()
        try bench.restart()
        #expect(bench.alerts.isEmpty)
    }

    /// The salvage's own events don't count as the last sign of the hold.
    @Test func damageFoundAfterARebootInAHold() throws {
        try bench.call("training.start", #"{"mode":"time"}"#)
        bench.advance(ms: 8000)
        try bench.call("timer.start", #"{"duration":"1h"}"#)
        try bench.call("backup.create")
        bench.stop()
        let file = open(bench.stateFolder + "/tracker.db", O_RDWR)
        let garbage = [UInt8](repeating: 0x5a, count: 100)
        #expect(pwrite(file, garbage, garbage.count, 0) == garbage.count)
        close(file)
        bench.reboot(offMs: 32_400_000)
        try bench.start()
        #expect(try bench.call("status")["health"]?["recovered_from"] != nil)
        let training = try bench.call("training.get")
        #expect(training["state"] == .string("paused"))
        #expect(training["live"]?["elapsed"] == .integer(8))
    }

    @Test func aDamagedDatabaseOnAFullDiskIsReadAsFarAsItGoes() throws {
        try bench.call("timer.start", #"{"duration":"2h","name":"t"}"#)
        try damage(whileRunning: false)
        let file = open(bench.stateFolder + "/tracker.db", O_RDWR)
        let garbage = [UInt8](repeating: 0x5a, count: 16)
        #expect(pwrite(file, garbage, garbage.count, 0) == garbage.count)
        close(file)
        disk.fillUp()
        bench.forget()
        try bench.start()
        #expect(try storage == "degraded")
        #expect(try bench.call("status")["health"]?["recovered_from"] == nil)
        #expect(try bench.refusal("stopwatch.start").kind == .storage)
        disk.heal()
        bench.drift(ms: 1000)
        try bench.call("stopwatch.start")
        #expect(try storage == "ok")
        #expect(try bench.call("status")["health"]?["recovered_from"] != nil)
        try bench.verify()
    }

    @Test func countsGoOnOverASalvage() throws {
        try bench.call("timer.start", #"{"duration":"2h","name":"t"}"#)
        try damage(whileRunning: false)
        bench.reboot(offMs: 600_000)
        try bench.start()
        _ = bench.engine.checkAfterCrash(at: bench.clock)
        bench.wake()
        #expect(
            try bench.call("timer.get", #"{"timer":"t"}"#)["elapsed_ms"] == .integer(600_000))
        bench.stepWall(ms: 86_400_000)
        #expect(
            try bench.call("timer.get", #"{"timer":"t"}"#)["elapsed_ms"] == .integer(600_000))
        try bench.verify()
    }
}
