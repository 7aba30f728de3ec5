import Stage
import Systemd
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerDaemon

/// Questions shortly before reminders fall due, and on the return of the person.
@MainActor @Suite(.serialized) struct DesktopWatchTests {
    private static let locked = DesktopState(absence: .locked)

    /// What a watch has told, in order; `nil` where the answer holds no longer.
    @MainActor private final class Told { var states: [DesktopState?] = [] }

    private func watch(_ stage: DesktopStage, _ told: Told) throws -> DesktopWatch {
        try DesktopWatch(
            stage.loop, stage.desktop, answered: { told.states.append($0) },
            forgotten: { told.states.append(nil) })
    }

    private func reading(_ clock: String, inMs ms: Int64) -> NextDeadlines {
        let now = Clock.now()
        return clock == "boot"
            ? NextDeadlines(bootNs: now.bootNs + ms * nanosecondsPerMs)
            : NextDeadlines(wallMs: now.wallMs + ms)
    }

    @Test(arguments: ["boot", "wall"])
    func theAnswerIsThereWhenTheReminderIsDue(_ clock: String) throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            try stage.hint(logind, "LockedHint", ["b", "true"])
            let told = Told()
            let watch = try watch(stage, told)
            let began = awakeSeconds()
            let next = reading(clock, inMs: 1500)
            watch.rearm(next)
            watch.rearm(next)
            #expect(try stage.turn { !told.states.isEmpty })
            #expect((0.9..<1.5).contains(awakeSeconds() - began))
            #expect(told.states == [Self.locked])
            // It holds for two seconds, and one deadline is asked about once.
            #expect(try stage.turn { told.states.count == 2 })
            #expect(told.states == [Self.locked, nil])
            // The return is told by a signal.
            try stage.hint(logind, "LockedHint", ["b", "false"])
            #expect(try stage.turn { told.states.count == 3 })
            #expect(told.states.last == DesktopState())
        }
    }

    @Test func aDeadlineThatIsGoneIsNotAskedAbout() throws {
        try DesktopStage.with { stage in
            let told = Told()
            let watch = try watch(stage, told)
            watch.rearm(reading("boot", inMs: 700))
            watch.rearm(NextDeadlines())
            try stage.turn(milliseconds: 1000)
            #expect(told.states.isEmpty)
        }
    }

    @Test func whereNothingIsToBeAskedNobodyWakes() throws {
        var configuration = TrackerCore.Configuration.Desktop()
        (configuration.idleMs, configuration.doNotDisturb) = (nil, false)
        try DesktopStage.with(configuration) { stage in
            let told = Told()
            let watch = try watch(stage, told)
            watch.rearm(reading("boot", inMs: 500))
            try stage.turn(milliseconds: 700)
            #expect(told.states.isEmpty)
        }
    }

    /// The daemon as a whole: a reminder that falls due behind a locked screen.
    @Test func behindALockedScreenAReminderIsLeftOut() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            try stage.hint(logind, "LockedHint", ["b", "true"])
            let system = stage.system.variables["DBUS_SESSION_BUS_ADDRESS"] ?? ""
            let daemon = try stage.stage.start(
                environment: stage.session.variables.merging(
                    ["DBUS_SYSTEM_BUS_ADDRESS": system]) { $1 })
            let client = try daemon.connect()
            try client.call(
                "reminder.create",
                #"{"name":"move","every":"1m","days":"daily","follow_up":false}"#)
            try client.call("events.subscribe", #"{"types":["reminder.*"]}"#)
            let event = try client.event(upTo: 90)
            #expect(event["type"] == .string("reminder.suppressed"))
            #expect(event["data"]?["reason"] == .string("locked"))
        }
    }
}
