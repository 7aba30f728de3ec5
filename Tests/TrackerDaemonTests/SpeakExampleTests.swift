import TestSupport
import Testing
import TrackerCore

@testable import TrackerDaemon

/// The example that speaks the titles of alerts, with scripts in the place of the synthesizers.
@MainActor @Suite(.serialized) struct SpeakExampleTests {
    /// What is spoken of alerts with these titles, and by which program.
    private func spoken(_ programs: [String], _ titles: [String?]) throws -> HookStage {
        let stage = try HookStage(
            hooks: [
                .init(
                    on: ["x"], run: [Checkout.path("config/examples/speak.sh"), "--", "{title}"])
            ],
            path: "/nonexistent")
        for program in programs {
            try stage.script(
                program,
                #"""
                PATH=/usr/bin:/bin
                echo "<${0##*/}><$*>" >>"$OUT/spoken"
                if [ "$1" = --stdin ]; then cat >>"$OUT/spoken"; fi
                """#)
        }
        for title in titles {
            stage.handle("x", alert: title.map { Alert.plain($0) })
            try stage.turn(milliseconds: 300)
        }
        return stage
    }

    @Test(arguments: [
        (["espeak-ng", "spd-say"], ["<espeak-ng><--stdin>", "Work (3 of 8)"]),
        (["spd-say"], ["<spd-say><--wait -- Work (3 of 8)>"]),
    ])
    func theFirstProgramSpeaks(programs: [String], lines: [String]) throws {
        let stage = try spoken(programs, ["Work (3 of 8)"])
        #expect(try stage.turn { stage.lines("spoken").count == lines.count })
        #expect(stage.lines("spoken") == lines && stage.failures.isEmpty)
    }

    @Test func aNameIsNoOptionAndNoAlertIsSilent() throws {
        let stage = try spoken(["espeak-ng"], ["-f /etc/passwd", nil])
        #expect(try stage.turn { stage.lines("spoken").count == 2 })
        try stage.turn(milliseconds: 200)
        #expect(stage.lines("spoken") == ["<espeak-ng><--stdin>", "-f /etc/passwd"])
    }

    @Test func withoutAProgramTheHookFails() throws {
        let stage = try spoken([], ["Work"])
        #expect(try stage.turn { !stage.failures.isEmpty })
        #expect(
            stage.failures.first?.description.contains("neither espeak-ng nor spd-say") == true)
    }
}
