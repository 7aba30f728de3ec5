import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// Sounds of the installed programs, with a script in the place of the player.
    @Suite struct Sounds {
        private struct Setup {
            let stage: Stage
            var played: [String] { File.lines(stage.file("played")) }
            var sounds: String { stage.file("usr/share/trackerd/sounds") }

            func call(_ arguments: String...) throws -> Program.Result {
                try stage.result(
                    [stage.file("usr/bin/trackerctl")] + arguments + ["--socket", stage.socket],
                    environment: ["PATH": stage.file("tools")])
            }
        }

        private func with(_ players: [String], _ body: (Setup) throws -> Void) throws {
            try Stage.with { stage in
                try Package.install(into: stage.file("usr"), stage)
                try File.makeFolder(stage.file("tools"))
                for player in players {
                    try File.write(
                        "#!/bin/sh\necho \"${0##*/} $*\" >>\(stage.file("played"))\n",
                        to: stage.file("tools/\(player)"), mode: 0o700)
                }
                try stage.configure("[sounds]\nvolume = 50\n")
                let notify = try NotifySocket(path: stage.file("notify"))
                _ = try stage.run(
                    [
                        stage.file("usr/bin/trackerd"), "--config", stage.configuration,
                        "--state", stage.state, "--socket", stage.socket,
                    ],
                    environment: ["NOTIFY_SOCKET": notify.path, "PATH": stage.file("tools")])
                try wait(for: "readiness") { notify.hasHeard("READY=1") }
                try body(Setup(stage: stage))
            }
        }

        @Test func soundsCanBeTried() throws {
            try with(["aplay"]) { setup in
                let one = try setup.call("sound", "test", "rest-warning")
                let player = setup.stage.file("tools/aplay")
                let file = "\(setup.sounds)/rest-warning.wav"
                #expect(one.output == "rest-warning: \(player) plays \(file)\n")
                #expect(setup.played == ["aplay --quiet \(file)"])
                let all = try setup.call("sound", "test")
                #expect(all.ending == .exited(0), "\(all.complaints)")
                let names = try setup.call("sound", "list", "--quiet").output.split(separator: "\n")
                #expect(names.count > 10 && setup.played.count == 1 + names.count)
                let list = try setup.call("sounds").output
                #expect(
                    list.contains("a timer finishes") && list.contains("files: \(setup.sounds)\n"))
                let wrong = try setup.call("sound", "test", "gong")
                #expect(wrong.ending == .exited(64))
                #expect(wrong.complaints.contains("gong"), "\(wrong.complaints)")
            }
        }
    }
}
