import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// trackerctl live --break on a real terminal.
    @Suite struct LiveBreak {
        /// Runs a test with a daemon, a reminder and a terminal.
        private func with(_ body: (LineClient, Tmux) throws -> Void) throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.call(
                    "reminder.create",
                    #"{"name":"move","every":"30m","exercise":"push-ups","count":10}"#)
                try body(client, try Tmux(stage))
            }
        }

        private func open(_ tmux: Tmux) throws {
            try tmux.type("clear; \(Built.trackerctl) live --break; echo left $?")
        }

        @Test(arguments: [("d", nil), ("x", nil), ("z", "snoozed")] as [(String, String?)])
        func aKeyAnswersAndEndsIt(_ key: String, _ state: String?) throws {
            try with { client, tmux in
                try client.call("reminder.fire", #"{"reminder":"move"}"#)
                try open(tmux)
                try tmux.waitForText("10 x Push-ups")
                try tmux.waitForText("d done  z snooze  x skip")
                // A key right after the window has opened is taken as meant for another one.
                usleep(1_500_000)
                try tmux.press(key)
                try tmux.waitForText("left 0")
                let reminder = try client.call("reminder.get", #"{"reminder":"move"}"#)
                #expect(reminder["pending"]?["state"]?.string == state)
            }
        }
    }
}
