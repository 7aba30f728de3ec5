import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Timers, stopwatches, rests and runs of an own export go on after an import on the clock of another boot,
/// as after a reboot; a hold is paused. The file is written at 09:10:00 and imported five minutes later.
@Suite struct NativeClockTests {
    let bench: Bench
    let other: Bench

    init() throws {
        bench = try Bench.gym()
        other = try Bench(seed: 9)
    }

    private func carry() throws -> String {
        bench.advance(to: 8, 10)
        let file = try bench.export(#""what":"all","format":"json""#)
        other.stop()
        other.reboot(offMs: bench.clock.wallMs - other.clock.wallMs + 300_000)
        try other.start()
        let id = try other.open(file)
        try other.commit(id)
        return id
    }

    @Test func aTimerAndAStopwatchGoOnByThisClock() throws {
        try bench.call("timer.start", #"{"duration":"1h","name":"tea"}"#)
        try bench.call("stopwatch.start", #"{"name":"walk"}"#)
        _ = try carry()
        func remaining() throws -> JSONValue? {
            try other.call("timer.get", #"{"timer":"tea"}"#)["remaining_ms"]
        }
        #expect(try remaining() == .integer(45 * 60_000))
        // Setting the clock neither delays nor hastens the end.
        other.stepWall(ms: 600_000)
        #expect(try remaining() == .integer(45 * 60_000))
        #expect(
            try other.call("timer.get", #"{"timer":"walk"}"#)["elapsed_ms"]
                == .integer(15 * 60_000))
        try other.verify()
    }

    @Test func aRestAndARunGoOnByThisClock() throws {
        try bench.call(
            "program.create", #"{"name":"p","intervals":[{"label":"Work","duration":"1h"}]}"#)
        try bench.call("rest.start", #"{"duration":"30m"}"#)
        try bench.call("run.start", #"{"program":"p"}"#)
        _ = try carry()
        other.stepWall(ms: 600_000)
        #expect(try other.call("rest.get")["remaining_ms"] == .integer(15 * 60_000))
        #expect(try other.call("run.get")["remaining_ms"] == .integer(45 * 60_000))
        try other.verify()
    }

    @Test func whatIsOverEndsOnceAndLate() throws {
        try bench.call("timer.start", #"{"duration":"12m","name":"tea"}"#)
        _ = try carry()
        other.forget()
        other.wake()
        #expect(other.types == ["timer.finished"])
        #expect(try other.data(of: "timer.finished")["late_by_ms"] == .integer(180_000))
        try other.restart()
        #expect(other.types == ["timer.finished"])
    }

    /// What time has done to a timer is no change of a person's that keeps the import.
    @Test func theImportIsUndoneAllTheSame() throws {
        try bench.call("timer.start", #"{"duration":"12m","name":"tea"}"#)
        try bench.call("timer.start", #"{"duration":"2h","name":"roast"}"#)
        let id = try carry()
        other.wake()
        #expect(other.types.contains("timer.finished"))
        other.stepWall(ms: 600_000)
        other.reboot(offMs: 60_000)
        try other.call("import.undo", "{\"import\":\"\(id)\"}")
        try other.verify()
    }

    /// Nobody is holding any more: the hold counts up to the time at which the file was written.
    @Test func aHoldIsPaused() throws {
        bench.advance(to: 8, 9)
        try bench.call("training.start", #"{"mode":"time","target":600,"exercise":"plank"}"#)
        let id = try carry()
        let training = try other.call("training.get")
        #expect(training["state"] == .string("paused"))
        #expect(training["live"]?["elapsed"] == .integer(60))
        try other.verify()
        // The import can be undone as a whole.
        try other.call("import.undo", "{\"import\":\"\(id)\"}")
        #expect(try other.refusal("training.get").kind == .notFound)
    }

    @Test func theHoldAfterARestThatIsOverIsPaused() throws {
        bench.advance(to: 8, 9)
        try bench.call(
            "training.start", #"{"mode":"time","target":600,"rest":"2m","exercise":"plank"}"#)
        bench.advance(ms: 30_000)
        try bench.call("training.bail")
        _ = try carry()
        let training = try other.call("training.get")
        #expect(training["state"] == .string("paused"))
        #expect(training["live"]?["elapsed"] == .integer(0))
        other.wake()
        #expect(try other.call("training.get") == training)
        try other.verify()
    }

    @Test func aFileThatDoesNotSayWhenCountsOnlyWhatIsCertain() throws {
        try bench.call("training.start", #"{"mode":"time","target":600,"exercise":"plank"}"#)
        bench.advance(to: 8, 10)
        let file = try bench.export(#""what":"all","format":"json""#)
        other.stop()
        other.reboot(offMs: 3_600_000)
        try other.start()
        let stamp = try #require(file.firstMatch(of: /,"exported_at":"[^"]*"/)).output
        try other.commit(other.open(file.replacing(stamp, with: "")))
        #expect(try other.call("training.get")["live"]?["elapsed"] == .integer(0))
    }
}
