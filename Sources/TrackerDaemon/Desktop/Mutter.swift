import Systemd

/// Mutter, the compositor of GNOME and related desktops, which counts the time without input on Wayland and
/// on X11.
final class Mutter {
    private static let service = "org.gnome.Mutter.IdleMonitor"
    private static let path = "/org/gnome/Mutter/IdleMonitor/Core"

    private let bus: Bus?
    private var subscription: BusSubscription?
    /// Number of the watch that waits for the next input.
    private var watch: BusValue?
    private var leaving: BusSubscription?
    private var name: BusName?
    /// Number of the watch that waits until there was no input for a while.
    private var idleWatch: BusValue?

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
        stopFollowing()
        let subscription = bus?.onSignal(Self.fired) { [weak self] signal in
            if let watch = self?.watch, signal.arguments.first == watch { touched() }
        }
        self.subscription = subscription
        bus?.call(Self.call("AddUserActiveWatch")) { [weak self] answer in
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

    /// Runs a handler whenever there was no input for a while, also if Mutter starts later.
    func followLeaving(afterMs idleMs: Int64, _ left: @escaping () -> Void) {
        stopFollowingLeaving()
        guard let bus else { return }
        leaving = bus.onSignal(Self.fired) { [weak self] signal in
            if let watch = self?.idleWatch, signal.arguments.first == watch { left() }
        }
        name = BusName(bus, Self.service) { [weak self] in self?.addIdleWatch(idleMs) }
    }

    func stopFollowingLeaving() {
        leaving = nil
        name = nil
        if let idleWatch { remove(idleWatch) }
        idleWatch = nil
    }

    private func addIdleWatch(_ idleMs: Int64) {
        // Another owner of the name has no watches yet.
        idleWatch = nil
        guard let name, name.owner != nil else { return }
        bus?.call(Self.call("AddIdleWatch", [.uint64(UInt64(clamping: idleMs))])) {
            [weak self] answer in
            guard let watch = answer.value else { return }
            if let self, self.name === name {
                idleWatch = watch
            } else {
                self?.remove(watch)
            }
        }
    }

    private static let fired = BusRule(
        sender: service, path: path, interface: service, member: "WatchFired")

    private func remove(_ watch: BusValue) { bus?.send(Self.call("RemoveWatch", [watch])) }

    private static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(service, path, service, member, arguments)
    }
}
