import TrackerAPI
import TrackerCore

/// A program as a file that people read and write:
///
///     name = "Tabata"
///     intervals = [
///         { label = "Get ready", duration = "10s", kind = "prepare" },
///         { repeat = 8, intervals = [
///             { label = "Work", duration = "20s" },
///             { label = "Rest", duration = "10s", kind = "rest" },
///         ] },
///     ]
///
/// It is TOML with the members of `program.create`: `name`, `icon?`, `sound?`, `ring_again?` and `intervals`; an
/// interval has `label`, `duration?`, `kind?`, `confirmation?`, `cues?`, `sound?`, `ring_again?`, `exercise?` and
/// `count?`, a group has `repeat` and `intervals`. A duration is a text with its unit: a bare number, which is milliseconds on the wire
/// and minutes to `trackerctl`, is refused.
package enum ProgramFile {
    /// Text of a file from which the same program is read.
    package static func text(of program: ProgramView) -> String {
        var text = "name = \(JSONText.quoted(program.name))\n"
        if let icon = program.icon { text += "icon = \(JSONText.quoted(icon))\n" }
        if let sound = program.sound { text += "sound = \(JSONText.quoted(sound))\n" }
        if let ms = program.ringAgainMs { text += "\(member(ringAgainMs: ms))\n" }
        return text + "\nintervals = [\n\(lines(of: program.intervals, indent: 1))]\n"
    }

    private static func lines(of parts: [ProgramPart], indent: Int) -> String {
        let margin = String(repeating: "    ", count: indent)
        return parts.map { part in
            switch part {
            case .interval(let interval): "\(margin){ \(members(of: interval)) },\n"
            case .group(let repeats, let parts):
                "\(margin){ repeat = \(number(of: repeats)), intervals = [\n"
                    + lines(of: parts, indent: indent + 1) + "\(margin)] },\n"
            }
        }.joined()
    }

    private static func number(of repeats: Int?) -> String {
        repeats.map { "\($0)" } ?? JSONText.quoted(ProgramPart.endless)
    }

    private static func member(ringAgainMs: Int64) -> String {
        "ring_again = \"\(DurationText.text(ms: ringAgainMs))\""
    }

    /// The members of an interval whose values differ from the defaults.
    private static func members(of interval: Interval) -> String {
        var members = ["label = \(JSONText.quoted(interval.label))"]
        if !interval.isOpen {
            members.append("duration = \"\(DurationText.text(ms: interval.durationMs))\"")
        }
        if interval.kind != .work { members.append("kind = \"\(interval.kind.rawValue)\"") }
        if interval.confirmation != .automatic {
            members.append("confirmation = \"\(interval.confirmation.rawValue)\"")
        }
        if interval.cues != Interval.Cue.allCases {
            let words = interval.cues.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            members.append("cues = [\(words)]")
        }
        if let sound = interval.sound { members.append("sound = \(JSONText.quoted(sound))") }
        if let ms = interval.ringAgainMs { members.append(member(ringAgainMs: ms)) }
        if let exercise = interval.exercise, let count = interval.count {
            members.append("exercise = \(JSONText.quoted(exercise)), count = \(count)")
        }
        return members.joined(separator: ", ")
    }
}
