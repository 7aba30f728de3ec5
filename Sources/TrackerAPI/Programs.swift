import TrackerCore

/// A program with all that it is made of.
package struct ProgramView: Codable, Sendable, Hashable {
    package let id: String
    package let name: String
    package let icon: String?
    package let intervals: [ProgramPart]
    package let totalMs: Int64
    /// The number of intervals once its groups are repeated.
    package let steps: Int

    private enum CodingKeys: String, CodingKey {
        case id, name, icon, intervals
        case totalMs = "total_ms"
        case steps
    }

    package init(_ program: Program) {
        id = program.id
        name = program.name
        icon = program.traits.icon
        intervals = program.traits.parts
        totalMs = program.traits.parts.totalMs
        steps = program.traits.parts.stepCount
    }
}

/// Intervals and groups as a person gives them: `{label, duration, kind?, confirmation?, cues?}` or
/// `{repeat, intervals}`.
package struct Intervals: Codable, Sendable, Hashable {
    package let parts: [ProgramPart]

    package init(_ parts: [ProgramPart]) { self.parts = parts }

    private enum Keys: String, CodingKey {
        case label, duration, kind, confirmation, cues
        case repeats = "repeat"
        case intervals
    }

    private typealias Members = KeyedDecodingContainer<Keys>

    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        parts = try Self.parts(&list, at: "intervals", depth: 0)
    }

    private static func parts(
        _ list: inout any UnkeyedDecodingContainer, at place: String, depth: Int
    ) throws -> [ProgramPart] {
        var parts: [ProgramPart] = []
        while !list.isAtEnd {
            guard parts.count < Program.maximumSteps else { throw ProgramPart.tooMany(place) }
            let here = "\(place)[\(parts.count)]"
            guard let members = try? list.nestedContainer(keyedBy: Keys.self) else {
                throw Rejection.invalid(
                    here, "\(here) must be an object: an interval or a group")
            }
            parts.append(try part(members, at: here, depth: depth))
        }
        return parts
    }

    private static func part(
        _ members: Members, at place: String, depth: Int
    ) throws -> ProgramPart {
        guard try has(.repeats, in: members) || has(.intervals, in: members) else {
            return .interval(try interval(members, at: place))
        }
        for key in [Keys.label, .duration, .kind, .confirmation, .cues]
        where try has(key, in: members) {
            let field = "\(place).\(key.rawValue)"
            throw Rejection.invalid(
                field, "\(field) is of an interval, but this is a group: it has no \(key.rawValue)")
        }
        guard depth < Program.maximumDepth else { throw ProgramPart.tooDeep(place) }
        let repeats: Int = try value(
            .repeats, in: members, at: place, ProgramPart.repeatText("\(place).repeat"))
        let inside = "\(place).intervals"
        guard try has(.intervals, in: members) else {
            throw Rejection.invalid(inside, "\(inside) is missing")
        }
        guard var list = try? members.nestedUnkeyedContainer(forKey: .intervals) else {
            throw Rejection.invalid(inside, "\(inside) must be a list")
        }
        return .group(repeats: repeats, try parts(&list, at: inside, depth: depth + 1))
    }

    private static func interval(_ members: Members, at place: String) throws -> Interval {
        let label: String = try value(
            .label, in: members, at: place, "\(place).label must be a string")
        let duration: Span = try value(
            .duration, in: members, at: place,
            "\(place).duration must be an integer in milliseconds or \(DurationText.allowed)")
        return Interval(
            label: label, durationMs: duration.ms,
            kind: try choice(.kind, in: members, at: place) ?? .work,
            confirmation: try choice(.confirmation, in: members, at: place) ?? .automatic,
            cues: try cues(in: members, at: place) ?? Interval.Cue.allCases)
    }

    private static func has(_ key: Keys, in members: Members) throws -> Bool {
        try members.contains(key) && !members.decodeNil(forKey: key)
    }

    private static func value<Value: Decodable>(
        _ key: Keys, in members: Members, at place: String, _ wanted: String
    ) throws -> Value {
        let field = "\(place).\(key.rawValue)"
        guard try has(key, in: members) else {
            throw Rejection.invalid(field, "\(field) is missing")
        }
        guard let value = try? members.decode(Value.self, forKey: key) else {
            throw Rejection.invalid(field, wanted)
        }
        return value
    }

    private static func choice<Word: Choice>(
        _ key: Keys, in members: Members, at place: String
    ) throws -> Word? {
        guard try has(key, in: members) else { return nil }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return try value(
            key, in: members, at: place, "\(place).\(key.rawValue) must be one of: \(words)")
    }

    private static func cues(
        in members: Members, at place: String
    ) throws -> [Interval.Cue]? {
        guard try has(.cues, in: members) else { return nil }
        let words = Interval.Cue.allCases.map(\.rawValue).joined(separator: ", ")
        return try value(.cues, in: members, at: place, "\(place).cues must be a list of: \(words)")
    }

    package func encode(to encoder: any Encoder) throws {
        try parts.map(Written.init).encode(to: encoder)
    }

    private struct Written: Encodable {
        let part: ProgramPart

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Keys.self)
            switch part {
            case .interval(let interval):
                try members.encode(interval.label, forKey: .label)
                try members.encode(Span(ms: interval.durationMs), forKey: .duration)
                try members.encode(interval.kind, forKey: .kind)
                try members.encode(interval.confirmation, forKey: .confirmation)
                try members.encode(interval.cues, forKey: .cues)
            case .group(let repeats, let parts):
                try members.encode(repeats, forKey: .repeats)
                try members.encode(parts.map(Written.init), forKey: .intervals)
            }
        }
    }
}

