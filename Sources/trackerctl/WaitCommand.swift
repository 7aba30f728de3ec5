import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

struct WaitCommand: DaemonCommand {
    static let methods: [any Request.Type] = [EventsSubscribe.self, TimerGet.self]
    static let configuration = CommandConfiguration.leaf(
        "wait",
        abstract: "Wait until a timer ends.",
        discussion: """
            The exit status is 0 if it finished and 1 if it was cancelled. For a timer that has \
            ended already the answer comes at once. Waits on when the daemon is restarted.

            Example:
              trackerctl timer start 4m tea && trackerctl wait tea && paplay done.ogg
            """)

    @OptionGroup var target: TimerArgument
    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        let path = try options.path()
        let stream = EventStream(path: path, types: ["timer.*"])
        // The subscription begins before the timer is read, so that an end between the two isn't missed.
        try stream.connect()
        var teller = AbsenceTeller(isQuiet: options.quiet)
        var timer = try get(target.timer, at: path, once: stream, &teller)
        let id = timer.value.id
        while !timer.value.hasEnded {
            let item = try stream.next()
            teller.tell(item)
            switch item {
            case .event(let received) where received.event.subject == id:
                guard ["timer.finished", "timer.cancelled"].contains(received.event.type) else {
                    continue
                }
                timer = try received.event.data.decoded()
            // With another journal than before, the end would never come as an event, so the timer is read
            // again.
            case .online: timer = try get(id, at: path, once: stream, &teller)
            default: continue
            }
        }
        try show(timer)
        if timer.value.state == "cancelled" { throw ExitCode(ExitStatus.refused) }
    }

    /// The timer; where the daemon goes away meanwhile, as it is once the daemon is back.
    private func get(
        _ timer: String, at path: String, once stream: EventStream, _ teller: inout AbsenceTeller
    ) throws -> Whole<TimerView> {
        while true {
            do {
                return try Client.connect(path: path).call(
                    TimerGet(timer: timer), as: Whole<TimerView>.self)
            } catch let error as ClientError where error.isPassing && !error.isRefusal {
                var isBack = false
                while !isBack {
                    let item = try stream.next()
                    teller.tell(item)
                    if case .online = item { isBack = true }
                }
            }
        }
    }

    private func show(_ timer: Whole<TimerView>) throws {
        if options.json {
            try Output.print(timer.json)
        } else if options.quiet {
            try Output.print(timer.value.id + "\n")
        } else {
            try Output.print(timer.value.sentence(in: options.style) + "\n")
        }
    }
}
