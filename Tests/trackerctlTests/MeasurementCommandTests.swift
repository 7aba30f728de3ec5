import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct MeasurementCommandTests {
    @Test(arguments: [
        ("84", 84, nil), ("84cm", 84, Quantity.Unit.cm), ("84 cm", 84, .cm), ("84,5CM", 84.5, .cm),
        ("33in", 33, .inch), ("33.5 inches", 33.5, .inch), ("33\"", 33, .inch),
        ("33inch", 33, .inch),
        ("18%", 18, .percent), ("18.5 %", 18.5, .percent), ("54bpm", 54, .bpm),
        ("7h", 7, .h), ("7.5h", 7.5, .h), ("8 hours", 8, .h), ("45min", 45, .min),
        ("90 minutes", 90, .min), ("7h30m", 450, .min), ("7h30", 450, .min),
        ("7h 30min", 450, .min), ("0h05m", 5, .min), ("82.5kg", 82.5, .kg), ("180lb", 180, .lb),
        ("180 lbs", 180, .lb), ("0", 0, nil), (".5", 0.5, nil),
    ])
    func valuesAsTheyAreTyped(_ text: String, _ value: Double, _ unit: Quantity.Unit?) {
        let given = GivenQuantity(text)
        #expect(given?.value == value && given?.unit == unit)
    }

    @Test(arguments: [
        "", "cm", "84m", "84mm", "-84cm", "84 cm cm", "8 4", "7h60m", "7h30s", "7:30", "h30m",
        "7.5h30m", "1e3", "inf", "nan", "84 stone", "٣cm", "99999h30m",
    ])
    func othersAreRefused(_ text: String) { #expect(GivenQuantity(text) == nil) }

    // MARK: Texts

    private func entry(
        _ id: String, _ what: String, _ value: Double, _ unit: String?, _ day: String
    ) -> String {
        let unit = unit.map { "\"unit\":\"\($0)\"," } ?? ""
        return """
            {"id":"\(id)aaaaaaaa","what":"\(what)","value":\(value),\(unit)\
            "at":"\(day)T09:00:00.000+01:00"}
            """
    }

    private func list(_ entries: [String]) throws -> MeasurementList.Response {
        try Sample.read("{\"entries\":[\(entries.joined(separator: ","))]}")
    }

    @Test func oneThingHasAChartOnATerminal() throws {
        let waist = [
            entry("a111", "waist", 33, "in", "2026-03-01"),
            entry("a222", "waist", 85, "cm", "2026-02-20"),
        ]
        let style = Style.on(columns: 60, rows: 14)
        let text = try list(waist).text(in: style)
        // 85 cm are 33.46 in.
        #expect(text.hasPrefix("waist, in\n") && text.contains("┤") && text.contains("33 in"))
        #expect(try !list(waist).text(in: .plain).contains("waist, in"))
        let mixed = waist + [entry("a333", "mood", 7, nil, "2026-02-01")]
        #expect(try !list(mixed).text(in: style).contains("┤"))
        #expect(try !list(Array(waist.prefix(1))).text(in: style).contains("┤"))
        let sleep = [
            entry("a111", "sleep", 450, "min", "2026-03-01"),
            entry("a222", "sleep", 6, "h", "2026-02-20"),
        ]
        #expect(try list(sleep).text(in: style).hasPrefix("sleep, h\n"))
    }

    /// A newer daemon may have other units, and other machines any name.
    @Test func whatCannotBeTyped() throws {
        let odd = entry("a777", "odd\\u001b[m", 3, "furlong", "2026-02-26")
        #expect(try list([odd]).text(in: .plain).contains("odd\\u{1b}[m  3 furlong"))
    }
}
