import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Names that the daemon knows, for completion.
enum LiveNames {
    /// Milliseconds to wait for the daemon; a reply takes only a few.
    private static let patienceMs = 120

    /// Sends one request; returns `nil` if no reply comes in time.
    ///
    /// - Parameter words: the command line, which may name the socket.
    static func ask<Call: Request>(_ request: Call, _ words: [String]) -> Call.Response? {
        guard let path = try? SocketPath.find(given: socket(in: words)),
            let client = try? Client.connect(path: path, timeoutMs: patienceMs),
            let params = try? JSONText.value(JSONValue.self, from: JSONText.of(request)),
            let result = try? client.callRaw(request.method, params: params)
        else { return nil }
        return try? result.decoded()
    }

    /// Names of what is live: timers, and words for the rest, the run and the session. A timer that is over can only
    /// be extended.
    @Sendable static func ofLiveThings(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        guard let status = ask(Status(), words) else { return [] }
        return LiveItem.all(in: status).compactMap { item -> String? in
            switch item {
            case .timer(let timer) where timer.isWaiting && words.dropFirst().first != "extend": nil
            case .timer(let timer): timer.name.flatMap { isOffered($0) ? $0 : nil } ?? timer.id
            case .rest: "rest"
            case .training: "training"
            case .run: "run"
            case .workout: nil
            }
        }
    }

    static func socket(in words: [String]) -> String? {
        if let place = words.lastIndex(of: "--socket"), place + 1 < words.count - 1 {
            return words[place + 1]
        }
        let prefix = "--socket="
        return words.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// Whether a name can be offered: a terminal shows it unchanged, and no command mistakes it for an
    /// option.
    static func isOffered(_ name: String) -> Bool {
        !name.isEmpty && name.forTerminal == name && !name.hasPrefix("-")
    }

    /// Whether a name is one word in every shell.
    static func isPlain(_ name: String) -> Bool {
        isOffered(name) && name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }
}
