import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct ShortWordTests {
    private func status(
        run: String? = nil, training: String? = nil, rest: String? = nil, timers: [String] = [],
        reminders: [String] = []
    ) throws -> Status.Response {
        let members =
            (run.map { "\"run\":\(Sample.run($0))," } ?? "")
            + (training.map { "\"training\":\($0)," } ?? "")
        return try Sample.read(
            Sample.status(timers: timers, rest: rest, reminders: reminders, quiet: members))
    }

    private func refused(
        _ kind: String, state: String? = nil, field: String? = nil, matches: [String]? = nil
    ) -> ClientError {
        let rejection = Rejection(
            Rejection.Kind(rawValue: kind), "no", field: field, state: state, matches: matches)
        return .refused(WireError(rejection))
    }

    private func hint<Word: ShortWord>(
        _ word: Word.Type, _ matches: [String], _ status: Status.Response
    ) throws -> String? {
        Word.refusal(refused("ambiguous", matches: matches), status: status)?.hint
    }

    @Test func severalThingsAreNamedByTheirCommands() throws {
        let live = try status(
            run: "paused", training: Sample.repping, rest: Sample.rest,
            timers: [Sample.tea, Sample.stopwatch], reminders: [Sample.move])
        let ids = LiveItem.all(in: live).map(\.id)
        let pending = "0cc9x2m4q7wd"
        let stop = try #require(try hint(Stop.self, ids, live))
        for command in [
            "train stop", "run stop", "rest skip", "timer cancel k3v9x2m4q7wd", "timer finish ",
        ] {
            #expect(stop.contains("trackerctl \(command)"))
        }
        let next = try #require(try hint(Next.self, ids.suffix(0) + [ids[0], pending], live))
        #expect(
            next
                == "say which one: trackerctl train done COUNT, or trackerctl remind done "
                + "r3m9x2m4q7wd"
        )
        let pause = try hint(Pause.self, [ids[0]], live)
        #expect(pause == "say which one: trackerctl train pause")
    }

    @Test func nextNamesWhatItWouldDo() throws {
        for (state, verb) in [
            ("running", "skip"), ("paused", "resume"), ("waiting_for_confirmation", "confirm"),
        ] {
            let live = try status(run: state)
            let ids = LiveItem.all(in: live).map(\.id)
            #expect(try hint(Next.self, ids, live) == "say which one: trackerctl run \(verb)")
        }
        for (training, verb) in [
            (Sample.holding, "bail"), (Sample.resting, "skip"), (Sample.reached, "resume"),
        ] {
            let live = try status(training: training)
            let ids = LiveItem.all(in: live).map(\.id)
            #expect(try hint(Next.self, ids, live) == "say which one: trackerctl train \(verb)")
        }
    }

    @Test func otherRefusalsSayWhatToDo() throws {
        let reps = refused("conflict", state: "training", field: "count")
        #expect(
            try Next.refusal(reps, status: status())?.hint == "give the count: trackerctl done 12")
        let twice = refused("conflict", state: "just_now")
        #expect(try Stop.refusal(twice, status: status())?.hint == "run it again if you mean it")
        let none = refused("conflict", state: "none")
        #expect(try Stop.refusal(none, status: status()) == nil)
    }

    @Test func itSaysWhatItDid() throws {
        func text(_ did: String, _ view: String) throws -> String {
            let result: LiveResult = try Sample.read("{\"did\":\"\(did)\",\"view\":\(view)}")
            return try Next.parse([]).text(of: result, in: .plain)
        }
        #expect(try text("rest.skipped", Sample.rest).hasPrefix("skipped; "))
        #expect(try text("run.interval_started", Sample.run()).hasPrefix("confirmed; Tabata"))
        #expect(try text("training.attempted", Sample.resting).hasPrefix("bailed; "))
        #expect(try text("training.effort_started", Sample.holding).hasPrefix("rest skipped; "))
        // A kind that this version doesn't know is told by its deed.
        #expect(try text("lift.ended", "{}") == "ended; ended\n")
    }

    @Test func oneRequestDoesIt() throws {
        let server = try FakeServer([
            [
                .read,
                .send(Sample.result("{\"did\":\"rest.skipped\",\"view\":\(Sample.rest)}")),
            ]
        ])
        try Skip.parse(["--socket", server.path, "-q"]).run()
        #expect(server.received.count == 1 && server.received[0].contains("live.skip"))
    }
}
