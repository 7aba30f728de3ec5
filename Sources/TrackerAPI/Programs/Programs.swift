import TrackerCore

/// A program with all its intervals and groups.
package struct ProgramView: Codable, Sendable, Hashable {
    package let id: String
    package let name: String
    package let icon: String?
    /// Sound at the start of intervals without a sound of their own: a sound's name, or a file's path; `nil`
    /// for the usual ones.
    package let sound: String?
    /// Time from one alert to the next while a run waits for the person, as it then does at its end, too; `nil` for
    /// a single reminder. Intervals may have a span of their own.
    package let ringAgainMs: Int64?
    package let intervals: [ProgramPart]
    /// Duration with all repetitions; `nil` if the program is endless.
    package let totalMs: Int64?
    /// Number of intervals, counting each repetition of a group; `nil` if the program is endless.
    package let steps: Int?

    package init(_ program: Program) {
        id = program.id
        name = program.name
        icon = program.fields.icon
        sound = program.fields.sound
        ringAgainMs = program.fields.ringAgainMs
        let parts = program.fields.parts
        intervals = parts
        totalMs = parts.isEndless ? nil : parts.totalMs
        steps = parts.isEndless ? nil : parts.stepCount
    }
}

/// Intervals and groups as a person gives them: `{label, duration?, kind?, confirmation?, cues?, sound?,
/// ring_again?, exercise?, count?}` or `{repeat, intervals}`.
package struct Intervals: Codable, Sendable, Hashable {
    package let parts: [ProgramPart]

    package init(_ parts: [ProgramPart]) { self.parts = parts }

    private enum Keys: String, CodingKey {
        case label, duration, kind, confirmation, cues, sound, exercise, count
        case ringAgain = "ring_again"
        case repeats = "repeat"
        case intervals

        static let ofInterval: [Keys] = [
            .label, .duration, .kind, .confirmation, .cues, .sound, .ringAgain, .exercise, .count,
        ]
    }

    private typealias Container = KeyedDecodingContainer<Keys>

    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        parts = try Self.parts(&list, at: "intervals", depth: 0)
    }

    private static func parts(
        _ list: inout any UnkeyedDecodingContainer, at path: String, depth: Int
    ) throws -> [ProgramPart] {
        var parts: [ProgramPart] = []
        while !list.isAtEnd {
            guard parts.count < Program.maximumSteps else { throw ProgramPart.tooMany(path) }
            let here = "\(path)[\(parts.count)]"
            guard let container = try? list.nestedContainer(keyedBy: Keys.self) else {
                throw Rejection.invalid(
                    here, "\(field: here) must be an object: an interval or a group")
            }
            parts.append(try part(container, at: here, depth: depth))
        }
        return parts
    }

    private static func part(
        _ container: Container, at path: String, depth: Int
    ) throws -> ProgramPart {
        guard try has(.repeats, in: container) || has(.intervals, in: container) else {
            return .interval(try interval(container, at: path))
        }
        for key in Keys.ofInterval where try has(key, in: container) {
            let field = "\(path).\(key.rawValue)"
            throw Rejection.invalid(
                field,
                "\(field: field) belongs to an interval, but this is a group: it has no \(key.rawValue)"
            )
        }
        guard depth < Program.maximumDepth else { throw ProgramPart.tooDeep(path) }
        let repeats = try repeats(in: container, at: path)
        let inside = "\(path).intervals"
        guard try has(.intervals, in: container) else {
            throw Rejection.invalid(inside, "\(field: inside) is missing")
        }
        guard var list = try? container.nestedUnkeyedContainer(forKey: .intervals) else {
            throw Rejection.invalid(inside, "\(field: inside) must be a list")
        }
        return .group(repeats: repeats, try parts(&list, at: inside, depth: depth + 1))
    }

    /// Number of repetitions; `nil` for an endless group.
    private static func repeats(in container: Container, at path: String) throws -> Int? {
        if let word = try? container.decode(String.self, forKey: .repeats),
            word == ProgramPart.endless
        {
            return nil
        }
        let number: Int = try value(
            .repeats, in: container, at: path, ProgramPart.repeatText("\(path).repeat"))
        return number
    }

    private static func interval(_ container: Container, at path: String) throws -> Interval {
        let label: String = try value(
            .label, in: container, at: path, "\(field: "\(path).label") must be a string")
        return Interval(
            label: label, durationMs: try durationMs(in: container, at: path),
            kind: try choice(.kind, in: container, at: path) ?? .work,
            confirmation: try choice(.confirmation, in: container, at: path) ?? .automatic,
            cues: try cues(in: container, at: path) ?? Interval.Cue.allCases,
            sound: try text(.sound, in: container, at: path),
            ringAgainMs: try has(.ringAgain, in: container)
                ? span(.ringAgain, in: container, at: path) : nil,
            exercise: try text(.exercise, in: container, at: path),
            count: try count(in: container, at: path))
    }

    /// Duration in milliseconds; 0 where none is given for an interval that is confirmed by hand.
    private static func durationMs(in container: Container, at path: String) throws -> Int64 {
        let confirmation: String? = try? container.decode(String.self, forKey: .confirmation)
        let isManual = confirmation == Interval.Confirmation.manual.rawValue
        if try !has(.duration, in: container), isManual { return 0 }
        return try span(.duration, in: container, at: path)
    }

    /// A span in milliseconds.
    private static func span(_ key: Keys, in container: Container, at path: String) throws -> Int64
    {
        let span: Span = try value(
            key, in: container, at: path,
            """
            \(field: "\(path).\(key.rawValue)") must be an integer in milliseconds or \
            \(DurationText.allowed)
            """)
        return span.ms
    }

    private static func has(_ key: Keys, in container: Container) throws -> Bool {
        try container.contains(key) && !container.decodeNil(forKey: key)
    }

    private static func value<Value: Decodable>(
        _ key: Keys, in container: Container, at path: String, _ wanted: RefusalText
    ) throws -> Value {
        let field = "\(path).\(key.rawValue)"
        guard try has(key, in: container) else {
            throw Rejection.invalid(field, "\(field: field) is missing")
        }
        guard let value = try? container.decode(Value.self, forKey: key) else {
            throw Rejection.invalid(field, wanted)
        }
        return value
    }

    private static func choice<Word: Choice>(
        _ key: Keys, in container: Container, at path: String
    ) throws -> Word? {
        guard try has(key, in: container) else { return nil }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return try value(
            key, in: container, at: path,
            "\(field: "\(path).\(key.rawValue)") must be one of: \(words)")
    }

    private static func cues(in container: Container, at path: String) throws -> [Interval.Cue]? {
        guard try has(.cues, in: container) else { return nil }
        let words = Interval.Cue.allCases.map(\.rawValue).joined(separator: ", ")
        return try value(
            .cues, in: container, at: path,
            "\(field: "\(path).cues") must be a list of: \(words)")
    }

    private static func text(
        _ key: Keys, in container: Container, at path: String
    ) throws -> String? {
        guard try has(key, in: container) else { return nil }
        return try value(
            key, in: container, at: path,
            "\(field: "\(path).\(key.rawValue)") must be a string")
    }

    private static func count(in container: Container, at path: String) throws -> Int64? {
        guard try has(.count, in: container) else { return nil }
        return try value(
            .count, in: container, at: path, "\(field: "\(path).count") must be a whole number")
    }

    /// Name of the shape of an interval or group. It has a name because a group contains such parts itself.
    static let part = "IntervalOrGroup"

    static let partShape = Shape.either([
        .object([
            .init(Keys.label.rawValue, .text("Work"), isNeeded: true),
            .init(Keys.duration.rawValue, Span.shape),
            .init(Keys.kind.rawValue, .word(Interval.Kind.allCases.map(\.rawValue))),
            .init(
                Keys.confirmation.rawValue, .word(Interval.Confirmation.allCases.map(\.rawValue))),
            .init(Keys.cues.rawValue, .list(.word(Interval.Cue.allCases.map(\.rawValue)))),
            .init(Keys.sound.rawValue, .text("timer-finished")),
            .init(Keys.ringAgain.rawValue, Span.shape),
            .init(Keys.exercise.rawValue, .text("push-ups")),
            .init(Keys.count.rawValue, .integer),
        ]),
        .object([
            .init(Keys.repeats.rawValue, ProgramPart.repeatShape, isNeeded: true),
            .init(Keys.intervals.rawValue, shape, isNeeded: true),
        ]),
    ])

    package func encode(to encoder: any Encoder) throws {
        try parts.map(Written.init).encode(to: encoder)
    }

    private struct Written: Encodable {
        let part: ProgramPart

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            switch part {
            case .interval(let interval):
                try container.encode(interval.label, forKey: .label)
                if !interval.isOpen {
                    try container.encode(Span(ms: interval.durationMs), forKey: .duration)
                }
                try container.encode(interval.kind, forKey: .kind)
                try container.encode(interval.confirmation, forKey: .confirmation)
                try container.encode(interval.cues, forKey: .cues)
                try container.encodeIfPresent(interval.sound, forKey: .sound)
                try container.encodeIfPresent(
                    interval.ringAgainMs.map { Span(ms: $0) }, forKey: .ringAgain)
                try container.encodeIfPresent(interval.exercise, forKey: .exercise)
                try container.encodeIfPresent(interval.count, forKey: .count)
            case .group(let repeats, let parts):
                if let repeats {
                    try container.encode(repeats, forKey: .repeats)
                } else {
                    try container.encode(ProgramPart.endless, forKey: .repeats)
                }
                try container.encode(parts.map(Written.init), forKey: .intervals)
            }
        }
    }
}

