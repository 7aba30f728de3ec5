import Testing
import TrackerCore

@Suite struct ResponsesTests {
    /// Tuesday, 2026-03-03.
    private static let tuesday = 20_515

    /// A firing at a local time, an hour east of Greenwich.
    private static func firing(
        _ state: Occurrence.State, at hour: Int64 = 10, _ minute: Int64 = 0, second: Int64 = 0,
        day: Int = 0, reminder: String = "stand", reason: String? = nil, isTest: Bool = false,
        expireAfterMs: Int64? = 1_800_000, wasFollowedUp: Bool = false, snoozes: Int64 = 0,
        responseMs: Int64? = nil
    ) -> Firing {
        let seconds = Int64(tuesday + day) * 86_400 + hour * 3600 + minute * 60 + second - 3600
        return Firing(
            reminder: reminder, state: state, reason: reason, isTest: isTest,
            day: LocalDay(number: tuesday + day, offsetS: 3600),
            firedMs: state == .suppressed ? nil : seconds * 1000, expireAfterMs: expireAfterMs,
            wasFollowedUp: wasFollowedUp, snoozes: snoozes, responseMs: responseMs)
    }

    private static func fold(_ firings: [Firing]) -> Responses {
        var responses = Responses()
        for firing in firings { responses.add(firing) }
        responses.finish()
        return responses
    }

