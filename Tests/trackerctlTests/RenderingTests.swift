import ArgumentParser
import Testing
import TrackerAPI

@testable import trackerctl

@Suite struct RenderingTests {
    @Test func statusTable() throws {
        let json = Sample.status(
            timers: [Sample.tea, Sample.paused, Sample.stopwatch], rest: Sample.rest)
        let text = try StatusCommand.parse([]).text(of: Sample.read(json), in: .plain)
        #expect(
            text == """
                NAME           STATE        LEFT  ENDS      ID
                tea            running     12:05  09:42:55  k3v9x
                -              paused    2:00:00            k3v9a
                散步           running  +1:02:03            zz00a
                rest (squats)  running      1:05  09:31:30

                """)
    }

    @Test func statusWithNothing() throws {
        let command = try StatusCommand.parse([])
        #expect(
            try command.text(of: Sample.read(Sample.status()), in: .plain) == "nothing is running\n"
        )
        let degraded = try command.text(
            of: Sample.read(Sample.status(storage: "degraded")), in: .plain)
        #expect(degraded.contains("storage degraded"))
    }

    @Test(arguments: [
        (Sample.tea, "tea: running, 12:05 left, ends 09:42:55 [k3v9x2m4q7wd]"),
        (Sample.paused, "timer k3v9: paused, 2:00:00 left [k3v9aaaaaaaa]"),
        (Sample.stopwatch, "散步: running, 1:02:03 [zz00aaaaaaaa]"),
        (
            Sample.finished,
            "old\\u{9b}31m: finished, ended 2026-02-28 08:01:00, noticed 3.2s late [f00daaaaaaaa]"
        ),
    ])
    func timerSentence(_ json: String, _ sentence: String) throws {
        #expect(try Sample.read(json, as: TimerView.self).sentence(in: .plain) == sentence)
    }

    @Test func details() throws {
        let finished = try Sample.read(Sample.finished, as: TimerView.self)
        #expect(finished.details(in: .plain).hasSuffix("\n  line 1\n  \\u{1b}[31mline 2\n"))
        let stopwatch = try Sample.read(Sample.stopwatch, as: TimerView.self)
        #expect(
            stopwatch.lapLines(in: .plain) == [
                "  lap 1: 1:00.0 (1:00.0)", "  lap 2: 1:01.2 (2:01.2)",
            ])
    }

    @Test func restSentence() throws {
        let rest = try Sample.read(Sample.rest, as: RestView.self)
        #expect(rest.sentence(in: .plain) == "rest (squats): running, 1:05 left, ends 09:31:30")
    }

    @Test func events() throws {
        let events: [EventView] = [
            try Sample.read(Sample.event(9)),
            try Sample.read(
                Sample.event(10, "rest.warning", data: #"{"label":"squats","warn_ms":3000}"#)),
            try Sample.read(Sample.event(11, "new.thing", data: #"{"message":"a\nb"}"#)),
        ]
        #expect(
            EventTable.text(of: events, in: .plain) == """
                 9  09:30:00  timer.started  tea       12:05 left
                10  09:30:00  rest.warning   squats    0:03 left
                11  09:30:00  new.thing      k3v9x2m4  a\\nb

                """)
        #expect(
            EventTable.line(of: events[0], in: .plain)
                == "     9  09:30:00  timer.started     tea           12:05 left\n")
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
        #expect(LiveTable.prefixLength(of: []) == 4)
        #expect(LiveTable.prefixLength(of: ["abcdefgh", "abcxefgh"]) == 4)
        #expect(LiveTable.prefixLength(of: ["abcdefgh", "abcdefgx"]) == 8)
        #expect(LiveTable.prefixLength(of: ["abcdefgh", "abcdefgh"]) == 8)
    }
}

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("tea", "tea"), ("a\nb\tc", "a\\nb\\tc"), ("\u{1b}[2J", "\\u{1b}[2J"),
        ("\u{9b}31m", "\\u{9b}31m"), ("a\u{7f}", "a\\u{7f}"), ("\u{202e}gpj", "\\u{202e}gpj"),
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
