import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

@Suite struct AnswerShortWordTests {
    private static let done = ReminderAnswer(action: .log)
    private static let snoozed = Sample.move.replacing("\"pending\",\"f", with: "\"snoozed\",\"f")

    private func statusText(_ training: String?, reminders: [String] = []) -> String {
        let member = training.map { "\"training\":\($0)," } ?? ""
        return Sample.status(reminders: reminders, quiet: member)
    }

    private func status(
        _ training: String?, reminders: [String] = []
    ) throws -> Status.Response {
        try Sample.read(statusText(training, reminders: reminders))
    }

    // MARK: Reps or a reminder

    @Test func aCountIsTheTrainings() throws {
        #expect(try Done.reps(12, in: status(Sample.repping)).count == 12)
        let without = #expect(throws: Refusal.self) {
            try Done.reps(nil, in: status(Sample.repping))
        }
        #expect(without?.hint?.contains("give the reps you did") == true)
    }

    @Test func aPendingReminderMayBeMeantToo() throws {
        let both = #expect(throws: Refusal.self) {
            try Done.reps(12, in: status(Sample.repping, reminders: [Sample.pills, Sample.move]))
        }
        #expect(both?.message == "that could be the training session or move")
        #expect(
            both?.hint == "say which one: trackerctl train done 12, or trackerctl remind done 12")
    }

    @Test func aSnoozedReminderIsNotMeant() throws {
        let reps = try Done.reps(12, in: status(Sample.repping, reminders: [Self.snoozed]))
        #expect(reps.count == 12)
        // Without a training, the snoozed reminder is the one to answer.
        #expect(
            try Done.newestPending(in: status(nil, reminders: [Self.snoozed]))
                == "0cc9x2m4q7wd")
    }

    @Test func aWordThatNamesNoReminderIsACountThatWentWrong() throws {
        let reminders: [ReminderView] = try [Sample.read(Sample.move), Sample.read(Sample.walk)]
        for word in ["12.5", "twelve", "Move"] {
            let error = #expect(throws: Refusal.self) {
                try Done.requireReminder(word, among: reminders)
            }
            #expect(
                error?.message
                    == "'\(word)' isn't a reminder, and a count is a whole number from 1 to 100000")
        }
        for word in ["move", "walk", "r3m9", "r3m9x2m4q7wd", "last"] {
            #expect(throws: Never.self) { try Done.requireReminder(word, among: reminders) }
        }
    }

    // MARK: Over the wire

    private func methods(_ words: [String], _ connections: [[String]]) throws -> [String] {
        let server = try FakeServer(
            connections.map { results in
                results.enumerated().flatMap { index, result in
                    [.read, .send(Sample.result(result, id: index + 1))]
                }
            })
        try Done.parse(words + ["--quiet", "--socket", server.path]).run()
        return try server.received.map {
            try Sample.read($0, as: JSONValue.self)["method"]?.string ?? ""
        }
    }

    private var list: String { #"{"reminders":[\#(Sample.move),\#(Sample.pills)]}"# }

    @Test func repsGoToTheTraining() throws {
        let calls = try methods(["12"], [[statusText(Sample.repping)], [Sample.repping]])
        #expect(calls == ["status", "training.reps"])
    }

    @Test func aNameGoesToItsReminder() throws {
        let calls = try methods(
            ["move"],
            [[statusText(Sample.repping), list], [statusText(nil)], [Sample.pending]])
        #expect(calls == ["status", "reminder.list", "status", "reminder.answer"])
        // During a hold nothing is counted.
        let hold = try methods(
            ["12"],
            [
                [statusText(Sample.holding)],
                [statusText(Sample.holding, reminders: [Sample.move])],
                [Sample.pending],
            ])
        #expect(hold == ["status", "status", "reminder.answer"])
        #expect(
            try methods(["move", "12"], [[statusText(nil)], [Sample.pending]])
                == ["status", "reminder.answer"])
    }

    @Test func whatIsNeitherIsRefused() throws {
        let error = #expect(throws: Refusal.self) {
            try methods(["12.5"], [[statusText(Sample.repping), list]])
        }
        #expect(error?.hint == "give the reps you did: trackerctl done 12")
    }
}
