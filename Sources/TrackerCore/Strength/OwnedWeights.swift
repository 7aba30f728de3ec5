/// Loads that can be made with the bar and the plates that a person owns.
package struct OwnedWeights: Sendable, Hashable {
    private let unit: Load.Unit
    private let bar: Double
    private let plates: [Settings.Plate]
    private let hasBar: Bool

    /// The person's own weights in the unit of the settings; a usual bar and usual plates in the other unit.
    ///
    /// - Parameter hasBar: whether the load is put on a bar, the same on both sides. Other loads are taken as
    ///   multiples of the lightest plate, since it isn't known what they are made of.
    package init(_ settings: Settings.Fields, in unit: Load.Unit, hasBar: Bool) {
        let isOwn = unit == settings.unit
        self.unit = unit
        self.hasBar = hasBar
        bar = isOwn ? settings.bar : unit.defaultBar
        plates = isOwn ? settings.plates : unit.defaultPlates
    }

    /// The heaviest load up to a weight that can be made; the bar alone where the bar is heavier.
    ///
    /// - Parameter weight: a weight in the unit of these weights.
    package func load(atMost weight: Double) throws(Rejection) -> Load {
        let limit = Load.rounded(min(max(0, weight), Load.values.upperBound))
        guard hasBar else {
            let step = plates.map(\.weight).min() ?? 1
            // A limit that is a hair below a number of steps, because of its decimals, counts as that many.
            let count = ((limit + 1e-9) / step).rounded(.down)
            return try Load(Load.rounded(count * step), unit)
        }
        guard limit > bar else { return try Load(bar, unit) }
        // A load that needs more plates than fit on a bar stays as it is.
        let loaded = try? LoadedBar(load: limit, bar: bar, plates: plates)
        return try Load(Load.rounded(loaded?.achieved ?? limit), unit)
    }

    /// A load raised by a weight. On a bar it is the heaviest that can be made up to the sum, or otherwise
    /// the next one above the load; the same load where the plates don't allow more.
    ///
    /// - Parameters:
    ///   - load: the load in the unit of these weights.
    ///   - more: the added weight in the same unit, above 0.
    package func load(_ load: Load, raisedBy more: Double) throws(Rejection) -> Load {
        let weight = Load.rounded(min(load.value + more, Load.values.upperBound))
        guard hasBar else { return try Load(weight, unit) }
        for step in [0] + plates.map({ 2 * $0.weight }).sorted() {
            let next = try self.load(atMost: max(weight, load.value + step))
            if next.value > load.value { return next }
        }
        return load
    }

    /// The multiple of the lightest plate, at least one, that is nearest to a step given in the other unit,
    /// which would lead to loads that can't be made.
    package func step(nearest more: Load) -> Double {
        let plate = plates.map(\.weight).min() ?? 1
        let count = (unit.value(ofMicrograms: more.micrograms) / plate).rounded()
        return Load.rounded(max(1, count) * plate)
    }

    /// A load lowered to a weight. Without a bar it goes down by whole steps, if a step is known; otherwise
    /// it is the heaviest load up to the weight that can be made, but never heavier than before.
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
    /// The group with a load in place of its share of another load.
    ///
    /// - Parameters:
    ///   - base: the load whose shares become loads; other groups stay as they are.
    ///   - whole: that load in the unit of the weights; `nil` where it isn't known, so that the group stays open.
    package func resolved(
        _ base: ShareBase, of whole: Double?, with weights: OwnedWeights
    ) throws(Rejection) -> Self {
        guard share == base, let percent, let whole else { return self }
        var group = self
        (group.percent, group.percentOf) = (nil, nil)
        group.load = try weights.load(atMost: whole * percent / 100)
        return group
    }
}

extension Exercise {
    /// Whether the exercise's load is put on a bar.
    package var hasBar: Bool { fields.equipment.map { NameKey.of($0) } == "barbell" }
}
