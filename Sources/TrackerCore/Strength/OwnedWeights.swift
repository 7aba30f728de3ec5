/// Loads that can be made with the bar and the plates that a person owns.
package struct OwnedWeights: Sendable, Hashable {
    private let unit: Load.Unit
    private let bar: Double
    private let plates: [Settings.Plate]
    private let hasBar: Bool

    /// Weights in the settings' unit. In the other unit they are a usual bar and usual plates.
    ///
    /// - Parameter hasBar: whether the load is put on the bar, on both sides alike. Other loads are taken as
    ///   multiples of the lightest plate, since nothing is known of what they are made of.
    package init(_ settings: Settings.Fields, in unit: Load.Unit, hasBar: Bool) {
        let isOwn = unit == settings.unit
        self.unit = unit
        self.hasBar = hasBar
        bar = isOwn ? settings.bar : unit.defaultBar
        plates = isOwn ? settings.plates : unit.defaultPlates
    }

    /// The heaviest load that can be made and isn't above a weight; the bar alone where that is heavier.
    ///
    /// - Parameter weight: in the unit of these weights.
    package func load(atMost weight: Double) throws(Rejection) -> Load {
        let limit = Load.rounded(min(max(0, weight), Load.values.upperBound))
        guard hasBar else {
            let step = plates.map(\.weight).min() ?? 1
            // A sum of so many steps that is a hair too light by its decimals counts as that many.
            let count = ((limit + 1e-9) / step).rounded(.down)
            return try Load(Load.rounded(count * step), unit)
        }
        guard limit > bar else { return try Load(bar, unit) }
        // More plates than a bar holds are no help, so that the load stays as it is.
        let loaded = try? LoadedBar(load: limit, bar: bar, plates: plates)
        return try Load(Load.rounded(loaded?.achieved ?? limit), unit)
    }

    /// A load with more on top. On a bar it is the heaviest that can be made of no more than that, or else the
    /// next one above the load; the load itself where the plates don't give more.
    ///
    /// - Parameters:
    ///   - load: in the unit of these weights, as is `more`.
    ///   - more: above 0.
    package func load(_ load: Load, raisedBy more: Double) throws(Rejection) -> Load {
        let weight = Load.rounded(min(load.value + more, Load.values.upperBound))
        guard hasBar else { return try Load(weight, unit) }
        for step in [0] + plates.map({ 2 * $0.weight }).sorted() {
            let next = try self.load(atMost: max(weight, load.value + step))
            if next.value > load.value { return next }
        }
        return load
    }

    /// The nearest multiple of the lightest plate, at least one, to what is added in the other unit, which by
    /// itself would make loads that no weight has.
    package func step(nearest more: Load) -> Double {
        let plate = plates.map(\.weight).min() ?? 1
        let count = (unit.value(ofMicrograms: more.micrograms) / plate).rounded()
        return Load.rounded(max(1, count) * plate)
    }

    /// A load that is lowered: what can be made of no more than a weight. Without a bar it is fewer by whole
    /// steps, where a step is known. What is lighter than the bar becomes no heavier by it.
    package func load(
        _ load: Load, loweredTo weight: Double, step: Double?
    ) throws(Rejection) -> Load {
        guard !hasBar, let step else {
            let lower = try self.load(atMost: weight)
            return lower.value < load.value ? lower : load
        }
        let count = ((load.value - weight) / step - 1e-9).rounded(.up)
        return try Load(Load.rounded(max(0, load.value - count * step)), unit)
    }
}

extension SetGroup {
    /// The group with its share of the best 1RM as a load.
    ///
    /// - Parameter oneRepMax: in the unit of the weights; `nil` where none is known, so that the load stays open.
    package func resolved(oneRepMax: Double?, with weights: OwnedWeights) throws(Rejection) -> Self
    {
        guard let percent, let oneRepMax else { return self }
        var group = self
        group.percent = nil
        group.load = try weights.load(atMost: oneRepMax * percent / 100)
        return group
    }
}

extension Exercise {
    /// Whether its load is put on a bar.
    package var hasBar: Bool { fields.equipment.map { NameKey.of($0) } == "barbell" }
}