package struct ProgramCreate: ChangeRequest {
    package typealias Response = ProgramView
    package static let method = "program.create"

    package var name: String
    package var intervals: Intervals
    /// Name of an icon; `nil` for none.
    package var icon: String?
    /// Sound at the start of intervals without a sound of their own; `nil` for the usual ones.
    package var sound: String?
    /// Time from one alert to the next while a run waits for the person, as it then does at its end, too; `nil` for
    /// a single reminder.
    package var ringAgain: Span?

    package init(
        name: String, intervals: Intervals, icon: String? = nil, sound: String? = nil,
        ringAgain: Span? = nil
    ) {
        self.name = name
        self.intervals = intervals
        self.icon = icon
        self.sound = sound
        self.ringAgain = ringAgain
    }
}

/// Changes a program. Missing members stay as they are; an empty icon or sound removes it. A live run keeps
/// the program as it was.
package struct ProgramUpdate: ChangeRequest {
    package typealias Response = ProgramView
    package static let method = "program.update"

    package var program: String
    package var name: String?
    package var intervals: Intervals?
    package var icon: String?
    package var sound: String?
    package var ringAgain: Removable<Span>?

    package init(
        program: String, name: String? = nil, intervals: Intervals? = nil, icon: String? = nil,
        sound: String? = nil, ringAgain: Removable<Span>? = nil
    ) {
        self.program = program
        self.name = name
        self.intervals = intervals
        self.icon = icon
        self.sound = sound
        self.ringAgain = ringAgain
    }
}

