import Glibc
import Systemd

/// Turns the loop until a condition holds, at most for half a minute, and returns whether it does.
func turn(_ loop: EventLoop, until condition: () -> Bool) throws -> Bool {
    let end = Clocks.read().awakeNs + 30_000_000_000
    while !condition() {
        guard Clocks.read().awakeNs < end else { return false }
        try loop.turn(waitingMicroseconds: 10_000)
    }
    return true
}

/// Turns the loop for as long as it has something to do at once. Returns the number of turns, at most 100.
@discardableResult
func turnWhileBusy(_ loop: EventLoop) throws -> Int {
    var turns = 0
    while turns < 100, try loop.turn(waitingMicroseconds: 0) { turns += 1 }
    return turns
}

/// Two connected descriptors, closed with this object.
final class Pair {
    let first: Int32
    let second: Int32

    private init(_ make: (UnsafeMutablePointer<Int32>) -> Int32) throws {
        var ends: [Int32] = [-1, -1]
        try SystemError.checkErrno(make(&ends), "a pair of descriptors")
        first = ends[0]
        second = ends[1]
    }

    /// A pipe from the second to the first.
    static func pipe() throws -> Pair {
        let pair = try Pair { Glibc.pipe($0) }
        for end in [pair.first, pair.second] {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return pair
    }

    static func sockets() throws -> Pair {
        let type = Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK
        return try Pair { Glibc.socketpair(AF_UNIX, type, 0, $0) }
    }

    private var closed: Set<Int32> = []

    func close(_ descriptor: Int32) {
        if closed.insert(descriptor).inserted { Glibc.close(descriptor) }
    }

    isolated deinit {
        close(first)
        close(second)
    }
}

func send(_ text: String, to descriptor: Int32) {
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
}

/// The bytes that can be read now, as text.
func receive(from descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
}

/// A Unix socket bound to a path, or to an abstract name that begins with `@`.
func boundSocket(_ type: __socket_type, at name: String) throws -> Int32 {
    let descriptor = try SystemError.checkErrno(
        socket(AF_UNIX, Int32(type.rawValue) | O_CLOEXEC | O_NONBLOCK, 0), "socket")
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(name.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    if bytes.first == UInt8(ascii: "@") { address.sun_path.0 = 0 }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    try SystemError.checkErrno(result, "bind \(name)")
    return descriptor
}

/// Sets variables while `body` runs; `nil` removes one.
func withEnvironment<Result>(
    _ variables: [String: String?], _ body: () throws -> Result
) rethrows -> Result {
    let before = variables.keys.map { ($0, getenv($0).map { String(cString: $0) }) }
    func set(_ name: String, _ value: String?) {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
    }
    for (name, value) in variables { set(name, value) }
    defer { for (name, value) in before { set(name, value) } }
    return try body()
}
