import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

struct LiveCommand: DaemonCommand {
    static let methods: [String] = [Status.method, EventsSubscribe.method]
    static let configuration = CommandConfiguration.leaf(
        "live", abstract: "Watch and control what is running, full-screen.",
        discussion: """
            Shows a hold, a rest, an interval, a workout or a timer: the most urgent one in \
            figures you can read from across the room, the others below. In a workout, and below \
            its rests, it shows the next set's target and what you did last time. What has ended \
            stays until you press a key; a session stays with its attempts. If the daemon \
            restarts, the view carries on by itself.

            In a workout, Enter logs the next set as planned. You can also type a set, as for \
            'trackerctl set'; 'n' and 'p' move between the exercises.

            'n' (in a workout 'N') starts something: a timer, a session, a run, a workout, a rest, \
            or any other command. Choose one by its number and Enter, or with Up and Down; then \
            type the rest as on the command line, or pick it. You can also type '25m tea', 'rest \
            90' or any other line directly. A line that is refused stays, so that you can correct \
            it.

            The bottom line shows the keys for what you see; '?' shows all keys:
            \(LiveHelp.text)
            Before you lose anything you are asked: y means yes. A key pressed just as the view \
            changes by itself does nothing, since it was meant for the view before.

            With --break it shows only what you are asked to do: the reminder that waits for you, \
            its exercise and count, and the time until it expires, or until your rest or interval \
            ends. 'd' is done, 'z' snoozes, 'x' skips. Closing the window \
            answers nothing. It ends when the reminder is answered elsewhere or expires, or when \
            the rest is over. Without a reminder, it shows a rest, or an interval for resting; \
            with neither, the exit status is 1. A hook can open it in a terminal when a reminder \
            goes off.

            Colours: preparing and paused are gray, holds and work green, reps and finished items \
            blue, rests orange. 'live' needs a terminal and has no --json; programs can use \
            'trackerctl status --json' and 'trackerctl watch --json'.
            """,
        examples: ["live", "train time --target 120 && trackerctl live --bell", "live --break"])

    @Flag(help: "Ring the terminal's bell for cues; the key m turns it on or off.")
    var bell = false

    @Flag(
        name: .customLong("break"),
        help: "Show only the reminder that waits, or your rest, until it is over.")
    var isBreak = false

    @OptionGroup var daemon: SocketOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When to use colours.",
            discussion: "'auto' means on a terminal, unless NO_COLOR is set.", valueName: "when"))
    var color = ColorChoice.auto

    func run() throws {
        try daemon.refuseJSON(
            "live has no --json, since it is for people. Try: trackerctl status --json,"
                + " or trackerctl watch --json for changes")
        let delivery = Delivery(socket: daemon.socket, color: color)
        let path = try delivery.path()
        guard Terminal.isUsable else {
            throw ValidationError(
                "live needs a terminal, and TERM mustn't be dumb. Try: trackerctl status,"
                    + " or trackerctl watch for changes")
        }
        // Commands typed in the view go to the same daemon.
        setenv("TRACKERD_SOCKET", path, 1)
        let model = LiveModel(
            path: path, style: Style.ofOutput(isColored: false), isBellOn: bell, isBreak: isBreak)
        let palette = Palette(isColored: delivery.style.isColored, isRich: Terminal.hasManyColors)
        let loop = try LiveLoop(model: model, palette: palette, isUTF8: Terminal.isUTF8)
        if let signal = try loop.run() { SignalPipe.end(by: signal) }
        switch loop.breakEnd {
        case .nothing?: throw Refusal(message: "no reminder is waiting, and you aren't in a rest")
        case .over(let sentence)? where !sentence.isEmpty: try Output.print(sentence + "\n")
        case .over?, nil: break
        }
    }
}
