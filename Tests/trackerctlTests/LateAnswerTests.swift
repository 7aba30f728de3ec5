import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

/// Answers to an occurrence that is over. The daemon's clock shows 09:30 before the answer is sent.
@Suite struct LateAnswerTests {
    private func over(
        _ state: String, at answeredAt: String = "2026-03-01T09:26:00.000+01:00",
        words: String = #","exercise":"e7","exercise_name":"Push-ups","count":10"#
    ) throws -> OccurrenceView {
        try Sample.read(overText(state, at: answeredAt, words: words))
    }

    private func overText(_ state: String, at answeredAt: String, words: String) -> String {
        """
        {"id":"0cc9x2m4q7wd","reminder":"r3m9x2m4q7wd","due_at":"2026-03-01T09:25:00.000+01:00",\
        "state":"\(state)","follow_ups":[],"answered_at":"\(answeredAt)","response_ms":60000,\
        "snoozes":0,"name":"move"\(words)}
        """
    }

    private func late(
        _ state: String, _ answer: ReminderAnswer,
        at answeredAt: String = "2026-03-01T09:26:00.000+01:00",
        words: String = #","exercise":"e7","exercise_name":"Push-ups","count":10"#
    ) throws -> LateAnswer? {
        LateAnswer(
            try over(state, at: answeredAt, words: words), to: answer,
            sentAfter: "2026-03-01T09:30:00.000+01:00", in: .plain)
    }

    private func log(_ exercise: String? = nil, _ count: Int64? = nil) -> ReminderAnswer {
        ReminderAnswer(reminder: "move", action: .log, exercise: exercise, count: count)
    }

