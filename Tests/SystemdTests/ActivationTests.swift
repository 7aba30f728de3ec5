import Glibc
import Systemd
import Testing

/// Descriptors are passed from 3 on, which the test runner uses itself: each test has a process of its own,
/// and restores the former descriptors.
@Suite(.serialized) struct ActivationTests {
    /// The answer of `listeningSocket` when these descriptors are passed.
    private static func answer(
        to passed: [Int32], pid: pid_t = getpid()
    ) -> Result<Int32?, any Error> {
        let places = Int32(3)..<Int32(3 + passed.count)
        let kept = places.map { fcntl($0, F_DUPFD_CLOEXEC, 200) }
        let sources = passed.map { fcntl($0, F_DUPFD_CLOEXEC, 200) }
        for (place, source) in zip(places, sources) { dup2(source, place) }
        setenv("LISTEN_FDS", "\(passed.count)", 1)
        setenv("LISTEN_PID", "\(pid)", 1)
        let answer = Result { try Activation.listeningSocket() }
        if case .success(3?) = answer {
            precondition(fcntl(3, F_GETFD) & FD_CLOEXEC != 0)
            precondition(fcntl(3, F_GETFL) & O_NONBLOCK != 0)
        }
        for (place, old) in zip(places, kept) {
            if old >= 0 { dup2(old, place) } else { close(place) }
        }
        return answer
    }

    private static func message(_ answer: Result<Int32?, any Error>) -> String {
        switch answer {
        case .success(let socket): "\(socket as Any)"
        case .failure(let error): "\(error)"
        }
    }

    @Test func aListeningSocketIsTakenOnce() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let listener = try boundSocket(SOCK_STREAM, at: "@trackerd-test-\(getpid())")
            listen(listener, 5)
            _ = fcntl(listener, F_SETFL, 0)
            let answer = try Self.answer(to: [listener]).get()
            precondition(answer == 3)
            precondition(getenv("LISTEN_FDS") == nil)
            let second = try Activation.listeningSocket()
            precondition(second == nil)
        }
    }

    @Test func anythingElseIsRefusedInWords() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let stream = try Pair.sockets()
            let datagram = try boundSocket(SOCK_DGRAM, at: "@trackerd-test-\(getpid())")
            let pipe = try Pair.pipe()
            let internet = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            listen(internet, 1)
            let cases: [([Int32], String)] = [
                ([stream.first], "a Unix stream socket that doesn't listen"),
                ([datagram], "a Unix datagram socket"),
                ([pipe.first], "a file"),
                ([internet], "an IPv4 stream socket"),
                ([datagram, pipe.first], "2 descriptors (a Unix datagram socket, a file)"),
            ]
            for (passed, words) in cases {
                let said = Self.message(Self.answer(to: passed))
                let expected = "systemd passed \(words), but one listening Unix stream socket"
                precondition(said.hasPrefix(expected), said)
            }
        }
    }

    @Test func withoutOneOrForAnotherProcessThereIsNone() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let none = try Activation.listeningSocket()
            precondition(none == nil)
            let others = try Self.answer(to: [], pid: 1).get()
            precondition(others == nil)
        }
    }
}
