import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct FailureTests {
    @Test(arguments: [
        ("not_found", 1), ("conflict", 1), ("ambiguous", 1), ("invalid_params", 1),
        ("confirmation_required", 1), ("busy", 1), ("something_new", 1), ("internal", 70),
        ("storage", 74), ("unknown", 74),
    ])
    func refusals(_ kind: String, _ status: CInt) {
        let rejection = Rejection(Rejection.Kind(rawValue: kind), "so it is")
        let failure = Failure(ClientError.refused(WireError(rejection)))
        #expect(failure.status == status)
        #expect(failure.message == "so it is")
    }

    /// The hint names no lift, which might be another than the one that was planned.
    @Test func aMissingTrainingMax() {
        let rejection = Rejection(
            .invalidParams, "Bench Press is planned at 75%", field: "load", state: "max")
        let failure = Failure(ClientError.refused(WireError(rejection)))
        #expect(failure.hint == "set the training max: trackerctl max EXERCISE LOAD")
    }

    @Test func daemonAway() {
        let failure = Failure(ClientError.unreachable(path: "/x", code: 2))
        #expect(failure.status == 69)
        #expect(failure.message?.contains("/x") == true)
        #expect(failure.hint == "start it with: trackerd --socket /x")
        #expect(Failure(ClientError.closed).status == 69)
        #expect(Failure(ClientError.breach("x")).status == 70)
    }

    private func units(_ service: [String], _ socket: String = "active") -> String {
        let names = [
            "LoadState", "ActiveState", "SubState", "Result", "ExecMainStatus", "NRestarts",
        ]
        let lines = zip(names, service).map { "\($0)=\($1)" }.joined(separator: "\n")
        return lines + "\n\nLoadState=loaded\nActiveState=\(socket)\nSubState=listening\n"
    }

    /// What the service manager says is told with what to do, in words that can be copied.
    @Test(
        arguments: [
            (
                ["loaded", "failed", "failed", "exit-code", "64", "0"], "active", true,
                "trackerd.service has failed (exit status 64)", "reset-failed trackerd.service"
            ),
            (
                ["loaded", "failed", "failed", "start-limit-hit", "203", "99"], "failed", false,
                "trackerd.service has failed (exit status 203)", "journalctl --user -u trackerd"
            ),
            (
                ["loaded", "failed", "failed", "watchdog", "6", "3"], "active", true,
                "trackerd.service has failed (hung, and was ended by the watchdog)", "reset-failed"
            ),
            (
                ["loaded", "activating", "auto-restart", "exit-code", "203", "7"], "active", true,
                "trackerd.service can't start (exit status 203), tried 8 times", "journalctl"
            ),
            (
                ["loaded", "activating", "start", "success", "0", "0"], "active", true,
                "trackerd.service is still starting", "--timeout"
            ),
            (
                ["loaded", "inactive", "dead", "success", "0", "0"], "failed", true,
                "trackerd.socket has failed", "reset-failed"
            ),
            (
                ["loaded", "active", "running", "success", "0", "0"], "active", false,
                "the socket's file was removed", "systemctl --user restart trackerd.socket"
            ),
            (
                ["loaded", "inactive", "dead", "success", "0", "0"], "active", false,
                "the socket's file was removed", "systemctl --user restart trackerd.socket"
            ),
            (
                ["loaded", "active", "running", "success", "0", "0"], "active", true,
                "trackerd.service is running", "systemctl --user restart trackerd"
            ),
            (
                ["loaded", "inactive", "dead", "success", "0", "0"], "inactive", false, nil,
                "systemctl --user start trackerd"
            ),
        ] as [([String], String, Bool, String?, String)])
    func theServiceManagerIsAsked(
        _ service: [String], _ socket: String, isThere: Bool, _ fault: String?, _ remedy: String
    ) throws {
        let state = try #require(ServiceState(output: units(service, socket)))
        let finding = state.finding(isSocketThere: isThere)
        #expect(finding.fault == fault)
        #expect(finding.remedy.contains(remedy), "\(finding.remedy)")
    }

    @Test func aManagerThatDoesNotKnowTrackerdSaysNothing() {
        #expect(ServiceState(output: units(["not-found", "inactive"])) == nil)
        #expect(ServiceState(output: "") == nil)
        #expect(ServiceState(output: "Failed to connect to bus") == nil)
    }

    @Test func theTimeOfSilenceIsAnOption() throws {
        func silenceMs(_ words: String...) throws -> Int? {
            let command = try Trackerctl.command(for: ["watch"] + words)
            return (command as? WatchCommand)?.options.delivery.silenceMs
        }
        #expect(try silenceMs() == 5000)
        #expect(try silenceMs("--timeout", "30s") == 30_000)
        #expect(try silenceMs("--timeout", "2") == 2000)
        #expect(try silenceMs("--timeout=0.5s") == 500)
        for wrong in ["0", "-5s", "2h", "soon", "50ms"] {
            #expect(throws: (any Error).self, "\(wrong)") { try silenceMs("--timeout", wrong) }
        }
    }

    @Test func whoClosesThePipeHasEnough() {
        let failure = Failure(Output.Failed(code: 32))
        #expect(failure.status == 141 && failure.message == nil && failure.hint == nil)
    }

    @Test func ambiguousNamesTheMatches() {
        let rejection = Rejection(.ambiguous, "several", matches: ["ab", "ac"])
        let failure = Failure(ClientError.refused(WireError(rejection)))
        #expect(failure.hint == "it may be one of: ab, ac")
    }

    @Test func aLongRefusalIsBrokenBetweenWords() {
        let line = "trackerctl: 225x5 reads as 225 reps"
        #expect(Output.wrapped(line, to: nil) == line + "\n")
        #expect(Output.wrapped(line, to: 35) == line + "\n")
        #expect(Output.wrapped(line, to: 20) == "trackerctl: 225x5\nreads as 225 reps\n")
        #expect(Output.wrapped(line, to: 17) == "trackerctl: 225x5\nreads as 225 reps\n")
    }

    @Test func ourOwn() {
        #expect(Failure(Refusal(message: "no")).status == 1)
        #expect(Failure(ExitCode(1)).status == 1)
        #expect(Failure(ExitCode(1)).message == nil)
        let usage = Failure(ValidationError("no"))
        #expect(usage.status == 64 && usage.message == "no")
        #expect(Failure(Output.Failed(code: 28)).status == 74)
        #expect(Failure(CleanExit.helpRequest()).status == 0)
    }
}

