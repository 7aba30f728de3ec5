import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerDaemon

private typealias Hook = Configuration.Hook

/// Hooks whose commands start them again: told apart from others, and held to a rate.
@MainActor @Suite(.serialized) struct HookFeedingTests {
    private let hook = Hook(on: ["timer.*"], run: ["a"])
    private let other = Hook(on: ["rest.*"], run: ["b"])

    private func moment(_ ms: Int64) -> Moment {
        let ns = ms * nanosecondsPerMs
        return Moment(wallMs: ms, bootNs: ns, awakeNs: ns, bootID: "b")
    }

    @Test func aFewStartAtOnceAndTheOthersAtARate() {
        var feeding = HookFeeding()
        for _ in 0..<HookFeeding.freeRuns {
            #expect(feeding.take(hook, at: moment(1000)) == nil)
        }
        #expect(feeding.held(at: moment(1000)).isEmpty)
        for number in 1...3 as ClosedRange<Int64> {
            let hold = feeding.take(hook, at: moment(1000))
            let startMs = 1000 + number * HookFeeding.pauseMs
            #expect(hold == .init(startNs: startMs * nanosecondsPerMs, isNews: number == 1))
        }
        // Each hook has an allowance of its own.
        #expect(feeding.take(other, at: moment(1000)) == nil)
        #expect(feeding.held(at: moment(1000)) == [hook])
        // After a while without such runs it has all of it again, and is news again.
        let later = moment(1000 + (HookFeeding.freeRuns + 3) * HookFeeding.pauseMs)
        #expect(feeding.held(at: later).isEmpty)
        for _ in 0..<HookFeeding.freeRuns { #expect(feeding.take(hook, at: later) == nil) }
        #expect(feeding.take(hook, at: later)?.isNews == true)
    }

    /// One by way of another, and also by what is left in the background.
    @Test func causesAreThoseOfTheRunBefore() {
        var feeding = HookFeeding()
        #expect(feeding.causes(of: [7, -1], at: moment(0)).isEmpty)
        feeding.begin(7, of: hook, causes: [], at: moment(0))
        #expect(feeding.causes(of: [7], at: moment(0)) == [hook])
        feeding.begin(8, of: other, causes: [hook], at: moment(0))
        #expect(feeding.causes(of: [8, 9], at: moment(0)) == [hook, other])
        feeding.end(7, at: moment(10))
        #expect(feeding.causes(of: [7], at: moment(10 + HookFeeding.memoryMs)) == [hook])
        #expect(feeding.causes(of: [7], at: moment(11 + HookFeeding.memoryMs)).isEmpty)
        feeding.begin(9, of: other, causes: [], at: moment(11 + HookFeeding.memoryMs))
        #expect(feeding.causes(of: [7, 8], at: moment(11)) == [hook, other])
    }

    /// What is held back when the daemon stops is told of.
    @Test func whatIsDroppedIsReported() throws {
        let stage = try HookStage(hooks: [Hook(on: ["*"], run: ["pass"])])
        try stage.script("pass", #"echo $$ >>"$OUT/pids"; exec sleep 60"#)
        stage.handle("x")
        #expect(try stage.turn { !stage.lines("pids").isEmpty })
        let group = try #require(pid_t(stage.lines("pids")[0]))
        for _ in 0..<HookFeeding.freeRuns + 2 { stage.handle("x", by: [group]) }
        #expect(stage.failures.map(\.kind) == [.feedsItself])
        stage.runner.stop()
        #expect(stage.failures.map(\.kind) == [.feedsItself, .dropped, .dropped])
    }
}

extension ServerTests {
    /// The same with a real daemon, whose hook runs the real client.
    @Suite struct FeedingHooks {
        private func count(_ types: String, _ client: LineClient) throws -> Int {
            let list = try client.call("events.list", "{\"types\":[\"\(types)\"],\"limit\":500}")
            return list["events"]?.list.count ?? 0
        }

        private func hook(_ types: String, _ command: String) -> String {
            "[[hooks]]\non = [\(types)]\nrun = [\"sh\", \"-c\", '\(command)']\n"
        }

        @Test(arguments: [
            ["timer.extended": "$CTL timer extend tea 1s"],
            ["timer.extended": "( $CTL timer extend tea 1s ) & "],
            [
                "timer.extended": "$CTL timer pause tea", "timer.paused": "$CTL timer resume tea",
                "timer.resumed": "$CTL timer extend tea 1s",
            ],
        ])
        func theyAreHeldToARateAndToldOnce(commands: [String: String]) throws {
            try Stage.with { stage in
                let record = "echo x >>\(stage.file("own"))"
                let hooks =
                    commands.map { hook("\"\($0.key)\"", $0.value) }
                    + [hook("\"timer.*\"", record)]
                try stage.configure(hooks.joined())
                let daemon = try stage.start(environment: [
                    "TRACKERD_SOCKET": stage.socket, "CTL": Built.trackerctl,
                ])
                let client = try daemon.connect()
                try client.call("timer.start", #"{"duration":"1h","name":"tea"}"#)
                try client.call("timer.extend", #"{"timer":"tea","by":"1s"}"#)
                let most = Int(HookFeeding.freeRuns) + 2
                try wait(for: "the report: \(daemon.process.complaints)") {
                    daemon.process.complaints.contains("starts it again")
                }
                usleep(1_000_000)
                #expect(try count("timer.extended", client) <= most)
                let failures = try client.call("events.list", #"{"types":["hook.failed"]}"#)
                let kinds = failures["events"]?.list.map { $0.at("data", "kind") }
                #expect(kinds == [.string("feeds_itself")])
                let checks = try client.call("daemon.check")["checks"]?.list ?? []
                let found = checks.filter { $0["part"] == .string("hook") }
                #expect(found.count { $0["state"] == .string("warn") } == 1)
                // A hook that only writes has missed nothing, and each event of a person's own starts the
                // others as ever.
                try wait(for: "a line for each event") {
                    try File.lines(stage.file("own")).count == count("timer.*", client)
                }
                let before = try count("timer.*", client)
                try client.call("timer.extend", #"{"timer":"tea","by":"1s"}"#)
                try wait(for: "the hook's run") {
                    try count("timer.*", client) >= before + 2
                }
            }
        }
    }
}
