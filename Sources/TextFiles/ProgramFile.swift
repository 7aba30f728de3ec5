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
/// It is TOML with the members of `program.create`: `name`, `icon?` and `intervals`; an interval has
/// `label`, `duration`, `kind?`, `confirmation?` and `cues?`, a group has `repeat` and `intervals`. A
/// duration is a text with its unit: a bare number, which is milliseconds on the wire and minutes to
/// `trackerctl`, is refused.
package enum ProgramFile {
    package static func read(
        _ text: String, file: String? = nil
    ) throws(TextProblem) -> ProgramCreate {
        try read(Array(text.utf8), file: file)
    }

    /// Reads a program from the bytes of a file, and checks it as the daemon would.
    ///
    /// - Parameter file: the name of the file in problems; `nil` for a text from elsewhere.
    package static func read(
        _ bytes: [UInt8], file: String? = nil
    ) throws(TextProblem) -> ProgramCreate {
        let table = try TextTable(TextFile.text(bytes, file: file), file: file)
        try check(table, known: ["name", "icon", "intervals"])
        do {
            let program = try JSONText.value(ProgramCreate.self, from: table.json)
            let fields = try Program.Fields(
                name: program.name, icon: program.icon, parts: program.intervals.parts
            ).named()
            try fields.check()
            return ProgramCreate(
                name: fields.name, intervals: Intervals(fields.parts), icon: fields.icon)
        } catch {
            let rejection = Rejection(decoding: error)
            throw table.problem(at: rejection.field, rejection.message)
        }
    }

    private static let partNames = [
        "label", "duration", "kind", "confirmation", "cues", "repeat", "intervals",
    ]

    /// Refuses unknown keys, since a misspelt one would have no effect, and durations without a unit, since
    /// nobody would mean milliseconds.
    private static func check(_ table: TextTable, known: [String]) throws(TextProblem) {
        try table.refuseUnknown(besides: known)
        let duration = (try? table.string("duration")).flatMap { DurationText.milliseconds($0) }
        if table.keys.contains("duration"), duration == nil {
            throw table.problem(
                "duration", "must be a duration with its unit, such as \"45s\" or \"1m30s\"")
        }
        for part in try table.tables("intervals") { try check(part, known: partNames) }
    }

    // MARK: Writing

    /// The text of a file from which `read` makes the same program.
    package static func text(of program: ProgramView) -> String {
        var text = "name = \(JSONText.quoted(program.name))\n"
        if let icon = program.icon { text += "icon = \(JSONText.quoted(icon))\n" }
        return text + "\nintervals = [\n\(lines(of: program.intervals, indent: 1))]\n"
    }

    private static func lines(of parts: [ProgramPart], indent: Int) -> String {
        let margin = String(repeating: "    ", count: indent)
        return parts.map { part in
            switch part {
            case .interval(let interval): "\(margin){ \(members(of: interval)) },\n"
            case .group(let repeats, let parts):
                "\(margin){ repeat = \(repeats), intervals = [\n"
                    + lines(of: parts, indent: indent + 1) + "\(margin)] },\n"
            }
        }.joined()
    }

    /// The members of an interval whose values differ from the defaults.
    private static func members(of interval: Interval) -> String {
        var members = [
            "label = \(JSONText.quoted(interval.label))",
            "duration = \"\(DurationText.text(ms: interval.durationMs))\"",
        ]
        if interval.kind != .work { members.append("kind = \"\(interval.kind.rawValue)\"") }
        if interval.confirmation != .automatic {
            members.append("confirmation = \"\(interval.confirmation.rawValue)\"")
        }
        if interval.cues != Interval.Cue.allCases {
            let words = interval.cues.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            members.append("cues = [\(words)]")
        }
        return members.joined(separator: ", ")
    }
}
