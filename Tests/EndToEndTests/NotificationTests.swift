import Glibc
import Stage
import Testing
import TrackerAPI

extension EndToEndTests {
    /// Notifications as a person sees them.
    @Suite struct Notifications {
        @Test func aTimersEndIsSeenOnTheScreen() throws {
            try Session.with { session in
                let screen = try Screen(session)
                try session.systemctl("start", "trackerd.service")
                try session.call(
                    "timer", "start", "1s", "Darjeeling", "--message", "The kettle is waiting")
                var seen = ""
                try wait(for: "the bubble; on the screen is: \(seen)") {
                    usleep(200_000)
                    seen = try screen.text()
                    return seen.contains("Darjeeling") && seen.contains("kettle is waiting")
                }
                let bubbles = try screen.bubbles()
                #expect(bubbles.count == 1)
                #expect(bubbles.first?.summary == "Darjeeling")
                // dunst draws no buttons, so the text says how to answer.
                let answer = "Done: trackerctl done Darjeeling, or middle-click"
                #expect(bubbles.first?.body == "The kettle is waiting\n\(answer)")
                let failed = try session.call("events", "list", "--types", "hook.failed")
                #expect(failed["events"] == .array([]))
            }
        }

        @Test func aRestWarnsAndEnds() throws {
            try Session.with { session in
                let screen = try Screen(session)
                try session.systemctl("start", "trackerd.service")
                try session.call(
                    "rest", "start", "5s", "--warn-at", "3s", "--label", "Squats & <more>")
                try wait(for: "the warning") {
                    try session.succeed("dunstctl", "count", "displayed") == "1\n"
                }
                #expect(try screen.text().contains("Rest ends in 3"))
                try wait(for: "the end") {
                    usleep(200_000)
                    return try screen.text().contains("Rest is over")
                }
                // The bubble has replaced the warning.
                #expect(try session.succeed("dunstctl", "count", "displayed") == "1\n")
                let bubbles = try screen.bubbles()
                #expect(bubbles.count == 1)
                #expect(bubbles.first?.summary == "Rest is over")
                #expect(bubbles.first?.body.contains("Squats &amp; &lt;more&gt;") == true)
            }
        }

        /// The gate's bubble is replaced by the next alert, or closed.
        @Test(arguments: [true, false]) func aGateIsClosedAlsoByAnotherDaemon(
            _ isNextSeen: Bool
        ) throws {
            try Session.with { session in
                let screen = try Screen(session)
                try session.systemctl("start", "trackerd.service")
                let cues = isNextSeen ? "\"start\"" : ""
                try session.call(
                    "rpc", "program.create",
                    """
                    {"name":"Gate","intervals":[{"label":"Warm up","duration":"1s","cues":[],\
                    "confirmation":"manual"},{"label":"Hills","duration":"1h","cues":[\(cues)]}]}
                    """)
                try session.call("run", "start", "gate")
                try screen.waitForCount(1)
                try session.systemctl("restart", "trackerd.service")
                // Its button wouldn't work any more, so that another bubble takes its place.
                try screen.waitForCount(1)
                try session.call("run", "confirm")
                guard isNextSeen else { return try screen.waitForCount(0) }
                try wait(for: "the next interval") {
                    usleep(200_000)
                    return try screen.text().contains("Hills")
                }
                #expect(try screen.count == 1)
            }
        }

        @Test func whatEndedWhileItWasAwayIsTold() throws {
            try Session.with { session in
                let screen = try Screen(session)
                try session.systemctl("start", "trackerd.service")
                try session.call("timer", "start", "1s", "soup")
                try session.systemctl("stop", "trackerd.service", "trackerd.socket")
                usleep(3_200_000)
                try session.systemctl("start", "trackerd.service")
                try wait(for: "the bubble") {
                    try session.succeed("dunstctl", "count", "displayed") == "1\n"
                }
                let bubbles = try screen.bubbles()
                #expect(bubbles.first?.summary == "soup")
                #expect(bubbles.first?.body.contains("late") == true)
            }
        }
    }
}
