import ArgumentParser
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

enum ProgressRequests {
    static let all: [(line: String, method: String, params: String)] = [
        ("report", "report.get", #"{"period":"week"}"#),
        ("reports", "report.get", #"{"period":"week"}"#),
        ("report month", "report.get", #"{"period":"month"}"#),
        (
            "report year --date 2025-03-01", "report.get",
            #"{"date":"2025-03-01","period":"year"}"#
        ),
        ("report 2026-03-01", "report.get", #"{"date":"2026-03-01","period":"day"}"#),
        (
            "report week --as-of 2026-03-01T09:00:00Z", "report.get",
            #"{"as_of":"2026-03-01T09:00:00Z","period":"week"}"#
        ),
        ("timeline", "timeline.get", "{}"),
        ("timeline 2026-03-02", "timeline.get", #"{"date":"2026-03-02"}"#),
        (
            "answers the stand --from 2026-01-01 --to 2026-01-31", "response.get",
            #"{"from":"2026-01-01","reminder":"the stand","to":"2026-01-31"}"#
        ),
        (
            "answer --from 2026-01-01 --to 2026-01-31", "response.get",
            #"{"from":"2026-01-01","to":"2026-01-31"}"#
        ),
        ("streak", "streak.get", #"{"from":"-370d"}"#),
        ("streaks", "streak.get", #"{"from":"-370d"}"#),
        (
            "streak get --from 2026-01-01 --to 2026-01-31", "streak.get",
            #"{"from":"2026-01-01","to":"2026-01-31"}"#
        ),
        ("streak pause --until 2026-03-15", "streak.pause", #"{"until":"2026-03-15"}"#),
        (
            "streak pause --from 2026-03-01 --until 2026-03-15", "streak.pause",
            #"{"from":"2026-03-01","until":"2026-03-15"}"#
        ),
        ("streak resume", "streak.resume", "{}"),
        ("achievements", "achievement.list", "{}"), ("achievement", "achievement.list", "{}"),
        (
            "achievements -c volume --no-held", "achievement.list",
            #"{"category":"volume","held":false}"#
        ),
        ("achievements --held", "achievement.list", #"{"held":true}"#),
        ("level", "level.get", "{}"), ("levels", "level.get", "{}"),
        ("challenges", "challenge.list", "{}"), ("challenge", "challenge.list", "{}"),
        ("challenges swap daily", "challenge.swap", #"{"kind":"daily"}"#),
        ("challenge swap weekly", "challenge.swap", #"{"kind":"weekly"}"#),
        ("explain level", "progress.explain", #"{"what":"level"}"#),
        ("explain streak", "progress.explain", #"{"what":"streak"}"#),
        (
            "explain achievement:first-steps", "progress.explain",
            #"{"what":"achievement:first-steps"}"#
        ),
        ("explain first-steps", "progress.explain", #"{"what":"achievement:first-steps"}"#),
        ("explain First Steps", "progress.explain", #"{"what":"achievement:first-steps"}"#),
        (
            "explain achievement first-steps:bronze", "progress.explain",
            #"{"what":"achievement:first-steps:bronze"}"#
        ),
        (
            "explain daily/2026-03-02/0", "progress.explain",
            #"{"what":"challenge:daily/2026-03-02/0"}"#
        ),
        (
            "explain challenge daily/2026-03-02/0", "progress.explain",
            #"{"what":"challenge:daily/2026-03-02/0"}"#
        ),
        (
            "explain challenge:daily/2026-03-02/0", "progress.explain",
            #"{"what":"challenge:daily/2026-03-02/0"}"#
        ),
    ]
}

@Suite struct ProgressCommandTests {
    @Test(arguments: [
        "report decade", "report 10:00", "report yesterday --date 2026-03-01",
        "report --date often", "report --as-of often", "timeline soon", "answers --from often",
        "streak pause", "streak pause --until often", "streak nonsense",
        "achievements --category legs", "challenges swap", "challenges swap hourly", "explain",
        "level 5",
    ])
    func wrongUsage(_ line: String) {
        let failure = #expect(throws: (any Error).self) {
            try Trackerctl.command(for: line.split(separator: " ").map(String.init))
        }
        #expect(failure.map { Failure($0).status } == 64)
    }

    @Test(arguments: [
        "report", "timeline", "answers", "streak get", "streak pause", "achievements", "level",
        "challenge swap", "explain",
    ])
    func helpHasExamples(_ line: String) {
        let help = #expect(throws: (any Error).self) {
            let words = line.split(separator: " ").map(String.init)
            var command = try Trackerctl.command(for: words + ["--help"])
            try command.run()
        }
        #expect(help.map { Failure($0).status } == 0)
        #expect(help.flatMap { Failure($0).message }?.contains("Examples:") == true)
    }

    @Test(arguments: [
        ("repotr", "report"), ("timelien", "timeline"), ("answrs", "answers"),
        ("sterak", "streak"), ("achievemnts", "achievements"), ("leevl", "level"),
        ("chalenges", "challenges"), ("explian", "explain"), ("streak puase", "streak pause"),
        ("challenges swpa daily", "challenges swap"), ("streak --nmubers", "streak --numbers"),
    ])
    func mistyped(_ line: String, _ meant: String) {
        let error = #expect(throws: UsageError.self) {
            try Trackerctl.command(for: line.split(separator: " ").map(String.init))
        }
        #expect(error?.hint == "did you mean 'trackerctl \(meant)'?")
    }

    /// Shells offer a command by its own name, also where that is a plural.
    @Test func completion() throws {
        let words = Set(try Completions(after: [], current: "").words.map(\.text))
        #expect(words.isSuperset(of: ["report", "answers", "achievement", "challenge"]))
        #expect(words.isDisjoint(with: ["achievements", "reports", "challenges"]))
        let periods = try Completions(after: ["report"], current: "").words.map(\.text)
        #expect(periods == ["day", "week", "month", "year"])
    }

    // MARK: Days

    /// The daemon tells which day it is, since a person's day needn't begin at midnight.
    @Test func daysByDefault() throws {
        func server() throws -> FakeServer {
            try FakeServer([[.read, .send(Sample.result(Sample.status()))]])
        }
        let answers = try ResponseCommand.parse(["stand", "--socket", server().path])
        #expect(
            try RequestTests.wire(of: answers).params
                == #"{"from":"2026-02-02","reminder":"stand","to":"2026-03-01"}"#)
    }

    /// A pause lasts until the weekday to come.
    @Test(arguments: [
        ("sunday", "2026-03-01"), ("monday", "2026-03-02"), ("Sat", "2026-03-07"),
        ("tomorrow", "2026-03-02"), ("2026-03-10", "2026-03-10"),
    ])
    func aDayToCome(_ word: String, _ date: String) {
        let now = ClockNotation.Now(date: "2026-03-01", time: "09:30")
        #expect(ClockNotation.dayToCome(word, now: now)?.text == date)
        #expect(ClockNotation.dayToCome("often", now: now) == nil)
    }

    // MARK: Output

    @Test func jsonIsTheResult() throws {
        let server = try FakeServer([
            [.read, .send(Sample.result(ProgressSample.streak(3, best: 5)))]
        ])
        try StreakCommands.Get.parse(["--json", "--socket", server.path]).run()
        #expect(server.received.count == 1)
    }

    /// The numbers of a year come from two reports, of this year and the one before.
    @Test func theMapIsOfTwoYears() throws {
        let years = [("2026", "2025"), ("2025", "2024")].map { year, former in
            ProgressSample.bare(
                "year", from: "\(year)-01-01", to: "\(year)-12-31",
                before: #"{"from":"\#(former)-01-01","to":"\#(former)-12-31"}"#)
        }
        let server = try FakeServer([
            [
                .read, .send(Sample.result(years[0])), .read,
                .send(Sample.result(years[1], id: 2)),
            ], [.read, .send(Sample.result(ProgressSample.streak(3, best: 5)))],
        ])
        try StreakCommands.Get.parse(["--numbers", "--socket", server.path]).run()
        #expect(server.received.count == 3)
        #expect(server.received[0].contains(#""params":{"period":"year"}"#))
        #expect(server.received[1].contains(#""date":"2025-12-31""#))
        #expect(server.received[2].contains("streak.get"))
    }

    private static let bareStreak = """
        {"length":0,"best":0,"tokens":0,"today":"open","weeks":0,"days":[]}
        """
    private static let bareLevel = """
        {"level":1,"xp":0,"next_at":100,"today":0,\
        "by":{"days":0,"achievements":0,"challenges":0}}
        """

    private static func settings(_ parts: String...) -> String {
        let switches = ["streak", "achievements", "xp", "challenges"].map {
            "\"\($0)\":\(parts.contains($0))"
        }
        return """
            {"unit":"kg","rest_ms":0,"bar":20,"plates":[],"day_starts_at":"04:00",\
            "week_starts":"mon","active_days":[],\(switches.joined(separator: ",")),\
            "reports":{"daily":true,"weekly":true,"monthly":true,"at":"20:00"}}
            """
    }

    /// What is switched off looks empty, and is told from what is empty by the settings.
    @Test func whatIsSwitchedOff() throws {
        func off<Result: Decodable>(_ json: String, _: Result.Type) throws -> [String?] {
            let part = try #require(ProgressPart(empty: try Sample.read(json) as Result))
            return try [
                Self.settings(), Self.settings("streak", "achievements", "xp", "challenges"),
            ].map { part.whereOff(in: try Sample.read($0), .plain) }
        }
        func words(_ part: String, _ option: String) -> [String?] {
            let pronoun = part.hasSuffix(" is") ? "it" : "them"
            return [
                "\(part) switched off. To switch \(pronoun) on:\n"
                    + "  trackerctl settings set --\(option) on\n",
                nil,
            ]
        }
        #expect(
            try off(Self.bareStreak, StreakGet.Response.self) == words("the streak is", "streak"))
        #expect(try off(Self.bareLevel, LevelView.self) == words("points and levels are", "xp"))
        #expect(
            try off(#"{"achievements":[]}"#, AchievementList.Response.self)
                == words("achievements are", "achievements"))
        #expect(
            try off(#"{"challenges":[]}"#, ChallengeList.Response.self)
                == words("challenges are", "challenges"))
        let streak: StreakGet.Response = try Sample.read(ProgressSample.streak(3, best: 5))
        #expect(ProgressPart(empty: streak) == nil)
        for option in ["streak", "xp", "achievements", "challenges"] {
            _ = try Trackerctl.command(for: ["settings", "set", "--\(option)", "on"])
        }
    }

    /// The settings are asked for on the same connection, and only where a person sees nothing.
    @Test func theSettingsAreAskedForWhereAListIsEmpty() throws {
        let none = FakeServer.Step.send(Sample.result(#"{"challenges":[]}"#))
        let settings = Sample.result(Self.settings(), id: 2)
        let empty = try FakeServer([[.read, none, .read, .send(settings)]])
        try Command<ChallengeList>.parse(["--socket", empty.path]).run()
        #expect(empty.received.map { $0.contains("settings.get") } == [false, true])
        for options in [["--json"], ["--quiet"]] {
            let server = try FakeServer([[.read, none]])
            try Command<ChallengeList>.parse(options + ["--socket", server.path]).run()
            #expect(server.received.count == 1)
        }
        let full = try FakeServer([
            [.read, .send(Sample.result("{\"challenges\":[\(ProgressSample.daily)]}"))]
        ])
        try Command<ChallengeList>.parse(["--socket", full.path]).run()
        #expect(full.received.count == 1)
    }

    @Test func whatIsAskedForIsNamed() throws {
        let refusal = """
            {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no such achievement",\
            "data":{"kind":"not_found","field":"what"}}}
            """
        let server = try FakeServer([[.read, .send(refusal)]])
        let error = #expect(throws: (any Error).self) {
            try ExplanationCommand.parse(["frist-steps", "--socket", server.path]).run()
        }
        let failure = error.map { Failure($0) }
        #expect(failure?.status == 1)
        #expect(failure?.hint == "'trackerctl achievements --quiet' lists them all")
    }

    @Test func idsForScripts() throws {
        #expect(
            try StreakCommands.Get.parse([]).id(of: Sample.read(ProgressSample.streak(3, best: 5)))
                == "3")
        let list: AchievementList.Response = try Sample.read(
            "{\"achievements\":[\(ProgressSample.firstSteps),\(ProgressSample.volume)]}")
        #expect(list.ids == ["first-steps:bronze", "tonnage:bronze"])
        let challenges: ChallengeList.Response = try Sample.read(
            "{\"challenges\":[\(ProgressSample.daily)]}")
        #expect(challenges.ids == ["daily/2026-03-01/0"])
    }
}
