import Glibc
import Stage
import Systemd
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerDaemon

/// The questions to a Wayland compositor that does as told, and to a real X server.
@MainActor @Suite(.serialized) struct DisplayIdleTests {
    /// A compositor's side of a connection.
    private final class Compositor {
        let ours: Int32
        let theirs: Int32
        private var unread: [UInt8] = []
        private var isOpen = true

        init() throws {
            var ends: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK
            try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
            (ours, theirs) = (ends[0], ends[1])
        }

        /// A second call does nothing: the number may be another test's by then.
        func end() {
            if isOpen { close(theirs) }
            isOpen = false
        }

        /// The words of the next request: the object, the request's number, and the rest.
        func next() -> [UInt32]? {
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = read(theirs, &piece, piece.count)
            if count > 0 { unread += piece[..<count] }
            let words = stride(from: 0, to: unread.count / 4 * 4, by: 4).map { start in
                unread.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
            }
            guard words.count >= 2, words.count >= Int(words[1] >> 18) else { return nil }
            let length = Int(words[1] >> 18)
            unread.removeFirst(4 * length)
            return [words[0], words[1] & 0xffff] + words[2..<length]
        }

        func send(_ object: UInt32, _ event: UInt32, _ body: [UInt8] = []) {
            let words = [object, UInt32(8 + body.count) << 16 | event]
            let bytes = words.flatMap(Self.bytes) + body
            #expect(write(theirs, bytes, bytes.count) == bytes.count)
        }

        func offer(_ name: UInt32, _ interface: String) {
            let text = Array(interface.utf8) + [0]
            let padding = [UInt8](repeating: 0, count: -text.count & 3)
            send(
                2, 0,
                Self.bytes(name) + Self.bytes(UInt32(text.count)) + text + padding + Self.bytes(1))
        }

        static func bytes(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }
    }

    private final class Told { var states: [DisplayIdle.State?] = [] }

    /// Asks a compositor, and returns its requests after it has said what it offers.
    private func ask(
        _ loop: EventLoop, _ display: DisplayIdle, _ compositor: Compositor, _ told: Told,
        offering interfaces: [String]
    ) throws -> [[UInt32]] {
        display.attach(compositor.ours) { told.states.append($0) }
        try turn(loop)
        // The registry, and the mark at the end of its list.
        #expect(compositor.next() == [1, 1, 2])
        #expect(compositor.next() == [1, 0, 3])
        for (name, interface) in interfaces.enumerated() {
            compositor.offer(UInt32(name + 20), interface)
        }
        compositor.send(3, 0, Compositor.bytes(1))
        try turn(loop)
        var requests: [[UInt32]] = []
        while let request = compositor.next() { requests.append(request) }
        return requests
    }

    private func turn(_ loop: EventLoop) throws {
        for _ in 0..<20 { try loop.turn(waitingMicroseconds: 5000) }
    }

    private func now(_ display: DisplayIdle) -> DisplayIdle.State? {
        var state: DisplayIdle.State??
        display.ask { state = $0 }
        return state ?? nil
    }

    @Test(arguments: ["ext_idle_notifier_v1", "org_kde_kwin_idle"])
    func aCompositorTellsOfIdleness(notifier: String) throws {
        let loop = try EventLoop()
        let compositor = try Compositor()
        defer { compositor.end() }
        let display = DisplayIdle(loop, nil, [:], idleMs: 60_000)
        let told = Told()
        let requests = try ask(
            loop, display, compositor, told,
            offering: ["wl_compositor", "wl_seat", notifier, "wl_seat"])
        try #require(requests.count == 3)
        #expect(requests[0].prefix(3) == [2, 0, 21] && requests[0].last == 4)
        #expect(requests[1].prefix(3) == [2, 0, 22] && requests[1].last == 5)
        let isKDEs = notifier.hasPrefix("org")
        #expect(requests[2] == (isKDEs ? [5, 0, 6, 4, 60_000] : [5, 1, 6, 60_000, 4]))
        // For a minute its silence means nothing.
        #expect(told.states == [.wayland(isIdle: nil)])
        #expect(DisplayIdle.State.wayland(isIdle: nil).isIdle(forMs: 1) == nil)

        var (touches, absences) = (0, 0)
        display.follow({ touches += 1 })
        display.left = { absences += 1 }
        compositor.send(6, 0)
        try turn(loop)
        #expect(now(display) == .wayland(isIdle: true) && touches == 0 && absences == 1)
        compositor.send(6, 1)
        try turn(loop)
        #expect(now(display) == .wayland(isIdle: false) && touches == 1 && absences == 1)
        display.stopFollowing()
        display.left = nil
        compositor.send(6, 0)
        compositor.send(6, 1)
        try turn(loop)
        #expect(now(display) == .wayland(isIdle: false) && touches == 1 && absences == 1)
        // A compositor that goes knows nothing any more.
        compositor.send(6, 0)
        compositor.end()
        try turn(loop)
        #expect(now(display) == nil)
        #expect(told.states.count == 1)
    }