    @Test func afterADismissalNothingIsLogged() throws {
        let late = try #require(try late("dismissed", log(nil, 12)))
        #expect(late.isLost)
        #expect(
            late.refusal.message == "move was already dismissed, 09:26: nothing was logged")
        #expect(late.refusal.hint == "to log it: trackerctl log push-ups 12")
    }

    @Test func afterAnAnswerNothingMoreIs() throws {
        let late = try #require(try late("answered", log()))
        #expect(!late.isLost)
        #expect(
            late.text(in: .plain) == """
                move was already answered, 09:26: nothing more was logged
                  to log it anyway: trackerctl log push-ups 10

                """)
    }

    @Test func theFirstAnswerIsNotLate() throws {
        #expect(try late("answered", log(), at: "2026-03-01T09:30:00.001+01:00") == nil)
        #expect(try late("answered", log(), at: "2026-03-01T09:30:00.000+01:00") == nil)
        #expect(try late("dismissed", ReminderAnswer(reminder: "move", action: .dismiss)) == nil)
        let pending: OccurrenceView = try Sample.read(Sample.pending)
        #expect(
            LateAnswer(
                pending, to: log(), sentAfter: "2026-03-01T09:30:00.000+01:00", in: .plain) == nil)
    }

    @Test func theCommandNamesWhatWasDone() throws {
        func command(_ answer: ReminderAnswer, _ words: String = "") throws -> String? {
            try late("dismissed", answer, words: words)?.refusal.hint
        }
        #expect(
            try command(log(), #","exercise":"any""#)
                == "to log it: trackerctl log EXERCISE COUNT")
        #expect(try command(log(nil, 12)) == "to log it: trackerctl log EXERCISE 12")
        #expect(
            try command(log(), #","exercise":"any","count":10"#)
                == "to log it: trackerctl log EXERCISE 10")
        #expect(
            try command(log("squats"), #","exercise":"any","count":10"#)
                == "to log it: trackerctl log squats")
        #expect(
            try command(log("overhead press"), #","exercise":"e7","count":10"#)
                == "to log it: trackerctl log overhead-press")
        #expect(
            try command(log(), #","exercise":"e7","exercise_name":"懸垂 (bar)","count":10"#)?
                .hasSuffix("10") == true)
    }

    /// A reminder such as that of pills has nothing to log.
    @Test func withoutAnExerciseNothingIsLost() throws {
        let late = try #require(try late("dismissed", log(), words: ""))
        #expect(late.isLost)
        #expect(late.refusal.message == "move was already dismissed, 09:26")
        #expect(late.refusal.hint == nil)
        let answered = try #require(try self.late("answered", log(), words: ""))
        #expect(answered.text(in: .plain) == "move was already answered, 09:26\n")
        let pills: ReminderView = try Sample.read(Sample.pills)
        let expired = LateAnswer(expired: pills, log()).refusal
        #expect(expired.message.hasSuffix(" has expired") && expired.hint == nil)
        // What was expected isn't known.
        #expect(
            LateAnswer(expired: nil, log()).refusal.hint
                == "to log it: trackerctl log EXERCISE COUNT")
    }

    @Test func whereNothingIsPendingTheLastOneIsTold() throws {
        func refusal(
            _ state: String, _ answer: ReminderAnswer = ReminderAnswer(action: .log),
            of reminder: String? = Sample.move
        ) throws -> Refusal {
            try Done.nothingPending(
                to: answer, after: over(state), of: reminder.map { try Sample.read($0) },
                in: .plain)
        }
        let history = "'trackerctl remind history' shows the earlier ones"
        let expired = try refusal("expired")
        #expect(expired.message == "no reminder is pending: move of 09:25 has expired")
        #expect(expired.hint == "to log it: trackerctl log push-ups 10; \(history)")
        #expect(
            try refusal("dismissed").message
                == "no reminder is pending: move was already dismissed, 09:26")
        // The reps that were done aren't lost in silence, whatever they were done for.
        for (state, reminder) in [("answered", Sample.move), ("expired", nil)] {
            let told = try refusal(state, ReminderAnswer(action: .log, count: 12), of: reminder)
            #expect(told.message == "no reminder is pending")
            #expect(told.hint == "to log it: trackerctl log EXERCISE 12; \(history)")
            #expect(try refusal(state, of: reminder).hint == history)
        }
        #expect(try refusal("expired", ReminderAnswer(action: .snooze)).hint == history)
        let none = Done.nothingPending(
            to: ReminderAnswer(action: .dismiss), after: nil, of: nil, in: .plain)
        #expect(none.message == "no reminder is pending" && none.hint == history)
    }

    // MARK: Over the wire

    private func run(_ words: [String], _ connections: [[String]]) throws -> [String] {
        let server = try FakeServer(
            connections.map { results in results.flatMap { [.read, .send($0)] } })
        try Done.parse(words + ["--quiet", "--socket", server.path]).run()
        return server.received
    }

    private let status = Sample.result(Sample.status(reminders: [Sample.move]))

    @Test func doneIsRefusedWhereItIsLost() throws {
        let dismissed = overText(
            "dismissed", at: "2026-03-01T09:26:00.000+01:00",
            words: #","exercise_name":"Push-ups""#)
        let refusal = #expect(throws: Refusal.self) {
            try run(["move", "12"], [[status], [Sample.result(dismissed)]])
        }
        #expect(refusal?.hint == "to log it: trackerctl log push-ups 12")
        #expect(refusal.map { Failure($0).status } == 1)
    }

    @Test func doneAsksForNothingMore() throws {
        let answered = overText(
            "answered", at: "2026-03-01T09:30:00.100+01:00",
            words: #","log":"10g9x2m4q7wd","exercise":"e7e9x2m4q7wd""#)
        let server = try FakeServer([
            [.read, .send(status)], [.read, .send(Sample.result(answered))],
        ])
        try Done.parse(["move", "12", "--socket", server.path]).run()
        let sent = try server.received.map { try Sample.read($0, as: JSONValue.self) }
        #expect(sent.map { $0["method"]?.string } == ["status", "reminder.answer"])
    }

    @Test func soItIsWhereItHasExpired() throws {
        let expired = """
            {"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"it is expired",\
            "data":{"kind":"conflict","state":"expired"}}}
            """
        let refusal = #expect(throws: Refusal.self) {
            try run(["move", "12"], [[status], [expired], [Sample.result(Sample.move)]])
        }
        #expect(refusal?.message == "move has expired: nothing was logged")
        #expect(refusal?.hint == "to log it: trackerctl log push-ups 12")
    }
}
