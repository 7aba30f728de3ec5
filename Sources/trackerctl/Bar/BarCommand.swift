import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension BarStyle: ExpressibleByArgument {
    // The parser's own implementations use reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
    package var defaultValueDescription: String { rawValue }
}

struct BarCommand: DaemonCommand {
    static let methods: [String] = [
        Status.method, EventsSubscribe.method, LiveWord.next.rawValue, LiveWord.pause.rawValue,
        LiveWord.resume.rawValue,
    ]
    static let configuration = CommandConfiguration.leaf(
        "bar",
        abstract: "Print a line for a status bar: what runs now, what waits, what comes.",
        discussion: """
            The most urgent of what runs comes first: a hold, a rest, an interval, the timer that \
            ends next; behind it '+2' for two more. Where nothing runs, a reminder that waits for \
            an answer, else the one that comes next, else nothing. The bars that have one get all \
            of it in a tooltip, with today's sums and the streak, and names for their style sheets: \
            the kind, the state, 'idle', 'offline', 'do-not-disturb'.

            With --follow it goes on, and prints a line whenever something in it changes, each \
            second only while something counts. It shows when the daemon is away, and comes back \
            with it; a service that was stopped stays stopped. Any number of copies show the same.

            --print-config writes what to put into the bar's own configuration, clicks included. \
            They act on what the line shows, by --do: a click does what is natural now, as \
            'trackerctl next' does, and pauses or resumes a timer; a right click snoozes a reminder; \
            turning the wheel gives more time, or less.

            --format is text with fields: {text} {name} {time} {kind} {state} {more} {percentage} \
            {today}.

            Examples:
              trackerctl bar
              trackerctl bar --print-config waybar
              trackerctl bar --style polybar --follow
              trackerctl bar --show training,rest,run --format '{name}: {time}'
              trackerctl bar --do more
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The form of the line.", valueName: "style"))
    var style = BarStyle.plain

    @Flag(help: "Go on, and print a line for each change.")
    var follow = false

    @Option(
        "Kinds of things to show; all of them. (training, rest, run, timers, workout, reminders, next)",
        "kinds", read: Self.kinds)
    var show: Set<BarKind>?

    @Option("The text, with fields such as {name} and {time}.", "template", read: Self.template)
    var format: BarTemplate?

    @Option("Print the configuration of this bar, and end.", "style")
    var printConfig: BarStyle?

    @Option(
        name: .customLong("do"), parsing: .unconditional,
        help: ArgumentHelp(
            "What to do to the thing that the line shows, in place of the line.", valueName: "move")
    )
    var move: BarMove?

    @Flag(help: "Show what came of --do, or why nothing did, as a notification.")
    var notify = false

    @Flag(help: "Fail where the daemon is away, with status 69, instead of saying it in the line.")
    var strict = false

    // The option is defined, so that a message can say why it isn't supported.
    @Flag(help: .hidden)
    var json = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The daemon's socket.",
            discussion: """
                By default $TRACKERD_SOCKET, else $XDG_RUNTIME_DIR/trackerd/trackerd.sock.
                """, valueName: "path"),
        completion: .file())
    var socket: String?

    func validate() throws {
        guard move == nil || !follow && printConfig == nil else {
            throw ValidationError("--do acts once: leave out --follow and --print-config")
        }
        guard move != nil || !notify else {
            throw ValidationError("--notify goes with --do")
        }
        guard !follow || !strict else {
            throw ValidationError("--strict is for a single line: a bar that is followed goes on")
        }
    }

    func run() throws {
        // Not checked in validate(), since the parser would then try the program as a whole, which has a
        // --json.
        guard !json else {
            throw ValidationError("bar has a style for programs: --style json")
        }
        if let bar = printConfig {
            guard let text = bar.configuration(program: Self.program) else {
                throw ValidationError("there is nothing to set up for \(bar.rawValue)")
            }
            return try Output.print(text)
        }
        let path = try Delivery(socket: socket).path()
        let kinds = show ?? Set(BarKind.allCases)
        if let move {
            return try move.act(Delivery(socket: socket, notify: notify), showing: kinds)
        }
        do {
            guard follow else { return try printOnce(path, kinds) }
            try BarLoop(socket: path, style: style, template: format, showing: kinds).run()
        } catch let failed as Output.Failed where failed.isReaderGone {
            // The bar is gone.
        }
    }

    /// Milliseconds that the daemon may take: a panel that reads again and again waits meanwhile.
    private static let patienceMs = 250

    private func printOnce(_ path: String, _ kinds: Set<BarKind>) throws {
        var face = BarFace.offline
        do {
            // Connecting would start a service that was stopped, which a bar mustn't do each second.
            if strict || DaemonPresence.isUp(at: path) {
                let client = try Client.connect(path: path, timeoutMs: Self.patienceMs)
                face = .of(try client.call(Status()), passed: 0, showing: kinds)
            }
        } catch let error as ClientError where !strict && error.isPassing {
            // The line says it.
        }
        try Output.print(try style.line(face, format) + "\n")
    }

    /// The absolute path of this program, since bars have a search path of their own.
    static var program: String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { return "trackerctl" }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Sendable private static func kinds(_ text: String) throws -> Set<BarKind> {
        let known = BarKind.allCases.map(\.rawValue).joined(separator: ", ")
        return try Set(
            text.split(separator: ",").map { word in
                guard let kind = BarKind(rawValue: word.filter { $0 != " " }) else {
                    throw ValidationError("there is no kind '\(word)': they are \(known)")
                }
                return kind
            })
    }

    @Sendable private static func template(_ text: String) throws -> BarTemplate {
        do {
            return try BarTemplate(text)
        } catch {
            throw ValidationError(error.message)
        }
    }
}
