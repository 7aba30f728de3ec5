/// A load with its mode, as a set has it, so that it can be changed.
package struct ModedLoad: Sendable, Hashable {
    package let value: Double
    /// Unit of the load; `nil` if there is no load yet and none is given.
    package let unit: Load.Unit?
    package let mode: WorkoutSet.LoadMode

    /// - Parameters:
    ///   - load: `nil` for none.
    ///   - mode: `nil` for body weight alone.
    package init(_ load: Load?, _ mode: WorkoutSet.LoadMode?) {
        self.init(load?.value ?? 0, load?.unit, mode ?? .bodyweight)
    }

    private init(_ value: Double, _ unit: Load.Unit?, _ mode: WorkoutSet.LoadMode) {
        self.value = value
        self.unit = unit
        self.mode = mode
    }

    /// The load with a change added to it. If there was no load, or if an added one falls below zero, weight is
    /// added to the body's or taken off it.
    ///
    /// - Parameter other: unit of the change; `nil` for that of the load.
    /// - Throws: a rejection for a change in another unit, and for a load below zero.
    package func changed(by change: Double, in other: Load.Unit?) throws(Rejection) -> ModedLoad {
        if let unit, let other, unit != other {
            throw .invalid("unit", "the load is in \(unit.rawValue): change it in that unit")
        }
        let former = mode == .assisted ? -value : value
        // Sums of decimals have digits that nobody typed.
        let sum = ((former + change) * 1e6).rounded() / 1e6
        guard mode != .external || sum >= 0 else {
            throw .invalid("load_change", "the load is only \(NumberText.exact(former))")
        }
        let changed: WorkoutSet.LoadMode =
            mode == .external ? .external : sum < 0 ? .assisted : .bodyweight
        return ModedLoad(abs(sum), unit ?? other, changed)
    }
}
