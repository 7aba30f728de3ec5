import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The notification that a report is ready.
@Suite struct ReportReadyTests {
    let progress: ProgressBench
    var bench: Bench { progress.bench }

    init() throws { progress = try ProgressBench() }

    private var told: [String] {
        bench.published.filter { $0.event.type == "report.ready" }.map { published in
            (try? decode(JSONValue.self, published.event.data)["text"]?.string) ?? ""
        }
    }

    @Test func atEightInTheEvening() throws {
        try progress.log(30)
        try progress.log(30)
        try progress.log(90, "plank")
        bench.advance(to: 19, 59)
        #expect(told.isEmpty)
        bench.advance(to: 20)
        #expect(told == ["60 Squats, 1m30s Plank"])
        #expect(bench.alerts.map(\.title) == ["Today"])
        #expect(bench.alerts.map(\.urgency) == [.low])
        #expect(bench.alerts.first?.actions.map(\.key) == ["view"])
        try bench.restart()
        bench.advance(to: 23)
        #expect(told.count == 1)
        try bench.verify()
    }

    @Test func whatHasNoAmountIsNamedAlone() throws {
        try bench.call("workout.start")
        try bench.call(
            "set.log", #"{"exercise":"squats","distance_m":400,"load_mode":"bodyweight"}"#)
        try bench.call(
            "set.log",
            #"{"exercise":"plank","seconds":5,"type":"warmup"}"#)
        bench.advance(to: 20)
        #expect(told == ["Squats"])
    }

    @Test func noneWhereNothingWasDone() throws {
        try progress.log(on: [2])
        bench.advance(to: 21)
        bench.forget()
        bench.advance(to: 21, day: 1)
        #expect(told.isEmpty)
    }

    @Test func theLongestPeriodIsTold() throws {
        try progress.log(on: [2, 3])
        progress.go(to: 8)
        bench.forget()
        bench.advance(to: 20)
        #expect(told == ["20 Squats. 2 of 5 active days"])
        #expect(bench.alerts.map(\.title) == ["This week"])
        progress.go(to: 31)
        bench.forget()
        bench.advance(to: 20)
        #expect(told == ["20 Squats. 2 of 22 active days"])
    }

    @Test(arguments: [#"{"until":"2026-03-02T22:00:00Z"}"#, #"{"for":"12h"}"#])
    func heldUntilOneMayBeDisturbed(_ quiet: String) throws {
        try progress.log()
        try bench.call("do_not_disturb.set", quiet)
        bench.advance(to: 21)
        #expect(told.isEmpty)
        bench.advance(to: 22, 1)
        #expect(told.count == 1)
    }

    @Test func droppedWhereItIsTooLate() throws {
        try progress.log()
        bench.forget()
        bench.advance(to: 19)
        bench.drift(ms: 5 * 3_600_000 + 1000)
        try bench.restart()
        #expect(told.isEmpty)
        bench.advance(to: 3)
        #expect(told.isEmpty)
    }

    /// The machine is off at the time of each report, and on again two hours later.
    @Test func theFirstIsToldLateToo() throws {
        try progress.log()
        for day in 2...4 {
            bench.advance(to: 19)
            bench.stop()
            bench.drift(ms: 3 * 3_600_000)
            try bench.start()
            #expect(told.count == day - 1, "\(day) March")
            progress.go(to: day + 1)
            try progress.log()
        }
    }

    @Test func theDayOfTheFirstEffortHasNoneInTheNight() throws {
        bench.advance(to: 21)
        try progress.log()
        try bench.restart()
        bench.advance(to: 23)
        #expect(told.isEmpty)
        progress.go(to: 3)
        try progress.log()
        bench.advance(to: 20)
        #expect(told.count == 1)
    }

    @Test func anUndoneHourIsTheFormerOne() throws {
        try progress.log()
        try bench.call("settings.set", #"{"reports":{"at":"21:00"}}"#)
        try bench.call("journal.undo")
        bench.advance(to: 20)
        #expect(told.count == 1)
    }

    @Test func switchedOff() throws {
        try bench.call(
            "settings.set", #"{"reports":{"daily":false,"weekly":false,"monthly":false}}"#)
        try progress.log()
        bench.advance(to: 23)
        #expect(told.isEmpty)
    }
}
