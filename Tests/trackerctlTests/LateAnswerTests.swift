import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Answers to an occurrence that is over.
@Suite struct LateAnswerTests {
    private static let pushUps = #","exercise":"e7","exercise_name":"Push-ups","count":10"#

    /// - Parameter isRepeated: whether the occurrence was over before the answer.
    private func overText(
        _ state: String, words: String = Self.pushUps, isRepeated: Bool = true
    ) -> String {
        """
        {"id":"0cc9x2m4q7wd","reminder":"r3m9x2m4q7wd","due_at":"2026-03-01T09:25:00.000+01:00",\
        "state":"\(state)","follow_ups":[],"answered_at":"2026-03-01T09:26:00.000+01:00",\
        "response_ms":60000,"snoozes":0,"name":"move"\(words)\
        \(isRepeated ? ",\"repeated\":true" : "")}
        """
    }

    private func late(
        _ state: String, _ answer: ReminderAnswer, words: String = Self.pushUps,
        isRepeated: Bool = true
    ) throws -> LateAnswer? {
        LateAnswer(
            try Sample.read(overText(state, words: words, isRepeated: isRepeated)), to: answer,
            in: .plain)
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
        #expect(try late("answered", log(), isRepeated: false) == nil)
        #expect(try late("dismissed", ReminderAnswer(reminder: "move", action: .dismiss)) == nil)
        let pending: OccurrenceView = try Sample.read(Sample.pending)
        #expect(LateAnswer(pending, to: log(), in: .plain) == nil)
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
        let pills: OccurrenceView = try Sample.read(overText("expired", words: ""))
        let expired = LateAnswer(expired: pills, log()).refusal
        #expect(expired.message.hasSuffix(" has expired") && expired.hint == nil)
        // What was expected isn't known.
        #expect(
            LateAnswer(expired: nil, log()).refusal.hint
                == "to log it: trackerctl log EXERCISE COUNT")
    }

    @Test func whereNothingIsPendingTheLastOneIsTold() throws {
        func refusal(
            _ state: String?, _ answer: ReminderAnswer = ReminderAnswer(action: .log)
        ) throws -> Refusal {
            var rejection = Rejection.conflict("no reminder is pending", state: "none")
            rejection.occurrence = state.map { overText($0, isRepeated: false) }
            return try #require(
                answer.refusal(for: .refused(WireError(rejection)), in: .plain))
        }
        let history = "'trackerctl remind history' shows the earlier ones"
        let expired = try refusal("expired")
        #expect(expired.message == "no reminder is pending: move of 09:25 has expired")
        #expect(expired.hint == "to log it: trackerctl log push-ups 10; \(history)")
        #expect(
            try refusal("dismissed").message
                == "no reminder is pending: move was already dismissed, 09:26")
        // The reps that were done aren't lost in silence, whatever they were done for.
        for state in ["answered", nil] {
            let told = try refusal(state, ReminderAnswer(action: .log, count: 12))
            #expect(told.message == "no reminder is pending")
            #expect(told.hint == "to log it: trackerctl log EXERCISE 12; \(history)")
            #expect(try refusal(state).hint == history)
        }
        #expect(try refusal("expired", ReminderAnswer(action: .snooze)).hint == history)
        let none = try refusal(nil, ReminderAnswer(action: .dismiss))
        #expect(none.message == "no reminder is pending" && none.hint == history)
    }

    // MARK: Over the wire

    /// Runs a command against a server that accepts one connection and answers one request.
    private func run(_ command: some ParsableCommand, _ server: FakeServer) throws -> [String?] {
        var command = command
        try command.run()
        return try server.received.map { try Sample.read($0, as: JSONValue.self)["method"]?.string }
    }

    private func server(_ reply: String) throws -> FakeServer {
        try FakeServer([[.read, .send(reply)]])
    }

    @Test func doneIsRefusedWhereItIsLost() throws {
        let dismissed = overText("dismissed", words: #","exercise_name":"Push-ups""#)
        let server = try server(
            Sample.result("{\"did\":\"reminder.answered\",\"view\":\(dismissed)}"))
        let refusal = #expect(throws: Refusal.self) {
            try run(Done.parse(["move", "12", "--quiet", "--socket", server.path]), server)
        }
        #expect(refusal?.hint == "to log it: trackerctl log push-ups 12")
        #expect(refusal.map { Failure($0).status } == 1)
    }

    @Test func anAnswerIsOneRequest() throws {
        let answered = Sample.result(
            overText("answered", words: #","log":"10g9x2m4q7wd""#, isRepeated: false))
        let done = try server(answered)
        #expect(
            try run(ReminderCommands.Done.parse(["--quiet", "--socket", done.path]), done)
                == ["reminder.answer"])
        let snooze = try server(Sample.result(Sample.pending))
        #expect(
            try run(Snooze<Trackerctl>.parse(["10m", "--quiet", "--socket", snooze.path]), snooze)
                == ["reminder.answer"])
        let dismiss = try server(Sample.result(Sample.pending))
        #expect(
            try run(Dismiss<Trackerctl>.parse(["--quiet", "--socket", dismiss.path]), dismiss)
                == ["reminder.answer"])
    }

    @Test func soItIsWhereItHasExpired() throws {
        let expired = """
            {"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"it is expired",\
            "data":{"kind":"conflict","state":"expired",\
            "occurrence":\(overText("expired", isRepeated: false))}}}
            """
        for words in [["move", "12"], ["12"]] {
            let server = try server(expired)
            let refusal = #expect(throws: Refusal.self) {
                try run(Done.parse(words + ["--quiet", "--socket", server.path]), server)
            }
            #expect(refusal?.message == "move has expired: nothing was logged")
            #expect(refusal?.hint == "to log it: trackerctl log push-ups 12")
            #expect(server.received.count == 1)
        }
    }
}
