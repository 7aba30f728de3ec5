import Testing
import TrackerAPI

@testable import TrackerView

/// Records that this program doesn't know, and charts of volume on terminals.
@Suite struct FigureTextTests {
    /// A newer daemon may have other kinds and units.
    @Test func aRecordOfAnotherKind() throws {
        let record: RecordView = try Sample.read(
            """
            {"exercise":"z","exercise_name":"Z","kind":"best_year","value":2026,\
            "unit":"\\u001b[m","at":"2026-03-01T09:00:00.000+01:00","first":false}
            """)
        let text = RecordText(records: [record], isOfOne: false, isWhole: false)
        #expect(text.text(in: .plain).contains("best_year  2026 \\u{1b}[m"))
    }

    private func volume() throws -> VolumeList.Response {
        func day(_ date: String, _ exercise: String, _ volume: Double, _ rolling: Double) -> String
        {
            """
            {"date":"\(date)","exercise":"\(exercise)","exercise_name":"\(exercise)",\
            "volume":\(volume),"rolling_7d":\(rolling)}
            """
        }
        let days = [
            day("2026-02-20", "Squat", 1000, 1000), day("2026-02-24", "Bench", 600, 600),
            day("2026-02-27", "Squat", 1250.5, 2250.5),
        ]
        return try Sample.read("{\"unit\":\"kg\",\"days\":[\(days.joined(separator: ","))]}")
    }

    @Test func volumeByExercise() throws {
        let text = VolumeText(volume: try volume(), isOfOne: false)
        #expect(
            text.text(in: .on(columns: 60)) == """
                EXERCISE  VOLUME/KG  DAYS  7 DAYS  UP TO
                Squat        2250.5     2  2250.5  2026-02-27  █████████████
                Bench           600     1     600  2026-02-24  ███▌
                total: 2850.5 kg

                """)
        // Without enough room there is no chart.
        #expect(text.text(in: .on(columns: 50)) == text.text(in: .plain))
    }

    @Test func volumeByDay() throws {
        let text = VolumeText(volume: try volume(), isOfOne: true)
        #expect(
            text.text(in: .on(columns: 40, isUTF8: false)) == """
                DATE        VOLUME/KG  7 DAYS
                2026-02-20       1000    1000  ####
                2026-02-24        600     600  ##
                2026-02-27     1250.5  2250.5  #########
                total: 2850.5 kg

                """)
    }
}

extension Style {
    /// The style of a terminal without colours.
    static func on(columns: Int, rows: Int = 24, isUTF8: Bool = true) -> Style {
        Style(
            isColored: false, today: { "2026-03-01" },
            sheet: { Sheet(columns: columns, rows: rows, isUTF8: isUTF8) },
            nowMs: { 1_772_353_800_000 })
    }
}
