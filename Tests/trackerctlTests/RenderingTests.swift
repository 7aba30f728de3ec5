import ArgumentParser
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

@Suite struct RenderingTests {
    @Test func aFullDiskIsToldInTheStatus() throws {
        let degraded: Status.Response = try Sample.read(Sample.status(storage: "degraded"))
        #expect(degraded.text(in: .plain).contains("storage degraded"))
    }

    /// A name and a message that would change the terminal, and an end that was noticed late.
    @Test func aTimerOfStrangeWords() throws {
        let timer: TimerView = try Sample.read(Sample.finished)
        #expect(
            timer.details(in: .plain) == """
                old\\u{9b}31m: finished, ended yesterday 08:01, noticed 3.2s late [f00daaaaaaaa]
                  line 1
                  \\u{1b}[31mline 2

                """)
    }

    /// The columns fit the longest event types, and a longer name widens its column.
    @Test func eventsAsTheyComeStandInColumns() throws {
        var lines = EventLines()
        func column(_ type: String, _ name: String, _ style: Style = .plain) throws -> Int {
            let data = "{\"name\":\"\(name)\",\"remaining_ms\":725000,\"message\":\"m:x\"}"
            let event: EventView = try Sample.read(Sample.event(9, type, data: data))
            let line = lines.line(of: event, in: style)
            return String(line[..<(try #require(line.firstRange(of: "m:x"))).lowerBound])
                .replacing("12:05 left, ", with: "").displayWidth
        }
        let first = try column("timer.finished", "tea")
        #expect(try column("training.effort_started", "Plank") == first)
        #expect(try column("run.confirmation_needed", "Tabata") == first)
        let colored = Sample.colored
        #expect(try column("training.attempted", "Plank", colored) == first)
        let wide = try column("training.resting", "Bulgarian Squat")
        #expect(wide == first + 3)
        #expect(try column("timer.finished", "tea") == wide)
        _ = try column("timer.finished", String(repeating: "x", count: 200))
        #expect(try column("timer.finished", "tea") == wide + 13)
    }

    @Test func aShortenedTextIsAsWideAsThereIsRoom() {
        #expect("bench press".shortened(to: 11, sign: "…") == "bench press")
        #expect("bench press".shortened(to: 8, sign: "…") == "bench p…")
        #expect("散歩する".shortened(to: 6, sign: "…") == "散歩…")
        #expect("bench press".shortened(to: 1, sign: "…") == "…")
    }

    /// A coloured cell is as wide as its text.
    @Test func paintTakesNoColumns() throws {
        let colored = Sample.colored
        #expect(colored.bad("ab").displayWidth == 2 && colored.good("散歩").displayWidth == 4)
        #expect(colored.faint("a").padded(to: 3) == colored.faint("a") + "  ")
        func rows(in style: Style) -> [String] {
            var table = Table("", "", ">")
            table.rows = ["answered", "off", "pending"].map { state in
                [.init(style.state(state) + " x"), .init("|"), .init("right")]
            }
            return table.text(in: style).split(separator: "\n").map(String.init)
        }
        let widths = zip(rows(in: .plain), rows(in: colored)).map { plain, painted in
            #expect(plain.displayWidth == painted.displayWidth)
            return painted.prefix { $0 != "|" }.description.displayWidth
        }
        #expect(Set(widths).count == 1)
    }

    @Test func configuration() throws {
        let json = #"{"limits":{"connections":256},"hooks":[{"run":["a","b"]}],"hosts":[]}"#
        #expect(
            ConfigurationText.lines(of: try Sample.read(json)) == [
                #"hooks[0].run = ["a","b"]"#, "hosts = []", "limits.connections = 256",
            ])
    }

    @Test(arguments: [
        (0, "0:00"), (1, "0:01"), (1000, "0:01"), (725_000, "12:05"), (3_600_000, "1:00:00"),
        (90_061_000, "1d 1:01:01"), (-5, "0:00"),
    ])
    func left(_ ms: Int64, _ text: String) {
        #expect(SpanText.left(ms) == text)
    }

    /// Typed fractions of a second are told, those of a time of day aren't.
    @Test(arguments: [
        (500, "0.5 seconds"), (59_999, "59.999 seconds"), (60_000, "1 minute"),
        (90_499, "1 minute 30 seconds"), (81_594_546, "22 hours 39 minutes 55 seconds"),
        (3_599_600, "1 hour"),
    ])
    func nearly(_ ms: Int64, _ text: String) {
        #expect(SpanText.nearly(ms) == text)
    }

    @Test(arguments: [
        (100, "0.1s"), (3250, "3.2s"), (59_000, "59s"), (125_000, "2m05s"), (11_400_000, "3h10m"),
        (90_000_000, "1d01h"),
    ])
    func late(_ ms: Int64, _ text: String) {
        #expect(SpanText.late(ms) == text)
    }

    @Test(arguments: [
        ("abc", 3), ("散步", 4), ("é", 1), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("☕️", 2), ("한글", 4),
        ("ｆ", 2), ("", 0),
    ])
    func width(_ text: String, _ columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test func idsAreShownAsFarAsTheyDiffer() {
        func shown(_ ids: [String]) -> String? {
            ids.last.map { ShortIDs(ids).cell($0, .plain).text }
        }
        #expect(shown(["abcdefgh", "abcxefgh"]) == "abcx")
        #expect(shown(["abcdefgh", "abcdefgx"]) == "abcdefgx")
        #expect(shown(["abcdefgh", "abcdefgh"]) == "abcdefgh")
    }
}

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("tea", "tea"), ("a\nb\tc", "a\\nb\\tc"), ("\u{1b}[2J", "\\u{1b}[2J"),
        ("\u{9b}31m", "\\u{9b}31m"), ("a\u{7f}", "a\\u{7f}"), ("\u{202e}gpj", "\\u{202e}gpj"),
        ("\u{2066}gpj", "\\u{2066}gpj"),
        ("\r\n", "\\u{d}\\n"), ("散步 ☕️", "散步 ☕️"),
    ])
    func terminal(_ text: String, _ safe: String) {
        #expect(text.forTerminal == safe)
    }

    @Test func jsonHoldsNoControlCharacters() throws {
        let value = JSONValue.string("a\u{9b}\u{7f}\u{1b}é\u{a0}")
        let line = try Output.line(value)
        #expect(
            line.unicodeScalars.dropLast().allSatisfy { $0.properties.generalCategory != .control })
        #expect(try Sample.read(line, as: JSONValue.self) == value)
    }
}
