import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

struct WatchCommand: DaemonCommand {
    static let methods: [String] = [EventsSubscribe.method]
    static let configuration = CommandConfiguration.leaf(
        "watch", abstract: "Print events as they come.",
        discussion: """
            If the daemon restarts, it continues: no event is lost or repeated. It \
            ends when nothing reads its output any more.
            """,
        examples: [
            "watch",
            "watch --json --types 'rest.*'",
            "watch --types 'rest.finished,rest.skipped' --limit 1",
        ])

    @OptionGroup var types: EventTypes

    @Option("Start with the events after this number, instead of now.", "seq")
    var since: Int64?

    @Option("Exit after this many events.", "count", isShort: true)
    var limit: Int?

    @OptionGroup(title: Options.title) var options: Options

    func validate() throws {
        guard limit ?? 1 > 0 else { throw ValidationError("--limit must be at least 1") }
    }

    func run() throws {
        let stream = EventStream(
            path: try options.path(), types: types.globs, since: since,
            silenceMs: options.delivery.silenceMs)
        try stream.connect()
        var teller = AbsenceTeller(isQuiet: options.quiet)
        var shown = 0
        var lines = EventLines()
        do {
            while shown < limit ?? .max {
                guard let item = try stream.next(for: STDOUT_FILENO) else { return }
                teller.tell(item)
                guard case .event(let received) = item else { continue }
                try Output.print(
                    options.json
                        ? Output.line(received.json)
                        : lines.line(of: received.event, in: options.style))
                shown += 1
            }
        } catch let error as Output.Failed where error.isReaderGone {
            return
        }
    }
}

/// Reports when the daemon goes away, and when it is back.
struct AbsenceTeller {
    let isQuiet: Bool
    private var isAway = false

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    mutating func tell(_ item: EventStream.Item) {
        switch item {
        case .offline:
            if !isAway, !isQuiet { Output.complain("trackerd isn't running; waiting for it") }
            isAway = true
        case .online:
            if isAway, !isQuiet { Output.complain("trackerd is back") }
            isAway = false
        default: break
        }
    }
}
