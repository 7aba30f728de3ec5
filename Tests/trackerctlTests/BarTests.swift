import ArgumentParser
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// The line of a status bar: what is shown, how it counts, and how each bar takes it.
@Suite struct BarTests {
    private func face(
        training: String? = nil, run: String? = nil, rest: String? = nil, timers: [String] = [],
        reminders: [String] = [], workout: String? = nil, passed: Int64 = 0,
        showing kinds: Set<BarKind> = Set(BarKind.allCases)
    ) throws -> BarFace {
        .of(
            try LiveScene.status(
                training: training, run: run, rest: rest, timers: timers, reminders: reminders,
                workout: workout), passed: passed, showing: kinds)
    }

    // MARK: Counting

    @Test(
        arguments: [
            (1_500_000, "25:00", 1000), (1_499_999, "25:00", 999), (1_499_000, "24:59", 1000),
            (1, "0:01", 1), (0, "0:00", 1), (3_600_000, "1h00", 1000), (3_599_000, "59:59", 1000),
            (3_600_001, "1h01", 1), (9_000_000, "2h30", 60_000), (8_940_001, "2h30", 1),
            (86_400_000, "1d00h", 60_000), (86_340_000, "23h59", 60_000),
            (97_200_000, "1d03h", 3_600_000),
        ] as [(Int64, String, Int64)])
    func timeLeftIsRoundedUp(_ ms: Int64, _ text: String, _ change: Int64) {
        let time = BarTime(leftMs: ms)
        #expect(time.text == text)
        #expect(time.changesInMs == change)
    }

    @Test(
        arguments: [
            (0, "0:00", 1000), (999, "0:00", 1), (61_500, "1:01", 500), (3_599_000, "59:59", 1000),
            (3_600_000, "1h00", 60_000), (9_030_000, "2h30", 30_000),
            (86_399_000, "23h59", 1000), (86_400_000, "1d00h", 3_600_000),
        ] as [(Int64, String, Int64)])
    func elapsedTimeIsRoundedDown(_ ms: Int64, _ text: String, _ change: Int64) {
        let time = BarTime(elapsedMs: ms)
        #expect(time.text == text)
        #expect(time.changesInMs == change)
    }

