import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct ChartTests {
    /// The points of values on days after 2026-01-01, which has the number 20454.
    private func points(_ values: [(Int, Double)]) -> [Chart.Point] {
        values.map { Chart.Point(day: 20454 + $0, value: $1) }
    }

    private func text(
        _ values: [(Int, Double)], columns: Int = 40, rows: Int = 15, isUTF8: Bool = true,
        isFromZero: Bool = false
    ) -> String {
        Chart(
            points: points(values), isFromZero: isFromZero,
            sheet: Sheet(columns: columns, rows: rows, isUTF8: isUTF8)
        ).text(in: .plain)
    }

    @Test func braille() {
        #expect(
            text([(0, 80), (20, 90), (40, 85), (59, 100)]) == """
                100 ┤                               ⢀⠤●
                    │                             ⡠⠒⠁
                    │                          ⢀⠔⠊
                 90 ┤        ⣀⠤⠒●⠉⠒⠒⠤⠤⢄⣀⡀   ⢀⡠⠊⠁
                    │    ⣀⠤⠒⠉           ⠈⠉⠑●⠁
                 80 ┤●⠤⠒⠉
                    └──┬───────┬───────┬───────┬───────
                     01-05   01-19   02-02   02-16

                """)
    }

    @Test func plainCharacters() {
        #expect(
            text([(0, 80), (20, 90), (40, 85), (59, 100)], isUTF8: false) == """
                100 +                                .*
                    |                             ...
                    |                           ..
                 90 +         ..*.....       ...
                    |   ......        .....*.
                 80 +*..
                    +--+-------+-------+-------+-------
                     01-05   01-19   02-02   02-16

                """)
    }

    @Test func onePointStandsInTheMiddle() {
        #expect(
            text([(0, 80)], columns: 30, isUTF8: false) == """
                90 +
                   |
                   |
                80 +            *
                   |
                70 +
                   +------------+------------
                              01-01

                """)
    }

    @Test func fromZero() {
        #expect(
            text([(0, 900), (300, 1250)], isUTF8: false, isFromZero: true) == """
                1500 +
                     |                 ...............*
                1000 +*................
                 500 +
                     |
                   0 +
                     ++------------------+-------------
                      2026-01         2026-07

                """)
    }

    /// Whatever the values, no line is wider than the terminal and no point is lost.
    @Test(arguments: [20, 40, 80, 200]) func fits(_ columns: Int) {
        let spans = [1, 6, 30, 100, 400, 4000]
        for span in spans {
            for scale in [0.02, 1, 33, 12_345] {
                let values = (0...12).map { step in
                    (step * span / 12, Double(step * step % 7) * scale)
                }
                for isUTF8 in [true, false] {
                    let lines = text(values, columns: columns, isUTF8: isUTF8).split(
                        separator: "\n", omittingEmptySubsequences: false)
                    #expect(lines.allSatisfy { String($0).displayWidth <= columns })
                    #expect(lines.contains { $0.contains(isUTF8 ? "●" : "*") || columns < 80 })
                }
            }
        }
    }

    @Test(arguments: [
        (0.0, 6.0, "01-01 01-02 01-03 01-04 01-05 01-06 01-07"), (0, 30, "01-05 01-12 01-19 01-26"),
        (0, 59, "01-05 01-19 02-02 02-16"), (0, 200, "2026-01 2026-03 2026-05 2026-07"),
        (0, 4000, "2026 2028 2030 2032 2034 2036"),
    ])
    func daysBelow(_ first: Double, _ last: Double, _ labels: String) {
        let scale = DayScale(from: 20454 + Int(first), to: 20454 + Int(last), columns: 50)
        #expect(scale.labels.split(separator: " ").joined(separator: " ") == labels)
    }

    @Test(arguments: [
        ([80.0, 100.0], false, "80 90 100"), ([81.5, 82], false, "81.4 81.6 81.8 82"),
        ([5, 5], false, "4 5 6"), ([1250], true, "0 500 1000 1500"), ([0], true, "0 0.5 1"),
    ])
    func valuesBeside(_ values: [Double], _ isFromZero: Bool, _ labels: String) {
        let scale = ValueScale(values, isFromZero: isFromZero, rows: 6)
        #expect(scale.ticks.map(\.text).joined(separator: " ") == labels)
    }
}

@Suite struct ProgressTextTests {
    private func progress(_ points: String...) throws -> ExerciseProgress.Response {
        try Sample.read(
            """
            {"exercise":"b3nch0000001","exercise_name":"Bench Press","unit":"kg",\
            "points":[\(points.joined(separator: ","))]}
            """)
    }

    private func point(_ date: String, _ figures: String, volume: Double = 0, reps: Int = 0)
        -> String
    {
        """
        {"at":"\(date)T09:00:00.000+01:00",\(figures)"volume":\(volume),"reps":\(reps),\
        "workout":"w9rk00000001"}
        """
    }

    private func bench() throws -> ExerciseProgress.Response {
        try progress(
            point("2026-01-05", #""best_load":80,"best_1rm":93.33333333,"#, volume: 1200, reps: 15),
            point("2026-02-02", #""best_load":90,"best_1rm":105,"#, volume: 1000, reps: 12),
            point("2026-02-27", #""best_load":87.5,"#, volume: 1750, reps: 24))
    }

    @Test func theFirstValueThatThereIs() throws {
        let text = ProgressText(progress: try bench(), metric: nil).text(in: .on(columns: 60))
        #expect(text.hasPrefix("Bench Press: estimated 1RM, kg\n"))
        #expect(
            text.hasSuffix(
                """
                first  93.33 kg  2026-01-05
                last     105 kg  2026-02-02  +11.67 kg (+13%)
                best     105 kg  2026-02-02

                """))
        let hold = ProgressText(
            progress: try progress(point("2026-01-05", #""longest_hold":61.5,"#)), metric: nil)
        let shown = hold.text(in: .on(columns: 60))
        #expect(shown.hasPrefix("Bench Press: longest hold, s\n"))
        #expect(shown.hasSuffix("\n1:01.5 on 2026-01-05\n"))
    }

    @Test func whatWasAskedFor() throws {
        let load = ProgressText(progress: try bench(), metric: .load).text(in: .on(columns: 60))
        #expect(load.hasPrefix("Bench Press: heaviest load, kg\n"))
        #expect(load.contains("last   87.5 kg  2026-02-27  +7.5 kg (+9%)\n"))
        let reps = ProgressText(progress: try bench(), metric: .reps).text(in: .on(columns: 60))
        #expect(reps.hasPrefix("Bench Press: reps\n"))
        #expect(reps.contains("last   24 reps  2026-02-27  +9 reps (+60%)\n"))
        let hold = ProgressText(progress: try bench(), metric: .hold).text(in: .on(columns: 60))
        #expect(
            hold == """
                Bench Press: no longest hold in 3 workouts: try --metric 1rm or load or volume or reps

                """)
    }
}
