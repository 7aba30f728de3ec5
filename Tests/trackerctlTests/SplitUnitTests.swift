import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Units that are words of their own belong to the number before them, wherever a span is read.
@Suite struct SplitUnitTests {
    private static let requests: [(line: String, method: String, params: String)] = [
        ("timer 90 sec", "timer.start", #"{"duration":90000}"#),
        ("timer 90 Sec eggs", "timer.start", #"{"duration":90000,"name":"eggs"}"#),
        ("timer 1 hour roast", "timer.start", #"{"duration":3600000,"name":"roast"}"#),
        ("timer roast 1 hr 30 mins", "timer.start", #"{"duration":5400000,"name":"roast"}"#),
        ("timer 1 day 2 hours", "timer.start", #"{"duration":93600000}"#),
        ("timer start 25 MINUTES tea", "timer.start", #"{"duration":1500000,"name":"tea"}"#),
        ("timer 25min tea", "timer.start", #"{"duration":1500000,"name":"tea"}"#),
        ("timer extend tea 10 min", "timer.extend", #"{"by":600000,"timer":"tea"}"#),
        ("timer extend tea 1 hour 30 min", "timer.extend", #"{"by":5400000,"timer":"tea"}"#),
        ("timer extend tea -- -10 min", "timer.extend", #"{"by":-600000,"timer":"tea"}"#),
        ("rest 90 sec", "rest.start", #"{"duration":90000}"#),
        ("rest 1 min 30 s", "rest.start", #"{"duration":90000}"#),
        ("rest 1m 30s", "rest.start", #"{"duration":90000}"#),
        ("rest 2 m --warn-at 10 sec", "rest.start", #"{"duration":120000,"warn_at":[10000]}"#),
        ("rest extend 30 seconds", "rest.extend", #"{"by":30000}"#),
        ("run extend 10", "run.extend", #"{"by":10000}"#),
        ("run extend 10 min", "run.extend", #"{"by":600000}"#),
        (
            "log 20 push-ups --at -10 min", "log.add",
            #"{"at":"-10 min","count":20,"exercise":"push-ups"}"#
        ),
        ("remind pause 1 hour", "do_not_disturb.set", #"{"for":3600000}"#),
        ("remind pause 1 hour 30 min", "do_not_disturb.set", #"{"for":5400000}"#),
        ("remind snooze 10 min", "reminder.answer", #"{"action":"snooze","for":600000}"#),
        (
            "remind snooze move 1 hour 30 min", "reminder.answer",
            #"{"action":"snooze","for":5400000,"reminder":"move"}"#
        ),
    ]

    @Test(arguments: requests)
    func aUnitBelongsToItsNumber(_ line: String, _ method: String, _ params: String) throws {
        let command = try Trackerctl.command(for: line.split(separator: " ").map(String.init))
        let sent: (method: String, params: String)
        if let answer = command as? any AnswerCommand {
            sent = try RequestTests.wire(of: answer.request())
        } else {
            let sender = try #require(command as? any MethodCommand)
            sent = try RequestTests.wire(of: sender)
        }
        #expect(sent.method == method && sent.params == params, "\(sent)")
    }

    @Test func optionsTakeThemToo() throws {
        let lines = [
            "remind add x --every 30 min", "remind add x --every=30 min",
            "remind add x --every 1 hour 30 min --snooze 10 minutes",
        ]
        for line in lines {
            let command = try Trackerctl.command(for: line.split(separator: " ").map(String.init))
            let sender = try #require(command as? any MethodCommand)
            let sent = try RequestTests.wire(of: sender)
            #expect(sent.params.contains(line.contains("hour") ? "5400000" : "1800000"), "\(sent)")
        }
    }

    @Test(
        arguments: [
            ("plank 90 sec", 90), ("2 minutes side plank", 120), ("plank 1 min 30 s", 90),
            ("1h 5m running", 3900),
        ] as [(String, Int64)])
    func effortsTakeThem(_ line: String, _ seconds: Int64) throws {
        let words = SplitUnits.joined(line.split(separator: " ").map(String.init))
        let read = try LogNotation(words)
        #expect(read.isTime && read.count == seconds)
    }

    @Test func sessionsTakeThem() throws {
        #expect(try Amount.read("2 min") == Amount(value: 120, isSpan: true))
    }

    @Test(arguments: [
        ("plank 60 sec", "60s"), ("plank 3x60 s", "60s"), ("plank 1m30s", "90s"),
        ("running 5 km", "5km"), ("plank 60sec", "60s"), ("plank 2 min", "2min"),
    ])
    func setsTakeThem(_ line: String, _ set: String) throws {
        let words = SplitUnits.joined(line.split(separator: " ").map(String.init))
        let read = try SetNotation.line(words)
        #expect(try read.sets[0] == SetNotation.readOne(set))
        #expect(read.exercise == line.split(separator: " ").first.map(String.init))
    }

    @Test func aPlanTakesThem() throws {
        let plan = try PlanNotation.read("plank 3x60 sec rest 90 sec")
        #expect(plan.exercise == "plank" && plan.restMs == 90_000 && plan.groups.count == 1)
    }

    /// Two holds, or one.
    @Test func twoReadingsOfASetAreWrittenOut() {
        let error = #expect(throws: Rejection.self) {
            try SetNotation.line(["plank", "1m", "30s"])
        }
        #expect(error?.message.contains("write 1m30s for one") == true)
        #expect(throws: Never.self) { try SetNotation.line(["plank", "60s", "30s"]) }
    }

    /// Words that only look like units, and numbers that belong to something else.
    @Test(arguments: [
        "timer rename tea green sec", "exercise search min", "program show x",
        "log edit last --note 5 --count 3",
    ])
    func otherWordsStay(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(SplitUnits.joined(words) == words)
    }

    @Test func theAnswerShowsTheSpan() {
        #expect(SpanText.inWords(1_500_000) == "25 minutes")
        #expect(SpanText.inWords(90_000) == "1 minute 30 seconds")
        #expect(SpanText.inWords(3_601_000) == "1 hour 1 second")
        #expect(SpanText.inWords(86_400_000) == "1 day")
        #expect(SpanText.inWords(1500) == "1.5 seconds" && SpanText.inWords(1000) == "1 second")
        #expect(SpanText.inWords(0) == "0 seconds")
    }
}
