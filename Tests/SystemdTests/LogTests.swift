import Glibc
import Systemd
import Testing

@Suite(.serialized) struct LogTests {
    @Test func linesForPeopleWithoutTheJournal() throws {
        let pipe = try Pair.pipe()
        let log = withEnvironment(["JOURNAL_STREAM": nil]) { Log(descriptor: pipe.second) }
        #expect(!log.usesJournal)
        log.log(.debug, "unseen")
        log.log(.info, "ready", fields: [("TRACKER_EVENT", "x")])
        log.log(.notice, "clock stepped")
        log.log(.warning, "odd\nthing")
        log.log(.error, "Größe", id: MessageID("0123456789abcdef0123456789abcdef"))
        log.log(.critical, "")
        #expect(
            receive(from: pipe.first) == """
                trackerd: ready
                trackerd: clock stepped
                trackerd: warning: odd\\nthing
                trackerd: error: Größe
                trackerd: critical: \n
                """)
        Log(isVerbose: true, descriptor: pipe.second).log(.debug, "seen")
        #expect(receive(from: pipe.first) == "trackerd: debug: seen\n")
    }

    @Test func aFullOrClosedStandardErrorHoldsUpNothing() throws {
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        let pipe = try Pair.pipe()
        // The pipe blocks, as standard error does.
        _ = fcntl(pipe.second, F_SETFL, 0)
        let log = Log(descriptor: pipe.second)
        let long = String(repeating: "x", count: 10_000)
        for _ in 0..<20 { log.log(.info, long) }
        #expect(receive(from: pipe.first).hasPrefix("trackerd: \(long)\ntrackerd: x"))
        pipe.close(pipe.first)
        log.log(.error, "nobody hears this")
        Log(descriptor: -1).log(.error, "nor this")
    }
}
