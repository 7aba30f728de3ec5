import TestSupport
import Testing
import TrackerCore

/// Figures of random histories compared with the plainest computation over their rows.
@Suite struct FigurePropertyTests {
    private static let seeds = 0..<6 as Range<UInt64>

    /// One history for all, since it takes longer to make than to ask.
    @Test(arguments: seeds) func figures(seed: UInt64) throws {
        let history = try FigureHistory.made(seed: seed)
        try records(of: history)
        try progress(of: history)
        try volume(of: history)
        try logTotals(of: history)
        try calendar(of: history)
    }

    private func records(of history: FigureHistory) throws {
        let rows = try FigureRows(history.bench)
        #expect(rows.lifts.count > 20)
        #expect(try history.bench.json("record.list") == rows.recordList())
        for exercise in rows.exercises {
            let found = try history.bench.json("record.list", "{\"exercise\":\"\(exercise.id)\"}")
            #expect(found == rows.recordList(exercise))
        }
    }

    /// The records of a set as soon as it is logged, whatever was changed before.
    @Test(arguments: seeds) func recordsMade(seed: UInt64) throws {
        var history = try FigureHistory(seed: seed)
        var made = 0
        for _ in 0..<150 {
            guard let reply = try history.step(), let id = reply["set"]?["id"]?.text else {
                continue
            }
            let records = try FigureRows(history.bench).recordsMade(bySet: id)
            #expect(reply["records"] == records)
            made += records.list.count
        }
        #expect(made > 10)
    }

    private func progress(of made: FigureHistory) throws {
        var history = made
        let rows = try FigureRows(history.bench)
        for exercise in rows.exercises {
            let all = try history.bench.json(
                "exercise.progress", "{\"exercise\":\"\(exercise.id)\"}")
            #expect(all == rows.progress(of: exercise, in: .always))
            for _ in 0..<8 {
                guard let span = FigureSpan(rows, &history.dice) else { continue }
                let params = "{\"exercise\":\"\(exercise.id)\",\(span.params)}"
                let found = try history.bench.json("exercise.progress", params)
                #expect(found == rows.progress(of: exercise, in: span), "\(params)")
            }
        }
    }

    private func volume(of made: FigureHistory) throws {
        var history = made
        let rows = try FigureRows(history.bench)
        var shown = 0
        for _ in 0..<40 {
            guard let span = FigureSpan(rows, &history.dice) else { continue }
            let only = Bool.random(using: &history.dice) ? rows.exercises.first : nil
            let named = only.map { ",\"exercise\":\"\($0.id)\"" } ?? ""
            let params = "{\(span.params)\(named)}"
            let found = try history.bench.json("volume.list", params)
            #expect(found == rows.volume(of: only, in: span.days), "\(params)")
            shown += found["days"]?.list.count ?? 0
        }
        #expect(shown > 5)
    }

    private func calendar(of history: FigureHistory) throws {
        // A session that isn't completed doesn't count.
        _ = try? history.bench.json("training.start", #"{"mode":"reps"}"#)
        let rows = try FigureRows(history.bench)
        #expect(rows.sessions.contains { !$0.isComplete })
        var counted: Int64 = 0
        for month in ["2026-02", "2026-03", "2026-04", "2026-05", "2026-06"] {
            let found = try history.bench.json("calendar.month", "{\"month\":\"\(month)\"}")
            #expect(found == rows.calendar(month))
            for day in found["days"]?.list ?? [] {
                counted += (day["workouts"]?.int ?? 0) + (day["logs"]?.int ?? 0)
            }
        }
        #expect(counted > 20)
    }

    private func logTotals(of made: FigureHistory) throws {
        var history = made
        let rows = try FigureRows(history.bench)
        #expect(rows.entries.count > 15)
        let all = try history.bench.json("log.list", #"{"limit":1}"#)
        #expect(all["totals"] == rows.totals(of: nil, in: .always))
        for _ in 0..<40 {
            guard let span = FigureSpan(rows, &history.dice) else { continue }
            let only = Bool.random(using: &history.dice) ? rows.exercises.first : nil
            let named = only.map { ",\"exercise\":\"\($0.id)\"" } ?? ""
            let params = "{\(span.params)\(named)}"
            let found = try history.bench.json("log.list", params)
            #expect(found["totals"] == rows.totals(of: only, in: span), "\(params)")
        }
        let day = rows.days.day(rows.nowMs)
        let status = try history.bench.json("status")
        #expect(status["today"]?["date"] == .text(FigureDays.date(day)))
        #expect(status["today"]?["totals"] == rows.totals(onDay: day))
    }

    @Test(arguments: seeds) func trainingTrend(seed: UInt64) throws {
        var history = try FigureHistory.made(seed: seed, steps: 250)
        let rows = try FigureRows(history.bench)
        let all = try history.bench.json("training.list", #"{"limit":1}"#)
        #expect(all["trend"] != nil)
        #expect(all["trend"] == rows.trend(mode: nil, in: .always))
        for mode in ["time", "reps"] {
            for _ in 0..<15 {
                guard let span = FigureSpan(rows, &history.dice) else { continue }
                let params = "{\(span.params),\"mode\":\"\(mode)\"}"
                let found = try history.bench.json("training.list", params)
                #expect(found["trend"] == rows.trend(mode: mode, in: span), "\(params)")
            }
        }
    }
}
