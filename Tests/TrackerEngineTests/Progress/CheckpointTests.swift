import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Checkpoints beside progress that is made anew: in whatever order efforts are entered and deleted.
@Suite struct CheckpointTests {
    private static let achievements = [
        Achievement(
            id: "week", name: "Week", text: "{n} in a week.", category: .milestone,
            measured: Measured(.efforts, withinDays: 7), steps: [.init(.bronze, at: 5)]),
        Achievement(
            id: "reps", name: "Reps", text: "{n} reps.", category: .volume,
            measured: Measured(.reps), steps: [.init(.bronze, at: 100)]),
        Achievement(
            id: "mix", name: "Mix", text: "{n} exercises.", category: .milestone,
            measured: Measured(.exercises, withinDays: 10), steps: [.init(.bronze, at: 2)]),
        Achievement(
            id: "volume", name: "Volume", text: "{n} kg.", category: .volume,
            measured: Measured(.volumeKg, withinDays: 3), steps: [.init(.bronze, at: 50)]),
    ]
    private static let challenges = [
        ChallengeTemplate(
            id: "twice", kind: .daily, text: "{target} efforts", measured: Measured(.efforts),
            target: 2),
        ChallengeTemplate(
            id: "week", kind: .weekly, text: "{target} reps", measured: Measured(.reps),
            target: 50),
    ]

    private static func progress(seed: UInt64 = 1) throws -> ProgressBench {
        try ProgressBench(seed: seed, achievements: achievements, challenges: challenges)
    }

    @Test(arguments: 0..<32)
    func anEffortThatIsUndoneLeavesNothing(_ residue: Int) throws {
        let progress = try Self.progress()
        progress.go(to: 40 + residue)
        try progress.backdate(20)
        try progress.undo()
        try progress.bench.verify()
        progress.go(to: 41 + residue)
        try progress.bench.verify()
    }

    @Test(arguments: 0..<32)
    func anEarlierBeginningMayComeLater(_ residue: Int) throws {
        let progress = try Self.progress()
        progress.go(to: 60 + residue)
        // The checkpoints lie on fixed days, so that some of them follow closely on the first effort.
        let day = 20 + residue
        let entry = try progress.backdate(day)
        for days in [1, 2, 3, 4, 9] {
            try progress.backdate(day - days)
            try progress.bench.verify()
        }
        try progress.bench.call("log.delete", "{\"entry\":\"\(entry)\"}")
        try progress.bench.verify()
        for _ in 1...5 {
            try progress.undo()
            try progress.bench.verify()
        }
    }

    /// A life of entries of now and of the past, in any order, deleted, undone, redone and imported.
    private struct Life {
        let progress: ProgressBench
        var dice: SplitMix
        var day: Int

        private static let header =
            "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,"
            + "Workout Notes,RPE\n"

        /// Does something that may be refused, such as an entry of an exercise whose creation was undone.
        ///
        /// - Returns: what was done, for the message of a failure.
        mutating func step() -> String {
            do { return try change() } catch { return "refused: \(error)" }
        }

