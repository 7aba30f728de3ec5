import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// Reminders on a screen, with dunst.
    @Suite struct ReminderDesktop {
        /// Runs a test after a reminder has fired, with its bubble on the screen.
        private func with(
            _ body: (Session, Screen, PendingReminder) throws -> Void
        ) throws {
            try Session.with { session in
                let screen = try Screen(session)
                let reminder = try PendingReminder(session)
                try reminder.fire()
                try screen.waitForCount(1)
                try reminder.waitForOneWaiter()
                try body(session, screen, reminder)
                #expect(try reminder.failures == [])
            }
        }

        @Test(arguments: PendingReminder.answers)
        func aPressDoesTheThing(_ answer: PendingReminder.Answer) throws {
            try with { _, screen, reminder in
                try screen.press(answer.label)
                try reminder.waitForEffect(of: answer)
                try reminder.waitUntilNobodyWaits()
                try screen.waitForCount(0)
                let bubbles = try screen.bubbles()
                guard answer.key == "log" else { return #expect(bubbles.count == 1) }
                // What was logged was shown for a moment.
                #expect(bubbles.count == 2)
                #expect(bubbles.contains { $0.body == "10 Push-ups, 10 today" })
            }
        }

        @Test func anAnswerFromElsewhereClosesTheBubble() throws {
            try with { session, screen, reminder in
                try session.call("done")
                try screen.waitForCount(0)
                try reminder.waitUntilNobodyWaits()
                #expect(try screen.bubbles().count == 1)
            }
        }

        @Test func aFollowUpTakesTheBubblesPlace() throws {
            try with { _, screen, reminder in
                var seen = ""
                try wait(upTo: 90, for: "the follow-up; on the screen is: \(seen)") {
                    usleep(500_000)
                    seen = try screen.text()
                    return seen.contains("Still there?") && seen.contains("Stand up")
                }
                #expect(try screen.count == 1)
                try reminder.waitForOneWaiter()
                try screen.press("Snooze 5 min")
                try reminder.waitForState("snoozed")
                try reminder.waitUntilNobodyWaits()
                try screen.waitForCount(0)
            }
        }

        @Test(arguments: ["KILL", "TERM"]) func afterARestartThereIsOneBubbleWithLiveButtons(
            _ signal: String
        ) throws {
            try with { session, screen, reminder in
                let former = try session.mainPID
                try session.systemctl("kill", "-s", signal, "trackerd.service")
                if signal == "TERM" { try session.systemctl("restart", "trackerd.service") }
                try wait(for: "another daemon") {
                    let pid = pid_t(try session.property("MainPID")) ?? 0
                    return pid != 0 && pid != former
                }
                try reminder.waitForOneWaiter()
                #expect(try screen.count == 1)
                try screen.press("Dismiss")
                try reminder.waitForState("dismissed")
                try reminder.waitUntilNobodyWaits()
                try screen.waitForCount(0)
            }
        }

        @Test func closedWithoutAPressItStaysPending() throws {
            try with { session, screen, reminder in
                try session.succeed("dunstctl", "close")
                try reminder.waitUntilNobodyWaits()
                #expect(try reminder.pending?["state"] == .string("pending"))
                try session.call("dismiss")
                try reminder.waitForState("dismissed")
                #expect(try screen.count == 0)
            }
        }

        @Test func anotherServerShowsItAgain() throws {
            try Session.with { session in
                let screen = try Screen(session)
                let reminder = try PendingReminder(session)
                try reminder.fire()
                try screen.waitForCount(1)
                try reminder.waitForOneWaiter()
                screen.kill()
                try reminder.waitUntilNobodyWaits()
                try screen.begin()
                try screen.waitForCount(1)
                try reminder.waitForOneWaiter()
                try screen.press(PendingReminder.answers[0].label)
                try reminder.waitForEffect(of: PendingReminder.answers[0])
                try reminder.waitUntilNobodyWaits()
                #expect(try reminder.failures == [])
            }
        }

        @Test func answeredWhileTheServerIsPausedItIsNeverShown() throws {
            try Session.with { session in
                let screen = try Screen(session)
                let reminder = try PendingReminder(session)
                try session.succeed("dunstctl", "set-paused", "true")
                try reminder.fire()
                try reminder.waitForOneWaiter()
                #expect(try screen.count == 0)
                try session.call("done")
                try reminder.waitUntilNobodyWaits()
                try session.succeed("dunstctl", "set-paused", "false")
                #expect(try watch(seconds: 0.5) { try screen.count == 0 })
            }
        }
    }
}
