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
        var timer = try get(target.timer, at: path)
        let id = timer.value.id
        var teller = AbsenceTeller(isQuiet: options.quiet)
        while !timer.value.hasEnded {
            let item = try stream.next()
            teller.tell(item)
            switch item {
            case .event(let received) where received.event.subject == id:
                guard ["timer.finished", "timer.cancelled"].contains(received.event.type) else {
                    continue
                }
                timer = try received.event.data.decoded()
            case .online:
                // With another journal than before, the end would never come as an event, so the timer is
                // read again.
                do {
                    timer = try get(id, at: path)
                } catch let error as ClientError where error.isPassing {
                    continue
                }
            default: continue
            }
        }
        try show(timer)
        if timer.value.state == "cancelled" { throw ExitCode(ExitStatus.refused) }
    }

    private func get(_ timer: String, at path: String) throws -> Whole<TimerView> {
        try Client.connect(path: path).call(TimerGet(timer: timer), as: Whole<TimerView>.self)
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
