import Glibc
import Rig
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

/// A full disk: nothing is changed, nothing due is missed, and the daemon recovers by itself.
@Suite struct FullDiskTests {
    let bench: Bench
    let disk: FaultyDisk

    init() throws { (bench, disk) = try Bench.onFaultyDisk() }

    private var storage: String? { get throws { try bench.storage } }

    private var reserveIsThere: Bool {
        var status = stat()
        return stat(bench.stateFolder + "/reserve", &status) == 0 && status.st_size == 4 << 20
    }

    /// The titles of alerts about timers and rests, without those about the storage.
    private var alerts: [String] {
        bench.alerts.filter { $0.thread != "storage" }.map(\.title)
    }

    @Test func whatIsOnlyToldHasNoNumber() throws {
        try bench.call("timer.start", #"{"duration":"1m","name":"a"}"#)
        disk.fillUp()
        _ = try bench.refusal("timer.start", #"{"duration":"1h"}"#)
        bench.advance(ms: 60_000)
        let told = bench.published.filter { $0.alert != nil }.map(\.event)
        #expect(told.map(\.type) == ["storage.degraded", "timer.finished"])
        #expect(told.map(\.seq) == [0, 0])
        disk.heal()
        bench.forget()
        bench.drift(ms: 1000)
        bench.wake()
        #expect(bench.published.map(\.event.seq) == [2, 3, 4])
    }

    /// It gets another id as it falls due, and must not fall due once more by its former one.
    @Test func whatAnAnswerMovedFallsDueOnce() throws {
        try bench.call(
            "reminder.create", #"{"name":"a","every":"30m","days":"daily","follow_up":"5m"}"#)
        bench.advance(ms: 1_860_000)
        try bench.call("reminder.answer", #"{"reminder":"a","action":"dismiss"}"#)
        disk.fillUp()
        bench.forget()
        for _ in 0..<8 { bench.advance(ms: 300_000) }
        let told = bench.published.filter { $0.alert?.thread != "storage" && $0.alert != nil }
        #expect(told.map(\.event.type) == ["reminder.fired", "reminder.followed_up"])
    }

    @Test func theReserveIsSetAsideAgain() throws {
        try bench.call("timer.start", #"{"duration":"1m","name":"a"}"#)
        disk.fillUp(reserveBytes: 4 << 20)
        bench.advance(ms: 60_000)
        #expect(!reserveIsThere)
        disk.heal()
        bench.drift(ms: 1000)
        try bench.call("stopwatch.start")
        #expect(reserveIsThere)
        #expect(try storage == "ok")
        try bench.verify()
    }

    @Test func hundredsDueAtOnceAlertEach() throws {
        let start = #"{"method":"timer.start","params":{"duration":"1m"}}"#
        let calls = Array(repeating: start, count: 700).joined(separator: ",")
        try bench.call("atomic", "{\"calls\":[\(calls)]}")
        disk.fillUp()
        bench.forget()
        bench.drift(ms: 60_000)
        bench.wake()
        #expect(alerts.count == 700)
        bench.wake()
        #expect(alerts.count == 700)
        disk.heal()
        bench.drift(ms: 1000)
        bench.wake()
        bench.wake()
        #expect(alerts.count == 700)
        #expect(bench.types.filter { $0 == "timer.finished" }.count == 700)
        try bench.verify()
    }

    /// The state has the firing, but not the follow-up.
    @Test func aFollowUpOverARebootOfAFullMachineSaysSo() throws {
        try bench.call(
            "reminder.create", #"{"name":"stand","at":"09:10","days":"daily","follow_up":"5m"}"#)
        bench.advance(ms: 11 * 60_000)
        #expect(alerts == ["stand"])
        disk.fillUp()
        bench.stop()
        bench.reboot(offMs: 600_000)
        bench.forget()
        try bench.start()
        #expect(try storage == "degraded")
        let told = bench.published.filter { $0.event.type == "reminder.followed_up" }
        #expect(told.map { $0.alert?.body.hasPrefix("Still there?") } == [true])
    }

    /// The events of the recovery don't count as the last sign of the boot in which the hold was on.
    @Test func aRebootOfAFullMachineInAHold() throws {
        try bench.call("training.start", #"{"mode":"time"}"#)
        bench.advance(ms: 8000)
        try bench.call("timer.start", #"{"duration":"1h"}"#)
        disk.fillUp()
        bench.stop()
        bench.reboot(offMs: 1_800_000)
        try bench.start()
        #expect(try storage == "degraded")
        disk.heal()
        bench.drift(ms: 2000)
        bench.wake()
        #expect(try storage == "ok")
        #expect(alerts == ["Hold paused"])
        let training = try bench.call("training.get")
        #expect(training["live"]?["elapsed"] == .integer(8))
        #expect(training["state"] == .string("paused"))
        try bench.verify()
    }

    @Test func aBackupThatFindsNoRoomDegradesNothing() throws {
        try bench.call("timer.start", #"{"duration":"1m"}"#)
        let path = bench.stateFolder + "/copy.db"
        disk.fillUp()
        #expect(try bench.refusal("backup.create", #"{"path":"\#(path)"}"#).kind == .storage)
        #expect(try bench.refusal("backup.create").kind == .storage)
        #expect(!File.names(in: bench.stateFolder).contains { $0.hasPrefix("copy.db") })
        #expect(File.names(in: bench.stateFolder + "/backups") == [])
        #expect(try storage == "ok")
    }
}