    @Test func itsSilenceMeansSomethingAfterTheTime() throws {
        let loop = try EventLoop()
        let compositor = try Compositor()
        defer { compositor.end() }
        let display = DisplayIdle(loop, nil, [:], idleMs: 300)
        _ = try ask(
            loop, display, compositor, Told(), offering: ["wl_seat", "ext_idle_notifier_v1"])
        usleep(310_000)
        #expect(now(display) == .wayland(isIdle: false))
        // Another time has to be asked for anew.
        display.idleMs = 400
        #expect(now(display) == nil)
    }

    @Test func aCompositorMayTellNothing() throws {
        let loop = try EventLoop()
        let compositor = try Compositor()
        defer { compositor.end() }
        let display = DisplayIdle(loop, nil, [:], idleMs: 60_000)
        let told = Told()
        #expect(
            try ask(loop, display, compositor, told, offering: ["wl_seat", "wl_shm"]).isEmpty)
        #expect(told.states == [.waylandCannotTell])
        #expect(now(display) == .waylandCannotTell)
        #expect(DisplayIdle.State.waylandCannotTell.isIdle(forMs: 0) == nil)
    }

    /// One that answers only after the patience has ended is known to the next question.
    @Test func aSlowCompositorStaysAsked() throws {
        let loop = try EventLoop()
        let compositor = try Compositor()
        defer { compositor.end() }
        let display = DisplayIdle(loop, nil, [:], idleMs: 60_000)
        let (early, late) = (Told(), Told())
        display.attach(compositor.ours) { early.states.append($0) }
        display.giveUp()
        display.ask { late.states.append($0) }
        try turn(loop)
        #expect(compositor.next() == [1, 1, 2] && compositor.next() == [1, 0, 3])
        for (name, interface) in ["wl_seat", "ext_idle_notifier_v1"].enumerated() {
            compositor.offer(UInt32(name + 20), interface)
        }
        compositor.send(3, 0, Compositor.bytes(1))
        try turn(loop)
        #expect(early.states.isEmpty && late.states == [.wayland(isIdle: nil)])
        #expect(display.told == .wayland(isIdle: nil))
        // Whoever still waits when it goes is told so.
        display.idleMs = 400
        let other = try Compositor()
        display.attach(other.ours) { late.states.append($0) }
        other.end()
        try turn(loop)
        #expect(late.states == [.wayland(isIdle: nil), nil] && display.told == nil)
    }

    /// `daemon.check` goes by what the daemon was told: a new connection's time would begin anew.
    @Test func aCheckKnowsWhatTheDaemonWasTold() {
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"]
        func check(_ told: DisplayIdle.State) -> [String: String] {
            let checks = DesktopCheck(
                .init(), environment, display: told, way: .shown, withinMs: 100
            ).run()
            return Dictionary(uniqueKeysWithValues: checks.map { ($0.part, $0.detail) })
        }
        let idle = check(.wayland(isIdle: true))
        #expect(idle["idle"]?.contains("according to the Wayland compositor") == true)
        #expect(idle["desktop"] == "a reminder would be held back: there is no input")
        #expect(check(.wayland(isIdle: false))["desktop"] == "a reminder would be shown now")
    }

    /// A session starts after the daemon: its compositor is asked when it comes, since it counts from then on.
    @Test func aCompositorThatStartsLaterIsAskedWhenItComes() throws {
        try Stage.with { stage in
            let loop = try EventLoop()
            let folder = stage.folder.path
            let display = DisplayIdle(loop, nil, ["XDG_RUNTIME_DIR": folder], idleMs: 400)
            var told: [DisplayIdle.State?] = []
            display.ask { told.append($0) }
            #expect(told == [nil])
            display.awaitCompositor()
            // A lock file comes first, and neither is a compositor behind each socket.
            try File.write("", to: stage.file("wayland-0.lock"))
            let script = """
                import os, socket, sys, time
                place = socket.socket(socket.AF_UNIX)
                place.bind(sys.argv[1])
                time.sleep(0.3)
                place.listen()
                while True:
                    client, _ = place.accept()
                    print(client.recv(100).hex(), flush=True)
                """
            let run = { try stage.run(["python3", "-c", script, stage.file("wayland-0")]) }
            for _ in 1...2 {
                // The second one takes the place of the first, as at the next login.
                unlink(stage.file("wayland-0"))
                let compositor = try run()
                let end = Clocks.read().awakeNs + 20_000_000_000
                while compositor.output.isEmpty, Clocks.read().awakeNs < end { try turn(loop) }
                #expect(compositor.output.split(separator: "\n").count == 1)
                compositor.end()
            }
        }
    }

    @Test func aCompositorThatRefusesIsLeft() throws {
        let loop = try EventLoop()
        let compositor = try Compositor()
        defer { compositor.end() }
        let display = DisplayIdle(loop, nil, [:], idleMs: 60_000)
        let told = Told()
        _ = try ask(
            loop, display, compositor, told, offering: ["wl_seat", "ext_idle_notifier_v1"])
        compositor.send(6, 0)
        compositor.send(1, 0, [UInt8](repeating: 0, count: 12))
        try turn(loop)
        #expect(now(display) == nil)
        var byte: UInt8 = 0
        #expect(read(compositor.theirs, &byte, 1) == 0)
    }

    @Test func itsConnectionIsEnded() throws {
        let loop = try EventLoop()
        let compositor = try Compositor()
        defer { compositor.end() }
        let display = DisplayIdle(loop, nil, [:], idleMs: 60_000)
        _ = try ask(
            loop, display, compositor, Told(), offering: ["wl_seat", "ext_idle_notifier_v1"])
        compositor.send(6, 0)
        try turn(loop)
        #expect(display.told == .wayland(isIdle: true))
        display.disconnect()
        #expect(display.told == nil)
        var byte: UInt8 = 0
        #expect(read(compositor.theirs, &byte, 1) == 0)
    }

    // MARK: Which screen

    @Test(
        arguments: [
            ([:], nil),
            (
                ["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "/run/me"],
                .wayland("/run/me/wayland-1")
            ),
            (["WAYLAND_DISPLAY": "/tmp/w", "DISPLAY": ":0"], .wayland("/tmp/w")),
            (["WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"], nil),
            (["DISPLAY": ":1.0", "HOME": "/h"], .x(display: "1", cookies: "/h/.Xauthority")),
            (
                ["DISPLAY": "unix:2", "XAUTHORITY": "/a", "HOME": "/h"],
                .x(display: "2", cookies: "/a")
            ),
            (["DISPLAY": "host:0"], nil), (["DISPLAY": "0"], nil), (["DISPLAY": ":"], nil),
            (["DISPLAY": ":../x"], nil), (["WAYLAND_DISPLAY": "", "DISPLAY": ""], nil),
        ] as [([String: String], DisplayPlace?)])
    func theEnvironmentNamesTheScreen(variables: [String: String], place: DisplayPlace?) {
        #expect(DisplayPlace(in: variables) == place)
    }

    @Test func theOnlySocketIsTheScreen() throws {
        let folder = try TemporaryFolder()
        let variables = ["XDG_RUNTIME_DIR": folder.path]
        #expect(DisplayPlace(onlySocketIn: variables) == nil)
        for name in ["wayland-0", "wayland-0.lock", "wayland-x"] {
            try File.write("", to: folder.file(name))
        }
        let only = DisplayPlace.wayland(folder.file("wayland-0"))
        #expect(DisplayPlace(onlySocketIn: variables) == only)
        try File.write("", to: folder.file("wayland-1"))
        #expect(DisplayPlace(onlySocketIn: variables) == nil)
        #expect(DisplayPlace(onlySocketIn: [:]) == nil)
    }

    // MARK: X

    /// The user manager knows the display; the daemon knows the name of an earlier session's.
    @Test func anXServerTellsTheTimeWithoutInput() throws {
        var configuration = TrackerCore.Configuration.Desktop()
        configuration.idleMs = 1500
        let former = ["WAYLAND_DISPLAY": "/nonexistent/wayland-0"]
        try DesktopStage.with(configuration, environment: former) { stage in
            let cookie = [UInt8](repeating: 0x5a, count: 16)
            func field(_ bytes: [UInt8]) -> [UInt8] { [0, UInt8(bytes.count)] + bytes }
            let entry = field([]) + field([]) + field(Array("MIT-MAGIC-COOKIE-1".utf8))
            let file = stage.stage.file("cookies")
            try File.write([0xff, 0xff] + entry + field(cookie), to: file)
            let server = try stage.session.start([
                "Xvfb", "-displayfd", "1", "-screen", "0", "100x100x24", "-nolisten", "tcp",
                "-noreset", "-auth", file,
            ])
            try wait(for: "Xvfb: \(server.complaints)") { server.output.hasSuffix("\n") }
            let display = ":" + server.output.filter(\.isNumber)
            let name = "org.freedesktop.systemd1"
            let manager = try MockService(
                stage.session, name, "/org/freedesktop/systemd1", name + ".Manager")
            func know(_ entries: [String]) throws {
                try manager.change(
                    name + ".Manager", "Environment", ["as", String(entries.count)] + entries)
            }
            try manager.property(name + ".Manager", "Environment", ["as", "0"])
            #expect(try stage.ask() == DesktopState())
            usleep(1_500_000)
            // Without its cookie it tells nobody.
            try know(["DISPLAY=\(display)", "XAUTHORITY=/nonexistent"])
            #expect(try stage.ask() == DesktopState())
            try know(["A", "DISPLAY=\(display)", "XAUTHORITY=\(file)"])
            #expect(try stage.says(DesktopState(absence: .idle)))
            // A compositor that is there no more hides no X server.
            try know([
                "WAYLAND_DISPLAY=/nonexistent/wayland-1", "DISPLAY=\(display)",
                "XAUTHORITY=\(file)",
            ])
            #expect(try stage.says(DesktopState(absence: .idle)))
            stage.desktop.configuration.idleMs = 86_400_000
            #expect(try stage.ask() == DesktopState())
            stage.desktop.configuration.idleMs = 1500
            // Mutter knows better.
            _ = try stage.startMutter(idleMs: 3)
            #expect(try stage.ask() == DesktopState())
        }
    }
}
