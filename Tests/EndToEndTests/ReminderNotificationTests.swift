import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// Reminders as a person meets them: bubbles with buttons.
    @Suite struct ReminderNotifications {
        private struct Desk {
            let reminder: PendingReminder
            let server: NotificationServer

            init(_ session: Session, capabilities: String = "body actions") throws {
                server = try NotificationServer(session, capabilities: capabilities)
                reminder = try PendingReminder(session)
            }

            /// Fires the reminder, and waits until its bubble is there.
            func fire() throws {
                try reminder.fire()
                try server.waitForBubbles(1)
                // Long enough for the notify-send to listen for its buttons.
                usleep(300_000)
            }
        }

        @Test(arguments: PendingReminder.answers)
        func aPressDoesTheThing(_ answer: PendingReminder.Answer) throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                let bubble = try #require(desk.server.bubbles.first)
                #expect(bubble.text.contains("\"move\" \"Stand up"))
                #expect(bubble.text.contains("10 × Push-ups"))
                for answer in PendingReminder.answers {
                    #expect(bubble.offers(answer.key) && bubble.offers(answer.label))
                }
                try desk.server.press(answer.key, of: 1)
                try desk.reminder.waitForEffect(of: answer)
                if answer.key == "log" { try desk.server.waitForBubbles(2) }
                try desk.reminder.waitUntilNobodyWaits()
                #expect(desk.server.bubbles.count == (answer.key == "log" ? 2 : 1))
                if answer.key == "log" {
                    #expect(
                        desk.server.bubbles.last?.text.contains("10 Push-ups, 10 today") == true)
                }
                #expect(try desk.reminder.failures == [])
            }
        }

        @Test func aBubbleClosedByHandIsDismissedWherePeopleLikeThat() throws {
            try Session.with { session in
                try session.configure("[notifications]\nclosing = \"dismiss\"\n")
                let desk = try Desk(session)
                try desk.fire()
                try desk.server.close(1)
                try desk.reminder.waitForState("dismissed")
                try desk.reminder.waitUntilNobodyWaits()
                #expect(try desk.reminder.failures == [])
            }
        }

        @Test func anAnswerFromElsewhereClosesTheBubble() throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                try session.call("done")
                try wait(for: "its end") { desk.server.closed == [1] }
                try desk.reminder.waitUntilNobodyWaits()
                #expect(try desk.reminder.failures == [])
            }
        }

        /// The folder of the socket holds nothing that another daemon there could take for its own.
        @Test func theBubbleSaysWhoseItIsAndOfWhatKind() throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                let text = try #require(desk.server.bubbles.first).text
                #expect(text.contains("\"x-trackerd.reminder\""))
                #expect(text.contains("\"desktop-entry\": \"trackerd\""))
                #expect(text.contains("\"x-canonical-private-synchronous\": \"occurrence-"))
                #expect(!text.contains("transient"))
            }
        }

        @Test func whatWaitsIsNotedInTheStateFolder() throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                let notes = session.stage.file("home/.local/state/trackerd/bubbles")
                try wait(for: "the note") { File.lines(notes).contains { $0.hasPrefix("1 ") } }
                #expect(
                    File.names(in: session.runtime + "/trackerd").sorted() == [
                        "trackerd.sock", "up",
                    ])
            }
        }

        @Test func closingABubbleIsNoAnswer() throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                try desk.server.close(1)
                try desk.reminder.waitUntilNobodyWaits()
                #expect(try desk.reminder.pending?["state"] == .string("pending"))
                #expect(try desk.reminder.failures == [])
            }
        }

        @Test func aFollowUpReplacesTheBubbleAndItsButtonsWork() throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                try desk.server.waitForBubbles(2)
                #expect(desk.server.bubbles.map(\.replaces) == [0, 1])
                #expect(desk.server.bubbles[1].text.contains("Still there?"))
                usleep(300_000)
                try desk.server.press("dismiss", of: 1)
                try desk.reminder.waitForState("dismissed")
                try desk.reminder.waitUntilNobodyWaits()
                #expect(desk.server.bubbles.count == 2)
            }
        }

        @Test(arguments: ["KILL", "TERM"]) func afterARestartThereIsOneBubbleWithLiveButtons(
            _ signal: String
        ) throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                if signal == "KILL" {
                    try session.systemctl("kill", "-s", "KILL", "trackerd.service")
                } else {
                    try session.systemctl("restart", "trackerd.service")
                }
                try desk.server.waitForBubbles(2)
                usleep(500_000)
                #expect(desk.server.bubbles.map(\.replaces) == [0, 1])
                try desk.server.press("dismiss", of: 1)
                try desk.reminder.waitForState("dismissed")
                try desk.reminder.waitUntilNobodyWaits()
            }
        }

        @Test func aServerWithoutButtonsShowsItOnce() throws {
            try Session.with { session in
                let desk = try Desk(session, capabilities: "body")
                try desk.fire()
                try desk.reminder.waitUntilNobodyWaits()
                #expect(desk.server.bubbles.count == 1)
                #expect(try desk.reminder.failures == [])
                #expect(try session.call("snooze", "10m")["state"] == .string("snoozed"))
            }
        }

        @Test func theServerDiesAndAnotherComes() throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                desk.server.kill()
                try session.call("remind", "dismiss", "move")
                try desk.reminder.waitUntilNobodyWaits()
                let next = try NotificationServer(session)
                try session.call("remind", "test", "move")
                try next.waitForBubbles(1)
                usleep(300_000)
                try next.press("dismiss", of: 1)
                try desk.reminder.waitForState("dismissed")
            }
        }

        @Test func withoutAServerItIsRecordedAndCanBeAnswered() throws {
            try Session.with { session in
                try session.systemctl("start", "trackerd.service")
                try session.call("remind", "add", "move", "--every", "30m")
                try session.call("remind", "test", "move")
                try wait(for: "the failure") {
                    try session.call("events", "list", "--types", "hook.failed")["events"]?.list
                        .isEmpty == false
                }
                #expect(try session.call("done")["state"] == .string("answered"))
            }
        }
    }
}
