import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView
import UserFiles

extension BarStyle: ChoiceArgument {}

struct BarCommand: DaemonCommand {
    static let methods: [String] = [
        Status.method, EventsSubscribe.method, LiveNext.method, LiveWord.pause.rawValue,
        LiveWord.resume.rawValue,
    ]
    static let configuration = CommandConfiguration.leaf(
        "bar", abstract: "Print a line for a status bar.",
        discussion: """
            The most urgent thing comes first: a hold, a rest, an interval, a timer that is over \
            until you answer it, the timer that ends next, or the open workout; '+2' after it means two \
            more. If nothing is running, the line shows a reminder that waits for an answer, or the \
            next one, or nothing. In bars with tooltips, \
            the tooltip shows everything, with today's totals and the streak. Style sheets can use \
            the kind, the state, 'idle', 'offline' and 'do-not-disturb'.

            With --follow it keeps running and prints a line whenever something changes; every \
            second only while something counts. If the daemon stops, the line says so, and it \
            comes back with the daemon; a service that you stopped stays stopped. You can run any \
            number of copies; they show the same.

            --print-config prints what to put into the bar's own configuration, with its clicks. \
            These use --do to act on what the line shows: a click does the obvious next step, as \
            'trackerctl next' does, and pauses or resumes a timer; a right click snoozes a \
            reminder; the wheel adds or removes time.

            --format is a text with fields: {text} {name} {time} {kind} {state} {more} \
            {percentage} {today}.
            """,
        examples: [
            "bar",
            "bar --print-config waybar",
            "bar --style polybar --follow",
            "bar --show training,rest,run --format '{name}: {time}'",
            "bar --do more",
        ])

    @Option(parsing: .unconditional, help: ArgumentHelp("Format of the line.", valueName: "style"))
    var style = BarStyle.plain

    @Flag(help: "Keep running and print a line for each change.")
    var follow = false

    @Option(
        "Kinds to show; all by default. (training, rest, run, timers, workout, reminders, next)",
        "kinds", read: Self.kinds)
    var show: Set<BarKind>?

    @Option("The text, with fields such as {name} and {time}.", "template", read: Self.template)
    var format: BarTemplate?

    @Option("Print the configuration for this bar and exit.", "style")
    var printConfig: BarStyle?

    @Option(
        name: .customLong("do"), parsing: .unconditional,
        help: ArgumentHelp(
            "What to do with what the line shows, instead of printing it.", valueName: "move")
    )
    var move: BarMove?

    @Flag(help: "Show the result of --do as a notification.")
    var notify = false

    @Flag(help: "Exit with status 69 if trackerd isn't running, instead of saying so in the line.")
    var strict = false

    @OptionGroup var daemon: SocketOptions

    func validate() throws {
        guard move == nil || !follow && printConfig == nil else {
            throw ValidationError("--do acts once: leave out --follow and --print-config")
        }
        guard move != nil || !notify else { throw ValidationError("--notify needs --do") }
        guard !follow || !strict else {
            throw ValidationError("--strict is for a single line: leave out --follow")
        }
    }

    func run() throws {
        try daemon.refuseJSON("for programs use: --style json")
        if let bar = printConfig {
            guard let text = bar.configuration(program: Self.program) else {
                throw ValidationError("nothing to set up for \(bar.rawValue)")
            }
            return try Output.print(text)
        }
        let path = try Delivery(socket: daemon.socket).path()
        let kinds = show ?? Set(BarKind.allCases)
        if let move {
            return try move.act(Delivery(socket: daemon.socket, notify: notify), showing: kinds)
        }
        do {
            guard follow else { return try printOnce(path, kinds) }
            try BarLoop(socket: path, style: style, template: format, showing: kinds).run()
        } catch let failed as Output.Failed where failed.isReaderGone {
            // The bar has gone.
        }
    }

    /// Milliseconds for the daemon to reply. A panel that polls waits meanwhile.
    private static let patienceMs = 250

    private func printOnce(_ path: String, _ kinds: Set<BarKind>) throws {
        var face = BarFace.offline
        do {
            // Connecting would start a service that was stopped, which a bar mustn't do every second.
            if strict || DaemonPresence.isUp(at: path) {
                let client = try Client.connect(path: path, timeoutMs: Self.patienceMs)
                face = .of(try client.call(Status()), passed: 0, showing: kinds)
            }
        } catch let error as ClientError where !strict && error.isPassing {
            // The line reports it.
        }
        try Output.print(try style.line(face, format) + "\n")
    }

    /// Absolute path of this program, since bars have a search path of their own.
    static var program: String { ThisProgram.path ?? "trackerctl" }

    @Sendable private static func kinds(_ text: String) throws -> Set<BarKind> {
        let known = BarKind.allCases.map(\.rawValue).joined(separator: ", ")
        return try Set(
            text.split(separator: ",").map { word in
                guard let kind = BarKind(rawValue: word.filter { $0 != " " }) else {
                    throw ValidationError("unknown kind '\(word)'. The kinds are \(known)")
                }
                return kind
            })
    }

    @Sendable private static func template(_ text: String) throws -> BarTemplate {
        try telling { try BarTemplate(text) }
    }
}