@Suite struct SocketPathTests {
    private func find(_ given: String?, _ variables: [String: String]) throws -> String {
        try SocketPath.find(given: given) { variables[$0] }
    }

    @Test func precedence() throws {
        let all = ["TRACKERD_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/1"]
        #expect(try find("/a", all) == "/a")
        #expect(try find(nil, all) == "/b")
        #expect(try find(nil, ["XDG_RUNTIME_DIR": "/r"]) == "/r/trackerd/trackerd.sock")
        let error = #expect(throws: ClientError.self) { try find(nil, [:]) }
        #expect(error?.description.contains("XDG_RUNTIME_DIR") == true)
        // The daemon ignores such a one, too.
        let relative = #expect(throws: ClientError.self) {
            try find(nil, ["XDG_RUNTIME_DIR": "run/user"])
        }
        #expect(relative?.description.contains("isn't an absolute path (run/user)") == true)
        #expect(try find(nil, ["TRACKERD_SOCKET": "s", "XDG_RUNTIME_DIR": "run"]) == "s")
    }

    @Test func tooLong() {
        let path = "/" + String(repeating: "x", count: 107)
        let error = #expect(throws: ClientError.self) { try Client.connect(path: path) }
        #expect(error?.description.contains("longer than 107 bytes") == true)
        #expect(error.map { Failure($0).status } == 64)
    }
}
