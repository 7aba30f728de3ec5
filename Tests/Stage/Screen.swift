import Glibc
import TestSupport
import TrackerAPI

/// A screen with a notification server that writes large and clear.
package final class Screen {
    private let session: any Desktop
    private let display: String
    private let configuration: String
    private var dunst: Program?

    package init(_ session: any Desktop) throws {
        self.session = session
        let server = try session.start([
            "Xvfb", "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp",
        ])
        try wait(for: "Xvfb: \(server.complaints)") { server.output.hasSuffix("\n") }
        display = ":" + server.output.filter(\.isNumber)
        configuration = session.stage.file("dunstrc")
        try File.write(
            """
            [global]
                font = DejaVu Sans 24
                width = (400, 900)
                origin = top-left
                offset = 40x40
                format = "%s\\n%b"
                dmenu = \(session.stage.file("choose"))
            [urgency_low]
                background = "#ffffff"
                foreground = "#000000"
                timeout = 0
            [urgency_normal]
                background = "#ffffff"
                foreground = "#000000"
                timeout = 0

            """, to: configuration)
        // The choice that a person makes in the menu of a bubble's buttons.
        try File.write(
            "#!/bin/sh\ngrep \"^#$(cat \(session.stage.file("choice")))\"\n",
            to: session.stage.file("choose"), mode: 0o755)
        try begin()
    }

    /// Starts the server.
    package func begin() throws {
        let dunst = try session.start(
            ["dunst", "-config", configuration], environment: ["DISPLAY": display])
        try wait(for: "dunst: \(dunst.complaints)") {
            try session.run(["dunstctl", "count"]).ending == .exited(0)
        }
        self.dunst = dunst
    }

    /// Ends the server as a crash would.
    package func kill() { dunst?.end() }

    /// Presses a button of the topmost bubble.
    package func press(_ label: String) throws {
        try File.write(label, to: session.stage.file("choice"))
        try session.succeed("dunstctl", "action", "0")
    }

    /// Number of visible bubbles.
    package var count: Int {
        get throws {
            let text = try session.succeed("dunstctl", "count", "displayed")
            return Int(text.filter(\.isNumber)) ?? -1
        }
    }

    package func waitForCount(_ wanted: Int) throws {
        try wait(upTo: 90, for: "\(wanted) bubbles on the screen") { try count == wanted }
    }

    /// The texts in the server's own list of bubbles.
    package func bubbles() throws -> [(summary: String, body: String)] {
        // Only closed bubbles are listed.
        try session.succeed("dunstctl", "close-all")
        let history = try JSONValue(text: try session.succeed("dunstctl", "history"))
        return (history["data"]?.list.first?.list ?? []).map { bubble in
            (
                bubble.at("summary", "data")?.string ?? "",
                bubble.at("body", "data")?.string ?? ""
            )
        }
    }

    /// The text that can be read on the screen.
    package func text() throws -> String {
        let picture = session.stage.file("screen.png")
        let shot = try session.run(
            ["import", "-window", "root", picture], environment: ["DISPLAY": display])
        guard shot.ending == .exited(0) else { throw StageError(shot.complaints) }
        return try session.succeed("tesseract", picture, "-")
    }
}
