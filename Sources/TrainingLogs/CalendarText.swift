import TrackerCore

/// Writes workouts as a calendar (iCalendar, RFC 5545). Times are in UTC, so no zone has to be given.
package enum CalendarText {
    package static let beginning =
        line("BEGIN:VCALENDAR") + line("VERSION:2.0") + line("PRODID:-//trackerd//trackerd//EN")
        + line("CALSCALE:GREGORIAN")
    package static let end = line("END:VCALENDAR")

    package struct Event: Sendable, Hashable {
        /// Id of the event, the same in every export.
        package let id: String
        /// Start in UTC milliseconds.
        package let startMs: Int64
        package let endMs: Int64?
        /// Time of the last change, in UTC milliseconds.
        package let changedMs: Int64
        package let title: String
        package let text: String?

        package init(
            id: String, startMs: Int64, endMs: Int64?, changedMs: Int64, title: String,
            text: String?
        ) {
            self.id = id
            self.startMs = startMs
            self.endMs = endMs
            self.changedMs = changedMs
            self.title = title
            self.text = text
        }
    }

    package static func text(of event: Event) -> String {
        var text = line("BEGIN:VEVENT") + line("UID:\(event.id)@trackerd")
        text += line("DTSTAMP:\(time(event.changedMs))") + line("DTSTART:\(time(event.startMs))")
        // An end must be later than its start (section 3.6.1); without an end, the event is a moment.
        if let endMs = event.endMs, time(endMs) != time(event.startMs) {
            text += line("DTEND:\(time(endMs))")
        }
        text += line("SUMMARY:\(escaped(event.title))")
        if let description = event.text { text += line("DESCRIPTION:\(escaped(description))") }
        return text + line("END:VEVENT")
    }

    /// A time such as `20260301T093000Z`.
    private static func time(_ ms: Int64) -> String {
        let civil = Zone.utc.civilTime(atMs: ms)
        let date = civil.dateText.filter { $0 != "-" }
        return "\(date)T\(civil.timeText.filter { $0 != ":" })Z"
    }

    /// The text with escapes (section 3.3.11).
    private static func escaped(_ text: String) -> String {
        var result = ""
        // The text is searched by scalars, since a comma with a combining mark is a different character.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",":
                result.unicodeScalars.append("\\")
                result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\r": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A line of at most 75 octets; the rest goes on lines that begin with a blank (section 3.1). No
    /// character is split.
    private static func line(_ text: String) -> String {
        var result = ""
        var octets = 0
        for scalar in text.unicodeScalars {
            let count = UTF8.width(scalar)
            if octets + count > 75 {
                result += "\r\n "
                octets = 1
            }
            result.unicodeScalars.append(scalar)
            octets += count
        }
        return result + "\r\n"
    }
}
