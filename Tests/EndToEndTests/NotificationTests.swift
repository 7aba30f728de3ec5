import Glibc
import Stage
import Testing
import TrackerAPI

extension EndToEndTests {
    /// What a person sees.
    @Suite struct Notifications {
        /// A screen with a notification server that writes large and clear.
        private struct Screen {
            let session: Session
            let display: String

            init(_ session: Session) throws {
                self.session = session
                let server = try session.start([
                    "Xvfb", "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp",
                ])
                try wait(for: "Xvfb: \(server.complaints)") { server.output.hasSuffix("\n") }
                display = ":" + server.output.filter(\.isNumber)
                let configuration = session.stage.file("dunstrc")
                try File.write(
                    """
                    [global]
                        font = DejaVu Sans 24
                        width = (400, 900)
                        origin = top-left
                        offset = 40x40
                        format = "%s\\n%b"
                    [urgency_low]
                        background = "#ffffff"
                        foreground = "#000000"
                        timeout = 0
                    [urgency_normal]
                        background = "#ffffff"
                        foreground = "#000000"
                        timeout = 0

                    """, to: configuration)
                let dunst = try session.start(
                    ["dunst", "-config", configuration], environment: ["DISPLAY": display])
                try wait(for: "dunst: \(dunst.complaints)") {
                    try session.run(["dunstctl", "count"]).ending == .exited(0)
                }
            }

            /// The texts in the server's own list of bubbles.
            func bubbles() throws -> [(summary: String, body: String)] {
                // Only what was closed is listed.
                try session.succeed("dunstctl", "close-all")
                let history = try JSONValue(text: try session.succeed("dunstctl", "history"))
                return (history["data"]?.list.first?.list ?? []).map { bubble in
                    (
                        bubble.at("summary", "data")?.string ?? "",
                        bubble.at("body", "data")?.string ?? ""
                    )
                }
            }

            /// What can be read on the screen.
            func text() throws -> String {
                let picture = session.stage.file("screen.png")
                let shot = try session.run(
                    ["import", "-window", "root", picture], environment: ["DISPLAY": display])
                guard shot.ending == .exited(0) else { throw StageError(shot.complaints) }
                return try session.succeed("tesseract", picture, "-")
            }
        }

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
                #expect(bubbles.first?.body == "The kettle is waiting")
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
                // It has taken the place of the warning.
                #expect(try session.succeed("dunstctl", "count", "displayed") == "1\n")
                let bubbles = try screen.bubbles()
                #expect(bubbles.count == 1)
                #expect(bubbles.first?.summary == "Rest is over")
                #expect(bubbles.first?.body.contains("Squats &amp; &lt;more&gt;") == true)
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
