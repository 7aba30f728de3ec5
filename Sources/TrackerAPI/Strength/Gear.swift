import TrackerCore

/// Equipment of an exercise as a person gives it. Missing members leave it as it is; false removes one.
package protocol GivenGear {
    /// Unit of the exercise's loads, and of the steps of its machine.
    var loadUnit: Removable<Load.Unit>? { get set }
    var bar: Removable<Double>? { get set }
    /// Unit of the bar; `nil` for that of the exercise's loads, or else the preferred one.
    var barUnit: Load.Unit? { get set }
    /// True if the weights come in pairs.
    var pair: Bool? { get set }
    /// Loads of the machine's stack.
    var steps: Removable<[Double]>? { get set }
    /// Distance between the loads of the stack, where all are equal.
    var step: Removable<Double>? { get set }
    /// Lightest load of a stack with equal distances; `nil` for one step.
    var start: Double? { get set }
}

extension GivenGear {
    /// The equipment with what is given.
    ///
    /// - Parameters:
    ///   - former: equipment of the exercise so far.
    ///   - preferred: unit where nothing else tells it.
    package func gear(
        changing former: Gear = Gear(), in preferred: Load.Unit
    ) throws(Rejection) -> Gear {
        var gear = former
        if let loadUnit { gear.unit = loadUnit.value }
        if let given = try givenStack() {
            gear.stack = given
            gear.unit = gear.unit ?? preferred
        } else if steps == .removed || step == .removed {
            gear.stack = nil
        } else if gear.stack != nil, let unit = former.unit, gear.unit != unit {
            throw .invalid(
                "load_unit",
                """
                \(field: "load_unit") can't be changed by itself, since the machine's steps are in \
                \(unit.rawValue): give \(field: "steps") or \(field: "step") as well
                """)
        }
        if let bar {
            gear.bar = nil
            if let value = bar.value {
                gear.bar = try Load(value, barUnit ?? gear.unit ?? preferred, field: "bar")
            }
        }
        guard barUnit == nil || bar?.value != nil else {
            throw .invalid(
                "bar_unit", "\(field: "bar_unit") needs \(field: "bar"): give the bar's weight")
        }
        return gear
    }

    /// The stack that is given; `nil` for none.
    private func givenStack() throws(Rejection) -> Gear.Stack? {
        guard steps?.value == nil || step?.value == nil else {
            throw .invalid("step", "give \(field: "steps") or \(field: "step"), not both")
        }
        guard start == nil || step?.value != nil else {
            throw .invalid("start", "\(field: "start") needs \(field: "step"): give both")
        }
        if let steps = steps?.value { return .steps(steps.sorted()) }
        return step?.value.map { .even(step: $0, start: start ?? $0) }
    }
}
