/// Readers for times of day, days and windows as people type them. They return the form used on the wire.
package enum ClockNotation {
    /// A time of day such as `8`, `8am`, `8:30pm`, `17:30`, `noon` or `midnight` as `HH:MM`; `nil` for any other
    /// text.
    package static func timeOfDay(_ text: some StringProtocol) -> String? {
        var figure = text.lowercased()[...]
        if let named = namedTimes[String(figure)] { return named }
        let half = ["am", "pm"].first { figure.hasSuffix($0) }
        if half != nil { figure = figure.dropLast(2) }
        while figure.last == " " { figure = figure.dropLast() }
        let parts = figure.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, (1...2).contains(first.utf8.count),
            var hour = number(first), let minute = parts.count == 2 ? number(parts[1]) : 0,
            parts.count == 1 || parts[1].utf8.count == 2, minute < 60
        else { return nil }
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
        }
        guard hour < 24 || hour == 24 && minute == 0 else { return nil }
        return "\(hour.twoDigits):\(minute.twoDigits)"
    }

    private static let namedTimes = ["noon": "12:00", "midday": "12:00", "midnight": "00:00"]

    /// Times of day, separated by commas.
    package static func timesOfDay(_ text: String) -> String {
        list(text) { timeOfDay($0) }
    }

    /// Windows such as `9-17` or `9am-12:30,14-17`, as `09:00-17:00`. Unknown text stays as it is.
    package static func windows(_ text: String) -> String {
        list(text) { window in
            let ends = window.split(separator: "-", omittingEmptySubsequences: false)
                .map { timeOfDay(trimmed($0)) }
            guard ends.count == 2, let start = ends[0], let end = ends[1] else { return nil }
            return "\(start)-\(end)"
        }
    }

    /// Forms of a window such as `9-5`, which most people mean as 9:00 to 17:00: as typed, as probably meant,
    /// and as one would type it for the night. `nil` if there is no such window.
    package static func officeHours(
        _ text: String
    ) -> (typed: String, meant: String, night: String)? {
        for window in text.split(separator: ",") {
            let ends = (window.split(separator: "=").last ?? window).split(separator: "-")
            guard ends.count == 2, let start = number(ends[0]), let end = number(ends[1]),
                end < start, start <= 12, end > 0
            else { continue }
            return (
                String(window), "\(start)-\(end + 12)",
                "\(start.twoDigits):00-\(end.twoDigits):00"
            )
        }
        return nil
    }

    /// Days such as `weekdays`, `weekend` or `mon,wed`.
    package static func days(_ text: String) -> String {
        list(text) { word in
            switch word.lowercased() {
            case "weekday", "weekdays", "workdays": "mon-fri"
            case "weekend", "weekends": "sat-sun"
            case "every day", "everyday", "all": "daily"
            default: nil
            }
        }
    }

    private static func list(_ text: String, _ read: (String) -> String?) -> String {
        text.split(separator: ",", omittingEmptySubsequences: false)
            .map { read(trimmed($0)) ?? String($0) }.joined(separator: ",")
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}
