import TOMLKit
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
    /// Largest size of a text; a longer one is refused.
    package static let maximumBytes = 1_048_576

    /// Reads a program from the bytes of a file.
    package static func read(_ bytes: [UInt8]) throws(ProgramFileError) -> ProgramCreate {
        let text: String
        do throws(NotUTF8) {
            text = try Text.read(bytes)
        } catch {
            throw ProgramFileError(
                line: error.line, message: "is not UTF-8 text; save the file as UTF-8")
        }
        return try read(text)
    }

    /// Reads a program and checks it as the daemon would.
    package static func read(_ text: String) throws(ProgramFileError) -> ProgramCreate {
        guard text.utf8.count <= maximumBytes else {
            throw ProgramFileError(message: "is too long: at most 1 MiB")
        }
        let document: TOMLDocument
        do throws(InvalidTOML) {
            document = try TOMLDocument(text)
        } catch {
            throw ProgramFileError(line: error.line, message: error.message)
        }
        do {
            // Without these options some texts and numbers would be written in a form that JSON doesn't
            // have.
            let json = document.table.convert(
                to: .json, options: [.allowUnicodeStrings, .quoteInfinitesAndNaNs])
            let all = try JSONText.value(JSONValue.self, from: json)
            try check(all, at: "", known: ["name", "icon", "intervals"])
            let program = try JSONText.value(ProgramCreate.self, from: json)
            let fields = try Program.Fields(
                name: program.name, icon: program.icon, parts: program.intervals.parts
            ).named()
            try fields.check()
            return ProgramCreate(
                name: fields.name, intervals: Intervals(fields.parts), icon: fields.icon)
        } catch {
            let rejection = Rejection(decoding: error)
            throw ProgramFileError(
                line: rejection.field.flatMap { document.lines.line(of: $0) },
                key: rejection.field, message: rejection.message)
        }
    }

    private static let partNames = [
        "label", "duration", "kind", "confirmation", "cues", "repeat", "intervals",
    ]

    /// Refuses unknown members, since a misspelt one would have no effect, and durations without a unit,
    /// since nobody would mean them so.
    private static func check(
        _ value: JSONValue, at path: String, known: [String]
    ) throws(Rejection) {
        guard case .object(let members) = value else { return }
        for name in members.keys.sorted() where !known.contains(name) {
            let near = Spelling.nearest(to: name, among: known)
            let advice =
                near.map { "did you mean \($0)?" } ?? "there are \(known.joined(separator: ", "))"
            throw .invalid(path + name, "\(path)\(name) is unknown: \(advice)")
        }
        if let duration = members["duration"],
            duration.string.flatMap({ DurationText.milliseconds($0) }) == nil
        {
            let key = "\(path)duration"
            throw .invalid(
                key, "\(key) must be a span with its unit, such as \"45s\" or \"1m30s\"")
        }
        guard case .array(let parts)? = members["intervals"] else { return }
        for (index, part) in parts.enumerated() {
            try check(part, at: "\(path)intervals[\(index)].", known: partNames)
        }
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

/// The error of a program file.
package struct ProgramFileError: Error, Hashable, CustomStringConvertible {
    /// The line, from 1; for a missing member, the line of the innermost part around it. `nil` where no
    /// line is known.
    package let line: Int?
    /// The key, such as `intervals[1].label`; `nil` for none.
    package let key: String?
    /// A message for a person: the fault and the allowed values.
    package let message: String

    init(line: Int? = nil, key: String? = nil, message: String) {
        self.line = line
        self.key = key
        self.message = message
    }

    package var description: String { (line.map { "line \($0): " } ?? "") + message }
}
