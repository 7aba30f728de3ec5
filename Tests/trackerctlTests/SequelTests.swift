import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Lines of an answer beside the change.
@Suite struct SequelTests {
    private static let today =
        Sample.status(reminders: [Sample.pills]).replacing(
            #""today":{"date":"2026-03-01"}"#,
            with: #""today":{"date":"2026-03-01","totals":\#(Sample.totals)}"#)

    /// The line after a result, where the daemon's present state is `status`.
    private func text<Result: Decodable>(
        after json: String, as type: Result.Type, of method: String, effect: Effect = .change,
        status: String = today
    ) throws -> String {
        let server = try FakeServer([[.read, .send(Sample.result(status))]])
        let client = try Client.connect(path: server.path)
        return Sequel(to: try Sample.read(json, as: type), of: method, effect)
            .text(asking: client, in: .plain)
    }

    @Test func aLogEntry() throws {
        let entry = Sample.pushUps.replacing(
            "\"source\"", with: "\"day\":\"2026-03-01\",\"source\"")
        #expect(
            try text(after: entry, as: LogEntryView.self, of: "log.add") == """
                  1 rep today, next pills\\u{1b}[31m in 10 h 30 min (20:00),
                  'trackerctl undo' takes it back

                """)
        // Of another day there is no sum.
        #expect(
            try text(
                after: entry.replacing("\"day\":\"2026-03-01\"", with: "\"day\":\"2026-02-28\""),
                as: LogEntryView.self, of: "log.add"
            ).hasPrefix("  next pills"))
        let waiting = Sample.status(reminders: [Sample.move])
        #expect(
            try text(after: entry, as: LogEntryView.self, of: "log.delete", status: waiting)
                == "  0 reps today, next move, which waits for an answer,\n"
                + "  'trackerctl undo' takes it back\n")
    }

    @Test func aTraining() throws {
        let done = Sample.complete.replacing(
            "\"mode\"", with: #""exercise":"p7aaaaaaaaaa","day":"2026-03-01","mode""#)
        #expect(
            try text(after: done, as: TrainingView.self, of: "training.stop") == """
                  1:02:03 today, next pills\\u{1b}[31m in 10 h 30 min (20:00),
                  'trackerctl train undo' takes it back

                """)
        for (json, method, effect) in [
            (Sample.holding, "training.start", Effect.change), (done, "training.get", .none),
        ] {
            #expect(
                try text(after: json, as: TrainingView.self, of: method, effect: effect).isEmpty)
        }
    }

    @Test(arguments: [
        ("reminder.disable", false), ("reminder.update", true), ("settings.set", true),
        ("workout.finish", true),
        ("timer.start", false), ("rest.skip", false), ("reminder.fire", false),
        ("streak.pause", true), ("streak.resume", true), ("challenge.swap", false),
        ("training.bail", false), ("training.update", true), ("journal.undo", false),
    ])
    func theWayBack(_ method: String, _ isThere: Bool) throws {
        #expect(
            try text(after: Sample.tea, as: TimerView.self, of: method)
                == (isThere ? "  'trackerctl undo' takes it back\n" : ""))
    }

    @Test func doNotDisturb() throws {
        #expect(
            try text(
                after: #"{"until":"2026-03-01T17:00:00.000+01:00"}"#, as: DoNotDisturbView.self,
                of: "do_not_disturb.set") == "  'trackerctl pause off' takes it back\n")
        #expect(
            try text(after: "{}", as: DoNotDisturbView.self, of: "do_not_disturb.set").isEmpty)
    }

    /// A daemon that has gone meanwhile keeps nobody waiting.
    @Test func factsThatCannotBeHadAreLeftOut() throws {
        let server = try FakeServer([[]])
        let client = try Client.connect(path: server.path)
        let entry: LogEntryView = try Sample.read(Sample.pushUps)
        #expect(
            Sequel(to: entry, of: "log.add", .change).text(asking: client, in: .plain)
                == "  'trackerctl undo' takes it back\n")
    }

    /// What the command brought is told first: what was earned since the effort, and nothing before it.
    @Test func whatWasEarned() throws {
        let entry = Sample.pushUps.replacing(
            "\"source\"", with: "\"day\":\"2026-03-01\",\"source\"")
        func event(_ seq: Int, _ type: String, _ data: String, of subject: String = "x") -> String {
            Sample.event(seq, type, data: data).replacing("k3v9x2m4q7wd", with: subject)
        }
        let events = [
            event(9, "challenge.completed", ProgressSample.weekly),
            event(8, "level.reached", ProgressSample.level),
            event(7, "achievement.lost", #"{"count":1,"ids":["x:gold"]}"#),
            event(6, "achievement.unlocked", ProgressSample.firstSteps),
            event(5, "log.added", entry, of: "e9bbbbbbbbbb"),
            event(4, "achievement.unlocked", ProgressSample.firstSilver),
        ]
        let server = try FakeServer([
            [
                .read, .send(Sample.result(Self.today)), .read,
                .send(Sample.result("{\"events\":[\(events.joined(separator: ","))]}", id: 2)),
            ]
        ])
        let client = try Client.connect(path: server.path)
        let text = Sequel(
            to: try Sample.read(entry, as: LogEntryView.self), of: "log.add", .change
        ).text(asking: client, in: .plain)
        #expect(
            text == """
                  achieved 🌱 First Steps (bronze), level 5, challenge done: 4 days of effort
                  1 rep today, next pills\\u{1b}[31m in 10 h 30 min (20:00),
                  'trackerctl undo' takes it back

                """)
        #expect(server.received.count == 2)
        #expect(server.received[1].contains(#""newest_first":true"#))
    }

    /// The effort of an answer is the entry in the log.
    @Test func whatAnAnswerEarned() throws {
        let answered = Sample.pending.replacing(
            #""state":"pending""#, with: #""state":"answered","log":"e9bbbbbbbbbb""#)
        let entry = Sample.event(5, "log.added", data: Sample.pushUps)
            .replacing("k3v9x2m4q7wd", with: "e9bbbbbbbbbb")
        let unlocked = Sample.event(7, "achievement.unlocked", data: ProgressSample.firstSteps)
        let server = try FakeServer([
            [.read, .send(Sample.result("{\"events\":[\(unlocked),\(entry)]}"))]
        ])
        let client = try Client.connect(path: server.path)
        let occurrence: OccurrenceView = try Sample.read(answered)
        #expect(
            Sequel(to: occurrence, of: "reminder.answer", .change)
                .text(asking: client, in: .plain)
                == "  achieved 🌱 First Steps (bronze)\n"
                + "  logged 20 reps Push-ups, 'trackerctl undo' takes it back\n")
    }

    /// Events of others, where the effort's own isn't among the newest, are nobody's.
    @Test func whatOthersEarnedIsNotTold() throws {
        let level = Sample.event(8, "level.reached", data: ProgressSample.level)
        let server = try FakeServer([
            [.read, .send(Sample.result("{\"events\":[\(level)]}"))]
        ])
        let client = try Client.connect(path: server.path)
        let set: SetView = try Sample.read(Sample.heavy)
        #expect(
            Sequel(to: set, of: "set.log", .change).text(asking: client, in: .plain)
                == "  'trackerctl undo' takes it back\n")
        #expect(server.received.count == 1)
        #expect(server.received[0].contains("events.list"))
    }

    /// What can't earn anything asks for nothing.
    @Test(arguments: ["timer.start", "settings.set", "template.create"])
    func whatEarnsNothing(_ method: String) throws {
        let server = try FakeServer([[.read]])
        let client = try Client.connect(path: server.path)
        _ = Sequel(to: try Sample.read(Sample.tea, as: TimerView.self), of: method, .change)
            .text(asking: client, in: .plain)
        #expect(server.received.isEmpty)
    }
}
