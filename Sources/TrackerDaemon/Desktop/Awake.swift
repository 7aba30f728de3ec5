import Systemd

/// Keeps the screen on while somebody follows something on it, by asking the desktop and logind. Both let go
/// when the daemon ends, however it ends.
final class Awake {
    static let who = "trackerd"
    static let why = "A training session or run is in progress"

    /// Milliseconds that the screen stays on after the end, to bridge short gaps.
    static let usualGapMs: Int64 = 10_000

    private let buses: DesktopBuses
    /// Milliseconds that the screen stays on after the last stretch.
    private let gapMs: Int64
    /// Milliseconds after which logind is asked again.
    private let patienceMs: Int64
    private var end: AlarmSource?
    /// Whether the screen is kept on.
    private(set) var isOn = false
    /// Whether the end was announced and only the gap is left.
    private var isEnding = false
    private var screenSaver: ScreenInhibitor?
    private var powerManager: ScreenInhibitor?
    /// logind's descriptor; logind keeps the screen on while it is open.
    private var lock: BusDescriptor?
    /// Number of the current stretch, so that an answer to an earlier one is dropped.
    private var stretch = 0

    init(
        _ loop: EventLoop, _ buses: DesktopBuses, gapMs: Int64 = usualGapMs,
        patienceMs: Int64 = Bus.usualTimeoutMs
    ) throws(SystemError) {
        self.patienceMs = patienceMs
        self.gapMs = gapMs
        self.buses = buses
        end = try loop.alarm(on: .boot) { [weak self] in self?.release() }
    }

    /// Keeps the screen on for some time from now. A later call replaces this one.
    ///
    /// - Parameter ms: the time in milliseconds; `nil` if nobody follows anything now.
    func keepOn(forMs ms: Int64?) {
        guard isOn || ms != nil else { return }
        // A stretch that has ended before keeps its own end.
        if ms == nil, isEnding { return }
        isEnding = ms == nil
        let now = Clocks.read().bootNs / 1000
        end?.arm(atMicroseconds: UInt64(now + ((ms ?? 0) + gapMs) * 1000))
        if !isOn { take() }
    }

    private func take() {
        isOn = true
        if let session = buses.session {
            screenSaver = ScreenInhibitor(
                session, ScreenInhibitor.screenSaver, "/org/freedesktop/ScreenSaver",
                ScreenInhibitor.screenSaver
            ) { [weak self] in self?.askPowerManager(session) }
        }
        askLogind()
    }

    private func askLogind() {
        let call = BusCall(
            LoginService.name, LoginService.path, LoginService.manager, "Inhibit",
            ["idle", .string(Self.who), .string(Self.why), "block"])
        buses.system?.call(call, timeoutMs: patienceMs) { [weak self, stretch] answer in
            guard let self, isOn, self.stretch == stretch else { return }
            lock = answer.value?.descriptor
            if case .failure(.timedOut) = answer { askLogind() }
        }
    }

    /// Asks the power manager, such as Xfce's, if no screen saver can be asked.
    private func askPowerManager(_ session: Bus) {
        guard screenSaver?.isUseless == true else { return powerManager = nil }
        guard powerManager == nil else { return }
        powerManager = ScreenInhibitor(
            session, ScreenInhibitor.powerManager, "/org/freedesktop/PowerManagement/Inhibit",
            "org.freedesktop.PowerManagement.Inhibit", changed: {})
    }

    private func release() {
        isOn = false
        isEnding = false
        stretch += 1
        screenSaver = nil
        powerManager = nil
        lock = nil
    }
}
