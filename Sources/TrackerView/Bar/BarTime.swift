import TrackerCore

/// A time in the short form that bars have room for: `24:59`, from an hour on `2h30`, from a day on `2d03h`.
///
/// Time left is rounded up, so that 25 minutes start at `25:00` and the last second is `0:01`. Elapsed time
/// is rounded down.
package struct BarTime: Sendable, Hashable {
    package let text: String
    /// Milliseconds until the text changes, if the time is running.
    package let changesInMs: Int64

    /// Text for time left, in milliseconds.
    package init(leftMs: Int64) {
        let left = max(0, leftMs)
        let seconds = (left + 999) / 1000
        let shown = Self.rounded(seconds, up: true)
        text = Self.text(shown)
        // Number of seconds at which the next text begins.
        let next =
            switch shown {
            case ...3600: shown - 1
            case ...86_400: shown - 60
            default: shown - 3600
            }
        changesInMs = max(1, left - max(0, next) * 1000)
    }

    /// Text for elapsed time, in milliseconds.
    package init(elapsedMs: Int64) {
        let elapsed = max(0, elapsedMs)
        let shown = Self.rounded(elapsed / 1000, up: false)
        text = Self.text(shown)
        let step: Int64 = shown < 3600 ? 1 : shown < 86_400 ? 60 : 3600
        changesInMs = (shown + step) * 1000 - elapsed
    }

    /// Seconds, rounded to whole minutes from an hour on, and to whole hours from a day on.
    private static func rounded(_ seconds: Int64, up: Bool) -> Int64 {
        let count = up ? seconds - 1 : seconds
        let unit: Int64 = count < 3600 ? 1 : count < 86_400 ? 60 : 3600
        return up ? (seconds + unit - 1) / unit * unit : seconds / unit * unit
    }

    private static func text(_ seconds: Int64) -> String {
        switch seconds {
        case ..<3600: SpanText.clock(seconds)
        case ..<86_400: "\(seconds / 3600)h\((seconds / 60 % 60).twoDigits)"
        default: SpanText.late(seconds * 1000)
        }
    }
}
