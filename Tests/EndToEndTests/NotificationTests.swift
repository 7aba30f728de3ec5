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
    }
}
