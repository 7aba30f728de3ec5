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

    /// The heaviest load that can be made and isn't above a weight, which is more than a load before: where
    /// there is none between the two, the next one above that load. The load itself where the plates don't
    /// give more.
    package func load(atMost weight: Double, above former: Double) throws(Rejection) -> Load {
        let steps = [0] + plates.map { hasBar ? 2 * $0.weight : $0.weight }.sorted()
        for step in steps {
            let load = try load(atMost: max(weight, former + step))
            if load.value > former { return load }
        }
        return try Load(Load.rounded(former), unit)
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
