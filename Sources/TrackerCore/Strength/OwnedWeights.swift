/// Loads that can be made with the bar and the plates that a person owns, or that a machine has.
package struct OwnedWeights: Sendable, Hashable {
    package let unit: Load.Unit
    /// Weight of the bar, in the unit of these weights.
    package let bar: Double
    private let plates: [Settings.Plate]
    private let hasBar: Bool
    /// The machine's stack, in `unit`; `nil` for none.
    private var stack: Gear.Stack?

    /// The weights for an exercise, in the unit of its loads where it has one: the person's own in the unit of the
    /// settings; a usual bar and usual plates in the other unit. The exercise's bar comes before that of the
    /// settings, and a machine's stack before bars and plates. Loads without a bar or a stack are taken as multiples
    /// of the lightest plate, since it isn't known what they are made of.
    ///
    /// - Parameters:
    ///   - exercise: `nil` for an exercise that isn't there any more.
    ///   - usual: unit for an exercise without one.
    package init(_ settings: Settings.Fields, of exercise: Exercise?, in usual: Load.Unit) {
        let gear = exercise?.gear ?? Gear()
        let unit = gear.unit ?? usual
        let isOwn = unit == settings.unit
        self.unit = unit
        hasBar = exercise?.hasBar ?? false
        bar = gear.bar?.entered(in: unit).value ?? (isOwn ? settings.bar : unit.defaultBar)
        plates = isOwn ? settings.plates : unit.defaultPlates
        stack = gear.stack
    }

    /// These weights for a load of a mode: a stack has external loads alone, not what is added to the body or
    /// helps it.
    package func moving(_ mode: WorkoutSet.LoadMode) -> OwnedWeights {
        var weights = self
        if mode != .external { weights.stack = nil }
        return weights
    }

    /// The heaviest load up to a weight that can be made; the bar alone, or the lightest of a stack, where that is
    /// heavier.
    ///
    /// - Parameter weight: a weight in the unit of these weights.
    package func load(atMost weight: Double) throws(Rejection) -> Load {
        let limit = Load.rounded(min(max(0, weight), Load.values.upperBound))
        if let stack { return try Load(stack.load(atMost: limit), unit) }
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

    /// The load from which the next one follows, in the unit of these weights. For a load in another unit it is the
    /// heaviest up to it that can be made. On a bar or a stack it stays, since the next load is rounded there.
    package func base(_ load: Load) throws(Rejection) -> Load {
        let own = load.entered(in: unit)
        guard load.unit != unit, !hasBar, stack == nil else { return own }
        return try self.load(atMost: own.value)
    }

    /// The plates for a load on the bar; `nil` for a load that isn't put on one, or is less than the bar, and for
    /// one that takes more plates than fit on it.
    package func plates(for load: Load) -> LoadedBar? {
        guard hasBar, stack == nil, load.unit == unit else { return nil }
        return try? LoadedBar(load: load.value, bar: bar, plates: plates)
    }

    /// A load raised by a weight. On a bar or a stack it is the heaviest that can be made up to the sum, or
    /// otherwise the next one above the load; the same load where there is none.
    ///
    /// - Parameters:
    ///   - load: the load in the unit of these weights.
    ///   - more: the added weight in the same unit, above 0.
    package func load(_ load: Load, raisedBy more: Double) throws(Rejection) -> Load {
        let weight = Load.rounded(min(load.value + more, Load.values.upperBound))
        if let stack {
            let reached = stack.load(atMost: weight)
            let next = reached > load.value ? reached : stack.load(above: load.value)
            guard let next else { return load }
            return try Load(next, unit)
        }
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

    /// A load lowered to a weight. Without a bar or a stack it goes down by whole steps, if a step is known;
    /// otherwise it is the heaviest load up to the weight that can be made, but never heavier than before.
    package func load(
        _ load: Load, loweredTo weight: Double, step: Double?
    ) throws(Rejection) -> Load {
        guard !hasBar, stack == nil, let step else {
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
    /// True if the exercise's load is put on a bar: its own, or that of the settings.
    package var hasBar: Bool {
        gear.bar != nil || isOnBarbell
    }

    private var isOnBarbell: Bool { fields.equipment.map { NameKey.of($0) } == "barbell" }

    /// Checks that weights in pairs aren't on a barbell, which is one weight. The body may hold two, and equipment that
    /// isn't known may be in pairs.
    package func checkPair() throws(Rejection) {
        guard isPair, isOnBarbell else { return }
        throw .invalid(
            "pair",
            """
            \(field: "pair") is for two weights at once, such as dumbbells, but the equipment of \
            \(name) is a barbell: give another \(field: "equipment"), or do without \
            \(field: "pair")
            """)
    }
}
