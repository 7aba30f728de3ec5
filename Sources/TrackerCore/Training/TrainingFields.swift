extension Training {
    /// The target of a session and the rules for reaching it. Presets hold these fields, too.
    package struct Fields: Sendable, Hashable {
        /// Largest target and largest adjustment of a hold: 24 h, in milliseconds.
        static let maximumMs: Int64 = 86_400_000
        /// Largest target and largest adjustment in reps.
        private static let maximumReps: Int64 = 100_000

        package static let defaultRestMs: Int64 = 15_000
        /// Longest time to get ready: 10 min, in milliseconds.
        package static let maximumReadyMs: Int64 = 600_000

        package let mode: Mode
        /// Target in the mode's measure: milliseconds or reps.
        package let target: Int64
        /// Amount in the mode's measure that is taken off an attempt (time) or added to it (reps).
        package let adjustment: Int64
        package let restMs: Int64
        /// Time to get ready before a hold, in milliseconds, with a countdown at its end; 0 for none.
        package let readyMs: Int64
        /// Id of the exercise; `nil` for none.
        package internal(set) var exercise: String?

        /// Fields as a person gives them. A `nil` parameter takes the default of the mode: target and
        /// adjustment are 60 s and 5 s for time, 20 and 2 for reps; the rest is 15 s for both.
        ///
        /// - Parameters:
        ///   - target: more than 0, in seconds or reps.
        ///   - adjustment: 0 or more, in seconds or reps.
        ///   - readyMs: only for time; `nil` for none.
        package init(
            mode: Mode, target: Double? = nil, adjustment: Double? = nil, restMs: Int64? = nil,
            readyMs: Int64? = nil, exercise: String? = nil
        ) throws(Rejection) {
            self.mode = mode
            self.target = try mode.measured(target ?? mode.defaultTarget, field: "target")
            self.adjustment = try mode.measured(
                adjustment ?? mode.defaultAdjustment, field: "adjustment")
            self.restMs = restMs ?? Self.defaultRestMs
            self.readyMs = readyMs ?? 0
            self.exercise = exercise
            try check()
        }

        func check() throws(Rejection) {
            let most = mode == .time ? Self.maximumMs : Self.maximumReps
            let range = mode == .time ? "86400 seconds (24 h)" : "100000 reps"
            guard 1...most ~= target else {
                throw .invalid(
                    "target",
                    "\(field: "target") is out of range: more than 0 and at most \(range)")
            }
            guard 0...most ~= adjustment else {
                throw .invalid(
                    "adjustment", "\(field: "adjustment") is out of range: 0 to \(range)")
            }
            guard 0...Rest.durations.upperBound ~= restMs else {
                throw .invalid("rest", "\(field: "rest") is out of range: 0 (none) to 24 h")
            }
            guard 0...Self.maximumReadyMs ~= readyMs else {
                throw .invalid("ready", "\(field: "ready") is out of range: 0 (none) to 10 min")
            }
            guard mode == .time || readyMs == 0 else {
                throw .invalid("ready", "\(field: "ready") is for holds: this session counts reps")
            }
            try Bounds.check(id: exercise, "exercise")
        }

        /// Milliseconds from an attempt to the next one: the rest, or the time to get ready where that is
        /// longer.
        package var pauseMs: Int64 { max(restMs, readyMs) }

        /// Fields as a row holds them, in the mode's measure.
        init(
            mode: Mode, target: Int64, adjustment: Int64, restMs: Int64, readyMs: Int64,
            exercise: String?
        ) {
            self.mode = mode
            self.target = target
            self.adjustment = adjustment
            self.restMs = restMs
            self.readyMs = readyMs
            self.exercise = exercise
        }
    }
}

extension Training.Mode {
    fileprivate var defaultTarget: Double { self == .time ? 60 : 20 }
    fileprivate var defaultAdjustment: Double { self == .time ? 5 : 2 }

    /// Unit of an exercise that is trained in this mode.
    package var unit: Exercise.Unit { self == .time ? .seconds : .reps }

    /// An amount in seconds or reps, converted to the mode's measure: milliseconds or reps.
    func measured(_ amount: Double, field: String) throws(Rejection) -> Int64 {
        let measured = self == .time ? (amount * 1000).rounded() : amount
        guard let whole = Int64(exactly: measured) else {
            throw self == .reps && amount.magnitude < 1e15
                ? .invalid(field, "\(field: field) must be a whole number of reps")
                : .invalid(field, "\(field: field) is out of range")
        }
        return whole
    }

    /// An amount in the mode's measure, converted to seconds or reps.
    package func amount(_ measured: Int64) -> Double {
        self == .time ? Double(measured) / 1000 : Double(measured)
    }
}

// MARK: - Row

extension Training.Fields {
    init(_ row: inout RowVisitor, writing fields: Self?) throws {
        self.init(
            mode: try row.column("mode", fields?.mode),
            target: try row.column("target", fields?.target),
            adjustment: try row.column("adjustment", fields?.adjustment),
            restMs: try row.column("rest_ms", fields?.restMs),
            readyMs: try row.column("ready_ms", fields?.readyMs, absent: 0),
            exercise: try row.optional("exercise", fields?.exercise))
    }
}
