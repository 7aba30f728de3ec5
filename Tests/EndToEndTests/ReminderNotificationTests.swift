import Glibc
import Stage
import Testing
import TrackerAPI

extension EndToEndTests {
    /// Reminders as a person meets them: bubbles with buttons.
    @Suite struct ReminderNotifications {
        private struct Desk {
            let session: Session
            let server: NotificationServer

            init(_ session: Session, capabilities: String = "body actions") throws {
                self.session = session
                server = try NotificationServer(session, capabilities: capabilities)
                try session.systemctl("start", "trackerd.service")
                try session.call(
                    "remind", "add", "move", "--every", "30m", "--message", "Stand up",
                    "--follow-up", "1m", "--days", "daily")
            }

            /// Lets it fire, and waits until the bubble is there.
            func fire(bubbles count: Int = 1) throws {
                try session.call("remind", "test", "move")
                try server.waitForBubbles(count)
                // Until whoever shows it listens for its buttons.
                usleep(300_000)
            }

            var pending: JSONValue? {
                get throws { try session.call("remind", "show", "move")["pending"] }
            }

            func waitForState(_ state: String) throws {
                var found = ""
                try wait(for: "\(state), it is \(found)") {
                    let list = try session.call("occurrence", "list", "--limit", "1")
                    found = list["occurrences"]?.list.first?["state"]?.string ?? ""
                    return found == state
                }
            }

            var failures: [JSONValue] {
                get throws {
                    try session.call("events", "list", "--types", "hook.failed")["events"]?.list
                        ?? []
                }
            }

            /// No notify-send is left behind.
            func waitUntilNobodyWaits() throws {
                try wait(for: "the end of notify-send") {
                    let pids = try session.systemctl(
                        "show", "trackerd.service", "-p", "TasksCurrent", "--value")
                    return pids == "1\n"
                }
            }
        }

        @Test(arguments: [("snooze", "snoozed"), ("dismiss", "dismissed")])
        func aPressDoesTheThing(_ key: String, _ state: String) throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                let bubble = try #require(desk.server.bubbles.first)
                #expect(bubble.text.contains("\"move\" \"Stand up\""))
                #expect(bubble.offers("snooze") && bubble.offers("Snooze 5 min"))
                #expect(bubble.offers("dismiss") && !bubble.offers("log"))
                try desk.server.press(key, of: 1)
                try desk.waitForState(state)
                try desk.waitUntilNobodyWaits()
                #expect(try desk.failures == [])
            }
        }

        @Test func anAnswerFromElsewhereClosesTheBubble() throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                try session.call("done")
                try wait(for: "its end") { desk.server.closed == [1] }
                try desk.waitUntilNobodyWaits()
                #expect(try desk.failures == [])
            }
        }

        @Test func closingABubbleIsNoAnswerAndTheFollowUpShowsItAgain() throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                try desk.server.close(1)
                try desk.waitUntilNobodyWaits()
                #expect(try desk.pending?["state"] == .string("pending"))
                try desk.server.waitForBubbles(2)
                #expect(desk.server.bubbles[1].text.contains("Still there?"))
                #expect(try desk.failures == [])
            }
        }

        @Test func aFollowUpReplacesTheBubbleAndItsButtonsWork() throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                try desk.server.waitForBubbles(2)
                #expect(desk.server.bubbles.map(\.replaces) == [0, 1])
                usleep(300_000)
                try desk.server.press("dismiss", of: 1)
                try desk.waitForState("dismissed")
                try desk.waitUntilNobodyWaits()
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
                try desk.waitForState("dismissed")
                try desk.waitUntilNobodyWaits()
            }
        }

        @Test func aServerWithoutButtonsShowsItOnce() throws {
            try Session.with { session in
                let desk = try Desk(session, capabilities: "body")
                try desk.fire()
                try desk.waitUntilNobodyWaits()
                #expect(desk.server.bubbles.count == 1)
                #expect(try desk.failures == [])
                #expect(try session.call("snooze", "10m")["state"] == .string("snoozed"))
            }
        }

        @Test func theServerDiesAndAnotherComes() throws {
            try Session.with { session in
                let desk = try Desk(session)
                try desk.fire()
                desk.server.kill()
                try session.call("remind", "dismiss", "move")
                try desk.waitUntilNobodyWaits()
                let next = try NotificationServer(session)
                try session.call("remind", "test", "move")
                try next.waitForBubbles(1)
                usleep(300_000)
                try next.press("dismiss", of: 1)
                try desk.waitForState("dismissed")
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
