import Foundation
import Glibc
import Synchronization
import TestSupport

@testable import trackerctl

/// A daemon that plays a script on a real socket: one list of steps for each connection, in order.
final class FakeServer: Sendable {
    enum Step: Sendable {
        /// Reads a line and keeps it.
        case read
        case send(String)
        /// Plays steps on one more connection, while this one stays open.
        case serveAnother([Step])
        /// Stops listening for a while.
        case stopListening(forMs: Int)
    }

    let path: String
    private let folder: TemporaryFolder
    private let lines = Mutex<[String]>([])

    /// Every line received, over all connections.
    var received: [String] { lines.withLock { $0 } }

    init(_ connections: [[Step]]) throws {
        folder = try TemporaryFolder()
        path = folder.file("s")
        let first = Self.listen(at: path)
        Thread.detachNewThread { [self] in
            var listener = first
            for steps in connections { listener = play(steps, on: listener) }
            close(listener)
            unlink(path)
        }
    }

    private func play(_ steps: [Step], on old: CInt) -> CInt {
        var listener = old
        let connection = accept(listener, nil, nil)
        var buffer: [UInt8] = []
        for step in steps {
            switch step {
            case .read:
                guard let line = Self.readLine(from: connection, &buffer) else { continue }
                lines.withLock { $0.append(line) }
            case .send(let text):
                let bytes = Array((text + "\n").utf8)
                send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
            case .serveAnother(let inner): listener = play(inner, on: listener)
            case .stopListening(let ms):
                close(listener)
                unlink(path)
                shutdown(connection, CInt(SHUT_RDWR))
                usleep(useconds_t(ms * 1000))
                listener = Self.listen(at: path)
            }
        }
        close(connection)
        return listener
    }

    /// - Parameter backlog: number of clients that may wait, and one more.
    static func listen(at path: String, backlog: CInt = 16) -> CInt {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        Glibc.listen(descriptor, backlog)
        return descriptor
    }

    private static func readLine(from descriptor: CInt, _ buffer: inout [UInt8]) -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            buffer += chunk.prefix(count)
        }
    }
}

extension Asking {
    /// The daemon on its socket, and a person.
    static func of(_ dialogue: Dialogue) -> Asking {
        Asking(connect: { try $0.connect() }, dialogue: dialogue)
    }
}

extension AnsweringCommand {
    /// What the command prints.
    func printed(_ dialogue: Dialogue = .nobody) throws -> String {
        try options.delivery.output(of: answer(.of(dialogue)))
    }
}
