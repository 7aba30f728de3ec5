import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// The real rofi on a display that nobody sees.
    @Suite struct Rofi {
        /// rofi shows what a script prints after a choice as another menu, and ends where that is nothing.
        @Test func aChoiceEndsIt() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.call("timer.start", #"{"duration":"25m","name":"tea time"}"#)
                let server = try stage.run([
                    "Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp",
                ])
                try wait(for: "Xvfb: \(server.complaints)") { server.output.hasSuffix("\n") }
                let variables = [
                    "DISPLAY": ":" + server.output.filter(\.isNumber), "LC_ALL": "C.UTF-8",
                    "HOME": stage.file("home"), "PATH": "/usr/local/bin:/usr/bin:/bin",
                    "TRACKERD_SOCKET": stage.socket,
                ]
                let script = "trackerd:\(Built.trackerctl) menu --style rofi"
                func isPaused() throws -> Bool {
                    let timer = try client.call("timer.get", #"{"timer":"tea time"}"#)
                    return timer["state"] == .string("paused")
                }
                func rofiAfterReturn() throws -> Program {
                    let rofi = try stage.run(
                        ["rofi", "-modi", script, "-show", "trackerd"], environment: variables)
                    // The window takes no key before it has the keyboard.
                    try wait(upTo: 30, for: "the choice: \(rofi.complaints)") {
                        _ = try stage.result(["xdotool", "key", "Return"], environment: variables)
                        usleep(200_000)
                        return try rofi.hasEnded || isPaused()
                    }
                    return rofi
                }
                var rofi = try rofiAfterReturn()
                // On a busy machine it may give up before it has the keyboard, and end without a choice.
                for _ in 1...3 {
                    guard try !isPaused(), rofi.complaints.contains("Failed to grab keyboard")
                    else { break }
                    rofi = try rofiAfterReturn()
                }
                #expect(try rofi.waitForEnd(upTo: 10) == .exited(0))
                #expect(try isPaused())
            }
        }
    }
}
