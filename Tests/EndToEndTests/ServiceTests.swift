import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

/// Tests of the whole installation, one session after the other.
@Suite(.serialized) struct EndToEndTests {}

extension EndToEndTests {
    /// The service under a real user manager.
    @Suite struct Service {
        @Test func startingReturnsOnceItIsReady() throws {
            try Session.with { session in
                let daemon = session.stage.file("usr/bin/trackerd")
                try session.dropIn("ExecStart=\nExecStart=/bin/sh -c 'sleep 0.8; exec \(daemon)'")
                let began = awakeSeconds()
                try session.systemctl("start", "trackerd.service")
                #expect(awakeSeconds() - began >= 0.8)
                #expect(try session.property("ActiveState") == "active")
                #expect(try session.property("StatusText") == "Nothing is running")
                #expect(try session.call("hello")["pid"] == .integer(Int64(session.mainPID)))
            }
        }

        @Test func aClientMayConnectBeforeItRuns() throws {
            try Session.with { session in
                try session.systemctl("start", "trackerd.socket")
                #expect(try session.property("ActiveState") == "inactive")
                var status = stat()
                #expect(lstat(session.socket, &status) == 0)
                #expect(status.st_mode & 0o777 == 0o600)
                let inode = status.st_ino
                #expect(lstat(session.runtime + "/trackerd", &status) == 0)
                #expect(status.st_mode & 0o777 == 0o700)
                #expect(try session.call("timer", "start", "1h", "tea")["name"] == .string("tea"))
                #expect(try session.property("ActiveState") == "active")
                // The socket is systemd's: it outlives the service, and starts it again.
                try session.systemctl("stop", "trackerd.service")
                #expect(lstat(session.socket, &status) == 0 && status.st_ino == inode)
                #expect(
                    try session.call("timer", "get", "tea")["state"] == .string("running"))
                // With the socket goes its file, so that clients don't wait at it.
                try session.systemctl("stop", "trackerd.socket")
                #expect(try session.property("ActiveState") == "inactive")
                #expect(lstat(session.socket, &status) != 0 && errno == ENOENT)
            }
        }

        /// As many connections as the configuration allows, and the files of as many hooks as may run.
        @Test func theUnitAllowsTheDescriptorsThatTheConfigurationDoes() throws {
            try Session.with { session in
                try session.systemctl("start", "trackerd.service")
                let limits = File.lines("/proc/\(try session.mainPID)/limits")
                let line = try #require(limits.first { $0.hasPrefix("Max open files") })
                let soft = line.split(separator: " ").compactMap { Int($0) }.first
                #expect(try #require(soft) >= 4096 + 1024, "\(line)")
            }
        }

        @Test func theWatchdogRestartsOneThatHangs() throws {
            try Session.with { session in
                try session.dropIn("WatchdogSec=2s\nTimeoutAbortSec=1s")
                try session.systemctl("start", "trackerd.service")
                try session.call("timer", "start", "1h", "tea")
                let pid = try session.mainPID
                // A healthy, idle daemon is left alone.
                let isLeftAlone = try watch(seconds: 3.5) {
                    usleep(100_000)
                    return try session.property("ActiveState") == "active"
                        && session.mainPID == pid
                }
                #expect(isLeftAlone)
                kill(pid, SIGSTOP)
                try session.waitForProperty("NRestarts", "1")
                try session.waitForProperty("ActiveState", "active")
                #expect(try session.mainPID != pid)
                #expect(try session.call("timer", "get", "tea")["state"] == .string("running"))
            }
        }

