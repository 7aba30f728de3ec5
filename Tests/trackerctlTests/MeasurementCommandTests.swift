import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Command lines about measurements, and the requests that they send.
enum MeasurementRequests {
    static let all: [(line: String, method: String, params: String)] = [
        ("measure waist 84cm", "measurement.log", #"{"unit":"cm","value":84,"what":"waist"}"#),
        (
            "measure log resting pulse 54 bpm --at -1d", "measurement.log",
            #"{"at":"-1d","unit":"bpm","value":54,"what":"resting pulse"}"#
        ),
        (
            "measure sleep 7 h 30 min", "measurement.log",
            #"{"unit":"min","value":450,"what":"sleep"}"#
        ),
        ("measure mood 2 7", "measurement.log", #"{"value":7,"what":"mood 2"}"#),
        ("measure list", "measurement.list", "{}"),
        ("measure", "measurement.list", "{}"),
        ("measurements", "measurement.list", "{}"),
        (
            "measure list body fat --from -90d --limit 5", "measurement.list",
            #"{"from":"-90d","limit":5,"what":"body fat"}"#
        ),
        ("measure delete last", "measurement.delete", #"{"entry":"last"}"#),
    ]
}

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

    @Test(arguments: [
        ("measure waist", "no value given. Try: trackerctl measure waist 84cm"),
        ("measure 84cm", "no name given. Try: trackerctl measure waist 84cm"),
        ("measure waist much", "give a name and a value such as 84cm"),
        ("measure lisst 3", "'lisst' looks like the command 'measure list'"),
    ])
    func wrongUsage(_ line: String, _ message: String) {
        let failure = #expect(throws: (any Error).self) {
            try Trackerctl.command(for: line.split(separator: " ").map(String.init))
        }
        #expect(failure.map { Failure($0).status } == 64)
        #expect(failure.flatMap { Failure($0).message }?.contains(message) == true)
    }

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

    @Test func aListHasTheChangesOfEachThing() throws {
        let list = try list([
            entry("a111", "waist", 33, "in", "2026-03-01"),
            entry("a222", "sleep", 450, "min", "2026-03-01"),
            entry("a333", "body fat", 18.5, "%", "2026-02-28"),
            entry("a444", "waist", 85, "cm", "2026-02-27"),
            entry("a555", "sleep", 6.25, "h", "2026-02-27"),
            entry("a666", "mood", 7, nil, "2026-02-27"),
            entry("a777", "odd\\u001b[m", 3, "furlong", "2026-02-26"),
        ])
        #expect(
            list.text(in: .plain) == """
                AT               WHAT             VALUE  CHANGE  ID
                today 09:00      waist            33 in   -0.46  a111
                today 09:00      sleep            7h30m  +1h15m  a222
                yesterday 09:00  body fat         18.5%          a333
                Fri 09:00        waist            85 cm          a444
                Fri 09:00        sleep            6h15m          a555
                Fri 09:00        mood                 7          a666
                Thu 09:00        odd\\u{1b}[m  3 furlong          a777

                """)
        #expect(try self.list([]).text(in: .plain).hasPrefix("no measurements"))
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

    @Test func sentences() throws {
        let view: MeasurementView = try Sample.read(
            entry("a111", "waist", 84.5, "cm", "2026-03-01"))
        #expect(view.text(in: .plain) == "waist: 84.5 cm, 09:00 [a111aaaaaaaa]\n")
        #expect(
            MeasurementDelete.text(of: view, in: .plain)
                == "deleted: waist: 84.5 cm, 09:00 [a111aaaaaaaa]\n")
        let weight: MeasurementView = try Sample.read(
            entry("a222", "sleep", 7.5, "h", "2026-03-01"))
        #expect(weight.amount == "7h30m")
        let short: MeasurementView = try Sample.read(
            entry("a222", "nap", 20, "min", "2026-03-01"))
        #expect(short.amount == "20 min")
    }

    @Test func undoAndEventsSayWhatWasMeasured() throws {
        let event: EventView = try Sample.read(
            """
            {"seq":5,"at":"2026-03-01T09:00:00.000+01:00","type":"measurement.logged",\
            "subject":"a111aaaaaaaa","cause":"request:measurement.log",\
            "data":\(entry("a111", "waist", 84.5, "cm", "2026-03-01"))}
            """)
        #expect(event.change(in: .plain) == "logged waist 84.5 cm")
        let events: EventsList.Response = try Sample.read(
            """
            {"events":[{"seq":5,"at":"2026-03-01T09:00:00.000+01:00","type":"measurement.logged",\
            "subject":"a111aaaaaaaa","cause":"request:measurement.log",\
            "data":\(entry("a111", "waist", 84.5, "cm", "2026-03-01"))}],"more":false}
            """)
        #expect(events.text(in: .plain).contains("waist 84.5 cm"))
    }
}
