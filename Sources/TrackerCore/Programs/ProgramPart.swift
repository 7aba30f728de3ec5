/// A part of a program: an interval, or a group of parts that repeats.
package enum ProgramPart: Sendable, Hashable {
    case interval(Interval)
    /// A group; without a number of repetitions it is endless, and repeats until the run is stopped.
    case group(repeats: Int?, [ProgramPart])

    /// The word that stands for the number of repetitions of an endless group.
    package static let endless = "endless"

    /// Number of intervals, with the groups repeated; an endless group counts once.
    var stepCount: Int {
        switch self {
        case .interval: 1
        case .group(let repeats, let parts): (repeats ?? 1) * parts.stepCount
        }
    }

    /// Duration in milliseconds, with the groups repeated; an endless group counts once.
    var totalMs: Int64 {
        switch self {
        case .interval(let interval): interval.durationMs
        case .group(let repeats, let parts): Int64(repeats ?? 1) * parts.totalMs
        }
    }

    /// Whether the part is an endless group.
    var isEndless: Bool {
        guard case .group(.none, _) = self else { return false }
        return true
    }
}

extension ProgramPart: Codable {
    private enum CodingKeys: String, CodingKey {
        case repeats = "repeat"
        case intervals
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.contains(.repeats) else {
            self = .interval(try Interval(from: decoder))
            return
        }
        let parts = try container.decode([ProgramPart].self, forKey: .intervals)
        if let word = try? container.decode(String.self, forKey: .repeats), word == Self.endless {
            self = .group(repeats: nil, parts)
            return
        }
        let repeats = try container.decode(Int.self, forKey: .repeats)
        guard repeats > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .repeats, in: container, debugDescription: "a group repeats at least once")
        }
        self = .group(repeats: repeats, parts)
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .interval(let interval): try interval.encode(to: encoder)
        case .group(let repeats, let parts):
            var container = encoder.container(keyedBy: CodingKeys.self)
            if let repeats {
                try container.encode(repeats, forKey: .repeats)
            } else {
                try container.encode(Self.endless, forKey: .repeats)
            }
            try container.encode(parts, forKey: .intervals)
        }
    }
}

/// One interval in the order of a run, in which the groups of its program are repeated.
package struct ProgramStep: Sendable, Hashable {
    /// The repetition of the innermost group, as `k` of `n`.
    package struct Round: Sendable, Hashable, Codable {
        /// Number of the repetition, from 1.
        package let k: Int
        /// Number of repetitions; `nil` for an endless group.
        package let n: Int?

        package init(k: Int, n: Int?) {
            self.k = k
            self.n = n
        }
    }

    package let interval: Interval
    /// The repetition of the innermost group; `nil` outside of groups.
    package let round: Round?
}

extension [ProgramPart] {
    /// Duration in milliseconds, with the groups repeated; an endless group counts once.
    package var totalMs: Int64 { reduce(0) { $0 + $1.totalMs } }

    /// Number of intervals, with the groups repeated; an endless group counts once.
    package var stepCount: Int { reduce(0) { $0 + $1.stepCount } }

    /// Whether a run of the parts repeats until it is stopped.
    package var isEndless: Bool { last?.isEndless == true }

    /// All intervals in the order in which they are done, with the groups repeated; an endless group comes
    /// once.
    package var steps: [ProgramStep] {
        var steps: [ProgramStep] = []
        steps.reserveCapacity(stepCount)
        append(to: &steps, round: nil)
        return steps
    }

    private func append(to steps: inout [ProgramStep], round: ProgramStep.Round?) {
        for part in self {
            switch part {
            case .interval(let interval):
                steps.append(ProgramStep(interval: interval, round: round))
            case .group(let repeats, let parts):
                for k in 1...(repeats ?? 1) {
                    parts.append(to: &steps, round: ProgramStep.Round(k: k, n: repeats))
                }
            }
        }
    }

    /// Copy of the parts with each interval changed.
    func mapped(_ change: (Interval) -> Interval) -> [ProgramPart] {
        map { part in
            switch part {
            case .interval(let interval): .interval(change(interval))
            case .group(let repeats, let parts): .group(repeats: repeats, parts.mapped(change))
            }
        }
    }

    /// All intervals, each once.
    package var intervals: [Interval] {
        flatMap { part -> [Interval] in
            switch part {
            case .interval(let interval): [interval]
            case .group(_, let parts): parts.intervals
            }
        }
    }

