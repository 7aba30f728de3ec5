import TrackerCore

/// Durations as a clock shows them.
enum SpanText {
    /// Time left, such as `12:05`. A second that has begun counts, so that the time ends at 0:00.
    package static func left(_ ms: Int64) -> String { clock((max(0, ms) + 999) / 1000) }

    /// A duration in words, such as `1 hour 30 minutes` or `90.5 seconds`, to show how typed text was read.
    package static func inWords(_ ms: Int64) -> String {
        let seconds = ms / 1000
        let parts = [
            (seconds / 86_400, "day"), (seconds / 3600 % 24, "hour"), (seconds / 60 % 60, "minute"),
        ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        guard ms % 60_000 > 0 || parts.isEmpty else { return parts.joined(separator: " ") }
        let rest = Double(ms % 60_000) / 1000
        let last =
            ms % 1000 == 0 ? counted(seconds % 60, "second") : NumberText.exact(rest) + " seconds"
        return (parts + [last]).joined(separator: " ")
    }

    /// A duration in words, which from a minute on are whole seconds, since the time until an hour of the clock has
    /// milliseconds that nobody typed.
    static func nearly(_ ms: Int64) -> String {
        inWords(ms < 60_000 ? ms : (ms + 500) / 1000 * 1000)
    }

    /// Elapsed time, in whole seconds.
    static func elapsed(_ ms: Int64) -> String { clock(max(0, ms) / 1000) }

    /// Lateness, such as `3.2s`, `2m05s` or `3h10m`.
    package static func late(_ ms: Int64) -> String {
        let seconds = ms / 1000
        return switch seconds {
        case ..<10: "\(seconds).\(ms % 1000 / 100)s"
        case ..<60: "\(seconds)s"
        case ..<3600: "\(seconds / 60)m\((seconds % 60).twoDigits)s"
        case ..<86_400: "\(seconds / 3600)h\((seconds / 60 % 60).twoDigits)m"
        default: "\(seconds / 86_400)d\((seconds / 3600 % 24).twoDigits)h"
        }
    }

    /// Time since something was over, in whole minutes: `just now`, `3 min ago`, `2 h 5 min ago`.
    package static func ago(_ ms: Int64) -> String {
        let minutes = max(0, ms) / 60_000
        guard minutes > 0 else { return "just now" }
        let parts = [
            minutes >= 60 ? "\(minutes / 60) h" : nil,
            minutes % 60 > 0 ? "\(minutes % 60) min" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ") + " ago"
    }

    /// A duration as a clock shows it, such as `12:05`, `1:30:00` or `2d 3:00:00`.
    static func clock(_ seconds: Int64) -> String {
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
        let end = ":" + (seconds % 60).twoDigits
        if days > 0 { return "\(days)d \(hours):\(minutes.twoDigits)\(end)" }
        return hours > 0 ? "\(hours):\(minutes.twoDigits)\(end)" : "\(minutes)\(end)"
    }
}
