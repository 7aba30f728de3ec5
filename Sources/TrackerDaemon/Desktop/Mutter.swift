import Systemd

/// Mutter, the compositor of GNOME and related desktops, which counts the time without input on Wayland and
/// on X11.
final class Mutter {
    private static let service = "org.gnome.Mutter.IdleMonitor"
    private static let path = "/org/gnome/Mutter/IdleMonitor/Core"

    private let bus: Bus?
    private var subscription: BusSubscription?
    /// Number of the watch that waits for the next input, or for its absence.
    private var watch: BusValue?

    init(_ bus: Bus?) { self.bus = bus }

    /// Asks for the milliseconds without input; the answer is `nil` if there is no Mutter.
    func ask(_ answered: @escaping (Int64?) -> Void) {
        guard let bus else { return answered(nil) }
        bus.call(Self.call("GetIdletime"), timeoutMs: Desktop.patienceMs) {
            answered($0.value?.integer)
        }
    }

    /// Runs a handler at the next input.
    func follow(_ touched: @escaping () -> Void) {
        follow(by: Self.call("AddUserActiveWatch"), touched)
    }

    /// Runs a handler each time that there was no input for so long.
    func follow(idleMs: Int64, _ idle: @escaping () -> Void) {
        follow(by: Self.call("AddIdleWatch", [.uint64(UInt64(clamping: idleMs))]), idle)
    }

    private func follow(by request: BusCall, _ fired: @escaping () -> Void) {
        stopFollowing()
        let rule = BusRule(
            sender: Self.service, path: Self.path, interface: Self.service, member: "WatchFired")
        let subscription = bus?.onSignal(rule) { [weak self] signal in
            if let watch = self?.watch, signal.arguments.first == watch { fired() }
        }
        self.subscription = subscription
        bus?.call(request) { [weak self] answer in
            guard let watch = answer.value else { return }
            if let self, self.subscription === subscription {
                self.watch = watch
            } else {
                self?.remove(watch)
            }
        }
    }

    func stopFollowing() {
        subscription = nil
        if let watch { remove(watch) }
        watch = nil
    }

    private func remove(_ watch: BusValue) { bus?.send(Self.call("RemoveWatch", [watch])) }

    private static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(service, path, service, member, arguments)
    }
}
