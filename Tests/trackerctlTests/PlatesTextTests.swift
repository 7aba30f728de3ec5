import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

@Suite struct PlatesTextTests {
    private func text(
        _ perSide: String, achieved: Double, shortBy: Double = 0, in style: Style
    ) throws -> String {
        let loaded: PlatesCalculate.Response = try Sample.read(
            """
            {"per_side":[\(perSide)],"achieved":\(achieved),"short_by":\(shortBy),\
            "unit":"kg","bar":20}
            """)
        return PlatesText(loaded: loaded).text(in: style)
    }

    @Test(
        arguments: [
            (
                #""plates":{"per_side":[20,20],"achieved":100,"short_by":0,"unit":"kg","bar":20},"#,
                ", 2 x 20 a side"
            ),
            (
                #""plates":{"per_side":[25,15],"achieved":100,"short_by":1,"unit":"kg","bar":20},"#,
                ", 25 + 15 a side (1 kg short)"
            ),
            (
                #""plates":{"per_side":[],"achieved":20,"short_by":0,"unit":"kg","bar":20},"#,
                ", bar alone"
            ),
            ("", ""),
        ] as [(String, String)])
    func besideTheNextSet(_ plates: String, _ words: String) throws {
        let next: SetNext.Response = try Sample.read(
            """
            {"set":{"exercise":"tp8yc2z5zrax","exercise_name":"Bench Press","index":3,"of":4,\(plates)\
            "type":"working","reps":5,"load":100,"unit":"kg","load_mode":"external"},"why":"template"}
            """)
        #expect(next.phrase == "Bench Press 3 of 4: 5x100kg" + words)
    }

    @Test func drawn() throws {
        #expect(
            try text("25,15,1.25", achieved: 102.5, in: .on(columns: 80)) == """
                      ┌──┐
                      │  │┌──┐
                      │  ││  │
                      │  ││  │┌────┐
                ══════│25││15││1.25│════
                      │  ││  │└────┘
                      │  ││  │
                      │  │└──┘
                      └──┘

                102.5 kg: 25 + 15 + 1.25 on each side of the 20 kg bar

                """)
    }

    @Test func inPlainCharacters() throws {
        #expect(
            try text("20,20", achieved: 100, shortBy: 0.5, in: .on(columns: 80, isUTF8: false))
                == """
                      +--++--+
                      |  ||  |
                      |  ||  |
                      |  ||  |
                ======|20||20|====
                      |  ||  |
                      |  ||  |
                      |  ||  |
                      +--++--+

                100 kg: 2 x 20 on each side of the 20 kg bar
                0.5 kg short of 100.5: no closer with these plates

                """)
    }

    @Test func withoutRoomItIsTold() throws {
        let told = "100 kg: 2 x 20 on each side of the 20 kg bar\n"
        #expect(try text("20,20", achieved: 100, in: .on(columns: 17)) == told)
        #expect(try text("20,20", achieved: 100, in: .plain) == told)
        #expect(try text("20,20", achieved: 100, in: .on(columns: 18)) != told)
    }
}
