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

    @Test func changesAreRefusedAndReadingGoesOn() throws {
        try bench.call("timer.start", #"{"duration":"1h","name":"t"}"#)
        disk.fillUp()
        bench.forget()
        let refusal = try bench.refusal("timer.start", #"{"duration":"1h","name":"u"}"#)
        #expect(refusal.kind == .storage)
        #expect(refusal.message.contains(bench.stateFolder))
        #expect(try storage == "degraded")
        #expect(try bench.call("timer.get", #"{"timer":"t"}"#)["state"] == .string("running"))
        #expect(try bench.call("events.list")["events"]?.list.count == 1)
        #expect(try bench.refusal("timer.cancel", #"{"timer":"t"}"#).kind == .storage)
        #expect(try bench.refusal("timer.get", #"{"timer":"u"}"#).kind == .notFound)
        #expect(bench.types.isEmpty)
        #expect(bench.alerts.map(\.title) == ["trackerd can't save anything"])
        #expect(bench.engine.health.degradedBecause != nil)
        #expect(bench.log.contains { $0.contains("full") })
        try bench.verify()
    }

    @Test func itEndsByItself() throws {
        try bench.call("timer.start", #"{"duration":"1h","name":"t"}"#)
        disk.fillUp()
        _ = try bench.refusal("timer.start", #"{"duration":"1h"}"#)
        disk.heal()
        // The daemon doesn't retry more often than once a second.
        bench.drift(ms: 999)
        #expect(try bench.refusal("timer.start", #"{"duration":"1h"}"#).kind == .storage)
        bench.drift(ms: 1)
        bench.forget()
        try bench.call("timer.start", #"{"duration":"1h","name":"u"}"#)
        #expect(try storage == "ok")
        #expect(bench.types == ["storage.degraded", "storage.recovered", "timer.started"])
        #expect(bench.alerts.map(\.title) == ["trackerd can save again"])
        #expect(bench.published.map(\.event.seq) == [2, 3, 4])
        #expect(
            try bench.data(of: "storage.recovered")["degraded_since"]
                == .string("2026-03-01T09:00:00.000+01:00"))
        try bench.restart()
        try bench.verify()
    }

    @Test func readsBesideARefusedChangeAreAnswered() throws {
        disk.fillUp()
        let answers = bench.send(
            """
            [{"id":1,"method":"timer.start","params":{"duration":"1m"}},\
            {"id":2,"method":"timer.list"}]
            """)
        #expect(throws: Rejection.self) { try Bench.result(of: answers[0]) }
        #expect(try Bench.result(of: answers[1])["timers"]?.list.count == 0)
    }

    @Test func whatFallsDueAlertsOnceAndIsJournaledLater() throws {
        try bench.call("timer.start", #"{"duration":"1m","name":"a"}"#)
        try bench.call("timer.start", #"{"duration":"2m","name":"b"}"#)
        try bench.call("rest.start", #"{"duration":"90s"}"#)
        disk.fillUp()
        bench.forget()
        bench.advance(ms: 60_000)
        #expect(alerts == ["a"])
        #expect(try storage == "degraded")
        bench.advance(ms: 60_000)
        #expect(alerts == ["a", "Rest ends in 3s", "Rest is over", "b"])
        bench.advance(ms: 30_000)
        bench.wake()
        #expect(alerts.count == 4)
        #expect(bench.types.isEmpty)
        disk.heal()
        bench.forget()
        bench.drift(ms: 1000)
        bench.wake()
        #expect(
            bench.types.filter { !$0.hasPrefix("storage.") } == [
                "timer.finished", "rest.finished", "timer.finished",
            ])
        #expect(alerts.isEmpty)
        // The hooks have had these events already.
        #expect(
            bench.published.filter { !$0.event.type.hasPrefix("storage.") }
                .allSatisfy { $0.audience == .subscribers })
        #expect(try bench.data(of: "timer.finished")["late_by_ms"] == .integer(31_000))
        try bench.verify()
    }

    /// A sequence number that hooks have seen belongs to the event that had it.
    /// A gate that opens while nothing can be written is asked about twice, as ever.
    @Test func aGateIsFollowedUp() throws {
        try bench.call(
            "program.create",
            """
            {"name":"Gate","intervals":[{"label":"Up","duration":"1m","confirmation":"manual"},\
            {"label":"Down","duration":"1m"}]}
            """)
        try bench.call("run.start", #"{"program":"gate"}"#)
        disk.fillUp()
        bench.forget()
        bench.advance(ms: 60_000)
        #expect(alerts.last == "Up is over")
        let asked = alerts.count
        bench.advance(ms: 299_000)
        #expect(alerts.count == asked)
        bench.advance(ms: 1000)
        #expect(alerts.count == asked + 1)
        #expect(bench.alerts.last?.body.hasPrefix("Still there?") == true)
        bench.advance(ms: 3_600_000)
        #expect(alerts.count == asked + 1)
        disk.heal()
        bench.drift(ms: 1000)
        bench.wake()
        try bench.verify()
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

    /// Each firing brings the next one, although none can be written.
    @Test func remindersGoOnFromOneRehearsalToTheNext() throws {
        try bench.call(
            "reminder.create", #"{"name":"move","every":"30m","days":"daily","follow_up":"5m"}"#)
        disk.fillUp()
        _ = try bench.refusal("timer.start", #"{"duration":"1h"}"#)
        bench.forget()
        bench.advance(ms: 4_200_000)
        let told = bench.published.filter { $0.alert != nil }
        #expect(
            told.map(\.event.type) == [
                "reminder.fired", "reminder.followed_up", "reminder.fired", "reminder.followed_up",
            ])
        #expect(Set(told.compactMap { $0.alert?.thread }).count == 2)
        // The first alert closes when the second one comes.
        #expect(bench.published.compactMap(\.endsThread) == told.first.map { [$0.alert?.thread] })
        disk.heal()
        bench.advance(ms: 1000)
        #expect(try storage == "ok")
        try bench.verify()
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

    @Test func theReserveKeepsTheJournalGoing() throws {
        #expect(reserveIsThere)
        try bench.call("timer.start", #"{"duration":"1m","name":"a"}"#)
        try bench.call("timer.start", #"{"duration":"2m","name":"b"}"#)
        disk.fillUp(reserveBytes: 4 << 20)
        bench.forget()
        bench.advance(ms: 60_000)
        #expect(bench.types == ["timer.finished"])
        #expect(alerts == ["a"])
        #expect(!reserveIsThere)
        #expect(bench.log.contains { $0.contains("reserve") })
        #expect(try storage == "degraded")
        #expect(try bench.refusal("stopwatch.start").kind == .storage)
        bench.advance(ms: 60_000)
        #expect(bench.types == ["timer.finished", "timer.finished"])
        #expect(alerts == ["a", "b"])
        // Everything that was journaled survives a crash.
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(bench.types.filter { $0.hasPrefix("timer") }.isEmpty)
        #expect(try bench.names("timer.list") == ["b", "a"])
        try bench.verify()
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

    /// A retry gets its result even in the batch that finds the disk full.
    @Test func aRetryThatFindsTheDiskFullGetsItsResult() throws {
        let start = #"{"duration":"1h","request_id":"a"}"#
        let first = try bench.call("timer.start", start)
        disk.fillUp()
        let answers = bench.send(
            "[{\"id\":1,\"method\":\"stopwatch.start\"},"
                + "{\"id\":2,\"method\":\"timer.start\",\"params\":\(start)}]")
        #expect(throws: Rejection.self) { try Bench.result(of: answers[0]) }
        #expect(try Bench.result(of: answers[1]) == first)
        #expect(try storage == "degraded")
    }

    @Test func aRetryOfWhatSucceededGetsItsResult() throws {
        let start = #"{"duration":"1h","request_id":"a"}"#
        let first = try bench.call("timer.start", start)
        disk.fillUp()
        #expect(try bench.refusal("stopwatch.start").kind == .storage)
        #expect(try bench.call("timer.start", start) == first)
        #expect(
            try bench.refusal("timer.start", #"{"duration":"2h","request_id":"a"}"#).kind
                == .conflict)
        #expect(
            try bench.refusal("timer.start", #"{"duration":"1h","request_id":"b"}"#).kind
                == .storage)
    }

    @Test func aCrashMeanwhileLosesNoDeadline() throws {
        try bench.call("timer.start", #"{"duration":"1m","name":"a"}"#)
        disk.fillUp()
        bench.advance(ms: 60_000)
        try bench.crash()
        bench.drift(ms: 5000)
        bench.forget()
        try bench.start()
        #expect(bench.types == ["timer.finished"])
        try bench.verify()
    }

    @Test func overARebootOfAFullMachineAllThatIsDueIsToldOnce() throws {
        try bench.call("timer.start", #"{"duration":"10m","name":"a"}"#)
        try bench.call("timer.start", #"{"duration":"2h","name":"b"}"#)
        disk.fillUp()
        bench.stop()
        bench.reboot(offMs: 3_600_000)
        bench.forget()
        try bench.start()
        #expect(try storage == "degraded")
        #expect(alerts == ["a"])
        bench.advance(ms: 3_600_000)
        #expect(alerts == ["a", "b"])
        disk.heal()
        bench.drift(ms: 1000)
        bench.wake()
        #expect(try storage == "ok")
        #expect(alerts == ["a", "b"])
        #expect(bench.types.filter { $0 == "timer.finished" }.count == 2)
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

    /// A clock that is set back before everything could be journaled revokes the alerts.
    @Test func whatWasToldTooEarlyDoesNotSilenceWhatHappensLater() throws {
        try bench.call("timer.start", #"{"duration":"10m","name":"a"}"#)
        disk.fillUp()
        bench.stop()
        bench.reboot(offMs: 3_600_000)
        try bench.start()
        #expect(alerts == ["a"])
        disk.heal()
        bench.stepWall(ms: -86_400_000)
        bench.drift(ms: 1000)
        bench.wake()
        #expect(try storage == "ok")
        #expect(try bench.call("timer.get", #"{"timer":"a"}"#)["state"] == .string("running"))
        bench.advance(ms: 600_000)
        #expect(bench.types.suffix(1) == ["timer.finished"])
        #expect(alerts == ["a", "a"])
        try bench.verify()
    }

    /// By the clock as it is set now, the reminder isn't due; but the person has seen it.
    @Test func whatWasToldIsFollowedUpThoughTheClockIsSetBack() throws {
        try bench.call(
            "reminder.create", #"{"name":"move","every":"4h","days":"daily","follow_up":"5m"}"#)
        disk.fillUp()
        bench.advance(to: 12)
        let types = { bench.published.filter { $0.alert != nil }.map(\.event.type) }
        bench.forget()
        bench.advance(ms: 60_000)
        bench.stepWall(ms: -86_400_000)
        bench.advance(ms: 600_000)
        #expect(types() == ["reminder.followed_up"])
        // No deadline stays due for ever.
        #expect(!bench.engine.nextDeadlines.isDue(at: bench.clock))
        disk.heal()
        bench.drift(ms: 1000)
        bench.wake()
        #expect(try storage == "ok")
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
