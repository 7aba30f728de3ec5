import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// Commands whose output nobody reads any more.
    @Suite struct Readers {
        private func shell(_ script: String, _ stage: Stage) throws -> Program.Result {
            try stage.result(
                ["/bin/bash", "-c", script, Built.trackerctl],
                environment: ["TRACKERD_SOCKET": stage.socket], upTo: 20)
        }

        /// It used to live until the next event.
        @Test(arguments: ["watch", "watch --json --types 'rest.*'"])
        func watchEndsWithItsReader(_ words: String) throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let present = try shell("$0 \(words) | true", stage)
                #expect(present.ending == .exited(0) && present.complaints.isEmpty)
                // While it waits for a daemon that is away, too.
                let script = "$0 \(words) | { read -t 3 line; exec <&-; }"
                let pipe = try stage.run(
                    ["/bin/bash", "-c", script, Built.trackerctl],
                    environment: ["TRACKERD_SOCKET": stage.socket])
                let client = try daemon.connect()
                try wait(for: "the subscription") {
                    try client.call("status").at("health", "subscribers") == .integer(1)
                }
                try daemon.stop()
                #expect(try pipe.waitForEnd(upTo: 20) == .exited(0))
                #expect(pipe.complaints == "trackerctl: trackerd isn't running; waiting for it\n")
            }
        }

        /// The reader has what it wanted: nothing is wrong, and nothing is said, as of other programs.
        @Test(arguments: ["exercise list", "status --json", "doctor", "--help", "timer --help"])
        func whoClosesThePipeHasEnough(_ words: String) throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let result = try shell("{ sleep 0.3; $0 \(words); echo $? >&2; } | true", stage)
                #expect(result.complaints == "141\n")
                // What can't be written for another reason is still an error.
                let full = try shell("$0 \(words) > /dev/full", stage)
                #expect(full.ending == .exited(74))
                #expect(full.complaints.contains("can't write the output: No space left"))
                _ = daemon
            }
        }
    }
}
