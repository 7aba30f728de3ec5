import Stage
import TrackerAPI

/// A client that behaves, and how long it waits for its answers while others don't.
///
/// It calls another daemon in turn, which nobody disturbs: what that one shows is the machine's own doing.
final class GoodClient {
    static let patience = 0.05

    private let client: LineClient
    private let control: LineClient
    private(set) var p99s: [Double] = []

    init(_ daemon: TestedDaemon, control: TestedDaemon) throws {
        client = try daemon.connect()
        self.control = try control.connect()
        try Self.call(client)
        try Self.call(self.control)
    }

    /// Works while others misbehave, and measures.
    ///
    /// - Parameters:
    ///   - calls: to each daemon, at least.
    ///   - between: what the others do between two calls; `false` once they have done.
    /// - Returns: whether nearly all answers came in time, or as soon as where nobody disturbs.
    @discardableResult
    func works(calls: Int = 200, between: () throws -> Bool) throws -> Bool {
        var own: [Double] = []
        var other: [Double] = []
        var goesOn = true
        while goesOn || own.count < calls {
            if goesOn { goesOn = try between() }
            own.append(try Self.span { try Self.call(client) })
            other.append(try Self.span { try Self.call(control) })
        }
        let p99 = Self.p99(own)
        p99s.append(p99)
        return p99 < max(Self.patience, 3 * Self.p99(other))
    }

    /// The same up to four times: a machine that stumbles does so once, a daemon that does always.
    func worksPromptly(calls: Int = 200, while between: () throws -> Bool) throws -> Bool {
        for _ in 1...4 where try works(calls: calls, between: between) { return true }
        return false
    }

    /// For a failure.
    var figures: String { "p99 \(p99s.map { "\(Int($0 * 1000)) ms" })" }

    /// One thing that is made durable, and one that isn't.
    private static func call(_ client: LineClient) throws {
        try client.call("rest.start", "{\"duration\":\"1h\",\"replace\":true}")
        try client.call("hello")
    }

    private static func span(of body: () throws -> Void) rethrows -> Double {
        let began = awakeSeconds()
        try body()
        return awakeSeconds() - began
    }

    private static func p99(_ spans: [Double]) -> Double {
        let sorted = spans.sorted()
        return sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * 99 / 100]
    }
}

extension Stage {
    /// Runs a test with a daemon, and another one that nobody disturbs.
    static func withControl(
        wrapper: [String] = [], _ body: (TestedDaemon, GoodClient) throws -> Void
    ) throws {
        try Stage.with { quiet in
            let control = try quiet.start()
            try Stage.with { stage in
                let daemon = try stage.start(wrapper: wrapper)
                try body(daemon, GoodClient(daemon, control: control))
            }
        }
    }
}