        @Test func reloadingTakesUpTheConfiguration() throws {
            try Session.with { session in
                try session.systemctl("start", "trackerd.service")
                let pid = try session.mainPID
                try session.configure("[limits]\nin_flight = 7\n")
                try session.systemctl("reload", "trackerd.service")
                #expect(
                    try session.call("config", "get").at("limits", "in_flight") == .integer(7))
                // Nobody waits for anything here: the outcome is there when the command returns.
                try session.configure("[limits]\nin_flight = 0\n")
                let reload = ["systemctl", "--user", "reload", "trackerd.service"]
                #expect(try session.run(reload).ending == .exited(1))
                #expect(
                    try session.property("StatusText").contains("config.toml:2: limits.in_flight"))
                try session.waitForProperty("ActiveState", "active")
                #expect(
                    try session.call("config", "get").at("limits", "in_flight") == .integer(7))
                #expect(try session.mainPID == pid)
            }
        }

        private func finished(_ session: Session) throws -> [JSONValue] {
            try session.call("events", "list", "--types", "timer.finished")["events"]?.list ?? []
        }

        @Test func howeverOftenItCrashesItComesBack() throws {
            try Session.with { session in
                try session.systemctl("start", "trackerd.service")
                try session.call("timer", "start", "1h", "tea")
                for restarts in 1...10 {
                    kill(try session.mainPID, SIGKILL)
                    try session.waitForProperty("NRestarts", "\(restarts)")
                    try session.waitForProperty("ActiveState", "active")
                }
                #expect(try session.systemctl("is-active", "trackerd.socket") == "active\n")
                #expect(try session.call("timer", "get", "tea")["state"] == .string("running"))
            }
        }

        /// A start that waits for the lock of a dead process takes longer than the time-out here.
        @Test func aStartThatTakesLongIsLeftToItsEnd() throws {
            try Session.with { session in
                try session.dropIn("TimeoutStartSec=1s")
                let lock = session.stage.file("home/.local/state/trackerd/trackerd.lock")
                let script = """
                    import fcntl, os, sys, time
                    os.makedirs(os.path.dirname(sys.argv[1]))
                    file = open(sys.argv[1], "w")
                    file.write("4194303\\n")
                    file.flush()
                    fcntl.flock(file, fcntl.LOCK_EX)
                    open(sys.argv[1] + ".held", "w")
                    time.sleep(3)
                    """
                _ = try session.stage.run(["python3", "-c", script, lock])
                try wait(for: "the lock") { File.exists(lock + ".held") }
                let began = awakeSeconds()
                try session.systemctl("start", "trackerd.service")
                #expect(awakeSeconds() - began > 1.5)
                #expect(try session.property("NRestarts") == "0")
            }
        }

        /// Clients that wait at the socket would have the daemon started again and again, until the socket
        /// gives up.
        @Test func aStartThatCannotSucceedAnswersThoseWhoWait() throws {
            try Session.with { session in
                try session.configure("[nonsense\n")
                try session.systemctl("start", "trackerd.socket")
                for _ in 1...30 {
                    let result = try session.run(["trackerctl", "status"])
                    #expect(result.ending == .exited(70), "\(result.complaints)")
                    #expect(result.complaints.contains("config.toml:1: not valid TOML"))
                }
                #expect(try session.systemctl("is-active", "trackerd.socket") == "active\n")
                #expect(try session.property("ExecMainStatus") == "78")
                try session.configure("")
                try session.call("hello")
            }
        }

        @Test func aWrongOptionIsToldAndNotTriedAgain() throws {
            try Session.with { session in
                let daemon = session.stage.file("usr/bin/trackerd")
                try session.dropIn("ExecStart=\nExecStart=\(daemon) --nonsense")
                try session.systemctl("start", "trackerd.socket")
                for _ in 1...3 {
                    let result = try session.run(["trackerctl", "status"])
                    #expect(result.ending == .exited(70), "\(result.complaints)")
                    #expect(result.complaints.contains("can't start: Unknown option '--nonsense'"))
                }
                #expect(try session.property("ActiveState") == "failed")
                #expect(try session.property("ExecMainStatus") == "64")
                #expect(try session.property("NRestarts") == "0")
                #expect(try session.systemctl("is-active", "trackerd.socket") == "active\n")
                // Its own question has systemd start the service once more, which takes a moment to fail.
                let failed = "trackerd.service has failed (exit status 64)"
                var doctor = try session.run(["trackerctl", "doctor"])
                for _ in 1...2 where !doctor.output.contains(failed) {
                    doctor = try session.run(["trackerctl", "doctor"])
                }
                #expect(doctor.ending == .exited(1))
                #expect(doctor.output.contains(failed))
            }
        }

        /// The program can't tell anybody anything where it doesn't even begin.
        @Test func aStartThatGoesOnFailingEndsInAStateThatIsTold() throws {
            try Session.with { session in
                try session.dropIn("ExecStart=\nExecStart=/nonexistent/trackerd")
                try session.systemctl("start", "trackerd.socket")
                let began = awakeSeconds()
                let first = try session.run(["trackerctl", "timer", "start", "1h", "tea"])
                #expect((4.5..<15).contains(awakeSeconds() - began))
                #expect(first.ending == .exited(69))
                let told = [
                    "hasn't answered for 5s", "can't start (exit status 203)", "undo --list",
                ]
                for text in told {
                    #expect(first.complaints.contains(text), "\(first.complaints)")
                }
                try wait(upTo: 90, for: "the end of all tries") {
                    try session.property("ActiveState") == "failed"
                }
                #expect(awakeSeconds() - began < 60)
                try wait(for: "the socket's end") {
                    try session.run(["systemctl", "--user", "is-failed", "trackerd.socket"])
                        .ending == .exited(0)
                }
                // From now on nobody waits.
                let again = awakeSeconds()
                let next = try session.run(["trackerctl", "status"])
                #expect(awakeSeconds() - again < 3)
                #expect(next.ending == .exited(69))
                #expect(
                    next.complaints.contains("trackerd.service has failed (exit status 203)"),
                    "\(next.complaints)")
                let doctor = try session.run(["trackerctl", "doctor"])
                #expect(doctor.ending == .exited(1))
                #expect(doctor.output.contains("FAIL  service"), "\(doctor.output)")
                // What is advised brings it back.
                let remedy = "systemctl --user reset-failed trackerd.service trackerd.socket"
                for output in [next.complaints, doctor.output] {
                    #expect(output.contains(remedy + "; systemctl --user start trackerd"))
                }
                try session.dropIn("")
                try session.systemctl("reset-failed", "trackerd.service", "trackerd.socket")
                try session.systemctl("start", "trackerd")
                // The change that nobody knew of was dropped with the socket.
                #expect(try session.call("timer", "list")["timers"]?.list.isEmpty == true)
            }
        }

        @Test func aStoppedProcessHoldsNobodyUp() throws {
            try Session.with { session in
                try session.systemctl("start", "trackerd.service")
                try session.call("timer", "start", "1h", "tea")
                let pid = try session.mainPID
                kill(pid, SIGSTOP)
                let commands = [
                    ["status"], ["timer", "start", "2h", "late"], ["watch"], ["wait", "tea"],
                    ["doctor"], ["export", "--what", "all"], ["rpc", "hello"],
                ]
                for words in commands {
                    let began = awakeSeconds()
                    let result = try session.run(["trackerctl"] + words + ["--timeout", "1s"])
                    #expect(awakeSeconds() - began < 4, "\(words)")
                    let text = result.output + result.complaints
                    #expect(result.ending == .exited(words == ["doctor"] ? 1 : 69), "\(words)")
                    #expect(
                        text.contains("hasn't answered for 1s: its process, \(pid), is stopped"),
                        "\(words): \(text)")
                    #expect(text.contains("kill -CONT \(pid)"))
                    #expect(text.contains("undo --list") == words.contains("late"), "\(words)")
                }
                kill(pid, SIGCONT)
                // As was said, the change may be made later.
                try wait(for: "the timer that nobody knew of") {
                    try session.call("timer", "list")["timers"]?.list.count == 2
                }
            }
        }

        @Test func aSocketThatIsRemovedComesBack() throws {
            try Session.with { session in
                func answers(upTo seconds: Double = 10) throws {
                    try wait(upTo: seconds, for: "an answer") {
                        try session.run(["trackerctl", "status"]).ending == .exited(0)
                    }
                }
                try session.systemctl("start", "trackerd.service")
                unlink(session.socket)
                try answers()
                let doctor = try session.run(["trackerctl", "doctor"]).output
                #expect(doctor.contains("systemd's socket was removed"), "\(doctor)")
                #expect(doctor.contains("systemctl --user restart trackerd.socket"))
                // The service that starts again gets systemd's socket, at which nobody arrives.
                try session.systemctl("restart", "trackerd.service")
                try answers()
                // While it's stopped, nobody is there to notice.
                try session.systemctl("stop", "trackerd.service")
                let lost = try session.run(["trackerctl", "status"])
                #expect(lost.ending == .exited(69))
                #expect(
                    lost.complaints.contains("systemctl --user restart trackerd.socket"),
                    "\(lost.complaints)")
                try session.systemctl("restart", "trackerd.socket")
                try answers()
                #expect(try !session.run(["trackerctl", "doctor"]).output.contains("was removed"))
                // The advice is right while it runs, too.
                unlink(session.socket)
                try answers()
                try session.systemctl("restart", "trackerd.socket")
                try answers()
                #expect(try !session.run(["trackerctl", "doctor"]).output.contains("was removed"))
            }
        }

        @Test func theSandboxIsAsTightAsItCanBe() throws {
            try Session.with { session in
                try session.systemctl("start", "trackerd.service")
                let report = try session.succeed(
                    "systemd-analyze", "--user", "security", "trackerd.service", "--no-pager")
                let words = report.split { " \n".contains($0) }
                let place = try #require(words.lastIndex(of: "trackerd.service:"))
                #expect(try #require(Double(words[place + 1])) <= 6.2, "\(report)")
                let pid = try session.mainPID
                #expect(ProcessFacts(pid).status("NoNewPrivs") == 1)
                #expect(ProcessFacts(pid).status("Seccomp") == 2)
            }
        }

        @Test func theJournalGetsFieldsAndMessageIDs() throws {
            try Session.with { session in
                try session.configure("[[hooks]]\non = [\"timer.*\"]\nrun = [\"no-such\"]\n")
                try session.systemctl("start", "trackerd.service")
                try session.call("timer", "start", "1h")
                let failed = "MESSAGE_ID=a85c2eb228034da29018b2e28c44fcdd"
                try wait(for: "the failure of the hook") { try !session.journal(failed).isEmpty }
                let entry = try #require(try session.journal(failed).first)
                #expect(entry["PRIORITY"] == .string("4"))
                #expect(entry["TRACKER_EVENT"] == .string("timer.started"))
                #expect(entry["SYSLOG_IDENTIFIER"] == .string("trackerd"))
                #expect(entry["_PID"] == .string("\(try session.mainPID)"))
                let started = try session.journal("MESSAGE_ID=d3987be8726840bcbeb9b4be9412162c")
                #expect(started.first?["MESSAGE"] == .string("ready: \(session.socket)"))
                // With the journal, nothing is logged twice.
                let ready = try session.journal("SYSLOG_IDENTIFIER=trackerd").filter {
                    $0["MESSAGE"]?.string?.hasPrefix("ready") == true
                }
                #expect(ready.count == 1)
            }
        }
    }
}