package struct ProgramCreate: Request {
    package typealias Response = ProgramView
    package static let method = "program.create"
    package static let effect = Effect.change

    package var name: String
    package var intervals: Intervals
    /// The name of an icon.
    package var icon: String?

    package init(name: String, intervals: Intervals, icon: String? = nil) {
        self.name = name
        self.intervals = intervals
        self.icon = icon
    }
}

/// Members that are left out stay as they are; an empty icon removes it. A run that is on goes on as it began.
package struct ProgramUpdate: Request {
    package typealias Response = ProgramView
    package static let method = "program.update"
    package static let effect = Effect.change

    package var program: String
    package var name: String?
    package var intervals: Intervals?
    package var icon: String?

    package init(
        program: String, name: String? = nil, intervals: Intervals? = nil, icon: String? = nil
    ) {
        self.program = program
        self.name = name
        self.intervals = intervals
        self.icon = icon
    }
}

/// All programs, by name.
package struct ProgramList: PlainRequest {
    package static let method = "program.list"
    package static let effect = Effect.none
    package init() {}

    package struct Response: Codable, Sendable {
        package let programs: [ProgramView]
        package init(programs: [ProgramView]) { self.programs = programs }
    }
}

/// A request about one program: an id, a name, or a unique prefix of an id.
package protocol ProgramRequest: Request where Response == ProgramView {
    var program: String { get }
    init(program: String)
}

package struct ProgramGet: ProgramRequest {
    package static let method = "program.get"
    package static let effect = Effect.none
    package let program: String
    package init(program: String) { self.program = program }
}

package struct ProgramDuplicate: Request {
    package typealias Response = ProgramView
    package static let method = "program.duplicate"
    package static let effect = Effect.change

    package var program: String
    /// The name of the copy; `Tabata copy` where it is left out.
    package var name: String?

    package init(program: String, name: String? = nil) {
        self.program = program
        self.name = name
    }
}

/// Its past runs stay, and one that is on goes on.
package struct ProgramDelete: ProgramRequest {
    package static let method = "program.delete"
    package static let effect = Effect.change
    package let program: String
    package init(program: String) { self.program = program }
}
