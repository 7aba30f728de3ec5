/// What the help and the manual page tell of the daemon's surroundings.
enum HelpText {
    static let files: [(path: String, meaning: String)] = [
        ("$XDG_CONFIG_HOME/trackerd/config.toml", "the configuration"),
        ("$XDG_DATA_HOME/trackerd/exercises.toml", "your own exercises"),
        ("$XDG_DATA_HOME/trackerd/programs/*.toml", "your own interval programs"),
        ("$XDG_DATA_HOME/trackerd/achievements.toml", "your own achievements"),
        ("$XDG_DATA_HOME/trackerd/challenges.toml", "your own challenges"),
        ("$XDG_STATE_HOME/trackerd/tracker.db", "the database, and trackerd.lock beside it"),
        ("$XDG_STATE_HOME/trackerd/backups/", "a copy of the database for each of the last 7 days"),
        ("$XDG_STATE_HOME/trackerd/recovery/", "damaged databases that were set aside"),
        ("$XDG_RUNTIME_DIR/trackerd/trackerd.sock", "the socket"),
        ("$XDG_RUNTIME_DIR/trackerd/up", "the process id of the running daemon"),
        ("share/trackerd/ beside the program's bin/", "sounds, examples, and the shipped library"),
    ]

    static let variables: [(name: String, meaning: String)] = [
        ("HOME", "default parent of the next three folders"),
        ("XDG_CONFIG_HOME", "default: ~/.config"),
        ("XDG_DATA_HOME", "default: ~/.local/share"),
        ("XDG_STATE_HOME", "default: ~/.local/state"),
        ("XDG_RUNTIME_DIR", "no default: a login sets it"),
        ("PATH", "where notify-send, sound players and hook programs are found"),
        ("TZ, TZDIR", "the time zone instead of /etc/localtime, and the folder of zones"),
        ("DBUS_SESSION_BUS_ADDRESS", "the desktop's bus; default: $XDG_RUNTIME_DIR/bus"),
        ("DBUS_SYSTEM_BUS_ADDRESS", "the bus of logind"),
        ("WAYLAND_DISPLAY, DISPLAY, XAUTHORITY", "the screen that is watched for idle time"),
        ("NOTIFY_SOCKET, WATCHDOG_USEC, LISTEN_FDS", "set by systemd, and not passed to hooks"),
        ("JOURNAL_STREAM", "set by systemd: the log goes to its journal with fields"),
        ("INVOCATION_ID", "set by systemd: tells doctor that it is a service"),
    ]

    static let exitStatuses = rows(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    static let fileRows = rows(files.map { ($0.path, $0.meaning) })
    static let variableRows = rows(variables.map { ($0.name, $0.meaning) })

    /// Terms with what they mean: behind a short one, below a long one.
    private static func rows(_ rows: [(String, String)]) -> String {
        rows.map { term, meaning in
            term.count < 4
                ? "  \(term)  \(meaning)" : "  \(term)\n      \(meaning)"
        }.joined(separator: "\n")
    }
}