/// Reads a program from the text of a file that a person has written. Nothing is changed.
package struct ProgramParse: ReadRequest {
    package typealias Response = ProgramCreate
    package static let method = "program.parse"
    /// Most bytes that a text may have.
    package static let maximumBytes = 131_072

    /// TOML with the members of a `ProgramCreate`.
    package let text: String

    package init(text: String) { self.text = text }
}

/// All programs, sorted by name.
package struct ProgramList: ReadRequest, PlainRequest {
    package static let method = "program.list"
    package init() {}

    package struct Response: Codable, Sendable {
        package let programs: [ProgramView]
        package init(programs: [ProgramView]) { self.programs = programs }
    }
}

/// A request about one program, given by an id, a name, or a unique prefix of an id.
package protocol ProgramRequest: Request where Response == ProgramView {
    var program: String { get }
    init(program: String)
}

package struct ProgramGet: ReadRequest, ProgramRequest {
    package static let method = "program.get"
    package let program: String
    package init(program: String) { self.program = program }
}

package struct ProgramDuplicate: ChangeRequest {
    package typealias Response = ProgramView
    package static let method = "program.duplicate"

    package var program: String
    /// Name of the copy; `nil` for a name such as `Tabata copy`.
    package var name: String?

    package init(program: String, name: String? = nil) {
        self.program = program
        self.name = name
    }
}

/// Deletes a program. Past runs stay, and a live run continues.
package struct ProgramDelete: ChangeRequest, ProgramRequest {
    package static let method = "program.delete"
    package let program: String
    package init(program: String) { self.program = program }
}
