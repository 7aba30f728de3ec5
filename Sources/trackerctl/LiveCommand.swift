import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

struct LiveCommand: DaemonCommand {
    static let methods: [String] = [Status.method, EventsSubscribe.method]
    static let configuration = CommandConfiguration.leaf(
        "live",
        abstract: "Show what runs now, large, with keys for it, on the whole terminal.",
        discussion: """
            A hold, a rest, an interval, a workout, a timer: the most urgent in figures that can be \
            read from across the room, the others below; in a workout and beneath its rests the \
            next set's target, and what it was the last time. What has ended stays on view until a \
            key, a session with its attempts. Goes on by itself when the daemon was restarted.

            In a workout Enter logs the next set as it is planned; a set that is typed is read as \
            'trackerctl set' reads it, and 'n' and 'p' go through the exercises.

            'n' (in a workout 'N') begins something: a timer, a session, a run, a workout, a rest, or any other \
            command. Its number and Enter choose one, or Up and Down; the rest is typed in the words \
            of the command line, or picked. '25m tea', 'rest 90' and any other line may be typed at \
            once. A line that is refused stays to be corrected.

            The keys of what is shown stand at the bottom; '?' shows all of them:
            \(LiveHelp.text)
            What loses something asks first: y does it. A key that comes just as the view changes \
            by itself does nothing: it was meant for what was there before.

            Colours: preparing and what is paused gray, holds and work green, reps blue, rest \
            orange, what is complete blue. It needs a terminal, and has no --json: 'trackerctl \
            status --json' and 'trackerctl watch --json' tell programs the same.

            Examples:
              trackerctl live
              trackerctl train time --target 120 && trackerctl live --bell
            """)

    @Flag(help: "Ring the terminal's bell for cues; the key m does, too.")
    var bell = false

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

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When to use colours.",
            discussion: "'auto' means on a terminal, unless NO_COLOR is set.", valueName: "when"))
    var color = ColorChoice.auto

    func run() throws {
        // Not checked in validate(), since the parser would then try the program as a whole, which has a
        // --json.
        guard !json else {
            throw ValidationError(
                "live has no --json, since it is for people: use 'trackerctl status --json',"
                    + " or 'trackerctl watch --json' for what changes")
        }
        let delivery = Delivery(socket: socket, color: color)
        let path = try delivery.path()
        guard Terminal.isUsable else {
            throw ValidationError(
                "live needs a terminal, and TERM must name one that isn't dumb: 'trackerctl status'"
                    + " shows what is live, 'trackerctl watch' what changes")
        }
        // Commands that are typed in the view go to the same daemon.
        setenv("TRACKERD_SOCKET", path, 1)
        let model = LiveModel(path: path, style: Style.ofOutput(isColored: false), isBellOn: bell)
        let palette = Palette(
            isColored: delivery.style.isColored, isRich: Terminal.hasManyColors)
        let loop = try LiveLoop(model: model, palette: palette, isUTF8: Terminal.isUTF8)
        if let signal = try loop.run() { SignalPipe.end(by: signal) }
    }
}
