import Glibc
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Rows at the edges of what their checks accept come in by an import, and everything is asked and done with
/// them: nothing ends the daemon, nothing is an internal error, and what goes out comes in again.
@Suite struct EdgeRowTests {
    private static let rows = Result { try EdgeRows() }
    /// A state without a history, which each row comes into.
    private static let empty: Result<SavedState, any Error> = Result {
        let bench = try Bench(seed: 9)
        bench.dependencies.library = EdgeRows.library
        try bench.restart()
        return try SavedState(of: bench)
    }

    @Test func everythingGoesOn() throws {
        let rows = try Self.rows.get()
        let rounds = try bench(rows).engine.store.read(at: rows.clock) { try rows.rounds(in: $0) }
        #expect(rounds.count > 50)
        // A round takes seconds; EDGE_ROUNDS=1000 tries them all.
        let most = getenv("EDGE_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 80
        for round in rounds.prefix(most) {
            do { try live(with: round, rows) } catch { Issue.record("\(round): \(error)") }
        }
    }

    /// What has run for longer than its kind may last, as rows of an import say, ends without a duration that no
    /// import would take.
    @Test func aLongElapsedTimeMakesNoLongerDuration() throws {
        let rows = try Self.rows.get()
        let cases = try bench(rows).engine.store.read(at: rows.clock) { transaction in
            try [Kind.timer, .rest, .run].flatMap { try rows.cases(of: $0, in: transaction) }
        }
        let long = cases.filter {
            $0.leaf.description.hasPrefix("tally")
                && $0.value == .int(Bounds.spans.upperBound)
        }
        #expect(Set(long.map(\.kind)) == [.timer, .rest, .run])
        for one in long {
            do { try live(with: [one], rows) } catch { Issue.record("\(one): \(error)") }
        }
    }

    private func live(with round: [EdgeRows.Case], _ rows: EdgeRows) throws {
        let file = rows.file(round)
        let bench = try bench(rows)
        try bench.commit(bench.open(file, piece: 100_000))
        ask(SampleHistory.readings + SampleHistory.moves, bench, round)
        bench.advance(ms: 7_200_000)
        try bench.restart()
        ask(SampleHistory.readings, bench, round)
        try bench.verify()
        // What goes out comes in again.
        let export = try bench.export(#""what":"all","format":"json""#)
        let other = try self.bench(rows)
        other.clock = bench.clock
        let back = try other.preview(other.open(export, piece: 100_000))
        let skipped = back["skipped"]?.list ?? []
        // The other state has offered challenges of its own for the same days.
        let unexpected = skipped.filter {
            $0["reason"]?.string?.hasPrefix("this challenge is already here") != true
        }
        #expect(unexpected == [], "\(round)")
        // And what came in is taken back.
        let whole = try self.bench(rows)
        try whole.commit(whole.open(file, piece: 100_000))
        ask([("journal.undo", "{}"), ("status", "{}"), ("level.get", "{}")], whole, round)
    }

    private func ask(_ lines: [SampleHistory.Line], _ bench: Bench, _ round: [EdgeRows.Case]) {
        for (method, params) in lines {
            TriedRow.note("\(method) \(params) with \(round)")
            do {
                try bench.call(method, params)
            } catch let rejection as Rejection {
                let isPlain = ![.internalError, .storage, .unknown].contains(rejection.kind)
                #expect(isPlain, "\(method) \(params): \(rejection.message), with \(round)")
            } catch {
                Issue.record("\(method) \(params): \(error), with \(round)")
            }
        }
    }

    /// A bench without a history, a minute after the export was written.
    private func bench(_ rows: EdgeRows) throws -> Bench {
        let empty = try Self.empty.get()
        let bench = try Bench(seed: 9) { try empty.copy(to: $0) }
        bench.clock = rows.clock.advanced(byMs: 60_000)
        return bench
    }

    /// The list of readings has all methods that read, and each of them can be carried out.
    @Test func allThatReadsIsAsked() throws {
        let rows = try Self.rows.get()
        #expect(rows.refused == [])
        let bench = try bench(rows)
        try bench.commit(bench.open(rows.file([]), piece: 100_000))
        // Two more are refused where no rows are shared, and only the daemon can read a program's text.
        var answered: Set<String> = [
            "import.preview", "sync.conflicts", "sync.digest", "program.parse",
        ]
        for (method, params) in SampleHistory.readings {
            // Some are refused, since they ask for days that are still to come.
            if (try? bench.call(method, params)) != nil { answered.insert(method) }
        }
        let reading = Methods.all.filter { $0.effect == .none }.map { $0.method }
        #expect(Set(reading).subtracting(answered) == [])
    }
}
