/// Changes of one run from its program.
package struct RunChanges: Sendable, Hashable {
    /// Number of repetitions of the outermost groups; `nil` for the program's own.
    package var rounds: Int?
    /// Duration of the work intervals in milliseconds; `nil` for the program's own.
    package var workMs: Int64?
    /// Duration of the rests and short breaks in milliseconds; `nil` for the program's own. A long break, which
    /// is longer than the usual rest of the program, keeps its duration if that is longer.
    package var restMs: Int64?
    /// Whether the run waits for no confirmation, except of open intervals.
    package var isAutomatic: Bool
    /// Sound at the start of intervals without a sound of their own; `nil` for the program's own.
    package var sound: String?
    /// Milliseconds from one alert to the next while the run waits for the person, as it then does at its end, too;
    /// 0 for a single reminder in each interval, and `nil` for what the program says.
    package var ringAgainMs: Int64?

    package init(
        rounds: Int? = nil, workMs: Int64? = nil, restMs: Int64? = nil, isAutomatic: Bool = false,
        sound: String? = nil, ringAgainMs: Int64? = nil
    ) {
        self.rounds = rounds
        self.workMs = workMs
        self.restMs = restMs
        self.isAutomatic = isAutomatic
        self.sound = sound
        self.ringAgainMs = ringAgainMs
    }

    /// The changes that make the plan of a run from its program as it is now.
    ///
    /// - Returns: `nil` where nothing has changed, or the plan doesn't come from the program in this way.
    package init?(of plan: RunPlan, from program: Program.Fields) {
        self.init()
        let parts = plan.parts
        let own = program.parts
        func durations(_ parts: [ProgramPart], _ kinds: Set<Interval.Kind>) -> [Int64] {
            parts.intervals.filter { $0.lasts(in: kinds) }.map(\.durationMs)
        }
        func duration(_ kinds: Set<Interval.Kind>) -> Int64? {
            let present = durations(parts, kinds)
            // Only long breaks differ from the duration that was given, and they are longer.
            return present == durations(own, kinds) ? nil : present.min()
        }
        workMs = duration(Self.work)
        restMs = duration(Self.rest)
        isAutomatic = parts.intervals.map(\.confirmation) != own.intervals.map(\.confirmation)
        if parts.repeats != own.repeats { rounds = parts.repeats.first ?? nil }
        let sounds = Set(parts.intervals.compactMap(\.sound))
        let spans = [nil, 0] + (plan.ringAgainMs.map { [$0] } ?? [])
        let possible = ([nil] + sounds).flatMap { sound in
            spans.map { with(sound: sound, ringAgainMs: $0) }
        }
        let found = possible.first {
            (try? $0.applied(to: program)) == parts
                && $0.ringAgainMs(of: program) == plan.ringAgainMs
        }
        guard let found, found != RunChanges() else { return nil }
        self = found
    }

    private func with(sound: String?, ringAgainMs: Int64?) -> RunChanges {
        var changes = self
        changes.sound = sound
        changes.ringAgainMs = ringAgainMs
        return changes
    }

    private static let work: Set<Interval.Kind> = [.work]
    private static let rest: Set<Interval.Kind> = [.rest, .break]

    /// The most frequent duration of a program's rests and breaks in milliseconds, and the shortest of several
    /// such; 0 if there are none.
    private static func usualRestMs(of program: Program.Fields) -> Int64 {
        let rests = program.parts.steps.map(\.interval).filter { $0.lasts(in: rest) }
        let counts = Dictionary(grouping: rests, by: \.durationMs).mapValues(\.count)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    }

    /// Span of the alerts of a run of a program in milliseconds, as in `ringAgainMs`.
    private func spanMs(of program: Program.Fields) -> Int64? {
        // A run that waits for nobody only waits at its end where that was asked for.
        ringAgainMs ?? (isAutomatic ? nil : program.ringAgainMs)
    }

    /// Milliseconds from one alert to the next at the end of a run of a program, as in `RunPlan`.
    package func ringAgainMs(of program: Program.Fields) -> Int64? {
        spanMs(of: program).flatMap { $0 == 0 ? nil : $0 }
    }

    /// The parts of a run of a program.
    ///
    /// - Throws: a rejection of `ring_again`, or of `rounds`, `work` or `rest` where the program has no such part, or the run
    ///   would have too many steps or take too long.
    package func applied(to program: Program.Fields) throws(Rejection) -> [ProgramPart] {
        if let ringAgainMs { try Ringing.check(ringAgainMs, field: "ring_again") }
        var parts = program.parts
        if let rounds { parts = try parts.repeating(rounds: rounds) }
        if let workMs {
            parts = try parts.lasting(ms: workMs, Self.work, "work", named: "work interval")
        }
        if let restMs {
            parts = try parts.lasting(
                ms: restMs, Self.rest, "rest", named: "rest or break",
                usualMs: Self.usualRestMs(of: program))
        }
        if isAutomatic { parts = parts.mapped(\.automatic) }
        if let spanMs = spanMs(of: program) { parts = parts.mapped { $0.ringing(ms: spanMs) } }
        if let sound = sound ?? program.sound { parts = parts.mapped { $0.sounding(sound) } }
        return parts
    }
}

extension Interval {
    /// Whether the interval is of one of some kinds, and has a duration.
    fileprivate func lasts(in kinds: Set<Kind>) -> Bool { kinds.contains(kind) && !isOpen }
}

extension [ProgramPart] {
    /// Numbers of repetitions of the outermost groups; `nil` for an endless one.
    fileprivate var repeats: [Int?] {
        compactMap { part in
            guard case .group(let repeats, _) = part else { return nil }
            return .some(repeats)
        }
    }

    /// Copy of the parts with another duration of the intervals of some kinds.
    ///
    /// - Parameter usualMs: duration of the longest interval that may become shorter.
    fileprivate func lasting(
        ms: Int64, _ kinds: Set<Interval.Kind>, _ field: String, named noun: String,
        usualMs: Int64 = .max
    ) throws(Rejection) -> [ProgramPart] {
        guard Interval.durations.contains(ms) else {
            throw .invalid(
                field, "\(field: field) is out of range: an interval can last 100 ms to 24 h")
        }
        guard intervals.contains(where: { $0.lasts(in: kinds) }) else {
            throw .invalid(
                field, "\(field: field) can't be set: the program has no \(noun)")
        }
        let parts = mapped { interval in
            guard interval.lasts(in: kinds) else { return interval }
            let own = interval.durationMs
            return interval.lasting(ms: own > usualMs ? Swift.max(ms, own) : ms)
        }
        do { try parts.check(at: field) } catch {
            throw Rejection(error.kind, error.text, field: field)
        }
        return parts
    }
}
