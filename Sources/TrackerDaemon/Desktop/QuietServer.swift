import Systemd

/// The notification server, which may be in do-not-disturb.
final class QuietServer {
    /// A server's answer.
    struct State: Hashable {
        /// The server's own name, such as `dunst`.
        let name: String
        let isQuiet: Bool
        /// The command, or a description, for turning its do-not-disturb off; `nil` if unknown.
        let remedy: String?
    }

    /// Name of GNOME's server, which doesn't report do-not-disturb on any bus.
    private static let gnome = "gnome-shell"
    private static let gnomeKey = ["org.gnome.desktop.notifications", "show-banners"]

    private let loop: EventLoop
    private let bus: Bus?
    private let environment: HookEnvironment
    /// The modes of mako that mean do-not-disturb.
    var modes: [String]
    /// Question for the server found last.
    private var question: QuietQuestion?
    private var subscriptions: [BusSubscription] = []
    private var settings: ProgramOutput?

    init(_ loop: EventLoop, _ bus: Bus?, _ environment: HookEnvironment, modes: [String]) {
        self.loop = loop
        self.bus = bus
        self.environment = environment
        self.modes = modes
    }

    /// Asks whether the server is in do-not-disturb; the answer is `nil` if no server answers.
    func ask(_ answered: @escaping (State?) -> Void) {
        guard let bus else { return answered(nil) }
        let who = BusCall(
            NotificationService.name, NotificationService.path, NotificationService.name,
            "GetServerInformation")
        bus.call(who, timeoutMs: Desktop.patienceMs) { [weak self] answer in
            guard let self, let name = answer.value?.text else { return answered(nil) }
            question = QuietQuestion.byServer[name]
            if name == Self.gnome { return askGnome(answered) }
            guard let question else {
                return answered(State(name: name, isQuiet: false, remedy: nil))
            }
            bus.call(question.ask, timeoutMs: Desktop.patienceMs) { [modes] answer in
                let isQuiet = answer.value.map { QuietQuestion.isOn($0, modes: modes) } ?? false
                answered(State(name: name, isQuiet: isQuiet, remedy: question.remedy))
            }
        }
    }

    private func askGnome(_ answered: @escaping (State?) -> Void) {
        let remedy = "gsettings set \(Self.gnomeKey.joined(separator: " ")) true"
        func tell(_ output: String?) {
            let isQuiet = output?.trimmingBlanks == "false"
            answered(State(name: Self.gnome, isQuiet: isQuiet, remedy: remedy))
        }
        guard let program = environment.program("gsettings") else { return tell(nil) }
        settings = ProgramOutput(
            loop, of: [program, "get"] + Self.gnomeKey, environment: environment.adding([:]),
            withinMs: Desktop.patienceMs, answered: tell)
    }

    /// Runs a handler when the server leaves do-not-disturb, or when another one takes over.
    func follow(_ ended: @escaping () -> Void) {
        stopFollowing()
        guard let bus else { return }
        let daemon = "org.freedesktop.DBus"
        let other = BusRule(
            sender: daemon, interface: daemon, member: "NameOwnerChanged",
            first: NotificationService.name)
        subscriptions = [bus.onSignal(other) { _ in ended() }]
        guard let question else { return }
        subscriptions.append(
            bus.onSignal(question.change) { [weak self] signal in
                guard let self, let value = question.value(in: signal) else { return }
                if !QuietQuestion.isOn(value, modes: modes) { ended() }
            })
    }

    func stopFollowing() { subscriptions = [] }
}
