import Glibc
import Systemd
import TestSupport
import Testing

@Suite(.serialized) struct NotifierTests {
    @Test(arguments: ["path", "@abstract"])
    func messagesReachTheManager(kind: String) throws {
        let folder = try TemporaryFolder()
        let address = kind == "path" ? folder.file("notify") : "@trackerd-test-\(getpid())"
        let manager = try boundSocket(SOCK_DGRAM, at: address)
        defer { close(manager) }
        let notifier = withEnvironment(["NOTIFY_SOCKET": address]) { Notifier() }
        // The address is remembered, though the environment has lost it.
        #expect(notifier.isSupervised)
        #expect(notifier.ready(status: "3 timers"))
        #expect(receive(from: manager) == "READY=1\nSTATUS=3 timers")
        #expect(notifier.status("3 timers"))
        #expect(receive(from: manager).isEmpty)
        notifier.status("degraded:\ndisk full")
        #expect(receive(from: manager) == "STATUS=degraded: disk full")
        notifier.watchdog()
        #expect(receive(from: manager) == "WATCHDOG=1")
        notifier.extendTimeout(byMicroseconds: 5_000_000)
        #expect(receive(from: manager) == "EXTEND_TIMEOUT_USEC=5000000")
        notifier.stopping(status: "saving")
        #expect(receive(from: manager) == "STOPPING=1\nSTATUS=saving")
    }

    @Test func aSlowManagerLosesOnlyWhatIsRepeated() throws {
        let folder = try TemporaryFolder()
        let manager = try boundSocket(SOCK_DGRAM, at: folder.file("notify"))
        defer { close(manager) }
        let notifier = withEnvironment(["NOTIFY_SOCKET": folder.file("notify")]) { Notifier() }
        var sent = 0
        while sent < 10_000, notifier.watchdog() { sent += 1 }
        #expect(sent < 10_000)
        #expect(!notifier.status("unseen"))
        while !receive(from: manager).isEmpty {}
        // The message didn't arrive, so it doesn't count as shown.
        #expect(notifier.status("unseen"))
        #expect(receive(from: manager) == "STATUS=unseen")
    }

    @Test func withoutAManagerNothingHappens() {
        let notifier = withEnvironment(["NOTIFY_SOCKET": nil, "WATCHDOG_USEC": nil]) { Notifier() }
        #expect(!notifier.isSupervised)
        #expect(notifier.watchdogIntervalMicroseconds == nil)
        #expect(notifier.ready(status: "x") && notifier.status("y") && notifier.watchdog())
        let lost = withEnvironment(["NOTIFY_SOCKET": "/nowhere/notify"]) { Notifier() }
        #expect(!lost.ready(status: "x"))
        let nonsense = withEnvironment(["NOTIFY_SOCKET": "relative"]) { Notifier() }
        #expect(!nonsense.ready(status: "x"))
    }

    @Test func theWatchdogIntervalIsForThisProcess() {
        let ours = ["WATCHDOG_USEC": "180000000", "WATCHDOG_PID": String(getpid())]
        #expect(
            withEnvironment(ours) { Notifier() }.watchdogIntervalMicroseconds == 180_000_000)
        let others = ["WATCHDOG_USEC": "180000000", "WATCHDOG_PID": "1"]
        #expect(withEnvironment(others) { Notifier() }.watchdogIntervalMicroseconds == nil)
    }
}
