/// The equipment of one exercise where it isn't the usual: the unit of its loads, its bar, or the stack of its
/// machine.
package struct Gear: Sendable, Hashable, Codable {
    /// Unit of the exercise's loads; `nil` for the unit of the last set, or else the preferred one.
    package var unit: Load.Unit?
    /// Bar on which the load is put; `nil` for the bar in the settings, where the exercise has a bar at all.
    package var bar: Load?
    /// Loads of the machine's stack, in `unit`; `nil` for none.
    package var stack: Stack?

    package init(unit: Load.Unit? = nil, bar: Load? = nil, stack: Stack? = nil) {
        self.unit = unit
        self.bar = bar
        self.stack = stack
    }

    /// True if nothing is known of the equipment.
    package var isEmpty: Bool { self == Gear() }

    package func check() throws(Rejection) {
        if let bar { _ = try Load(bar.value, bar.unit, field: "bar") }
        guard let stack else { return }
        guard let unit else {
            throw .invalid(
                "load_unit",
                "\(field: "load_unit") is missing: the steps of a machine have a unit, kg or lb")
        }
        guard bar == nil else {
            throw .invalid(
                "bar",
                """
                \(field: "bar") and \(field: "steps") can't be used together: a machine's stack has \
                no bar
                """)
        }
        try stack.check(in: unit)
    }
}

extension Gear {
    /// The loads that a machine has.
    package enum Stack: Sendable, Hashable {
        /// These loads, the lightest first.
        case steps([Double])
        /// A first load, and others at equal distances above it.
        case even(step: Double, start: Double)

        package static let counts: ClosedRange<Int> = 1...100
        /// Room for decimals that don't add up exactly.
        private static let hair = 1e-9

        fileprivate func check(in unit: Load.Unit) throws(Rejection) {
            switch self {
            case .steps(let steps):
                guard Self.counts.contains(steps.count) else {
                    throw .invalid(
                        "steps",
                        "\(field: "steps") must be a list of 1 to \(Self.counts.upperBound) loads")
                }
                var former = 0.0
                for step in steps {
                    _ = try Load(step, unit, field: "steps")
                    guard step > former else {
                        throw .invalid(
                            "steps",
                            "\(field: "steps") must be different loads above 0")
                    }
                    former = step
                }
            case .even(let step, let start):
                _ = try Load(step, unit, field: "step")
                _ = try Load(start, unit, field: "start")
                guard step > 0 else {
                    throw .invalid("step", "\(field: "step") must be more than 0")
                }
            }
        }

        /// The loads, where they are listed; otherwise `nil`.
        package var listed: [Double]? {
            guard case .steps(let steps) = self else { return nil }
            return steps
        }

        /// The distance between the loads and the lightest of them, where all distances are equal; otherwise
        /// `nil`.
        package var even: (step: Double, start: Double)? {
            guard case .even(let step, let start) = self else { return nil }
            return (step, start)
        }

        /// The lightest load.
        var lightest: Double {
            switch self {
            case .steps(let steps): steps.first ?? 0
            case .even(_, let start): start
            }
        }

        /// The heaviest load up to a weight; the lightest one where all are heavier.
        func load(atMost weight: Double) -> Double {
            switch self {
            case .steps(let steps):
                return steps.last { $0 <= weight + Self.hair } ?? lightest
            case .even(let step, let start):
                let count = ((weight - start + Self.hair) / step).rounded(.down)
                return Load.rounded(start + max(0, count) * step)
            }
        }

        /// The lightest load above a weight; `nil` where there is none.
        func load(above weight: Double) -> Double? {
            switch self {
            case .steps(let steps):
                return steps.first { $0 > weight + Self.hair }
            case .even(let step, let start):
                let count = ((weight - start + Self.hair) / step).rounded(.down)
                let next = Load.rounded(start + max(0, count + 1) * step)
                return next <= Load.values.upperBound ? next : nil
            }
        }
    }
}

// MARK: - JSON

/// `{"unit": "lb", "steps": [5, 10]}` or `{"unit": "kg", "step": 5, "start": 2.5}`.
extension Gear {
    private enum CodingKeys: CodingKey { case unit, bar, steps, step, start }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        unit = try members.decodeIfPresent(Load.Unit.self, forKey: .unit)
        bar = try members.decodeIfPresent(Load.self, forKey: .bar)
        if let step = try members.decodeIfPresent(Double.self, forKey: .step) {
            let start = try members.decodeIfPresent(Double.self, forKey: .start)
            stack = .even(step: step, start: start ?? step)
        } else {
            stack = try members.decodeIfPresent([Double].self, forKey: .steps).map { .steps($0) }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(unit, forKey: .unit)
        try members.encodeIfPresent(bar, forKey: .bar)
        switch stack {
        case .steps(let steps): try members.encode(steps, forKey: .steps)
        case .even(let step, let start):
            try members.encode(step, forKey: .step)
            try members.encode(start, forKey: .start)
        case nil: break
        }
    }
}
