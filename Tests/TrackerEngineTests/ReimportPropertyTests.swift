import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// A file that grows and changes, and is imported again and again, while things are changed here, too.
@Suite struct ReimportPropertyTests {
    private struct FileWorkout {
        let day: Int
        /// Sets as the file has them, such as `Squat,100,5`.
        var sets: [String]
        /// Whether a person has changed or deleted it here.
        var isTouched = false

        var start: String { "2024-05-\(day < 10 ? "0" : "")\(day)T10:00" }
        var rows: String {
            sets.enumerated().map { place, set in
                let parts = set.split(separator: ",")
                return "\(start.replacing("T", with: " ")):00,W,\(parts[0]),\(place),\(parts[1]),"
                    + "\(parts[2])\n"
            }.joined()
        }
    }

    private struct Life {
        let bench: Bench
        var dice: SplitMix
        var file: [FileWorkout] = []

        mutating func set() -> String {
            let name = ["Squat", "Row", "Dip"].randomElement(using: &dice) ?? "Squat"
            let load = Int.random(in: 1...40, using: &dice) * 5
            return "\(name),\(load),\(Int.random(in: 1...12, using: &dice))"
        }

        /// Something is changed in the other program, or added there.
        mutating func changeThere() {
            let place = file.indices.randomElement(using: &dice) ?? 0
            switch Int.random(in: 0..<5, using: &dice) {
            case 0: file[place].sets.append(set())
            case 1 where file[place].sets.count > 1: file[place].sets.removeLast()
            case 2: file[place].sets[0] = set()
            case 3 where file.count < 27:
                file.append(FileWorkout(day: file.count + 1, sets: [set(), set()]))
            default: file.shuffle(using: &dice)
            }
        }

        /// A set or a workout is changed or deleted here.
        mutating func changeHere() throws {
            let workouts = try bench.call("workout.list")["workouts"]?.list ?? []
            guard let workout = workouts.randomElement(using: &dice),
                let place = file.firstIndex(where: {
                    workout["started_at"]?.string?.hasPrefix($0.start) ?? false
                })
            else { return }
            file[place].isTouched = true
            let sets = (workout["exercises"]?.list ?? []).flatMap { $0["sets"]?.list ?? [] }
            switch Int.random(in: 0..<3, using: &dice) {
            case 0:
                try bench.call("workout.delete", "{\"workout\":\"\(workout.id())\"}")
            case 1:
                guard let set = sets.randomElement(using: &dice) else { return }
                try bench.call("set.delete", "{\"set\":\"\(set.id())\"}")
            default:
                guard let set = sets.randomElement(using: &dice) else { return }
                try bench.call("set.update", "{\"set\":\"\(set.id())\",\"reps\":99}")
            }
        }

        /// The sets here, by the starts of their workouts.
        func here() throws -> [String: [String]] {
            var sets: [String: [String]] = [:]
            for workout in try bench.call("workout.list", #"{"limit":100}"#)["workouts"]?.list ?? []
            {
                let start = String(workout["started_at"]?.string?.prefix(16) ?? "")
                #expect(sets[start] == nil, "two workouts of \(start)")
                sets[start] = try (workout["exercises"]?.list ?? []).flatMap { exercise in
                    try (exercise["sets"]?.list ?? []).map { set in
                        let load = try JSONText.of(set["load"] ?? .null)
                        return "\(exercise["name"]?.string ?? ""),\(load),"
                            + "\(set["reps"]?.integer ?? 0)"
                    }
                }.sorted()
            }
            return sets
        }

        /// The rows that an import writes; those of progress don't go back.
        private func rows() throws -> [[String]?] {
            let tables = try bench.tables()
            return ["exercise", "workout", "workout_set"].map { tables[$0] }
        }

        func importAgain() throws {
            let text =
                "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n"
                + file.map(\.rows).joined()
            let before = try here()
            let rows = try rows()
            let view = try bench.preview(bench.open(text))
            let counts = ["duplicates", "changed"].map { view[$0]?.list.count ?? 0 }
            #expect(
                Int(view["workouts"]?.integer ?? 0) + counts.reduce(0, +) == file.count)
            let isUpdate =
                view["changed"]?.list.contains { $0["updated"] == .bool(true) } ?? false
            guard isUpdate || view["workouts"] != .integer(0) else { return }
            let done = try bench.commit(bench.open(text))
            #expect(done["changed"] == view["changed"] && done["workouts"] == view["workouts"])
            let now = try here()
            for workout in file {
                let expected =
                    workout.isTouched ? before[workout.start] : workout.sets.sorted()
                #expect(now[workout.start] == expected, "\(workout.start)")
            }
            #expect(now.count <= file.count)
            // All of it can be taken back, and comes in again.
            try bench.call("import.undo")
            #expect(try self.rows() == rows)
            try bench.commit(bench.open(text))
            #expect(try here() == now)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func neverTwiceAndNeverOverAPerson(_ seed: UInt64) throws {
        var life = Life(bench: try Bench(), dice: SplitMix(seed: seed))
        life.file = (1...4).map {
            FileWorkout(day: $0, sets: [life.set(), life.set(), life.set()])
        }
        for _ in 0..<12 {
            try life.importAgain()
            for _ in 0..<Int.random(in: 0...3, using: &life.dice) { life.changeThere() }
            if life.dice.next() % 3 == 0 { try life.changeHere() }
        }
        try life.bench.verify()
    }
}
