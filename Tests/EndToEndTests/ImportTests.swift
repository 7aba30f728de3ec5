import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// Imports and exports of files, by the commands that people type.
    @Suite struct Files {
        private static let strong = """
            Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,\
            Workout Notes,RPE
            2026-03-01 18:03:00,Push,1h 5m,Bench Press (Barbell),1,80,8,0,0,"","",
            2026-03-01 18:03:00,Push,1h 5m,Bench Press (Barbell),2,82.5,5,0,0,"","",8.5
            2026-03-01 18:03:00,Push,1h 5m,Plank,1,0,0,0,90,"","",
            2026-03-03 18:00:00,Push,58m,Bench Press (Barbell),1,85,5,0,0,"","",
            yesterday,Push,58m,Bench Press (Barbell),2,85,5,0,0,"","",

            """

        private func trackerctl(
            _ stage: Stage, _ arguments: String..., input: String = "/dev/null"
        ) throws -> Program.Result {
            try stage.result(
                [Built.trackerctl] + arguments, environment: ["TRACKERD_SOCKET": stage.socket],
                input: input)
        }

        private func stageWithFile(_ body: (Stage, String) throws -> Void) throws {
            try Stage.with { stage in
                let path = stage.file("strong.csv")
                try File.write(Self.strong, to: path)
                _ = try stage.start()
                try body(stage, path)
            }
        }

        @Test func aFileComesInOnceAndGoesAgain() throws {
            try stageWithFile { stage, path in
                let unit = try trackerctl(stage, "import", path, "--yes")
                #expect(unit.ending == .exited(1))
                #expect(unit.complaints.contains("add --unit kg or --unit lb"))
                let asked = try trackerctl(stage, "import", path, "--unit", "kg")
                #expect(asked.ending == .exited(1) && asked.complaints.contains("add --yes"))
                #expect(asked.output.contains("2  workouts   2026-03-01 to 2026-03-03"))
                #expect(asked.output.contains("line 6: the date 'yesterday' can't be read"))
                let map = "Bench Press (Barbell)=bench-press"
                let done = try trackerctl(
                    stage, "import", "-", "--unit", "kg", "--yes", "--map", map, input: path)
                #expect(done.ending == .exited(0))
                #expect(done.output.contains("imported: 2 workouts with 4 sets"))
                let records = try trackerctl(stage, "records", "bench-press").output
                #expect(records.contains("85 kg  5x85kg  2026-03-03"))
                let points = try trackerctl(stage, "progress", "bench-press").output
                #expect(points.split(separator: "\n").count == 3)
                let calendar = try trackerctl(stage, "calendar", "2026-03").output
                #expect(calendar.contains("W  2 workouts on 2 days"))

                let again = try trackerctl(
                    stage, "import", path, "--unit", "kg", "--yes", "--map", map)
                #expect(again.ending == .exited(0))
                #expect(again.output.contains("2  workouts   already here, left as is"))
                // One of the rows was skipped, so not all of the file is stored.
                #expect(again.output.hasSuffix("nothing to import\n"))
                let undone = try trackerctl(stage, "import", "undo")
                #expect(undone.output.hasPrefix("undone: 2 workouts with 4 sets"))
                #expect(try trackerctl(stage, "records").output.hasPrefix("no records yet"))
                #expect(try trackerctl(stage, "import", "undo").ending == .exited(1))
            }
        }

        /// The rows without the line that has the time of the export.
        private static func rows(_ path: String) -> [Substring] {
            File.text(path).split(separator: "\n").filter { !$0.contains("exported_at") }
        }
    }
}