    /// At the moment that is named the text is another one, and a millisecond before it is the same.
    @Test func theNextTextComesWhenItSays() {
        var dice = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let ms = Int64.random(in: 1...200_000_000, using: &dice)
            let left = BarTime(leftMs: ms)
            #expect(BarTime(leftMs: ms - left.changesInMs + 1).text == left.text, "\(ms)")
            #expect(BarTime(leftMs: ms - left.changesInMs).text != left.text, "\(ms)")
            let gone = BarTime(elapsedMs: ms)
            #expect(BarTime(elapsedMs: ms + gone.changesInMs - 1).text == gone.text, "\(ms)")
            #expect(BarTime(elapsedMs: ms + gone.changesInMs).text != gone.text, "\(ms)")
        }
    }

    // MARK: What is shown

    @Test func theMostUrgentComesFirst() throws {
        let all = try face(
            training: Sample.holding, run: Sample.run(), rest: Sample.rest,
            timers: [Sample.stopwatch, Sample.tea], reminders: [Sample.move])
        #expect(all.kind == "training" && all.state == "hold" && all.more == 5)
        #expect(all.text.hasSuffix(" +5"))
        #expect(all.tooltip.count == 6)
        let rest = try face(run: Sample.run(), rest: Sample.rest, timers: [Sample.tea])
        #expect(rest.text == "rest 1:05 +2" && rest.classes == ["rest", "running"])
        #expect(rest.tooltip.first == "rest 1:05, squats")
        #expect(try face(run: Sample.run(), timers: [Sample.tea]).kind == "run")
        // The timer that ends next, and a paused one after all that run.
        let timers = try face(timers: [Sample.paused, Sample.stopwatch, Sample.tea])
        #expect(timers.text == "tea 12:05 +2" && timers.percentage == 51)
    }

    @Test func aTimerThatIsOverStaysUntilItIsAnswered() throws {
        let over = try face(timers: [Sample.over, Sample.tea])
        #expect(over.text == "eggs over, 3 min ago +1")
        #expect(over.classes == ["timer", "over"] && over.percentage == 100)
        #expect(over.changesInMs == 60_000)
        #expect(over.tooltip == ["eggs over, 3 min ago", "tea 12:05"])
        #expect(try face(timers: [Sample.over], passed: 59_999).text == "eggs over, 3 min ago")
        #expect(try face(timers: [Sample.over], passed: 60_000).text == "eggs over, 4 min ago")
        // A rest goes first.
        #expect(try face(rest: Sample.rest, timers: [Sample.over]).kind == "rest")
    }

    @Test func whereNothingCountsRemindersAreShown() throws {
        let pending = try face(reminders: [Sample.move, Sample.pills])
        #expect(pending.kind == "reminder" && pending.text.contains("?"))
        #expect(pending.changesInMs == nil)
        // One that was put off comes at the end of the snooze.
        let snoozed = Sample.move.replacing(
            "\"state\":\"pending\"",
            with: "\"state\":\"snoozed\",\"snoozed_until\":\"2026-03-01T09:35:00.000+01:00\"")
        let put = try face(reminders: [snoozed, Sample.pills])
        #expect(snoozed != Sample.move)
        #expect(put.kind == "next" && put.figure.hasSuffix("09:35"))
        let next = try face(reminders: [Sample.pills, Sample.walk])
        #expect(next.kind == "next" && next.more == 0)
        let idle = try face()
        #expect(idle.text.isEmpty && idle.classes == ["idle"] && idle.changesInMs == nil)
        // A bar hides a module without text.
        #expect(try BarTemplate("[{text}]").text(of: idle) == "")
    }

    @Test func figuresGoOnFromTheStatus() throws {
        #expect(try face(timers: [Sample.tea], passed: 4999).text == "tea 12:01")
        #expect(try face(timers: [Sample.tea], passed: 5000).text == "tea 12:00")
        #expect(try face(timers: [Sample.tea], passed: 4999).changesInMs == 1)
        #expect(try face(timers: [Sample.stopwatch], passed: 60_000).text == "散步 1h03")
        // What is paused stands still, and wakes nobody.
        let paused = try face(timers: [Sample.paused], passed: 60_000)
        #expect(paused.text == "timer 2h00" && paused.changesInMs == nil)
        #expect(paused.classes == ["timer", "paused"])
        #expect(try face(rest: Sample.rest, passed: 64_500).changesInMs == nil)
    }

    @Test func onlyTheKindsThatAreAsked() throws {
        let rest = try face(
            run: Sample.run(), rest: Sample.rest, timers: [Sample.tea], showing: [.timers, .next])
        #expect(rest.text == "tea 12:05" && rest.more == 0)
    }

    @Test func quietIsShown() throws {
        #expect(try !face(timers: [Sample.tea]).classes.contains("do-not-disturb"))
        // Whether the person has set it, or the desktop.
        for (member, words) in [
            (#""do_not_disturb":{"until":"2026-11-02T15:00:00.000+00:00"},"#, "until 15:00"),
            (#""desktop_do_not_disturb":true,"#, "the desktop is set to do not disturb"),
        ] {
            let status: Status.Response = try Sample.read(Sample.status(quiet: member))
            let face = BarFace.of(status, passed: 0, showing: Set(BarKind.allCases))
            #expect(face.classes == ["idle", "do-not-disturb"], "\(member)")
            #expect(face.tooltip.contains { $0.contains(words) }, "\(face.tooltip)")
        }
    }

    // MARK: Forms

    private static let odd = Sample.tea.replacing(
        "\"tea\"", with: #""<b>&\"x\\ %{F#f00} #[fg=red] #(id)""#)

    @Test func namesAreEscapedByEachBarsRules() throws {
        let face = try face(timers: [Self.odd])
        func line(_ style: BarStyle) throws -> String { try style.line(face) }
        func json(_ style: BarStyle) throws -> JSONValue { try Sample.read(line(style)) }
        #expect(try line(.plain) == #"<b>&"x\ %{F#f00} #[fg=red] #(id) 12:05"#)
        let waybar = try json(.waybar)
        #expect(
            waybar["text"]?.string
                == #"&lt;b&gt;&amp;"x\ %{F#f00} #[fg=red] #(id) 12:05"#)
        #expect(waybar["alt"] == .string("timer") && waybar["percentage"] == .integer(51))
        #expect(waybar["class"] == .array([.string("timer"), .string("running")]))
        #expect(try line(.polybar).hasPrefix("<b>&\"x\\ %\u{200b}{F#f00}"))
        let block = try line(.i3blocks)
        #expect(!block.contains("\\") && block.contains("<b>&\u{201d}x\u{2216} "))
        #expect(try json(.i3statusRust)["text"]?.string == face.text)
        #expect(try line(.tmux).contains("%{F##f00} ##\u{200b}[fg=red] ##(id)"))
        #expect(try line(.genmon).hasPrefix("<txt>&lt;b&gt;&amp;"))
        #expect(try json(.json)["name"]?.string == face.name)
        for style in BarStyle.allCases where style != .genmon {
            #expect(try !line(style).contains("\n"), "\(style)")
        }
    }

    @Test func statesOfI3StatusRust() throws {
        func state(_ face: BarFace) throws -> String? {
            let object: JSONValue = try Sample.read(BarStyle.i3statusRust.line(face))
            return object["state"]?.string
        }
        #expect(try state(face()) == "Idle")
        #expect(try state(face(timers: [Sample.tea])) == "Info")
        #expect(try state(face(training: Sample.holding)) == "Good")
        #expect(try state(face(reminders: [Sample.move])) == "Warning")
        #expect(try state(face(run: Sample.run("waiting_for_confirmation"))) == "Warning")
        #expect(try state(.offline) == "Critical")
        let line = try BarStyle.i3blocks.line(face(reminders: [Sample.move]))
        let asking: JSONValue = try Sample.read(line)
        #expect(asking["urgent"] == .bool(true))
    }

    @Test func templates() throws {
        let face = try face(rest: Sample.rest, timers: [Sample.tea])
        let template = try BarTemplate("{{{kind}}} {name}: {time} ({percentage} %) {more}{state}")
        #expect(template.text(of: face) == "{rest} rest: 1:05 (27 %) +1running")
        for (text, word) in [("{nome}", "{name}"), ("{name", "{{"), ("a}b", "}}")] {
            let refusal = #expect(throws: Rejection.self) { try BarTemplate(text) }
            #expect(refusal?.message.contains(word) == true)
        }
    }

    // MARK: The command

    @Test(arguments: [
        (["bar", "--style", "moon"], "moon"), (["bar", "--show", "rest,moon"], "moon"),
        (["bar", "--format", "{x}"], "{x}"), (["bar", "--follow", "--strict"], "--strict"),
    ])
    func wrongUsage(_ arguments: [String], _ word: String) throws {
        let error = #expect(throws: (any Error).self) { try Trackerctl.command(for: arguments) }
        #expect(try Trackerctl.message(for: #require(error)).contains(word))
    }

    /// The files of examples are what is printed, so that they fit the program; `make install` puts its own
    /// folder into them.
    @Test(
        arguments: [
            (.waybar, "waybar.jsonc"), (.polybar, "polybar.ini"), (.i3blocks, "i3blocks.conf"),
            (.i3statusRust, "i3status-rust.toml"), (.tmux, "tmux.conf"), (.genmon, "genmon.txt"),
        ] as [(BarStyle, String)])
    func examplesAreWhatIsPrinted(style: BarStyle, name: String) {
        let text = File.text(Checkout.path("config/examples/\(name)"))
        #expect(text == style.configuration(program: "/usr/local/bin/trackerctl"))
    }
}
