import Glibc
import TestSupport

/// A notification server that behaves as told, and records its calls.
package struct NotificationServer {
    package struct Bubble: Equatable, Sendable {
        /// Id of the bubble that is replaced; 0 for none.
        package let replaces: Int
        /// The rest of the call, as the server has written it down.
        package let text: String

        package func offers(_ key: String) -> Bool { text.contains("\"\(key)\"") }
    }

    private let session: any Desktop
    private let program: Program
    private let log: String

    /// - Parameters:
    ///   - capabilities: the capabilities that the server claims.
    ///   - name: the name that it gives itself.
    ///   - isPaused: whether it is a dunst that holds bubbles back.
    ///   - delay: seconds that it takes to show a bubble.
    package init(
        _ session: any Desktop, capabilities: String = "body actions", name: String = "mock",
        isPaused: Bool = false, delay: Double = 0
    ) throws {
        self.session = session
        let template = session.stage.file("server.py")
        try File.write(Self.template, to: template)
        log = session.stage.file("notified-\(UInt32.random(in: 0...UInt32.max))")
        program = try session.start([
            "/usr/bin/python3", "-m", "dbusmock", "--session", "--template", template,
            "--logfile", log, "--parameters",
            """
            {"capabilities": "\(capabilities)", "name": "\(isPaused ? "dunst" : name)", \
            "paused": \(isPaused), "delay": \(delay)}
            """,
        ])
        let (session, program) = (session, program)
        try wait(for: "the notification server: \(program.complaints)") {
            try session.run(Self.call + ["GetServerInformation"]).ending == .exited(0)
        }
    }

    private static let path = ["org.freedesktop.Notifications", "/org/freedesktop/Notifications"]
    private static let call =
        ["busctl", "--user", "call"] + path + ["org.freedesktop.Notifications"]

    private static let template = """
        BUS_NAME = 'org.freedesktop.Notifications'
        MAIN_OBJ = '/org/freedesktop/Notifications'
        MAIN_IFACE = BUS_NAME
        SYSTEM_BUS = False

        def load(mock, parameters):
            mock.next_id = 1
            mock.AddMethods(MAIN_IFACE, [
                ('GetCapabilities', '', 'as', 'ret = %r' % parameters['capabilities'].split()),
                ('CloseNotification', 'u', '',
                 'self.EmitSignal("", "NotificationClosed", "uu", [args[0], 3])'),
                ('GetServerInformation', '', 'ssss', 'ret = ("%s", "test", "1.0", "1.2")'
                 % parameters['name']),
                ('Notify', 'susssasa{sv}i', 'u',
                 '__import__("time").sleep(%r)\\n' % parameters['delay']
                 + 'ret = args[1] or self.next_id\\nself.next_id = max(self.next_id, ret + 1)'),
            ])
            if parameters['paused']:
                mock.AddProperties('org.dunstproject.cmd0', {'paused': True})

        """

    /// Kills the server, even while a client waits for it.
    package func kill() { program.send(SIGKILL) }

    /// The calls; one with a text of several lines goes on until the next begins with its time.
    private var lines: [String] {
        var calls: [String] = []
        for line in String(decoding: File.bytes(log) ?? [], as: UTF8.self).split(separator: "\n") {
            let time = line.prefix { $0 != " " }
            if calls.isEmpty || time.contains(".") && Double(time) != nil {
                calls.append(String(line))
            } else {
                calls[calls.count - 1] += "\n" + line
            }
        }
        return calls
    }

    /// The bubbles that it was asked to show, in order.
    package var bubbles: [Bubble] {
        lines.compactMap { line in
            let words = line.split(separator: " ", maxSplits: 4)
            guard words.count == 5, words[1] == "Notify", let id = Int(words[3]) else { return nil }
            return Bubble(replaces: id, text: String(words[4]))
        }
    }

    /// Ids of the bubbles that it was asked to close.
    package var closed: [Int] {
        lines.compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 3 && words[1] == "CloseNotification" ? Int(words[2]) : nil
        }
    }

    package func waitForBubbles(_ count: Int) throws {
        try wait(upTo: 90, for: "\(count) bubbles; there are \(bubbles)") {
            bubbles.count >= count
        }
    }

    /// Presses a button.
    package func press(_ key: String, of id: Int) throws {
        try emit("ActionInvoked", "us", ["u", String(id), "s", key])
    }

    /// Closes a bubble as a person who presses nothing.
    package func close(_ id: Int) throws {
        try emit("NotificationClosed", "uu", ["u", String(id), "u", "2"])
    }

    private func emit(_ signal: String, _ signature: String, _ values: [String]) throws {
        let arguments =
            ["busctl", "--user", "call"] + Self.path + [
                "org.freedesktop.DBus.Mock", "EmitSignal", "sssav",
                "org.freedesktop.Notifications", signal, signature, "2",
            ] + values
        let result = try session.run(arguments)
        guard result.ending == .exited(0) else { throw StageError(result.complaints) }
    }
}
