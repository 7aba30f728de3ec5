import FoundationEssentials
import Glibc
import TrackerAPI

/// A client that knows only lines on a socket, and may send any bytes.
package final class LineClient {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    /// Offset after `start` up to which there is no newline, since long lines come in many pieces.
    private var searched = 0
    private var calls: Int64 = 0
    private var isOpen = true

    /// - Parameter waits: whether to wait for room in the queue of connections.
    package init(path: String, waits: Bool = true) throws {
        let kind =
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            | (waits ? 0 : Int32(SOCK_NONBLOCK.rawValue))
        descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw StageError(errno: "socket") }
        let connected = try withSocketAddress(of: path) { connect(descriptor, $0, $1) }
        // From here on deinit closes the descriptor, after a throw, too.
        guard connected == 0 else { throw StageError(errno: "connect \(path)") }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close() }

    package func close() {
        if isOpen { Glibc.close(descriptor) }
        isOpen = false
    }

    /// Closes the sending direction.
    package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    // MARK: Sending

    package func send(line: String) throws { try send(Array(line.utf8) + [10]) }

    package func send(_ bytes: [UInt8], upTo seconds: Double = 30) throws {
        var sent = 0
        try wait(upTo: seconds, for: "room to send \(bytes.count) bytes") {
            sent += try sendSome(bytes[sent...])
            return sent == bytes.count
        }
    }

    /// Sends as much as there is room for.
    package func sendSome(_ bytes: ArraySlice<UInt8>) throws -> Int {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                guard errno == EAGAIN else { throw StageError(errno: "send") }
                break
            }
            rest = rest.dropFirst(count)
        }
        return bytes.count - rest.count
    }

    // MARK: Receiving

    /// The next line; `nil` at the end.
    package func line(upTo seconds: Double = 30) throws -> String? {
        let end = awakeSeconds() + seconds
        while true {
            if let line = bufferedLine() { return line }
            let left = end - awakeSeconds()
            guard left > 0 else { throw StageError("no line came in \(seconds) s") }
            guard try receive(waitingMs: Int32(left * 1000) + 1) else { return nil }
        }
    }

    /// The next line as JSON.
    package func json(upTo seconds: Double = 30) throws -> JSONValue {
        guard let line = try line(upTo: seconds) else {
            throw StageError("the connection has ended")
        }
        return try JSONValue(text: line)
    }

    /// All lines up to the end.
    package func linesToEnd(upTo seconds: Double = 30) throws -> [String] {
        var lines: [String] = []
        while let line = try line(upTo: seconds) { lines.append(line) }
        return lines
    }

    /// Whether nothing has come, not even the end.
    package func isSilent() throws -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return start == buffer.count && poll(&state, 1, 0) == 0
    }

    private func bufferedLine() -> String? {
        let seen = max(start, searched)
        let newline = buffer.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress,
                let found = memchr(base + seen, 10, bytes.count - seen)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
        guard let newline else {
            searched = buffer.count
            return nil
        }
        defer { start = newline + 1 }
        return String(decoding: buffer[start..<newline], as: UTF8.self)
    }

    private func receive(waitingMs: Int32) throws -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, waitingMs) > 0 else { return true }
        if start > 1 << 20 || start == buffer.count {
            buffer.removeFirst(start)
            searched = max(0, searched - start)
            start = 0
        }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &piece, piece.count, 0)
        // A peer that closes without having read everything resets the connection.
        if count == 0 || count < 0 && errno == ECONNRESET { return false }
        guard count > 0 || errno == EAGAIN else { throw StageError(errno: "recv") }
        buffer += piece[..<max(0, count)]
        return true
    }

    // MARK: Calling

    /// Sends a request without waiting for its reply, and returns its id.
    @discardableResult
    package func post(_ method: String, _ params: String = "{}") throws -> Int64 {
        calls += 1
        try send(line: "{\"id\":\(calls),\"method\":\"\(method)\",\"params\":\(params)}")
        return calls
    }

    /// Calls a method and returns the whole reply; events before it are skipped.
    package func reply(
        _ method: String, _ params: String = "{}", upTo seconds: Double = 30
    ) throws -> JSONValue {
        let id = try post(method, params)
        while true {
            let message = try json(upTo: seconds)
            if message["id"]?.integer == id { return message }
        }
    }

    /// Calls a method and returns its result.
    @discardableResult
    package func call(
        _ method: String, _ params: String = "{}", upTo seconds: Double = 30
    ) throws -> JSONValue {
        let reply = try reply(method, params, upTo: seconds)
        guard let result = reply["result"] else {
            throw StageError("\(method) was refused: \(reply)")
        }
        return result
    }

    /// The params of the next event.
    package func event(upTo seconds: Double = 30) throws -> JSONValue {
        while true {
            let message = try json(upTo: seconds)
            if let params = message["params"], message["method"] == .string("event") {
                return params
            }
        }
    }
}

extension JSONValue {
    package init(text: String) throws {
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        } catch {
            throw StageError("not JSON: \(text.prefix(300))")
        }
    }

    /// A nested member, by its path.
    package func at(_ path: String...) -> JSONValue? {
        path.reduce(Optional(self)) { $0?[$1] }
    }

    package var list: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }

    /// The kind of the error in a reply.
    package var errorKind: String? { at("error", "data", "kind")?.string }
}
