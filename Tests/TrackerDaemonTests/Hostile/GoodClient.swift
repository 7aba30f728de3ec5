import Stage
import TrackerAPI

/// A well-behaved client, which measures how long it waits for replies while others misbehave.
///
/// The client also calls an undisturbed daemon in turn, which shows the machine's own delays.
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

    /// Works and measures while others misbehave.
    ///
    /// - Parameters:
    ///   - calls: the least number of calls to each daemon.
    ///   - between: the others' work between two calls; `false` once they are done.
    /// - Returns: whether nearly all replies came in time, or as soon as from the undisturbed daemon.
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

    /// Works up to four times, since a busy machine is slow once, but a disturbed daemon always.
    func worksPromptly(calls: Int = 200, while between: () throws -> Bool) throws -> Bool {
        for _ in 1...4 where try works(calls: calls, between: between) { return true }
        return false
    }

    /// The measured figures, for the report of a failure.
    var figures: String { "p99 \(p99s.map { "\(Int($0 * 1000)) ms" })" }

    /// Makes one call that is made durable, and one that isn't.
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
    /// Runs a test with a daemon, and with another one that nobody disturbs.
    ///
    /// - Parameter configuration: that of the daemon; the default one if empty.
    static func withControl(
        wrapper: [String] = [], configuration: String = "",
        _ body: (TestedDaemon, GoodClient) throws -> Void
    ) throws {
        try Stage.with { quiet in
            let control = try quiet.start()
            try Stage.with { stage in
                if !configuration.isEmpty { try stage.configure(configuration) }
                let daemon = try stage.start(wrapper: wrapper)
                try body(daemon, GoodClient(daemon, control: control))
            }
        }
    }
}