    @Test func whatIsDecidedAndWhatIsNot() {
        let responses = Self.fold([
            Self.firing(.answered), Self.firing(.dismissed), Self.firing(.expired, reminder: "c"),
            Self.firing(.expired, reason: "missed"), Self.firing(.pending, reminder: "a"),
            Self.firing(.snoozed, reminder: "b", snoozes: 1),
            Self.firing(.suppressed, reason: "do_not_disturb"),
            Self.firing(.suppressed, reason: "missed"), Self.firing(.suppressed, reason: "missed"),
            Self.firing(.expired, reason: "disabled"), Self.firing(.expired, reason: "deleted"),
            Self.firing(.answered, isTest: true), Self.firing(.pending, isTest: true),
            Self.firing(.scheduled),
        ])
        #expect(responses.answered == 1 && responses.dismissed == 1 && responses.ignored == 2)
        #expect(responses.decided == 4 && responses.open == 2)
        #expect(responses.rate == AnswerRate(answered: 1, decided: 4))
        #expect(
            responses.notCounted == [
                "do_not_disturb": 1, "missed": 2, "disabled": 1, "deleted": 1, "test": 2,
            ])
    }

    /// An expiry within a minute, since the next one fired, was no chance to answer.
    @Test(arguments: [(59, 0, 1), (60, 1, 0)])
    func aMinuteIsAChance(_ second: Int64, _ ignored: Int, _ excused: Int) {
        let responses = Self.fold([
            Self.firing(.expired), Self.firing(.answered, second: second),
        ])
        #expect(responses.ignored == ignored)
        #expect(responses.notCounted["no_chance"] ?? 0 == excused)
    }

    @Test func theNextFiringIsThatOfTheSameReminder() {
        let responses = Self.fold([
            Self.firing(.expired), Self.firing(.answered, second: 10, reminder: "drink"),
            // What isn't shown ends nothing.
            Self.firing(.suppressed, second: 20, reason: "missed"),
        ])
        #expect(responses.ignored == 1 && responses.notCounted == ["missed": 1])
        // Who snoozed has had a chance.
        let snoozed = Self.fold([
            Self.firing(.expired, snoozes: 1), Self.firing(.answered, second: 10),
        ])
        #expect(snoozed.ignored == 1 && snoozed.notCounted == [:])
    }

    /// A test ends what still waits, up to the half hour that it waits; nothing that had expired before.
    @Test(arguments: [(29, 59, 1), (30, 0, 0)])
    func aTestEndsWhatStillWaits(_ minute: Int64, _ second: Int64, _ excused: Int) {
        let responses = Self.fold([
            Self.firing(.expired),
            Self.firing(.answered, at: 10, minute, second: second, isTest: true),
        ])
        #expect(responses.notCounted["test"] == 1 + excused)
        #expect(responses.ignored == 1 - excused)
        #expect(responses.notCounted["no_chance"] == nil)
    }

    /// A snooze lets it expire later, but a test days later has ended nothing.
    @Test(arguments: [0, 1, 3]) func aLaterTestTellsNothingElse(of snoozes: Int64) {
        let ignored = Self.firing(.expired, snoozes: snoozes)
        let before = Self.fold([ignored])
        let after = Self.fold([ignored, Self.firing(.pending, day: 2, isTest: true)])
        #expect(before.ignored == 1 && after.ignored == 1)
        #expect(after.notCounted == ["test": 1])
    }

    @Test func oneThatATestHasEndedDoesNotCount() {
        let responses = Self.fold([
            Self.firing(.expired, reason: "test", snoozes: 2),
            Self.firing(.answered, day: 1), Self.firing(.expired, day: 2, reason: "test"),
        ])
        #expect(responses.decided == 1 && responses.notCounted == ["test": 2])
    }

    /// The clock was set back between two firings of different days.
    @Test func anEarlierFiringLeavesTheChance() {
        let responses = Self.fold([
            Self.firing(.expired, at: 10), Self.firing(.answered, at: 9, 50),
        ])
        #expect(responses.ignored == 1 && responses.notCounted == [:])
    }

    @Test func aFixedTimeWaitsUntilMidnight() {
        func tests(after day: Int, _ hour: Int64) -> Int? {
            Self.fold([
                Self.firing(.expired, expireAfterMs: nil),
                Self.firing(.answered, at: hour, day: day, isTest: true),
            ]).notCounted["test"]
        }
        #expect(tests(after: 0, 23) == 2 && tests(after: 1, 0) == 1)
    }

    @Test func firingsOutsideOnlyTellHowOthersEnded() {
        var responses = Responses()
        responses.add(Self.firing(.expired))
        responses.add(Self.firing(.answered, second: 30), counts: false)
        responses.finish()
        #expect(responses.decided == 0 && responses.notCounted == ["no_chance": 1])
        responses.add(Self.firing(.expired), counts: false)
        responses.finish()
        #expect(responses.decided == 0)
    }

    @Test func hoursAndWeekdaysAreLocal() {
        let responses = Self.fold([
            Self.firing(.answered, at: 9, 59), Self.firing(.expired, at: 10),
            Self.firing(.dismissed, at: 10, day: 5), Self.firing(.answered, at: 0, 30, day: 6),
            // At 00:30 of the next day by the clock, but still on Tuesday.
            Self.firing(.answered, at: 24, 30), Self.firing(.suppressed, at: 10, reason: "missed"),
        ])
        func counts(_ parts: [Responses.Part]) -> [[Int]] {
            parts.enumerated().filter { $1.rate.decided > 0 }
                .map { [$0, $1.rate.answered, $1.rate.decided] }
        }
        #expect(counts(responses.hours) == [[0, 2, 2], [9, 1, 1], [10, 0, 2]])
        #expect(counts(responses.weekdays) == [[0, 1, 1], [1, 2, 3], [6, 0, 1]])
        #expect(responses.hours[0].isFew)
    }

    /// So many answers of so many at an hour, on the first days.
    private static func hour(
        _ hour: Int64, _ answered: Int, of decided: Int, days: Int = 6
    ) -> [Firing] {
        (0..<decided).map { index in
            firing(
                index < answered ? .answered : .dismissed, at: hour, Int64(index),
                day: index % days)
        }
    }

    @Test func theBestAndTheWorstHour() throws {
        let few = Self.fold(Self.hour(11, 5, of: 5) + Self.hour(16, 0, of: 4))
        #expect(few.extremes == nil)
        let responses = Self.fold(
            Self.hour(9, 5, of: 5) + Self.hour(11, 19, of: 20) + Self.hour(14, 2, of: 5)
                + Self.hour(15, 2, of: 5) + Self.hour(16, 0, of: 4))
        let extremes = try #require(responses.extremes)
        // Five answers of five don't weigh as much as 19 of 20.
        #expect(extremes == (11, 14))
        // Of equal hours none is the best.
        #expect(Self.fold(Self.hour(10, 5, of: 5) + Self.hour(9, 5, of: 5)).extremes == nil)
    }

    @Test func aSuggestionNeedsDays() throws {
        let answers = Self.hour(11, 18, of: 22)
        let enough = Self.fold(answers + Self.hour(16, 4, of: 20, days: 5))
        #expect(try #require(enough.suggestion) == (11, 16))
        #expect(Self.fold(answers + Self.hour(16, 4, of: 20, days: 4)).suggestion == nil)
        #expect(
            Self.fold(Self.hour(11, 18, of: 22, days: 4) + Self.hour(16, 4, of: 20)).suggestion
                == nil)
        #expect(
            Self.fold(Self.hour(11, 9, of: 11) + Self.hour(16, 2, of: 10)).suggestion == nil)
    }
}
