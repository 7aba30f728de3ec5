import Systemd

/// Reports that a Wayland compositor may have started, because its socket has appeared in the session's
/// folder.
///
/// A compositor counts the time without input only from when it is asked. One that starts after the daemon,
/// as at each login, has to be asked when it starts, not just when a reminder is due.
final class CompositorArrival {
    /// Seconds after which to look. The socket appears before anybody listens on it. A second compositor can
    /// be told from the first only after the session has reported its own to the user manager.
    private static let looks: [Int64] = [1, 4, 15]

    private let look: (_ found: @escaping (Bool) -> Void) -> Void
    private var sockets: PathSource?
    private var alarm: AlarmSource?
    private var left: ArraySlice<Int64> = []

    /// - Parameter look: connects to a compositor, and reports whether it found one.
    init?(
        _ loop: EventLoop, _ environment: [String: String],
        look: @escaping (_ found: @escaping (Bool) -> Void) -> Void
    ) {
        self.look = look
        guard let folder = DisplayPlace.runtimeFolder(environment) else { return nil }
        do throws(SystemError) {
            alarm = try loop.alarm(on: .awake) { [weak self] in self?.lookNow() }
            sockets = try loop.watchPath(folder, for: [.created, .movedHere, .onlyDirectory]) {
                [weak self] change in
                guard let name = change.name, DisplayPlace.isSocketName(name) else { return }
                self?.left = Self.looks[...]
                self?.lookLater()
            }
        } catch {
            return nil
        }
    }

    private func lookLater() {
        guard let seconds = left.popFirst() else { return }
        let now = Clocks.read().awakeNs / 1000
        alarm?.arm(atMicroseconds: UInt64(now + seconds * 1_000_000))
    }

    private func lookNow() {
        look { [weak self] found in
            if !found { self?.lookLater() }
        }
    }
}