    /// Sounds that were chosen for intervals, each with the path to its member, such as `intervals[1].sound`.
    package func sounds(at path: String = "intervals") -> [(path: String, sound: String)] {
        enumerated().flatMap { index, part -> [(path: String, sound: String)] in
            let here = "\(path)[\(index)]"
            switch part {
            case .interval(let interval):
                return interval.sound.map { [(path: "\(here).sound", sound: $0)] } ?? []
            case .group(_, let parts): return parts.sounds(at: "\(here).intervals")
            }
        }
    }

    /// Copy of the parts with another number of rounds of the outermost groups: repetitions, and one more where
    /// the group's first part follows it again, such as the last work interval before a long break.
    ///
    /// - Throws: a rejection of `rounds` where the number isn't allowed, nothing repeats, or there would be
    ///   too many steps or too long a time.
    package func repeating(rounds: Int) throws(Rejection) -> [ProgramPart] {
        guard Program.repeats.contains(rounds) else {
            throw .invalid(
                "rounds",
                """
                \(field: "rounds") must be a whole number from 1 to \(Program.repeats.upperBound)
                """)
        }
        var hasGroup = false
        var parts: [ProgramPart] = []
        for (index, part) in enumerated() {
            guard case .group(_, let inner) = part else {
                parts.append(part)
                continue
            }
            hasGroup = true
            let hasLast = index + 1 < count && inner.first == self[index + 1]
            let repeats = hasLast ? rounds - 1 : rounds
            if repeats > 0 { parts.append(.group(repeats: repeats, inner)) }
        }
        guard hasGroup else {
            throw .invalid(
                "rounds", "\(field: "rounds") can't be set: nothing in the program repeats")
        }
        do { try parts.check(at: "rounds") } catch {
            throw Rejection(error.kind, error.text, field: "rounds")
        }
        return parts
    }

    /// Copy of the parts as a person gives them, with trimmed labels.
    ///
    /// - Throws: a rejection whose field is the path to the blank label, as with `check`.
    package func named(at path: String = "intervals") throws(Rejection) -> [ProgramPart] {
        var named: [ProgramPart] = []
        for (index, part) in enumerated() {
            let here = "\(path)[\(index)]"
            switch part {
            case .interval(let interval): named.append(.interval(try interval.named(at: here)))
            case .group(let repeats, let parts):
                named.append(.group(repeats: repeats, try parts.named(at: "\(here).intervals")))
            }
        }
        return named
    }

    /// Checks the parts that a person gives as the intervals of a program.
    ///
    /// - Throws: the refusal's field is the path to the wrong member, such as
    ///   `intervals[1].intervals[0].label`.
    package func check(at path: String = "intervals") throws(Rejection) {
        _ = try check(at: path, depth: 0)
        guard totalMs <= Program.maximumTotalMs else {
            throw .invalid(path, "\(field: path) take too long: at most 7 days in all")
        }
    }

    /// - Returns: the number of steps.
    private func check(at path: String, depth: Int) throws(Rejection) -> Int {
        guard !isEmpty else {
            throw .invalid(path, "\(field: path) is empty: give at least one interval")
        }
        var steps = 0
        for (index, part) in enumerated() {
            let here = "\(path)[\(index)]"
            switch part {
            case .interval(let interval):
                try interval.check(at: here)
                steps += 1
            case .group(let repeats, let parts):
                guard depth < Program.maximumDepth else { throw ProgramPart.tooDeep(here) }
                guard Program.repeats.contains(repeats ?? 1) else {
                    throw .invalid("\(here).repeat", ProgramPart.repeatText("\(here).repeat"))
                }
                guard repeats != nil || depth == 0 && index == count - 1 else {
                    throw ProgramPart.endlessAmid("\(here).repeat")
                }
                steps += try (repeats ?? 1) * parts.check(at: "\(here).intervals", depth: depth + 1)
            }
            // Checked here, before an outer group multiplies the number any further.
            guard steps <= Program.maximumSteps else { throw ProgramPart.tooMany(path) }
        }
        return steps
    }
}

extension ProgramPart {
    package static func tooDeep(_ path: String) -> Rejection {
        .invalid(
            path, "\(field: path) is nested too deep: the maximum depth is \(Program.maximumDepth)")
    }

    package static func tooMany(_ path: String) -> Rejection {
        Rejection(
            .tooLarge,
            "\(field: path) have more than \(Program.maximumSteps) steps, counting repeats",
            field: path)
    }

    package static func repeatText(_ path: String) -> RefusalText {
        "\(field: path) must be a whole number from 1 to \(Program.repeats.upperBound), or endless"
    }

    fileprivate static func endlessAmid(_ path: String) -> Rejection {
        .invalid(
            path,
            "\(field: path) can only be endless in the last part of a program, outside of other groups"
        )
    }
}