        private mutating func change() throws -> String {
            let bench = progress.bench
            let ago = Int.random(in: 0...45, using: &dice)
            let date = Days.text(of: ProgressBench.firstDay + day - 1 - ago)
            let exercise = Bool.random(using: &dice) ? "squats" : "plank"
            switch Int.random(in: 0..<12, using: &dice) {
            case 0...3:
                try progress.log(20, exercise, at: ago == 0 ? nil : "\(date) 09:00")
                return "log on \(date)"
            case 4:
                try bench.call("workout.start")
                try bench.set("squats")
                try bench.call("workout.finish")
                return "set"
            case 5:
                let entries = try bench.call("log.list", #"{"limit":100}"#)["entries"]?.list ?? []
                guard let entry = entries.randomElement(using: &dice) else { return "nothing" }
                try bench.call("log.delete", "{\"entry\":\"\(entry.id())\"}")
                return "delete \(entry["at"]?.string ?? "")"
            case 6...7:
                try bench.call("journal.undo")
                return "undo"
            case 8:
                try bench.call("journal.redo")
                return "redo"
            case 9:
                let start = "\(date) 07:\(Int.random(in: 10...59, using: &dice)):00"
                let id = try bench.open(
                    Self.header + "\(start),A,1h,Squats,1,20,5,0,0,,,\n"
                        + "\(start),A,1h,Squats,2,40,5,0,0,,,\n")
                try bench.commit(id, #","unit":"kg""#)
                return "import of \(start)"
            case 10:
                try bench.call("import.undo")
                return "import undone"
            default:
                day += Int.random(in: 1...5, using: &dice)
                progress.go(to: day)
                return "day \(day)"
            }
        }
    }

    @Test(arguments: 0..<32)
    func inWhateverOrderTheFoldIsTheSame(_ residue: Int) throws {
        var seeds = SystemRandomNumberGenerator()
        let seed = seeds.next()
        let progress = try Self.progress()
        progress.go(to: 60 + residue)
        var life = Life(progress: progress, dice: SplitMix(seed: seed), day: 60 + residue)
        var done: [String] = []
        for _ in 1...25 {
            done.append(life.step())
            let report = try progress.bench.call("journal.verify")
            guard report["ok"] == .bool(true) else {
                Issue.record("\(report) of seed \(seed) after \(done)")
                return
            }
        }
    }

    // MARK: While others write

    /// Half a year with an effort every fifth day; the clock shows its last day.
    private static let half: Result<SavedState, any Error> = Result {
        let progress = try Self.progress()
        progress.go(to: 200)
        for day in stride(from: 1, to: 200, by: 5) { try progress.backdate(day) }
        return try SavedState(of: progress.bench)
    }

    private func halfAYear() throws -> ProgressBench {
        let progress = try Self.progress(seed: 2)
        try Self.half.get().resume(on: progress.bench)
        return progress
    }

    private static let writes: [String] = [
        "{}", #"{"at":"2026-09-10 11:00"}"#, #"{"at":"2026-06-01 11:00"}"#,
        #"{"at":"2026-03-02 11:00"}"#, #"{"at":"2026-02-20 11:00"}"#,
    ]

    /// Without slices that do all at once, and without beginning anew for ever.
    @Test(arguments: writes)
    func aVerificationEndsBesideAWriter(_ more: String) throws {
        let progress = try halfAYear()
        let bench = progress.bench
        let members = more == "{}" ? "" : "," + more.dropFirst().dropLast()
        // Slices of a journal and of rows that the writes make longer.
        var slices = 0
        let report = try Bench.result(
            of: bench.reply(bench.long("journal.verify")) {
                slices += 1
                guard slices < 6000 else { throw Rejection(.internalError, "it doesn't end") }
                // A slice of this test takes in one event alone.
                guard slices % 10 == 0 else { return }
                try bench.call("log.add", "{\"exercise\":\"squats\",\"count\":1\(members)}")
            })
        #expect(report["differences"]?.strings == [])
    }

    /// No slice goes through more than the days between two checkpoints.
    @Test(arguments: writes)
    func noSliceOfItIsLong(_ more: String) throws {
        let progress = try halfAYear()
        let bench = progress.bench
        let members = more == "{}" ? "" : "," + more.dropFirst().dropLast()
        let check = CheckpointCheck()
        let whole = try bench.work { _ = try bench.check(CheckpointCheck()) { true } }
        var longest: Int64 = 0
        var isDone = false
        var slices = 0
        while !isDone, slices < 100 {
            slices += 1
            longest = max(longest, try bench.work { isDone = try bench.check(check) { false } })
            try bench.call("log.add", "{\"exercise\":\"squats\",\"count\":1\(members)}")
        }
        #expect(isDone && slices >= 6)
        #expect(longest < whole / 3, "\(longest) of \(whole)")
        #expect(check.differences == [])
    }

    /// What was damaged before is found all the same.
    @Test(arguments: writes.prefix(4))
    func damageIsFoundBesideAWriter(_ more: String) throws {
        let progress = try halfAYear()
        let bench = progress.bench
        _ = try bench.engine.store.perform(at: bench.clock) { transaction in
            // Of the day before the first effort.
            let kept = try #require(try transaction.checkpoint(upTo: 20_512))
            #expect(kept.day == 20_512)
            var content = try #require(try transaction.content(of: kept))
            content.replace("\"day_points\":", with: "\"day_points\":7")
            try transaction.keep(Checkpoint(day: kept.day, version: 1), content)
        }
        let members = more == "{}" ? "" : "," + more.dropFirst().dropLast()
        let report = try Bench.result(
            of: bench.reply(bench.long("journal.verify")) {
                guard bench.types.count < 200 else { return }
                try bench.call("log.add", "{\"exercise\":\"squats\",\"count\":1\(members)}")
            })
        #expect(
            report["differences"]?.strings.first == "the checkpoint of 2026-02-28 is wrong")
    }
}

extension Bench {
    /// Continues a comparison of the checkpoints.
    fileprivate func check(_ check: CheckpointCheck, while hasTime: () -> Bool) throws -> Bool {
        try engine.store.read(at: clock) { transaction in
            try check.advance(
                in: engine.context(transaction, .request("journal.verify")), while: hasTime)
        }
    }
}
