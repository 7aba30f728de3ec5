import Glibc
import Systemd
import Testing

@testable import TrackerDaemon

@MainActor
@Suite struct OutboxTests {
    /// A reader who is always a megabyte behind: the output is never empty, and yet what he has read is
    /// dropped.
    @Test func bytesThatWereReadAreDroppedThoughTheReaderNeverCatchesUp() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let piece = String(repeating: "x", count: (64 << 10) - 1)
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var outbox = Outbox()
        for _ in 1...24 { outbox.append(line: piece) }
        var most = 0
        for _ in 1...400 {
            let isThere = outbox.send(to: ends[0])
            try #require(isThere && !outbox.isEmpty)
            var missing = buffer.count
            while missing > 0 {
                let count = recv(ends[1], &buffer, missing, 0)
                try #require(count > 0)
                missing -= count
            }
            outbox.append(line: piece)
            most = max(most, outbox.bytes.count)
        }
        #expect(most < 4 << 20, "\(most) bytes were kept")
    }
}
